// Package figures keeps the exact figures of tables at hand: what takes the
// enumeration of a shoe is computed once for each set of rules, by one goroutine
// at a time, so that players' presses never wait for it.
package figures

import (
	"context"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

// Book computes figures and remembers them. Make it with [New]; its methods may
// be called at the same time from many goroutines.
type Book struct {
	turn   chan struct{} // held by who computes
	edges  *cache[odds.Result]
	charts *cache[strategy.Chart]
}

// New returns a book with nothing in it yet.
func New() *Book {
	turn := make(chan struct{}, 1) // one computation at a time
	return &Book{turn: turn, edges: newCache[odds.Result](turn), charts: newCache[strategy.Chart](turn)}
}

// Best returns what comes of best play at a table. If ctx ends first, the
// computation goes on for the next who asks.
func (b *Book) Best(ctx context.Context, r blackjack.Rules) (odds.Result, error) {
	r = plain(r)
	return b.edges.get(ctx, r, func() (odds.Result, error) {
		return odds.Best(context.Background(), odds.Game{Rules: r}, House(r))
	})
}

// Basic returns the basic strategy of a table: the best play that minds only
// totals, pairs and the upcard.
func (b *Book) Basic(ctx context.Context, r blackjack.Rules) (strategy.Chart, error) {
	r = plain(r)
	return b.charts.get(ctx, r, func() (strategy.Chart, error) {
		chart, err := odds.Basic(odds.Game{Rules: r}, House(r))
		if err != nil {
			return strategy.Chart{}, err
		}
		return *chart, nil
	})
}

// Warm computes the figures of a table, so that the first who ask for them do
// not wait. It returns when they are known or ctx ends.
func (b *Book) Warm(ctx context.Context, r blackjack.Rules) error {
	if _, err := b.Best(ctx, r); err != nil {
		return err
	}
	_, err := b.Basic(ctx, r)
	return err
}

// House returns the strategy of a house that decides, nil for any other.
func House(r blackjack.Rules) strategy.Strategy {
	if r.HouseDecides {
		return strategy.StopAt(tables.HouseStops)
	}
	return nil
}

// plain returns the rules of a round dealt from a full shoe, without what makes
// no difference to it.
func plain(r blackjack.Rules) blackjack.Rules {
	r.Fresh, r.ReshuffleBelow, r.EmptyWins = true, 0, false
	r.MinBet, r.MaxBet = 1, blackjack.MaxStake
	return r
}

// Odds returns what comes of a strategy at a table. It is computed anew each
// time, for strategies are many.
func (b *Book) Odds(ctx context.Context, r blackjack.Rules, player, house strategy.Strategy) (odds.Result, error) {
	select {
	case b.turn <- struct{}{}:
	case <-ctx.Done():
		return odds.Result{}, ctx.Err()
	}
	defer func() { <-b.turn }()
	return odds.Strategy(ctx, odds.Game{Rules: plain(r)}, player, house)
}

// Advise returns what each legal action of a hand is worth, the best first,
// with the cards of the seat's other hands out of the shoe.
func (b *Book) Advise(v blackjack.View) ([]odds.Option, error) {
	s := strategy.SeeView(v, v.Seats[0].Legal)
	rules := plain(v.Rules)
	s.Rules = &rules
	var others []blackjack.Card
	for i, h := range v.Seats[0].Hands {
		if i != v.Seats[0].Turn {
			others = append(others, h.Cards...)
		}
	}
	return odds.Advise(&s, others, House(rules))
}
