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

// saveLine keeps a line in a player's history.
func saveLine(tx storage.Tx, p storage.Player, l storage.Line) error {
	return storage.Lines.Put(tx, l.Key(p), l)
}

// await keeps notes that rounds wait for a review.
func await(tx storage.Tx, notes ...storage.Note) (err error) {
	for _, n := range notes {
		err = errors.Join(err, storage.Notes.Add(tx, n))
	}
	return err
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
			return errors.Join(saveLine(tx, alice, aLine(2)), saveLine(tx, alice, aLine(1)),
				saveLine(tx, alice, other), saveLine(tx, alice, aLine(3)),
				saveLine(tx, bob, aLine(5)), saveLine(tx, alice, aLine(3)))
		})
		s.reopen()
		s.view(func(r storage.Reader) error {
			all, err := storage.History(r, storage.LineKey{Player: alice}, 9)
			s.same([]storage.Line{other, aLine(3), aLine(2), aLine(1)}, all, err)
			page, err := storage.History(r, other.Key(alice), 2)
			s.same([]storage.Line{aLine(3), aLine(2)}, page, err)
			end, err := storage.History(r, aLine(1).Key(alice), 2)
			s.same([]storage.Line(nil), end, err)
			later := storage.Range[storage.LineKey]{Under: storage.LineKey{Player: alice},
				Fields: 1, After: aLine(2).Key(alice)}
			newest, err := storage.Lines.List(r, later)
			s.same([]storage.Line{aLine(3), other}, newest, err)
			later.Limit = 1
			newer, err := storage.Lines.List(r, later)
			s.same([]storage.Line{aLine(3)}, newer, err)
			_, no, err := storage.Lines.Get(r, aLine(3).Key(bob))
			s.same(false, no, err)
			return nil
		})
	}},
	{"rounds wait for a review until they do not, in the order of their settlement",
		func(s *scene) {
			first := storage.Note{Round: 1<<63 + 6, Settled: noon}
			second := storage.Note{Round: 5, Settled: noon.Add(time.Microsecond)}
			late := storage.Note{Round: 4, Settled: noon.Add(time.Hour)}
			gone := storage.Note{Round: 7, Settled: noon}
			s.update(func(tx storage.Tx) error { return await(tx, gone, late, second, first) })
			s.update(func(tx storage.Tx) error { return storage.Notes.Delete(tx, gone) })
			s.reopen()
			s.view(func(r storage.Reader) error {
				all, err := storage.Notes.Keys(r, storage.Range[storage.Note]{})
				s.same([]storage.Note{first, second, late}, all, err)
				one, err := storage.Notes.Keys(r, storage.Range[storage.Note]{Limit: 1})
				s.same([]storage.Note{first}, one, err)
				return nil
			})
		}},
	{"what has nothing in it is not kept", func(s *scene) {
		week := storage.TallyKey{Player: alice, In: storage.PeriodAt(storage.ThisWeek, noon)}
		day := storage.TallyKey{Player: alice, In: storage.PeriodAt(storage.Today, noon)}
		s.update(func(tx storage.Tx) error {
			return errors.Join(storage.Profiles.Save(tx, storage.Profile{Player: alice}),
				storage.Tallies.Put(tx, week, storage.Tally{Rounds: 9}),
				storage.Tallies.Put(tx, day, storage.Tally{Rounds: 9}),
				storage.LimitsOf.Put(tx, storage.Alias{3}, storage.Limits{Locked: noon}),
				storage.Marks.Put(tx, "a", []byte{1}), storage.Marks.Put(tx, "b", []byte{1}))
		})
		s.update(func(tx storage.Tx) error {
			return errors.Join(storage.Tallies.Put(tx, day, storage.Tally{}),
				storage.LimitsOf.Put(tx, storage.Alias{3}, storage.Limits{}),
				storage.Marks.Put(tx, "b", nil))
		})
		s.reopen()
		s.view(func(r storage.Reader) error {
			tallied, err := storage.Tallied(r, alice)
			s.same([]storage.Period{week.In}, tallied, err)
			limits, err := storage.LimitsOf.Keys(r, storage.Range[storage.Alias]{})
			s.same([]storage.Alias{}, limits, err)
			marks, err := storage.Marks.Keys(r, storage.Range[string]{})
			s.same([]string{"a"}, marks, err)
			return nil
		})
	}},
	{"hints come back by their user, in order", func(s *scene) {
		s.update(func(tx storage.Tx) (err error) {
			for _, h := range []storage.Hint{{Player: alice, Round: 4, Decision: 2},
				{Player: alice, Round: 4, Decision: 1}, {Player: bob, Round: 4, Decision: 3}} {
				err = errors.Join(err, storage.Hints.Add(tx, h))
			}
			return err
		})
		s.reopen()
		s.view(func(r storage.Reader) error {
			hinted, err := storage.Hinted(r, alice, 4)
			s.same([]uint32{1, 2}, hinted, err)
			return nil
		})
	}},
	{"limits for all guilds are read in each, and those of a guild in no other", func(s *scene) {
		of, here := storage.Alias{1, 15: 2}, storage.Alias{4}
		everywhere := storage.Limits{Now: storage.Limit{Loss: 100}, Locked: noon}
		s.updateIn(0, func(tx storage.Tx) error { return storage.LimitsOf.Put(tx, of, everywhere) })
		s.update(func(tx storage.Tx) error {
			return storage.LimitsOf.Put(tx, here, storage.Limits{Now: storage.Limit{Bet: 5}})
		})
		s.reopen()
		reads := func(r storage.Reader, load bool) {
			s.Helper()
			if load {
				r.Load(storage.Wanted{Limits: []storage.Alias{of, here},
					Everywhere: []storage.Alias{of, here}})
			}
			all, found, err := storage.LimitsOf.GetEverywhere(r, of)
			s.same(everywhere, all, err)
			_, no, err := storage.LimitsOf.GetEverywhere(r, here)
			_, not, err2 := storage.LimitsOf.Get(r, of)
			_, is, err3 := storage.LimitsOf.Get(r, here)
			s.same([]bool{true, false, false, true}, []bool{found, no, not, is}, err, err2, err3)
		}
		for _, load := range []bool{false, true} {
			s.view(func(r storage.Reader) error { reads(r, load); return nil })
			s.update(func(tx storage.Tx) error { reads(tx, load); return nil })
		}
	}},
}
