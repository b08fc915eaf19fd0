package storagetest

import (
	"errors"
	"fmt"
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

var orderFacts = []fact{
	{"the best come first, and equals share a position by their ids", func(s *scene) {
		s.seat(4, 100, storage.Stats{Net: -5, Hands: 10, Wins: 1, BiggestWin: 1})
		s.seat(1, 50, storage.Stats{Net: 7, Hands: 9, Wins: 9})
		s.seat(3, 100, storage.Stats{Net: 7, Hands: 20, Wins: 2, BiggestWin: 9})
		s.seat(2, 0, storage.Stats{})
		for by, want := range map[storage.Board]string{
			storage.ByChips.Ever():      "3=4 1 2",
			storage.ByNet.Ever():        "1=3 4", // player 2 has played no round
			storage.ByWinRate.Ever():    "3=4",   // nine hands are too few
			storage.ByBiggestWin.Ever(): "3 4",   // the others have won nothing
		} {
			s.ranked(by, want)
		}
	}},
	{"a tally needs a profile, for the boards", func(s *scene) {
		s.refused(storage.ErrRecord, func(tx storage.Tx) error {
			return storage.Tallies.Put(tx, alice.Tally(storage.Period{}), storage.Tally{Rounds: 1})
		})
	}},
}

// seated returns a player of the suite's guild.
func seated(id storage.UserID) storage.Player {
	return storage.Player{Guild: alice.Guild, User: id}
}

// seat makes a player with a balance and statistics.
func (s *scene) seat(id storage.UserID, chips storage.Chips, stats storage.Stats) {
	s.Helper()
	s.update(func(tx storage.Tx) error {
		if chips > 0 {
			if err := tx.Post(opening(seated(id), fmt.Sprint("seat ", id), chips)); err != nil {
				return err
			}
		}
		return storage.Profiles.Save(tx, storage.Profile{Player: seated(id), Opened: noon,
			Stats: stats})
	})
}

// ranked checks who is in an order, by ids: "2 1=3" is a best one before two equals.
func (s *scene) ranked(b storage.Board, want string) {
	s.Helper()
	var lines []storage.Standing
	s.view(func(r storage.Reader) (err error) {
		lines, err = r.Standings(b, 0, 100)
		return err
	})
	got := ""
	for i, line := range lines {
		position := i + 1
		if i > 0 && line.Position == lines[i-1].Position {
			position = line.Position
			got += "="
		} else if i > 0 {
			got += " "
		}
		got += fmt.Sprint(line.Player.User)
		s.rank(line.Player, b, position, len(lines))
	}
	if got != want {
		s.Errorf("board %v is %s, want %s", b, got, want)
	}
}

// rank checks a player's position.
func (s *scene) rank(p storage.Player, b storage.Board, wantPosition, wantOf int) {
	s.Helper()
	s.viewOf(p.Guild, func(r storage.Reader) error {
		position, of, err := r.Rank(p, b)
		if position != wantPosition || of != wantOf {
			s.Errorf("player %d of %v has position %d of %d on board %v, want %d of %d",
				p.User, p.Guild, position, of, b, wantPosition, wantOf)
		}
		return err
	})
}
