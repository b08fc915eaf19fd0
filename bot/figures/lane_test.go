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

// taken lets computations of a lane begin and wait until release is called. It
// returns their errors.
func taken(q *lane, n int, release <-chan struct{}) <-chan error {
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
		q := newLane(3, time.Minute, 0)
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
		q := newLane(1, time.Minute, 0)
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
		q := newLane(1, time.Minute, 0)
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
		q := newLane(1, time.Minute, 0)
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
