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

// A call that is run again alone is kept or refused like any.
func TestACallRunAgainAloneIsLikeAnyOther(t *testing.T) {
	s := openNew(t)
	never := func(storage.Tx) error { t.Error("it is run"); return nil }
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.updateAlone(&call{ctx: ended, guild: 7, fn: never}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
	save := func(tx storage.Tx) error {
		return storage.Rounds.Save(tx, storage.Round{ID: 1, Guild: 7, Version: 1,
			Seats: []storage.Seat{{User: 1}}})
	}
	if err := s.updateAlone(&call{ctx: t.Context(), guild: 7, fn: save}); err != nil {
		t.Error(err)
	}
	s.View(t.Context(), 7, func(r storage.Reader) error {
		if _, ok, err := storage.Rounds.Get(r, 1); !ok || err != nil {
			t.Errorf("what was saved alone is kept: %v, %v", ok, err)
		}
		return nil
	})
	s.fail(&failure{err: storage.ErrBroken})
	if err := s.Trouble(); !errors.Is(err, storage.ErrBroken) {
		t.Errorf("its trouble is %v", err)
	}
	if err := s.updateAlone(&call{ctx: t.Context(), guild: 7, fn: never}); !errors.Is(err,
		storage.ErrBroken) {
		t.Errorf("on a disk that has failed: %v", err)
	}
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
			fn := func(tx storage.Tx) error { return firstOf(cut(s), hand(tx)) }
			return s.updateAlone(&call{ctx: context.Background(), guild: 7, fn: fn})
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
