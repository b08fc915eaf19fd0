package bolt

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

func TestSeenInteractionsAreBounded(t *testing.T) {
	s := openNew(t)
	at := noon
	for range 30 { // an hour, with a hundred every two minutes
		update(t, s, func(tx storage.Tx) error {
			for n := range 100 {
				if err := tx.See(snowflake(at, n), at); err != nil {
					return err
				}
			}
			return nil
		})
		at = at.Add(2 * time.Minute)
	}
	// Eleven times a hundred are no older than SeenFor.
	if n := seenCount(t, s); n < 1000 || n > 1200 {
		t.Errorf("%d interactions are kept", n)
	}
}

// A burst of interactions is forgotten again though far fewer follow it: each
// that is new makes room for several.
func TestABurstOfInteractionsIsForgottenByFewerThatFollow(t *testing.T) {
	const burst, follow = 400, 100
	s := openNew(t)
	see := func(id storage.InteractionID, at time.Time) {
		update(t, s, func(tx storage.Tx) error { return tx.See(id, at) })
	}
	update(t, s, func(tx storage.Tx) error {
		for n := range burst {
			if err := tx.See(snowflake(noon, n), noon); err != nil {
				return err
			}
		}
		return nil
	})
	for i, c := range []struct {
		after time.Duration
		left  int
	}{
		{storage.SeenFor, burst + 1}, // not older than promised
		{storage.SeenFor + time.Millisecond, burst + 2 - 4},
		{storage.SeenFor + 2*time.Millisecond, burst + 3 - 2*4},
	} {
		at := noon.Add(c.after)
		if see(snowflake(at, i), at); seenCount(t, s) != c.left {
			t.Errorf("%v after the burst %d interactions are kept, want %d", c.after,
				seenCount(t, s), c.left)
		}
	}
	later := noon.Add(storage.SeenFor + time.Second)
	for n := range follow {
		see(snowflake(later, n), later)
	}
	if n := seenCount(t, s); n != 3+follow {
		t.Errorf("%d interactions are kept, want the %d that are not old", n, 3+follow)
	}
}

func TestWrongClockForgetsNothing(t *testing.T) {
	skews := map[string]time.Duration{"slow": -24 * time.Hour, "fast": 24 * time.Hour}
	for name, skew := range skews {
		t.Run(name, func(t *testing.T) {
			s := openNew(t)
			for n := range 10 {
				update(t, s, func(tx storage.Tx) error {
					return tx.See(snowflake(noon, n), noon.Add(skew))
				})
			}
			if n := seenCount(t, s); n != 10 {
				t.Errorf("%d of 10 interactions are kept", n)
			}
		})
	}
}

func seenCount(t *testing.T, s *Store) (n int) {
	t.Helper()
	err := s.db.View(func(tx *bbolt.Tx) error {
		return seenOf(tx).ForEach(func(_, _ []byte) error {
			n++
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestEmptyHeldAccountIsNotKept(t *testing.T) {
	s := openNew(t)
	twoPlayers(t, s)
	held := accountKey(storage.HeldFor(7, 11, 0))
	kept := func() (kept bool) {
		s.db.View(func(tx *bbolt.Tx) error {
			kept = balancesOf(tx).Get(held) != nil
			return nil
		})
		return kept
	}
	if !kept() {
		t.Fatal("the stake is not held")
	}
	update(t, s, func(tx storage.Tx) error {
		return tx.Post(storage.Posting{Key: "lose", From: storage.HeldFor(7, 11, 0),
			To:    storage.HouseOf(7),
			Chips: 10, Reason: storage.Lose, Round: 11, At: noon})
	})
	if kept() {
		t.Error("an empty account is kept")
	}
}

// Sixty-four callers, half of them refused, need one commit: a refusal costs
// nothing to those it shares a commit with.
func TestCallersShareCommitsThoughSomeAreRefused(t *testing.T) {
	s := openNew(t)
	refusal := errors.New("refused")
	var runs [64]int
	before := s.db.Stats().TxStats
	together(t, s, len(runs), func(i int) {
		err := s.Update(context.Background(), 7, func(tx storage.Tx) error {
			runs[i]++
			if err := storage.Rounds.Save(tx, storage.Round{ID: storage.RoundID(i + 1),
				Guild: 7, Version: 1,
				Seats: []storage.Seat{{User: 1}}}); err != nil ||
				i%2 == 0 {
				return errors.Join(err, refusal)
			}
			return nil
		})
		if errors.Is(err, refusal) != (i%2 == 0) {
			t.Errorf("call %d: %v", i, err)
		}
	})
	for i, n := range runs {
		if n != 1 {
			t.Errorf("function %d was run %d times", i, n)
		}
	}
	after := s.db.Stats().TxStats
	if n := after.Sub(&before); n.GetWrite() > 20 {
		t.Errorf("%d pages were written: more than one commit", n.GetWrite())
	}
}

// together makes calls that meet in one commit.
func together(t *testing.T, s *Store, n int, call func(i int)) {
	t.Helper()
	var calls sync.WaitGroup
	s.writing.Lock() // so that all are waiting before the first can begin
	for i := range n {
		calls.Go(func() { call(i) })
	}
	waiting := func() int {
		s.commits.mu.Lock()
		defer s.commits.mu.Unlock()
		return len(s.queue)
	}
	for waiting() < n {
		runtime.Gosched()
	}
	s.writing.Unlock()
	calls.Wait()
}

// A call whose changes cannot be written, because a block is damaged, leaves those beside it
// their commit.
func TestFailureToWriteLeavesTheOthersTheirCommit(t *testing.T) {
	s := openNew(t)
	twoPlayers(t, s)
	raw(t, s, func(tx *bbolt.Tx) error {
		o := orderBy(tx, 7, storage.ByChips.Ever())
		return o.blocks.Put(o.lastKey(), []byte("somesums"))
	})
	fails := func(i int) bool { return i%3 == 0 }
	together(t, s, 9, func(i int) {
		err := s.Update(context.Background(), 7, func(tx storage.Tx) error {
			if fails(i) {
				return tx.Post(storage.Posting{Key: fmt.Sprint(i), From: storage.MintOf(7),
					To:    storage.WalletOf(storage.Player{Guild: 7, User: 1}),
					Chips: 1, Reason: storage.DailyChips, At: noon})
			}
			return storage.Rounds.Save(tx, storage.Round{ID: storage.RoundID(100 + i),
				Guild: 7, Version: 1, Seats: []storage.Seat{{User: 1}}})
		})
		if errors.Is(err, storage.ErrCorrupt) != fails(i) || !fails(i) && err != nil {
			t.Errorf("call %d: %v", i, err)
		}
	})
	s.View(context.Background(), 7, func(r storage.Reader) error {
		for i := range 9 {
			_, saved, err := storage.Rounds.Get(r, storage.RoundID(100+i))
			posted, err2 := r.Posted(fmt.Sprint(i))
			if saved == fails(i) || posted || errors.Join(err, err2) != nil {
				t.Errorf("call %d: saved %v, posted %v, %v, %v", i, saved, posted, err, err2)
			}
		}
		return nil
	})
}

// What changes nothing waits for no disk.
func TestUpdateThatChangesNothingMakesNoCommit(t *testing.T) {
	s := openNew(t)
	before := s.db.Stats().TxStats
	for _, fn := range []func(storage.Tx) error{
		func(storage.Tx) error { return nil },
		func(tx storage.Tx) error { _, err := tx.Balance(storage.HouseOf(7)); return err },
	} {
		update(t, s, fn)
	}
	if err := s.Update(context.Background(), 7, func(tx storage.Tx) error {
		return errors.Join(storage.Rounds.Save(tx, storage.Round{ID: 1, Guild: 7,
			Version: 1,
			Seats:   []storage.Seat{{User: 1}}}), errors.New("refused"))
	}); err == nil {
		t.Error("not refused")
	}
	after := s.db.Stats().TxStats
	if n := after.Sub(&before); n.GetWrite() > 0 {
		t.Errorf("%d pages were written", n.GetWrite())
	}
}

func TestContextThatEndsWhileWaitingKeepsEverythingAsItIs(t *testing.T) {
	s := openNew(t)
	ctx, cancel := context.WithCancel(context.Background())
	blocked, release := make(chan struct{}), make(chan struct{})
	var calls sync.WaitGroup
	calls.Go(func() { // holds the write lock
		s.db.Update(func(*bbolt.Tx) error {
			close(blocked)
			<-release
			return errors.New("nothing is written") // behind the store's back
		})
	})
	<-blocked
	begun := make(chan struct{})
	calls.Go(func() {
		close(begun)
		err := s.Update(ctx, 7, func(storage.Tx) error {
			t.Error("the function was run")
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	<-begun
	cancel()
	close(release)
	calls.Wait()
}

func TestClosingWaitsForCallsThatHaveNotBegunTheirTransaction(t *testing.T) {
	s := openNew(t)
	if err := s.gate.Enter(context.Background()); err != nil { // as Update does first
		t.Fatal(err)
	}
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	for !errors.Is(s.Update(context.Background(), 7, func(storage.Tx) error {
		return nil
	}), storage.ErrClosed) {
	}
	for range 100 { // the close has begun, and must not go on
		if err := s.db.View(func(*bbolt.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		runtime.Gosched()
	}
	s.gate.Leave()
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

// The journal only grows at its end, so its pages need no room for more.
func TestThePagesOfTheJournalAreNearlyFull(t *testing.T) {
	s := openNew(t)
	for n := range 20 {
		update(t, s, func(tx storage.Tx) error {
			var all []error
			for i := range 50 {
				all = append(all,
					tx.Post(storage.Posting{Key: fmt.Sprint(n, "/", i), From: storage.MintOf(7),
						To: storage.WalletOf(storage.Player{Guild: 7, User: 1}), Chips: 1,
						Reason: storage.DailyChips, At: noon}))
			}
			return errors.Join(all...)
		})
	}
	s.db.View(func(tx *bbolt.Tx) error {
		if of := journalOf(tx).Stats(); of.LeafPageN < 5 || of.LeafInuse*10 < of.LeafAlloc*8 {
			t.Errorf("%d pages have %d bytes, and use %d", of.LeafPageN, of.LeafAlloc, of.LeafInuse)
		}
		return nil
	})
}
