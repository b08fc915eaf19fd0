package figures_test

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/figures"
	"holecard/internal/long"
)

func rules(t testing.TB, table string, changes ...string) blackjack.Rules {
	t.Helper()
	found, err := tables.Named(table)
	if err != nil {
		t.Fatal(err)
	}
	r := found.Rules
	for _, c := range changes {
		if r, err = tables.Set(r, c); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func TestTheFiguresOfATableAreThoseOfARoundFromAFullShoe(t *testing.T) {
	long.Unraced(t)
	b := figures.New()
	for _, table := range []string{"berkeley", "amherst", "mit"} {
		fresh := rules(t, table, "fresh=true")
		want, err := odds.Best(t.Context(), odds.Game{Rules: fresh}, figures.House(fresh))
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.Best(t.Context(), rules(t, table, "minBet=5", "maxBet=10"), nil)
		if err != nil || math.Abs(got.EV-want.EV) > 1e-12 {
			t.Errorf("%s: %v, %v; want %v", table, got.EV, err, want.EV)
		}
		best, err := b.Odds(t.Context(), odds.Game{Rules: fresh}, strategy.StopAt(16),
			figures.House(fresh))
		if err != nil || best.EV > want.EV {
			t.Errorf("%s: stopping at 16 gives %v, %v, best play %v", table, best.EV, err, want.EV)
		}
	}
}

func TestAFigureIsComputedOnceForAllWhoAsk(t *testing.T) {
	b := figures.New()
	single := rules(t, "single-deck")
	first, err := b.Basic(t.Context(), single)
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel() // who asks now gets only what is there
	for _, r := range []blackjack.Rules{single, rules(t, "single-deck", "minBet=5",
		"bust=250-50-12-4-2-2")} {
		if again, err := b.Basic(over, r); err != nil || again != first {
			t.Errorf("the second time: %v", err)
		}
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if again, err := b.Basic(t.Context(), single); err != nil || again != first {
				t.Errorf("together: %v", err)
			}
		})
	}
	group.Wait()
}

func TestWhoDoesNotWaitLeavesTheFigureToTheNext(t *testing.T) {
	b := figures.New()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, ask := range []func(context.Context) error{
		func(ctx context.Context) error {
			_, err := b.Best(ctx, rules(t, "berkeley"), nil)
			return err
		},
		func(ctx context.Context) error {
			_, err := b.Basic(ctx, rules(t, "berkeley"))
			return err
		},
	} {
		if err := ask(over); !errors.Is(err, context.Canceled) {
			t.Errorf("error: %v", err)
		}
		if err := ask(t.Context()); err != nil {
			t.Errorf("the next: %v", err)
		}
	}
}

func TestRulesThatCannotBePlayedHaveNoFigures(t *testing.T) {
	b := figures.New()
	for range 2 { // the error is remembered
		_, err := b.Best(t.Context(), blackjack.Rules{}, nil)
		if !errors.Is(err, blackjack.ErrRules) {
			t.Errorf("error: %v", err)
		}
	}
}

func TestAdviceIsBestFirstAndKnowsTheHandsBesideIt(t *testing.T) {
	b := figures.New()
	r := roundOf(t, rules(t, "vegas"), "8S 6C 8D TH 3S TS 9S 2C", rich)
	check := func(best blackjack.Action) {
		t.Helper()
		view := r.View()
		advice, err := b.Advise(t.Context(), view, 0, nil, nil)
		if err != nil || len(advice) == 0 || advice[0].Action != best {
			t.Fatalf("advice %v, %v; want %v first", advice, err, best)
		}
		for i, o := range advice {
			if !view.Seats[0].Legal.Has(o.Action) || i > 0 && o.EV > advice[i-1].EV {
				t.Errorf("advice %v, legal %v", advice, view.Seats[0].Legal)
			}
		}
	}
	check(blackjack.Split)
	r = roundOf(t, rules(t, "vegas"), "8S 6C 8D TH 3S TS 9S 2C", rich, blackjack.Split)
	check(blackjack.Double)
}

func TestASideBetIsPricedOnce(t *testing.T) {
	b := figures.New()
	offers := []string{"pairs=25-12-6", "poker=9-9-9-9-9", "bust=250-50-12-4-2-2"}
	for _, changes := range [][]string{offers, append(offers, "hitSoft17=true"),
		append(offers, "decks=8"), append(offers, "pairs=30-10-5", "bust=off")} {
		r := rules(t, "vegas", changes...)
		for bet := range blackjack.SideBet(blackjack.SideBets) {
			want := odds.Side(r, bet).Edge
			if got := b.Side(r, bet).Edge; got != want {
				t.Errorf("%v with %q has the edge %v, want %v", bet, changes, got, want)
			}
		}
	}
	r := rules(t, "vegas", offers...)
	if n := testing.AllocsPerRun(10, func() { b.Side(r, blackjack.DealerBust) }); n > 10 {
		t.Errorf("asking again takes %v allocations: it is computed again", n)
	}
}
