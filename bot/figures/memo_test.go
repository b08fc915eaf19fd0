package figures

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
)

// asks is a question of the long lane.
func (c *Cache) asks(compute func(context.Context) (int, error)) question[int] {
	return question[int]{of: odds.OfBest, in: c.long, compute: compute}
}

func TestAFigureThatTookTooLongIsNotTriedAgainForAnHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		times := 0
		b := New()
		defer b.Close()
		slow := b.asks(func(ctx context.Context) (int, error) {
			times++
			<-ctx.Done()
			return 0, ctx.Err()
		})
		for _, minute := range []struct{ passed, times int }{{0, 1}, {59, 1}, {2, 2}, {0, 2}} {
			time.Sleep(time.Duration(minute.passed) * time.Minute)
			_, err := get(t.Context(), b.memo, 1, slow)
			if _, slow := errors.AsType[*TimeError](err); !slow || times != minute.times {
				t.Errorf("%d minutes later: computed %d times, want %d: %v",
					minute.passed, times, minute.times, err)
			}
		}
		slow.in = b.hints
		for range 2 {
			_, _ = get(t.Context(), b.memo, 2, slow)
		}
		if times != 4 {
			t.Errorf("a slow hint was computed %d times, want 2", times-2)
		}
	})
}

// What nobody has asked for the longest is forgotten, so that all take no more than they may: by
// what each takes now, for some values grow.
func TestWhatNobodyAsksForIsForgotten(t *testing.T) {
	const each, fit = 1 << 20, 5
	m := newMemo(t.Context(), fit*(each+entryBytes))
	computed, grown := map[int]int{}, map[int]int64{}
	ask := func(n int) {
		t.Helper()
		got, err := get(t.Context(), m, n, question[int]{
			compute: func(context.Context) (int, error) { computed[n]++; return n, nil },
			bytes:   func(n int) int64 { return each + grown[n] },
		})
		if got != n || err != nil {
			t.Fatalf("%d: %d, %v", n, got, err)
		}
		if m.bytes > m.most && len(m.entries) > 1 || len(m.entries) != m.asked.Len() {
			t.Fatalf("after %d: %d entries take %d bytes", n, len(m.entries), m.bytes)
		}
	}
	for n := range 3 * fit {
		ask(n)
		ask(0)
		if want := min(n+1, fit); len(m.entries) != want {
			t.Fatalf("after %d there are %d, not %d", n, len(m.entries), want)
		}
	}
	ask(1)
	for n, times := range computed {
		if again := n == 1; times != 1 && !again || again && times != 2 {
			t.Errorf("%d was computed %d times; 1 alone was asked for once forgotten", n, times)
		}
	}
	grown[0] = 2 * each
	ask(0)
	if len(m.entries) != fit-2 {
		t.Errorf("%d are left beside one that has grown to the size of three", len(m.entries)-1)
	}
	grown[0] = 2 * fit * each
	ask(0)
	if len(m.entries) != 1 {
		t.Errorf("%d are left of what does not fit, not one", len(m.entries))
	}
	ask(1)
	if _, ok := known[int](m, 0); ok {
		t.Error("what does not fit stays although another was asked for later")
	}
}

func TestRefusalsAreRememberedAndOtherErrorsAreNot(t *testing.T) {
	for name, f := range map[string]struct {
		err   error
		times int
	}{
		"a limit":      {&odds.LimitError{}, 1},
		"too slow":     {context.DeadlineExceeded, 1},
		"no rules":     {blackjack.ErrRules, 2},
		"a panic":      {nil, 2},
		"a closed bot": {context.Canceled, 2},
	} {
		times := 0
		b := New()
		q := b.asks(func(context.Context) (int, error) {
			times++
			if f.err == nil {
				panic("a mistake")
			}
			return 0, f.err
		})
		for range 2 {
			if _, err := get(t.Context(), b.memo, 1, q); err == nil {
				t.Errorf("%s: no error", name)
			}
		}
		if times != f.times {
			t.Errorf("%s: computed %d times, want %d", name, times, f.times)
		}
		if _, ok := known[int](b.memo, 1); ok {
			t.Errorf("%s: the value is known", name)
		}
	}
}

func TestAFigureIsRefusedWhileTooManyWaitAndNotAfterwards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New()
		one := b.asks(func(context.Context) (int, error) { return 1, nil })
		release := make(chan struct{})
		errs := taken(b.long, mostLong+1, release)
		if _, err := get(t.Context(), b.memo, 1, one); err != ErrBusy {
			t.Errorf("while too many wait: %v", err)
		}
		close(release)
		for range mostLong + 1 {
			<-errs
		}
		if _, err := get(t.Context(), b.memo, 1, one); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestAClosedCacheEndsWhatItComputes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New()
		never := b.asks(func(ctx context.Context) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		})
		got := make(chan error)
		go func() { _, err := get(t.Context(), b.memo, 1, never); got <- err }()
		synctest.Wait()
		b.Close()
		if err := <-got; !errors.Is(err, context.Canceled) {
			t.Errorf("who waits gets %v", err)
		}
		if _, err := get(t.Context(), b.memo, 1, never); !errors.Is(err, context.Canceled) {
			t.Errorf("who asks later gets %v", err)
		}
	})
}
