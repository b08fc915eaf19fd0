package figures

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
)

// taken lets computations of a queue begin and wait until release is called. It
// returns their errors.
func taken(q *queue, n int, release <-chan struct{}) <-chan error {
	errs := make(chan error, n)
	for range n {
		go func() {
			errs <- q.run(context.Background(), odds.OfStrategy, func(context.Context) error {
				<-release
				return nil
			})
		}()
	}
	synctest.Wait()
	return errs
}

func TestOneComputationRunsAFewWaitAndOthersAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(3, time.Minute)
		running, most := 0, 0
		release := make(chan struct{})
		errs := make(chan error, 10)
		for range cap(errs) {
			go func() {
				errs <- q.run(t.Context(), odds.OfStrategy, func(context.Context) error {
					running++
					most = max(most, running)
					<-release
					running--
					return nil
				})
			}()
		}
		synctest.Wait()
		for range 6 {
			if err := <-errs; err != ErrBusy {
				t.Errorf("one too many: %v", err)
			}
		}
		close(release)
		for range 4 {
			if err := <-errs; err != nil {
				t.Errorf("one that waited: %v", err)
			}
		}
		err := q.run(t.Context(), odds.OfStrategy, func(context.Context) error { return nil })
		if most != 1 || err != nil {
			t.Errorf("%d ran at once, and the next has %v", most, err)
		}
	})
}

func TestWhoeverWaitsTooLongLeavesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, time.Minute)
		release := make(chan struct{})
		errs := taken(q, 1, release)
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		never := func(context.Context) error { t.Error("it ran"); return nil }
		if err := q.run(short, odds.OfHint, never); !errors.Is(err, ErrBusy) ||
			!errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after a second: %v", err)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := q.run(ended, odds.OfHint, never); !errors.Is(err, context.Canceled) {
			t.Errorf("who leaves at once: %v", err)
		}
		close(release)
		if err := <-errs; err != nil {
			t.Error(err)
		}
	})
}

func TestAComputationThatTakesTooLongEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, time.Minute)
		begun := time.Now()
		err := q.run(t.Context(), odds.OfBasic,
			func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		slow, ok := errors.AsType[*TimeError](err)
		if !ok || *slow != (TimeError{odds.OfBasic, time.Minute}) ||
			time.Since(begun) != time.Minute {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
	})
}

// A caller that has waited for most of its time is not told that what it asked for
// takes too long.
func TestACallerWithoutTimeLeftIsToldThatOthersWereFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, time.Minute)
		release := make(chan struct{})
		errs := taken(q, 1, release)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Second)
		defer cancel()
		go func() { time.Sleep(30 * time.Second); close(release) }()
		err := q.run(ctx, odds.OfStrategy,
			func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		if !errors.Is(err, ErrBusy) {
			t.Errorf("after 20 s of its own: %v", err)
		}
		if err := <-errs; err != nil {
			t.Error(err)
		}
	})
}

func TestAFigureThatTookTooLongIsNotTriedAgainForAnHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		times := 0
		b := New()
		defer b.Close()
		c := newResults(b, odds.OfBest, func(ctx context.Context, _ blackjack.Rules) (int, error) {
			times++
			<-ctx.Done()
			return 0, ctx.Err()
		})
		for _, minute := range []struct{ passed, times int }{{0, 1}, {59, 1}, {2, 2}, {0, 2}} {
			time.Sleep(time.Duration(minute.passed) * time.Minute)
			_, err := c.get(t.Context(), tableOf(1))
			if _, slow := errors.AsType[*TimeError](err); !slow || times != minute.times {
				t.Errorf("%d minutes later: computed %d times, want %d: %v",
					minute.passed, times, minute.times, err)
			}
		}
	})
}

// tableOf returns rules that differ from those of other numbers.
func tableOf(n int) blackjack.Rules { return blackjack.Rules{Decks: n} }

func TestTheFigureThatNobodyAsksForTheLongestIsForgotten(t *testing.T) {
	computed := map[int]int{}
	c := newResults(New(), odds.OfBest, func(_ context.Context, r blackjack.Rules) (int, error) {
		computed[r.Decks]++
		return r.Decks, nil
	})
	ask := func(n int) {
		t.Helper()
		if got, err := c.get(t.Context(), tableOf(n)); got != n || err != nil {
			t.Fatalf("table %d: %d, %v", n, got, err)
		}
	}
	for n := range mostEntries {
		ask(n)
	}
	ask(0) // so that 1 is the oldest
	ask(mostEntries)
	if len(c.entries) != mostEntries {
		t.Errorf("%d figures are remembered", len(c.entries))
	}
	for n := range mostEntries + 1 {
		if n != 1 {
			ask(n)
		}
	}
	for n, times := range computed {
		if times != 1 {
			t.Errorf("table %d was computed %d times", n, times)
		}
	}
	ask(1)
	if computed[1] != 2 {
		t.Errorf("the oldest was computed %d times", computed[1])
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
		c := newResults(New(), odds.OfBest, func(context.Context, blackjack.Rules) (int, error) {
			times++
			if f.err == nil {
				panic("a mistake")
			}
			return 0, f.err
		})
		for range 2 {
			if _, err := c.get(t.Context(), tableOf(1)); err == nil {
				t.Errorf("%s: no error", name)
			}
		}
		if times != f.times {
			t.Errorf("%s: computed %d times, want %d", name, times, f.times)
		}
	}
}

func TestAFigureIsRefusedWhileTooManyWaitAndNotAfterwards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New()
		c := newResults(b, odds.OfBest,
			func(context.Context, blackjack.Rules) (int, error) { return 1, nil })
		release := make(chan struct{})
		errs := taken(b.long, mostLong+1, release)
		if _, err := c.get(t.Context(), tableOf(1)); err != ErrBusy {
			t.Errorf("while too many wait: %v", err)
		}
		close(release)
		for range mostLong + 1 {
			<-errs
		}
		if _, err := c.get(t.Context(), tableOf(1)); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestAClosedCacheEndsWhatItComputes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New()
		never := func(ctx context.Context, _ blackjack.Rules) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		}
		c := newResults(b, odds.OfBest, never)
		got := make(chan error)
		go func() { _, err := c.get(t.Context(), tableOf(1)); got <- err }()
		synctest.Wait()
		b.Close()
		if err := <-got; !errors.Is(err, context.Canceled) {
			t.Errorf("who waits gets %v", err)
		}
		if _, err := c.get(t.Context(), tableOf(1)); !errors.Is(err, context.Canceled) {
			t.Errorf("who asks later gets %v", err)
		}
	})
}

func TestAHintDoesNotWaitForLongComputations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New()
		release := make(chan struct{})
		errs := taken(b.long, mostLong+1, release)
		cards, err := blackjack.ParseCards("TS 6C 6D TH")
		if err != nil {
			t.Fatal(err)
		}
		shoe, err := blackjack.NewShoe(cards...)
		if err != nil {
			t.Fatal(err)
		}
		r, err := blackjack.Deal(blackjack.Rules{
			Decks: 1, Fresh: true, DealerStands: 17, Double: blackjack.DoubleNothing, MaxHands: 1,
			MaxAceHands: 1, MinBet: 1, MaxBet: 10,
		}, shoe, blackjack.Bet{Stake: 1, Purse: 10})
		if err != nil {
			t.Fatal(err)
		}
		options, err := b.Advise(t.Context(), r.View(), 0, nil, nil)
		if err != nil || len(options) != 2 {
			t.Errorf("the hint: %v, %v", options, err)
		}
		close(release)
		for range mostLong + 1 {
			<-errs
		}
	})
}

func TestOddsEndWithWhoeverAsked(t *testing.T) {
	b := New()
	ctx, cancel := context.WithCancel(t.Context())
	leaves := strategy.Watch(strategy.StopAt(17),
		func(*strategy.Situation, strategy.Strategy, blackjack.Action) { cancel() })
	g := odds.Game{Rules: blackjack.Rules{
		Decks: 8, Fresh: true, DealerStands: 17, Double: blackjack.DoubleNothing, MaxHands: 1,
		MaxAceHands: 1, MinBet: 1, MaxBet: 10,
	}}
	if _, err := b.Odds(ctx, g, leaves, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled at the first decision: %v", err)
	}
	if _, err := b.Odds(t.Context(), g, strategy.StopAt(17), nil); err != nil {
		t.Errorf("the next: %v", err)
	}
}
