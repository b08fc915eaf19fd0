package storagetest

import (
	"errors"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"holecard/storage"
)

// aLine has a value of its own in every field.
func aLine(n int) storage.Line {
	return storage.Line{Round: storage.RoundID(interaction(noon, n)), Table: "vegas",
		Seated: true, Private: true,
		Dealt:   noon.Add(time.Duration(n) * time.Second),
		Settled: noon.Add(time.Duration(n) * time.Minute), Stake: 20, Net: -20,
		Worth: storage.Worth{State: storage.Reviewed, Expected: -71_000, Value: -1_500_000,
			Cost: 300_000, CostPerBet: 15_000, Decisions: 3, Mistakes: 1}}
}

// same compares what was read with what was saved.
func (s *scene) same(want, got any, errs ...error) {
	s.Helper()
	err := errors.Join(errs...)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
		s.Errorf("%v, -want +got\n%s", err, diff)
	}
}

var storyFacts = []fact{
	{"a history comes back from any spot, both ways", func(s *scene) {
		other := aLine(4)
		other.Table, other.Worth = "mit", storage.Worth{}
		s.update(func(tx storage.Tx) error {
			return errors.Join(tx.SaveLine(alice, aLine(2)), tx.SaveLine(alice, aLine(1)),
				tx.SaveLine(alice, other), tx.SaveLine(alice, aLine(3)),
				tx.SaveLine(bob, aLine(5)), tx.SaveLine(alice, aLine(3)))
		})
		s.reopen()
		s.view(func(r storage.Reader) error {
			all, err := r.History(alice, storage.Spot{}, 9)
			s.same([]storage.Line{other, aLine(3), aLine(2), aLine(1)}, all, err)
			page, err := r.History(alice, other.Spot(), 2)
			s.same([]storage.Line{aLine(3), aLine(2)}, page, err)
			end, err := r.History(alice, aLine(1).Spot(), 2)
			s.same([]storage.Line(nil), end, err)
			newer, err := r.HistoryAfter(alice, aLine(2).Spot(), 1)
			s.same([]storage.Line{aLine(3)}, newer, err)
			newest, err := r.HistoryAfter(alice, aLine(3).Spot(), 9)
			s.same([]storage.Line{other}, newest, err)
			one, found, err := r.Line(alice, aLine(3).Dealt, aLine(3).Round)
			s.same(aLine(3), one, err)
			_, no, err := r.Line(bob, aLine(3).Dealt, aLine(3).Round)
			if !found || no || err != nil {
				s.Errorf("found %v, and another's %v, %v", found, no, err)
			}
			return nil
		})
	}},
	{"rounds wait for a review until they do not, in the order of their settlement",
		func(s *scene) {
			first := storage.Note{Round: 1<<63 + 6, Settled: noon}
			second := storage.Note{Round: 5, Settled: noon.Add(time.Microsecond)}
			late := storage.Note{Round: 4, Settled: noon.Add(time.Hour)}
			gone := storage.Note{Round: 7, Settled: noon}
			s.update(func(tx storage.Tx) error {
				return errors.Join(tx.Await(gone, true), tx.Await(late, true),
					tx.Await(second, true), tx.Await(first, true))
			})
			s.update(func(tx storage.Tx) error { return tx.Await(gone, false) })
			s.reopen()
			s.view(func(r storage.Reader) error {
				all, err := r.Unreviewed(9)
				s.same([]storage.Note{first, second, late}, all, err)
				one, err := r.Unreviewed(1)
				s.same([]storage.Note{first}, one, err)
				return nil
			})
		}},
	{"hints, tallies, lessons and drills come back as they were saved", func(s *scene) {
		week := storage.PeriodAt(storage.ThisWeek, noon)
		day := storage.PeriodAt(storage.Today, noon)
		tally := storage.Tally{Rounds: 9, Wins: 5, Net: -30, BiggestWin: 15, Run: 2, BestRun: 3,
			Known: -31, Expected: -5, Value: -6, Cost: 7, CostPerBet: 8, Decisions: 12,
			Mistakes: 4, LastRound: 77}
		lessons := storage.Lessons{Drilled: 20, Right: 18, Run: 3, BestRun: 11, Clean: 2,
			Cells: map[storage.LessonCell]storage.Lesson{
				{Kind: storage.Hard, Total: 16, Upcard: 10}: {Seen: 9, Wrong: 4, Cost: 52_000},
				{Kind: storage.Pair, Total: 8, Upcard: 1}:   {Seen: 1},
				{Kind: storage.Pair, Total: 8, Upcard: 1, Drilled: true}: {
					Seen: 2, Wrong: 1},
			}}
		drill := storage.Drill{Player: alice, ID: interaction(noon, 1), Kind: "hard",
			Table: "vegas", Began: noon, Seed: 1<<64 - 3, Record: []byte{1, 2},
			Asked: []storage.DrillQuestion{{Cards: []byte{3, 4}, Upcard: 9, Answered: true,
				Cell: storage.LessonCell{Kind: storage.Soft, Total: 18, Upcard: 10}, Answer: 1,
				Best: -2, Cost: 40_000}, {Answered: true, Right: true}, {Cards: []byte{5, 6}}}}
		s.update(func(tx storage.Tx) error {
			return errors.Join(tx.SaveProfile(storage.Profile{Player: alice}),
				tx.SaveHint(4, alice.User, 2), tx.SaveHint(4, alice.User, 1),
				tx.SaveHint(4, bob.User, 3), tx.SaveHint(4, alice.User, 2),
				tx.SaveTally(alice, week, tally), tx.SaveTally(alice, day, tally),
				tx.SaveTally(alice, storage.Period{}, tally), tx.SaveLessons(alice, lessons),
				tx.SaveDrill(drill))
		})
		s.update(func(tx storage.Tx) error { return tx.SaveTally(alice, day, storage.Tally{}) })
		s.reopen()
		s.view(func(r storage.Reader) error {
			tallied, err := r.Tallied(alice)
			s.same([]storage.Period{{}, week}, tallied, err)
			hinted, err := r.Hinted(4, alice.User)
			s.same([]uint32{1, 2}, hinted, err)
			got, err := r.Tally(alice, week)
			s.same(tally, got, err)
			none, err := r.Tally(bob, week)
			s.same(storage.Tally{}, none, err)
			learnt, err := r.Lessons(alice)
			s.same(lessons, learnt, err)
			asked, _, err := r.Drill(alice)
			s.same(drill, asked, err)
			return nil
		})
	}},
	{"limits and marks come back as they were saved", func(s *scene) {
		of := storage.Alias{1, 15: 2}
		limits := storage.Limits{Now: storage.Limit{Loss: 100, Bet: 10, Rounds: 60,
			Remind: time.Hour}, Then: storage.Limit{Loss: 200, Bet: 10}, Forgot: noon,
			From: storage.LimitTimes{Loss: noon, Rounds: noon.Add(24 * time.Hour),
				Remind: noon.Add(time.Hour)},
			Since: storage.LimitTimes{Loss: noon, Bet: noon.Add(1 * time.Second),
				Rounds: noon.Add(2 * time.Second), Remind: noon.Add(3 * time.Second)},
			Lock: storage.Forever(), Locked: noon}
		s.update(func(tx storage.Tx) error {
			return errors.Join(tx.SaveLimits(of, limits), tx.SaveLimits(storage.Alias{3}, limits),
				tx.SaveMark("a", []byte{1, 0, 2}), tx.SaveMark("b", []byte{3}))
		})
		s.reopen()
		s.update(func(tx storage.Tx) error {
			return errors.Join(tx.SaveLimits(storage.Alias{3}, storage.Limits{}),
				tx.SaveMark("b", nil))
		})
		s.view(func(r storage.Reader) error {
			got, found, err := r.Limits(of)
			s.same(limits, got, err)
			all, err2 := r.AllLimits(storage.Alias{}, 9)
			s.same([]storage.AliasLimits{{Of: of, Limits: limits}}, all, err2)
			all, err2 = r.AllLimits(of, 9)
			s.same([]storage.AliasLimits{}, all, err2)
			_, gone, err := r.Limits(storage.Alias{3})
			if !found || gone || err != nil {
				s.Errorf("found %v, and after it was emptied %v, %v", found, gone, err)
			}
			mark, err := r.Mark("a")
			s.same([]byte{1, 0, 2}, mark, err)
			none, err := r.Mark("b")
			s.same([]byte(nil), none, err)
			return nil
		})
	}},
	{"limits for all guilds are read in each, and those of a guild in no other", func(s *scene) {
		of, here := storage.Alias{1, 15: 2}, storage.Alias{4}
		everywhere := storage.Limits{Now: storage.Limit{Loss: 100}, Locked: noon}
		s.updateIn(0, func(tx storage.Tx) error { return tx.SaveLimits(of, everywhere) })
		s.update(func(tx storage.Tx) error {
			return tx.SaveLimits(here, storage.Limits{Now: storage.Limit{Bet: 5}})
		})
		s.reopen()
		reads := func(r storage.Reader, load bool) {
			s.Helper()
			if load {
				r.Load(storage.Wanted{Limits: []storage.Alias{of, here},
					Everywhere: []storage.Alias{of, here}})
			}
			for _, f := range []struct {
				read  func(storage.Alias) (storage.Limits, bool, error)
				of    storage.Alias
				found bool
			}{{r.Everywhere, of, true}, {r.Everywhere, here, false}, {r.Limits, of, false},
				{r.Limits, here, true}} {
				if l, found, err := f.read(f.of); found != f.found || err != nil {
					s.Errorf("loaded %v: %+v of %x: found %v, %v", load, l, f.of, found, err)
				}
			}
			all, _, err := r.Everywhere(of)
			s.same(everywhere, all, err)
		}
		for _, load := range []bool{false, true} {
			s.view(func(r storage.Reader) error { reads(r, load); return nil })
			s.update(func(tx storage.Tx) error { reads(tx, load); return nil })
		}
	}},
}
