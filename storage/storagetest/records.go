package storagetest

import (
	"errors"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"holecard/storage"
)

// That records of all kinds come back as they were saved, in the order of their keys, is what
// [likeTwin] checks. These are facts besides.
var recordFacts = []fact{
	{"what is saved and read is the caller's own", func(s *scene) {
		want := fullRound(1, 3)
		overwrite := func(r storage.Round) { clear(r.Record); clear(r.Seats) }
		reads := func(r storage.Reader) error {
			for range 2 {
				got, _, err := storage.Rounds.Get(r, 1)
				s.same(want, got, err)
				overwrite(got)
			}
			return nil
		}
		s.update(func(tx storage.Tx) error {
			saved := fullRound(1, 3)
			err := storage.Rounds.Save(tx, saved)
			overwrite(saved)
			return errors.Join(err, reads(tx))
		})
		s.update(func(tx storage.Tx) error { return reads(tx) })
		s.reopen()
		s.view(reads)
	}},
	{"a version that does not follow the one stored is refused", func(s *scene) {
		for n, stored := range []bool{false, true, true, false} {
			version := []uint32{2, 1, 2, 2}[n]
			err := s.try(func(tx storage.Tx) error {
				return storage.Rounds.Save(tx, fullHand(1, alice, version))
			})
			if stored != (err == nil) || !stored && !errors.Is(err, storage.ErrVersion) {
				s.Errorf("version %d: %v", version, err)
			}
		}
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
	{"a history comes back from any line, both ways", func(s *scene) {
		lines := make([]storage.Line, 4)
		s.update(func(tx storage.Tx) (err error) {
			for i := range lines {
				lines[i] = storage.Line{Round: 1, Table: "mit", Settled: noon,
					Dealt: noon.Add(-time.Duration(i) * time.Second)}
				err = errors.Join(err, saveLine(tx, alice, lines[i]))
			}
			return errors.Join(err, saveLine(tx, bob, lines[0]))
		})
		s.view(func(r storage.Reader) error {
			all, err := storage.History(r, storage.LineKey{Player: alice}, 9)
			s.same(lines, all, err)
			page, err := storage.History(r, lines[0].Key(alice), 2)
			s.same(lines[1:3], page, err)
			end, err := storage.History(r, lines[3].Key(alice), 2)
			s.same([]storage.Line(nil), end, err)
			later, err := storage.Lines.List(r, storage.Range[storage.LineKey]{Fields: 1,
				Under: storage.LineKey{Player: alice}, After: lines[2].Key(alice)})
			s.same([]storage.Line{lines[1], lines[0]}, later, err)
			return nil
		})
	}},
	{"a confirmation comes back as it was saved, as long as it can be answered", func(s *scene) {
		c := storage.Confirmation{Asked: interaction(noon, 1), Guild: alice.Guild, By: 3,
			Why: storage.Grant,
			To:  5, ToName: "Zoë <@1>", Chips: storage.MaxChips, Note: "for being kind"}
		save := func(c storage.Confirmation, at time.Time) {
			s.update(func(tx storage.Tx) error { return storage.Confirmations.Save(tx, c) })
		}
		is := func(want storage.Confirmation, there bool) {
			s.Helper()
			s.view(func(r storage.Reader) error {
				got, ok, err := storage.Confirmations.Get(r, want.Asked)
				if ok != there || there && got != want {
					s.Errorf("found %v: %+v, want %+v", ok, got, want)
				}
				return err
			})
		}
		is(c, false)
		save(c, noon)
		is(c, true)
		c.Answer = storage.Moved
		save(c, noon)
		s.reopen()
		for i := range 20 {
			at := noon.Add(time.Duration(i) * storage.SeenFor / 20)
			save(storage.Confirmation{Asked: interaction(at, 2), Guild: alice.Guild}, at)
			is(c, true)
		}
		late := noon.Add(storage.SeenFor + time.Second)
		for n := range 16 { // not each of which has to forget
			s.update(func(tx storage.Tx) error { return tx.See(interaction(late, n), late) })
		}
		is(c, false)
	}},
	{"an interaction is remembered as long as promised, however many follow", func(s *scene) {
		first := interaction(noon, 0)
		s.update(func(tx storage.Tx) error { return tx.See(first, noon) })
		for i := range 20 {
			at := noon.Add(time.Duration(i) * storage.SeenFor / 20)
			s.update(func(tx storage.Tx) error { return tx.See(interaction(at, 1), at) })
			s.refused(storage.ErrSeen, func(tx storage.Tx) error { return tx.See(first, at) })
		}
	}},
}

// same compares what was read with what was saved.
func (s *scene) same(want, got any, errs ...error) {
	s.Helper()
	err := errors.Join(errs...)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
		s.Errorf("%v, -want +got\n%s", err, diff)
	}
}

// saveLine keeps a line in a player's history.
func saveLine(tx storage.Tx, p storage.Player, l storage.Line) error {
	return storage.Lines.Put(tx, l.Key(p), l)
}

func saveProfile(p storage.Profile) func(storage.Tx) error {
	return func(tx storage.Tx) error { return storage.Profiles.Save(tx, p) }
}

// aShuffleOf has a value of its own in every field.
func aShuffleOf(first byte) storage.Shuffle {
	return storage.Shuffle{Server: storage.Secret{first, 31: 0xff}, Client: "Zoë's seed",
		By: interaction(noon, int(first)), First: true, Shown: noon}
}

// fullHand has a value of its own in every field, but is not practice: chips are held.
func fullHand(id storage.RoundID, p storage.Player, version uint32) storage.Round {
	return storage.Round{
		ID: id, Guild: p.Guild, Version: version, Table: "vegas", Private: true,
		House: "stopAt(15)", Open: true, Shuffled: true, Next: 77, Record: []byte{0, 1, 2,
			0xff}, Dealt: noon, Changed: noon.Add(time.Second),
		Shoe:  storage.ShoeOrigin{Shuffle: aShuffleOf(1), Dealt: 17, Behind: aShuffleOf(2)},
		Seats: []storage.Seat{{User: p.User, Plays: "both(stopAt(19), ask)", Held: 20, Net: -10}},
	}
}
