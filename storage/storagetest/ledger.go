package storagetest

import (
	"errors"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

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
	{"an admin's chips come from the mint and go back there", func(s *scene) {
		s.update(post(grant(alice, "a", 100)))
		s.has(storage.WalletOf(alice), 100)
		s.has(storage.MintOf(alice.Guild), -100)
		s.update(post(confiscation(alice, "b", 30)))
		s.has(storage.WalletOf(alice), 70)
		s.has(storage.MintOf(alice.Guild), -70)
		s.overdrawn(storage.OverdrawnError{Account: storage.WalletOf(alice), Balance: 70, Need: 71},
			confiscation(alice, "c", 71))
		nobody := grant(alice, "d", 1)
		nobody.Who = 0
		s.refused(storage.ErrPosting, post(nobody))
		nobody = reset(alice, "d", 1)
		nobody.Who = 0
		s.refused(storage.ErrPosting, post(nobody))
		s.update(post(reset(alice, "d", 5), reset(alice, "e", -75)))
		s.has(storage.WalletOf(alice), 0)
		s.has(storage.MintOf(alice.Guild), 0)
		s.sound()
	}},
	{"an account never posted to has nothing", func(s *scene) {
		s.has(storage.WalletOf(alice), 0)
		s.has(storage.MintOf(alice.Guild), 0)
	}},
	{"a player has a wallet in each guild", func(s *scene) {
		s.update(post(opening(alice, "a", 100)))
		s.has(storage.WalletOf(carol), 0)
	}},
	{"a key is posted only once", func(s *scene) {
		s.update(post(opening(alice, "a", 100)))
		s.refused(storage.ErrPosted, post(opening(alice, "a", 100)))
		s.refused(storage.ErrPosted, post(opening(bob, "a", 1)))
		s.refused(storage.ErrPosted, post(opening(bob, "b", 1), opening(bob, "b", 1)))
		s.has(storage.WalletOf(alice), 100)
		s.has(storage.WalletOf(bob), 0)
	}},
	{"a key is known from the moment it is posted, unless its update fails", func(s *scene) {
		known := func(r storage.Reader, key string, want bool) {
			if got, err := r.Posted(key); err != nil || got != want {
				s.Errorf("the key %s is posted: %v, %v; want %v", key, got, err, want)
			}
		}
		s.update(func(tx storage.Tx) error {
			known(tx, "a", false)
			err := tx.Post(opening(alice, "a", 100))
			known(tx, "a", true)
			return err
		})
		s.refused(storage.ErrPosted, post(opening(bob, "b", 1), opening(bob, "a", 1)))
		s.view(func(r storage.Reader) error {
			known(r, "a", true)
			known(r, "b", false)
			return nil
		})
	}},
	{"the transfers of a player are what changed the wallet but play, newest first",
		func(s *scene) {
			given := gift(alice, bob, "gift", 9)
			s.updateIn(carol.Guild, post(opening(carol, "other guild", 5)))
			s.update(post(opening(alice, "a", 100),
				hold(alice, 9, "b", 30), release(alice, 9, "c", 30), win(alice, 9, "d", 7)))
			s.update(post(grant(alice, "e", 500), opening(bob, "f", 100), given))
			s.refused(storage.ErrPosted, post(grant(alice, "refused", 1), opening(alice, "a", 1)))
			s.update(func(tx storage.Tx) error {
				err := tx.Post(confiscation(alice, "g", 2))
				// before the update has ended
				s.transfers(tx, alice, 2, confiscation(alice, "g", 2), given)
				return errors.Join(err, tx.Post(grant(bob, "h", 1)))
			})
			s.reopen()
			s.view(func(r storage.Reader) error {
				s.transfers(r, alice, 10, confiscation(alice, "g", 2), given,
					grant(alice, "e", 500),
					opening(alice, "a", 100))
				s.transfers(r, alice, 3, confiscation(alice, "g", 2), given, grant(alice, "e", 500))
				s.transfers(r, alice, 0)
				s.transfers(r, bob, 10, grant(bob, "h", 1), given, opening(bob, "f", 100))
				s.transfers(r, storage.Player{Guild: alice.Guild, User: alice.User + 1}, 10)
				return nil
			})
			s.viewOf(carol.Guild, func(r storage.Reader) error {
				s.transfers(r, carol, 10, opening(carol, "other guild", 5))
				return nil
			})
			s.sound()
		}},
	{"an update may go on after a refused posting", func(s *scene) {
		s.update(post(opening(alice, "a", 100)))
		s.update(func(tx storage.Tx) error {
			for _, refused := range []storage.Posting{opening(alice, "a", 1),
				hold(alice, 9, "b", 101), {Key: "c"}} {
				if tx.Post(refused) == nil {
					return errors.New("not refused: " + refused.Key)
				}
			}
			return tx.Post(hold(alice, 9, "b", 100)) // a refused key is not used
		})
		s.has(storage.WalletOf(alice), 0)
		s.has(storage.HeldFor(alice.Guild, 9, 0), 100)
	}},
	{"a wallet and a held account cannot be overdrawn", func(s *scene) {
		s.update(post(opening(alice, "a", 100)))
		s.overdrawn(storage.OverdrawnError{Account: storage.WalletOf(alice), Balance: 100,
			Need: 101}, hold(alice, 9, "b", 101))
		s.overdrawn(storage.OverdrawnError{Account: storage.HeldFor(alice.Guild, 9, 0), Balance: 0,
			Need: 1}, lose(alice, 9, "b", 1))
		s.has(storage.WalletOf(alice), 100)
		s.update(post(hold(alice, 9, "b", 100)))
		s.has(storage.WalletOf(alice), 0)
	}},
	{"house and mint may owe", func(s *scene) {
		s.update(post(win(alice, 9, "a", 50)))
		s.has(storage.HouseOf(alice.Guild), -50)
	}},
	{"a wallet takes no more than the most chips there are", func(s *scene) {
		s.update(post(opening(alice, "a", storage.MaxChips)))
		err := s.try(post(win(alice, 9, "b", 1)))
		var full *storage.OverflowError
		if !errors.As(err, &full) ||
			*full != (storage.OverflowError{Account: storage.WalletOf(alice),
				Balance: storage.MaxChips, Chips: 1}) {
			s.Errorf("one chip too many: %v", err)
		}
		s.has(storage.WalletOf(alice), storage.MaxChips)
		s.has(storage.HouseOf(alice.Guild), 0)
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

// transfers checks those of a player.
func (s *scene) transfers(r storage.Reader, p storage.Player, limit int, want ...storage.Posting) {
	s.Helper()
	got, err := r.Transfers(p, "", limit)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
		s.Errorf("%v, %d transfers of player %d: -want +got\n%s", err, limit, p.User, diff)
	}
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
