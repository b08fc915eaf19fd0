package discord

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"holecard/storage"
)

func playerLine(user int) queue {
	return queue{player: storage.Player{Guild: 7, User: storage.UserID(user)}}
}

// does submits a job of a user's that must be taken on.
func does(t *testing.T, d *dispatcher, user int, do func()) {
	if err := d.submit(playerLine(user), job{do: func(func()) { do() }}); err != nil {
		t.Fatal(err)
	}
}

func TestEveryJobRunsInItsLinesOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDispatcher(limits{workers: rapid.IntRange(1, 4).Draw(t, "workers"), perQueue: 1000,
			waiting: 1000})
		users := rapid.SliceOfN(rapid.IntRange(1, 5), 1, 60).Draw(t, "users")
		var mu sync.Mutex
		want, got, late := map[int][]int{}, map[int][]int{}, map[int]bool{}
		var running, most atomic.Int64
		for i, u := range users {
			want[u] = append(want[u], i)
			var until time.Time
			if wait := rapid.IntRange(-1, 400).Draw(t, "wait"); wait > 0 {
				until = time.Now().Add(time.Duration(wait) * time.Microsecond)
			}
			err := d.submit(playerLine(u), job{do: func(func()) {
				now := running.Add(1)
				for m := most.Load(); now > m && !most.CompareAndSwap(m, now); m = most.Load() {
				}
				mu.Lock()
				got[u] = append(got[u], i)
				mu.Unlock()
				running.Add(-1)
				time.Sleep(time.Duration(i%3) * 50 * time.Microsecond)
			}, until: until, late: func() {
				mu.Lock()
				defer mu.Unlock()
				late[i] = true
			}})
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := drained(context.Background(), d.left); err != nil {
			t.Fatal(err)
		}
		for left := 1; left > 0; runtime.Gosched() { // those that are late are told so meanwhile
			mu.Lock()
			left = len(users) - len(late)
			for u := range got {
				left -= len(got[u])
			}
			mu.Unlock()
		}
		mu.Lock()
		defer mu.Unlock()
		for u := range want {
			in := slices.DeleteFunc(want[u], func(i int) bool { return late[i] })
			if !slices.Equal(got[u], in) {
				t.Fatalf("user %d: ran %v, want %v", u, got[u], in)
			}
		}
		if most.Load() > int64(d.limits.workers) {
			t.Fatalf("%d at the same time, want at most %d", most.Load(), d.limits.workers)
		}
		if len(d.queues)+len(d.ready)+d.waiting+d.workers != 0 {
			t.Fatalf("left behind: %+v", d)
		}
	})
}

func TestFewJobsRunWhileInteractionsWaitToBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lag atomic.Int64
		d := newDispatcher(limits{workers: 8, behind: 2, far: 1, perQueue: 1, waiting: 100})
		d.lag = func() time.Duration { return time.Duration(lag.Load()) }
		var running atomic.Int64
		for user := range 60 {
			does(t, d, user, func() {
				running.Add(1)
				time.Sleep(time.Second)
				running.Add(-1)
			})
		}
		time.Sleep(500 * time.Millisecond) // between two jobs' ends
		lags := []time.Duration{lagTime, longLag, longLag, 0, 0}
		for i, want := range []int64{8, 2, 1, 1, 8} {
			if synctest.Wait(); running.Load() != want {
				t.Errorf("after %d s %d jobs run at the same time, want %d", i, running.Load(), want)
			}
			lag.Store(int64(lags[i]))
			time.Sleep(time.Second)
		}
		time.Sleep(time.Minute) // the others run
	})
}

func TestTheDispatcherTakesNoMoreThanItsLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDispatcher(limits{workers: 2, perQueue: 3, waiting: 5})
		release := make(chan struct{})
		submit := func(user int) error {
			err := d.submit(playerLine(user), job{do: func(func()) { <-release }})
			synctest.Wait()
			return err
		}
		for i, step := range []struct {
			user int
			want error
		}{
			{1, nil},                     // runs
			{1, nil}, {1, nil}, {1, nil}, // wait
			{1, ErrQueueFull},
			{2, nil}, // runs
			{3, nil}, // waits for a worker
			{4, nil},
			{5, ErrBusy},
		} {
			if err := submit(step.user); !errors.Is(err, step.want) {
				t.Errorf("step %d: submit = %v, want %v", i, err, step.want)
			}
		}
		close(release)
		synctest.Wait()
		if err := submit(1); err != nil {
			t.Errorf("submit after all have run = %v", err)
		}
	})
}

func TestALineWithMuchToDoLetsOthersTakeTurns(t *testing.T) {
	d := newDispatcher(limits{workers: 1, perQueue: 10, waiting: 10})
	begin := make(chan struct{})
	var order []int
	for _, user := range []int{1, 1, 1, 2} {
		does(t, d, user, func() {
			<-begin
			order = append(order, user)
		})
	}
	close(begin)
	if err := drained(t.Context(), d.left); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 2, 1, 1}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}

// While the first in turn has much time left, jobs begin in the order they came. Later the
// newest is next; those whose time is over are told so, in the moment that it is.
func TestUnderOverloadTheNewestAreServedAndTheOldestAreToldInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDispatcher(limits{workers: 1, perQueue: 10, waiting: 100})
		began := time.Now()
		var begun []int
		var mu sync.Mutex
		late := map[int]time.Duration{}
		for i := range 20 {
			err := d.submit(playerLine(i), job{do: func(func()) {
				begun = append(begun, i)
				time.Sleep(100 * time.Millisecond)
			},
				until: began.Add(time.Second),
				late: func() {
					mu.Lock()
					defer mu.Unlock()
					late[i] = time.Since(began)
				}})
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		if err := drained(t.Context(), d.left); err != nil {
			t.Fatal(err)
		}
		synctest.Wait() // the last are told
		want := []int{0, 1, 2, 3, 4, 5, 19, 18, 17, 16}
		if got := begun[:min(len(begun), len(want))]; !slices.Equal(got, want) {
			t.Errorf("begun in the order %v, want %v", begun, want)
		}
		if len(late)+len(begun) != 20 || len(late) < 9 {
			t.Errorf("of 20 jobs %d have begun and %d are told", len(begun), len(late))
		}
		for i, at := range late {
			if at != time.Second {
				t.Errorf("job %d is told after %v, want in the moment that its time is over", i, at)
			}
		}
		if len(d.queues)+len(d.ready)+d.waiting+d.workers != 0 {
			t.Errorf("left behind: %+v", d)
		}
	})
}

// Under overload a queue that goes on is behind those whose jobs are newer than its own.
func TestUnderOverloadAQueueGoesOnInItsJobsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDispatcher(limits{workers: 1, perQueue: 10, waiting: 10})
		until := time.Now().Add(time.Second)
		var order []string
		add := func(user int, name string) {
			err := d.submit(playerLine(user), job{until: until, late: func() {},
				do: func(func()) {
					order = append(order, name)
					time.Sleep(10 * time.Millisecond)
				}})
			if err != nil {
				t.Fatal(err)
			}
		}
		does(t, d, 1, func() { time.Sleep(600 * time.Millisecond) })
		for user, name := range []string{"the next of the first", "newer", "newest"} {
			time.Sleep(time.Millisecond)
			add(1+user, name)
		}
		if err := drained(t.Context(), d.left); err != nil {
			t.Fatal(err)
		}
		if want := []string{"newest", "newer", "the next of the first"}; !slices.Equal(order, want) {
			t.Errorf("order %q, want %q", order, want)
		}
	})
}

func TestDrainingEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDispatcher(pressLimits)
		release := make(chan struct{})
		does(t, d, 1, func() { <-release })
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := drained(ctx, d.left); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("drain = %v, want the context's error", err)
		}
		close(release)
		if err := drained(t.Context(), d.left); err != nil {
			t.Errorf("drain = %v after the job has ended", err)
		}
	})
}
