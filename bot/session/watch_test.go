package session_test

import (
	"errors"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

// watched is a table as it is, with cards stacked.
func (b *bench) watched(table, cards string) tables.Table {
	b.t.Helper()
	found, err := tables.Named(table)
	if err != nil {
		b.t.Fatal(err)
	}
	b.cards = cards
	return found
}

// decides decides by a function.
type decides func(*strategy.Situation) (blackjack.Action, error)

func (d decides) Decide(s *strategy.Situation) (blackjack.Action, error) { return d(s) }
func (d decides) String() string                                         { return "decides" }

func TestARoundIsWatchedStepByStep(t *testing.T) {
	b := newBench(t)
	steps, err := b.Watch(b.watched("mit", "6C TC 5C 4C 3C TD"), strategy.StopAt(16),
		strategy.StopAt(17))
	if err != nil || len(steps) != 7 {
		t.Fatalf("%d steps, %v: %+v", len(steps), err, steps)
	}
	const player = blackjack.Seat(0)
	for i, want := range []struct {
		actor         blackjack.Seat
		action        blackjack.Action
		player, house int // totals
	}{
		{player, blackjack.Hit, 6, 10}, // of the deal nobody is the actor
		{player, blackjack.Hit, 11, 10},
		{player, blackjack.Hit, 15, 10},
		{player, blackjack.Hit, 18, 10},
		{player, blackjack.Stand, 18, 10},
		{blackjack.House, blackjack.Hit, 18, 20},
		{blackjack.House, blackjack.Stand, 18, 20},
	} {
		s := steps[i]
		if s.Actor != want.actor || s.Action != want.action ||
			s.View.Seats[0].Hands[0].Total != want.player || s.View.Dealer.Total != want.house {
			t.Errorf("step %d: %d does %v: %+v; want %+v", i, s.Actor, s.Action, s.View, want)
		}
	}
	if last := steps[6].View; last.Phase != blackjack.Over || last.Seats[0].Payout.Net() != -10 {
		t.Errorf("%+v", last)
	}
}

func TestAWatchedRoundIsForTenChipsThatNobodyHas(t *testing.T) {
	b := newBench(t)
	table := b.watched("vegas", "8S 6C 8D TH 3S TS 3D TD TC")
	table.Rules.MinBet, table.Rules.MaxBet = 50, 60
	splits := decides(func(s *strategy.Situation) (blackjack.Action, error) {
		for _, a := range []blackjack.Action{blackjack.Split, blackjack.Double} {
			if s.Legal.Has(a) {
				return a, nil
			}
		}
		return blackjack.Stand, nil
	})
	steps := must(b.Watch(table, splits, nil))(b)
	last := steps[len(steps)-1].View
	if got := last.Seats[0].Payout; last.Phase != blackjack.Over || got.Staked != 40 ||
		got.Won != 40 {
		t.Errorf("%+v", last)
	}
	b.wants(ada, 100, 0)
}

func TestAWatchedRoundEndsWithTheErrorOfItsStrategy(t *testing.T) {
	b := newBench(t)
	table := b.watched("vegas", "8S 6C 8D TH 3S")
	broken := errors.New("broken")
	steps, err := b.Watch(table, decides(func(*strategy.Situation) (blackjack.Action, error) {
		return 0, broken
	}), nil)
	if !errors.Is(err, broken) || steps != nil {
		t.Errorf("a strategy that fails: %v, %v", steps, err)
	}
	table.Rules.Decks = 0
	if steps, err := b.Watch(table, strategy.StopAt(17), nil); !errors.Is(err,
		blackjack.ErrRules) || steps != nil {
		t.Errorf("rules that cannot be: %v, %v", steps, err)
	}
}
