package storagetest

import (
	"errors"
	"fmt"

	"github.com/google/go-cmp/cmp"

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
	{"who has played too few hands has no position by win rate", func(s *scene) {
		few := storage.Stats{Hands: storage.RatedHands - 1, Wins: storage.RatedHands - 1}
		const all, together = 1500, 100 // more than a block, and what no update takes long for
		for first := storage.UserID(1); first < all; first += together {
			s.update(func(tx storage.Tx) (err error) {
				for id := first; id < first+together; id++ {
					err = errors.Join(err, tx.SaveProfile(storage.Profile{Player: seated(id),
						Opened: noon, Stats: few}))
				}
				return err
			})
		}
		s.rank(seated(1), storage.ByWinRate.Ever(), 0, 0)
		s.ranked(storage.ByWinRate.Ever(), "")
		s.seat(2000, 0, storage.Stats{Hands: storage.RatedHands})
		s.seat(1999, 0, storage.Stats{Hands: storage.RatedHands, Wins: 1})
		s.ranked(storage.ByWinRate.Ever(), "1999 2000")
		s.rank(seated(2000), storage.ByWinRate.Ever(), 2, 2)
		s.rank(seated(1), storage.ByWinRate.Ever(), 0, 2)
		s.rank(seated(1), storage.ByBiggestWin.Ever(), 0, 0) // nothing was won
	}},
	{"tallies rank those who have enough, period by period", func(s *scene) {
		day := storage.PeriodAt(storage.Today, noon)
		tomorrow := storage.Period{Span: storage.Today, Number: day.Number + 1}
		month := storage.PeriodAt(storage.ThisMonth, noon)
		enough := storage.Tally{Rounds: storage.RatedHands, Wins: 2, Net: -7, BiggestWin: 3,
			BestRun: 2, Decisions: storage.RatedDecisions, CostPerBet: 2_000}
		few := storage.Tally{Rounds: storage.RatedHands - 1, Wins: storage.RatedHands - 1, Net: 50,
			BestRun: 9, BiggestWin: 9, Decisions: storage.RatedDecisions - 1}
		better := storage.Tally{Rounds: 20, Wins: 5, Net: -8, BestRun: 2, BiggestWin: 3,
			Decisions: storage.RatedDecisions, CostPerBet: 1_000}
		none := storage.Tally{Rounds: 1, Net: -100}
		s.seat(1, 0, storage.Stats{})
		s.seat(2, 0, storage.Stats{})
		s.seat(3, 0, storage.Stats{})
		s.seat(4, 0, storage.Stats{})
		s.update(func(tx storage.Tx) (err error) {
			for id, t := range []storage.Tally{enough, few, better, none} {
				err = errors.Join(err, tx.SaveTally(seated(storage.UserID(id+1)), day, t))
			}
			return errors.Join(err, tx.SaveTally(seated(1), month, few),
				tx.SaveTally(seated(4), storage.Period{}, better))
		})
		for _, b := range []struct {
			storage.Board
			want string
		}{
			{storage.Board{By: storage.ByChips, In: day}, ""},
			{storage.Board{By: storage.ByNet, In: day}, "2 1 3 4"},
			{storage.Board{By: storage.ByWinRate, In: day}, "3 1"},
			{storage.Board{By: storage.ByBiggestWin, In: day}, "2 1=3"},
			{storage.Board{By: storage.ByStreak, In: day}, "2 1=3"},
			{storage.Board{By: storage.BySkill, In: day}, "3 1"},
			{storage.Board{By: storage.ByStreak, In: tomorrow}, ""},
			{storage.Board{By: storage.ByStreak, In: month}, "1"},
			{storage.BySkill.Ever(), "4"},
			{storage.ByNet.Ever(), ""}, // of profiles
		} {
			s.ranked(b.Board, b.want)
		}
		s.update(func(tx storage.Tx) error {
			return errors.Join(tx.SaveTally(seated(3), day, storage.Tally{}),
				tx.SaveTally(seated(4), day, enough))
		})
		s.ranked(storage.Board{By: storage.BySkill, In: day}, "1=4")
		s.rank(seated(3), storage.Board{By: storage.ByNet, In: day}, 0, 3)
		s.sound()
	}},
	{"a tally needs a profile, for the boards", func(s *scene) {
		s.refused(storage.ErrRecord, func(tx storage.Tx) error {
			return tx.SaveTally(alice, storage.Period{}, storage.Tally{Rounds: 1})
		})
	}},
	{"a page begins where it is told and says each position", func(s *scene) {
		for id := range 30 {
			s.seat(storage.UserID(id+1), storage.Chips(id%7), storage.Stats{})
		}
		s.reopen()
		var all []storage.Standing
		s.view(func(r storage.Reader) (err error) {
			all, err = r.Standings(storage.ByChips.Ever(), 0, 100)
			return err
		})
		if len(all) != 30 {
			s.Fatalf("%d players are ranked", len(all))
		}
		for i, line := range all {
			want := i + 1
			if i > 0 && all[i-1].Balance == line.Balance {
				want = all[i-1].Position
			}
			if line.Position != want {
				s.Errorf("line %d has position %d, want %d", i, line.Position, want)
			}
			if i > 0 && (all[i-1].Balance < line.Balance || all[i-1].Balance == line.Balance &&
				all[i-1].Player.User >= line.Player.User) {
				s.Errorf("%+v comes before %+v", all[i-1], line)
			}
			s.rank(line.Player, storage.ByChips.Ever(), line.Position, 30)
		}
		for _, page := range []struct{ offset, limit, from, to int }{
			{0, 10, 0, 10}, {10, 10, 10, 20}, {25, 10, 25, 30}, {29, 1, 29, 30},
			{30, 10, 30, 30}, {99, 10, 30, 30}, {5, 0, 5, 5}, {-1, 2, 0, 2},
		} {
			s.view(func(r storage.Reader) error {
				got, err := r.Standings(storage.ByChips.Ever(), page.offset, page.limit)
				if len(got) != page.to-page.from || len(got) > 0 &&
					!cmp.Equal(got, all[page.from:page.to]) {
					s.Errorf("%d from %d: %+v", page.limit, page.offset, got)
				}
				return err
			})
		}
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
