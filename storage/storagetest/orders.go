package storagetest

import (
	"fmt"

	"holecard/storage"
)

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
			return tx.SaveTally(alice, storage.Period{}, storage.Tally{Rounds: 1})
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
		return tx.SaveProfile(storage.Profile{Player: seated(id), Opened: noon, Stats: stats})
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
