package storagetest

import (
	"errors"
	"strings"

	"holecard/storage"
)

var ledgerFacts = []fact{
	{"a posting moves chips from one account to the other", func(s *scene) {
		s.update(post(opening(alice, "a", 100)))
		s.has(storage.WalletOf(alice), 100)
		s.has(storage.MintOf(alice.Guild), -100)
		s.update(post(hold(alice, 9, "b", 30), lose(alice, 9, "c", 20), release(alice, 9, "d", 10),
			win(alice, 9, "e", 7)))
		s.has(storage.WalletOf(alice), 87)
		s.has(storage.HeldFor(alice.Guild, 9, 0), 0)
		s.has(storage.HouseOf(alice.Guild), 13)
	}},
	{"a gift moves chips from player to player, whole or not at all", func(s *scene) {
		s.update(post(opening(alice, "a", 100), opening(bob, "b", storage.MaxChips-60)))
		s.overdrawn(storage.OverdrawnError{Account: storage.WalletOf(alice), Balance: 100,
			Need: 101}, gift(alice, bob, "c", 101))
		s.refused(storage.ErrPosting, post(gift(alice, alice, "c", 1)))
		s.refused(storage.ErrPosting, post(gift(alice, carol, "c", 1)))
		err := s.try(post(gift(alice, bob, "c", 61)))
		if full := new(storage.OverflowError); !errors.As(err, &full) ||
			full.Account != storage.WalletOf(bob) {
			s.Errorf("one chip too many: %v", err)
		}
		s.has(storage.WalletOf(alice), 100)
		s.update(post(gift(alice, bob, "c", 60)))
		s.has(storage.WalletOf(alice), 40)
		s.has(storage.WalletOf(bob), storage.MaxChips)
		s.has(storage.MintOf(alice.Guild), -storage.MaxChips-40)
		s.sound()
	}},
	{"a key is posted only once", func(s *scene) {
		s.update(post(opening(alice, "a", 100)))
		s.refused(storage.ErrPosted, post(opening(alice, "a", 100)))
		s.refused(storage.ErrPosted, post(opening(bob, "a", 1)))
		s.refused(storage.ErrPosted, post(opening(bob, "b", 1), opening(bob, "b", 1)))
		s.has(storage.WalletOf(alice), 100)
		s.has(storage.WalletOf(bob), 0)
	}},
	{"a posting that makes no sense is refused", func(s *scene) {
		s.update(post(opening(alice, "a", 100)))
		for name, spoil := range map[string]func(*storage.Posting){
			"no chips":       func(p *storage.Posting) { p.Chips = 0 },
			"less than none": func(p *storage.Posting) { p.Chips = -1 },
			"too many":       func(p *storage.Posting) { p.Chips = storage.MaxChips + 1 },
			"no key":         func(p *storage.Posting) { p.Key = "" },
			"a long key": func(p *storage.Posting) {
				p.Key = strings.Repeat("k", storage.MaxKey+1)
			},
			"no reason":          func(p *storage.Posting) { p.Reason = 0 },
			"the wrong reason":   func(p *storage.Posting) { p.Reason = storage.Win },
			"the wrong way":      func(p *storage.Posting) { p.From, p.To = p.To, p.From },
			"to another guild":   func(p *storage.Posting) { p.To.Guild++ },
			"to another hand":    func(p *storage.Posting) { p.Round++ },
			"an unknown account": func(p *storage.Posting) { p.To.Kind = 9 },
			"a grant of nobody":  func(p *storage.Posting) { *p, p.Who = grant(alice, "b", 1), 0 },
			"a reset of nobody": func(p *storage.Posting) {
				*p = grant(alice, "b", 1)
				p.Reason, p.Who = storage.Reset, 0
			},
		} {
			p := hold(alice, 9, "b", 1)
			spoil(&p)
			if err := s.try(post(p)); !errors.Is(err, storage.ErrPosting) {
				s.Errorf("%s: %v", name, err)
			}
		}
		s.has(storage.WalletOf(alice), 100)
	}},
}

// overdrawn checks that a posting is refused for want of chips.
func (s *scene) overdrawn(want storage.OverdrawnError, p storage.Posting) {
	s.Helper()
	var got *storage.OverdrawnError
	err := s.try(post(p))
	if !errors.As(err, &got) || *got != want {
		s.Errorf("post %s: %v, want %v", p.Key, err, &want)
	}
}
