package bolt

import (
	"context"
	"errors"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"holecard/storage"
)

// A leader waits for as many as came last time, and never long.
func TestALeaderWaitsForThoseWhoAreExpected(t *testing.T) {
	const soon = 100 * time.Microsecond
	for _, f := range []struct {
		fact         string
		crowd, queue int
		took         time.Duration // by the last commit
		joins        time.Duration // when one more comes, 0 for never
		waits        time.Duration
	}{
		{"one who was alone", 1, 1, time.Second, 0, 0},
		{"all are there", 3, 3, time.Second, 0, 0},
		{"more than all are there", 2, 3, time.Second, 0, 0},
		{"one is missing and does not come", 3, 2, time.Second, 0, gatherMax},
		{"the last commit was quick", 3, 2, gatherMax, 0, gatherMax / 2},
		{"one is missing and comes", 3, 2, time.Second, soon, soon},
		{"two are missing and one comes", 4, 2, time.Second, soon, gatherMax},
	} {
		synctest.Test(t, func(t *testing.T) {
			q := &commits{crowd: f.crowd, took: f.took, queue: make([]*call, f.queue)}
			if f.joins > 0 {
				go func() {
					time.Sleep(f.joins)
					q.join(nil)
				}()
			}
			begun := time.Now()
			q.gather()
			if waited := time.Since(begun); waited != f.waits {
				t.Errorf("%s: it waits %v, want %v", f.fact, waited, f.waits)
			}
			synctest.Wait()
			if n := len(q.take()); n != f.queue+min(1, int(f.joins)) {
				t.Errorf("%s: %d calls are taken", f.fact, n)
			}
			if !q.join(nil) || q.join(nil) {
				t.Errorf("%s: not the first of the next leads", f.fact)
			}
		})
	}
}

func TestFewerAreExpectedAsFewerCome(t *testing.T) {
	s := openNew(t)
	together(t, s, 8, func(i int) {
		s.Update(t.Context(), 7, func(tx storage.Tx) error {
			return tx.See(snowflake(noon, i), noon)
		})
	})
	for _, want := range []int{8, 6, 4, 3, 2, 1, 1} {
		if s.crowd != want {
			t.Errorf("%d are expected, want %d", s.crowd, want)
		}
		update(t, s, func(storage.Tx) error { return nil })
	}
}

// A call that panics is run again alone, where its panic is its caller's, and is kept or
// refused like any other. Those beside it do not notice.
func TestACallThatPanicsIsRunAgainAlone(t *testing.T) {
	s := openNew(t)
	save := func(tx storage.Tx, id storage.RoundID) error {
		return storage.Rounds.Save(tx, storage.Round{ID: id, Guild: 7, Version: 1,
			Seats: []storage.Seat{{User: 1}}})
	}
	ended, cancel := context.WithCancel(t.Context())
	var runs [5]int
	second := []func(storage.Tx) error{
		func(tx storage.Tx) error { return save(tx, 1) },
		func(tx storage.Tx) error { return errors.Join(save(tx, 3), storage.ErrSeen) },
		func(tx storage.Tx) error { panic(save(tx, 3)) },
		func(tx storage.Tx) error { return save(tx, 3) },
	}
	together(t, s, len(runs), func(i int) {
		ctx, panics := t.Context(), true
		if i == 3 {
			ctx = ended
		}
		defer func() {
			if recover(); panics != (i == 2) {
				t.Errorf("call %d panics: %v", i, panics)
			}
		}()
		err := s.Update(ctx, 7, func(tx storage.Tx) error {
			runs[i]++
			switch {
			case i == len(second):
				return save(tx, 2)
			case i == 3:
				cancel()
			}
			if runs[i] == 1 {
				panic("the first time")
			}
			return second[i](tx)
		})
		panics = false
		if want := [len(runs)]error{1: storage.ErrSeen, 3: context.Canceled}[i]; !errors.Is(err,
			want) {
			t.Errorf("call %d: %v, want %v", i, err, want)
		}
	})
	if want := [len(runs)]int{2, 2, 2, 1, 1}; runs != want {
		t.Errorf("the calls are run %v times, want %v", runs, want)
	}
	s.View(t.Context(), 7, func(r storage.Reader) error {
		for id, want := range map[storage.RoundID]bool{1: true, 2: true, 3: false} {
			if _, ok, err := storage.Rounds.Get(r, id); ok != want || err != nil {
				t.Errorf("round %d is kept: %v, %v", id, ok, err)
			}
		}
		return nil
	})
}

// The processor tells by a fault that a page of the file is gone: whoever meets
// that hears of damage, and the process goes on.
func TestAFileThatIsCutOffWhileItIsUsedIsDamaged(t *testing.T) {
	cut := func(s *Store) error { return os.Truncate(s.path, 2*s.pageSize) }
	hand := func(r storage.Reader) error { _, _, err := storage.Rounds.Get(r, 1); return err }
	for way, use := range map[string]func(*Store) error{
		"a view": func(s *Store) error {
			return s.View(t.Context(), 7, func(r storage.Reader) error {
				return firstOf(cut(s), hand(r))
			})
		},
		"an update": func(s *Store) error {
			return s.Update(t.Context(), 7, func(tx storage.Tx) error {
				return firstOf(cut(s), hand(tx))
			})
		},
		"an update alone": func(s *Store) error {
			first := true
			return s.Update(t.Context(), 7, func(tx storage.Tx) error {
				if first {
					first = false
					panic("it is run again alone")
				}
				return firstOf(cut(s), hand(tx))
			})
		},
	} {
		s := openNew(t)
		update(t, s, func(tx storage.Tx) error {
			return storage.Rounds.Save(tx, storage.Round{ID: 1, Guild: 7,
				Version: 1,
				Record:  make([]byte, 1<<16),
				Seats:   []storage.Seat{{User: 1}}})
		})
		if err := use(s); !errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("%s: %v", way, err)
		}
	}
}
