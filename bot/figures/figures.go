// Package figures computes the exact figures of tables, each once.
//
//	Best, Basic ─▶ cache, by rules ─┐
//	                                ├─▶ one at a time, 8 wait ─▶ odds: 256 MB, 20 seconds
//	Odds ───────────────────────────┘
//	Advise ─▶ sheet of the upcard, where the shoe is full and the table warm
//	       ─▶ remembered, by what is seen
//	       ─▶ one at a time, 32 wait ─▶ table, kept ─▶ odds: 96 MB, two seconds
//	Side ─▶ remembered, by rules ─▶ odds: some milliseconds, while the caller waits
//
// What hints at a table have in common is kept, for the tables at which somebody asked last: see
// [odds.Table]. Tables are warmed after the start, and when somebody first asks for their figures:
// the best play, the chart, then a sheet for each upcard.
//
// However much is asked, no more than one computation and one hint run, so that
// memory is bounded by the limits of these two and that of kept tables. A hint never
// waits for a long computation. Odds of a strategy end with the context of the caller;
// a figure that the cache keeps is computed to its end, for the next who asks, unless
// the cache is closed.
package figures

import (
	"context"
	"errors"
	"sync"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

// The bounds of queues. The limits of odds take less time than this, unless the
// machine is slow or busy. longTime is less than anybody waits for an answer, so
// that a computation which takes too long says so.
const (
	mostLong  = 8
	longTime  = 20 * time.Second
	mostHints = 32
	hintTime  = 2 * time.Second
)

// ErrPending reports that a figure is not known yet: it is being computed.
var ErrPending = errors.New("the figure is being computed")

// Cache computes figures and remembers them. Make it with [New], and close it; its
// methods may be called at the same time from many goroutines.
type Cache struct {
	long, hints *queue
	edges       *results[match, odds.Result]
	charts      *results[blackjack.Rules, strategy.Chart]
	sides       sides
	advice      advice
	kept        kept

	waiting sync.Mutex
	played  []match       // to be warmed
	more    chan struct{} // has one while there may be some

	life context.Context // of what is computed for later
	end  context.CancelFunc
}

// New returns a cache with nothing in it yet.
func New() *Cache {
	c := &Cache{long: newQueue(mostLong, longTime), hints: newQueue(mostHints, hintTime),
		more: make(chan struct{}, 1)}
	c.life, c.end = context.WithCancel(context.Background())
	c.edges = newResults(c, odds.OfBest, func(ctx context.Context, m match) (odds.Result, error) {
		house, err := m.opponent()
		if err != nil {
			return odds.Result{}, err
		}
		if m.house == "" {
			c.note(m)
		}
		return odds.Best(ctx, odds.Game{Rules: m.rules}, house)
	})
	c.charts = newResults(c, odds.OfBasic,
		func(ctx context.Context, r blackjack.Rules) (strategy.Chart, error) {
			chart, err := odds.Basic(ctx, odds.Game{Rules: r}, House(r))
			if err != nil {
				return strategy.Chart{}, err
			}
			return *chart, nil
		})
	return c
}

// Close ends what the cache computes for later. Whoever waits for it, or asks for
// for a figure that is not known by then, gets [context.Canceled].
func (c *Cache) Close() { c.end() }

// match is a table, and who plays the house where that decides.
type match struct {
	rules blackjack.Rules
	house string // an expression; empty for the table's own house
}

func (m match) opponent() (strategy.Strategy, error) {
	if m.house == "" {
		return House(m.rules), nil
	}
	return strategy.Parse(m.house, strategy.Env{}) // it was checked when it was chosen
}

// Best returns the odds of best play at a table, against a house that was
// chosen, nil for the table's own. The error is [ErrPending] if ctx ends first,
// [ErrBusy], a [*TimeError], or that of [odds.Best].
func (c *Cache) Best(
	ctx context.Context, r blackjack.Rules, house strategy.Strategy,
) (odds.Result, error) {
	m := match{rules: plain(r)}
	if house != nil && (!r.HouseDecides || house.String() != House(r).String()) {
		m.house = house.String()
	}
	return c.edges.get(ctx, m)
}

// Edge returns the share of the first stake that the house wins in the mean of best
// play, as [Cache.Best] computes it.
func (c *Cache) Edge(
	ctx context.Context, r blackjack.Rules, house strategy.Strategy,
) (float64, error) {
	best, err := c.Best(ctx, r, house)
	return -best.EV, err
}

// Basic returns the basic strategy of a table: the best play that minds only
// totals, pairs and the upcard. Errors are as those of [Cache.Best].
func (c *Cache) Basic(ctx context.Context, r blackjack.Rules) (strategy.Chart, error) {
	return c.charts.get(ctx, plain(r))
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
	r = r.WithoutSides()
	r.Fresh, r.ReshuffleBelow, r.EmptyWins = true, 0, false
	r.MinBet, r.MaxBet = 1, blackjack.MaxStake
	return r
}

// Odds returns those of a strategy, nil for best play, at a table whose shoe may lack cards. It is
// not remembered, because there are too many strategies and shoes. It ends with ctx; the error is
// [ErrBusy], a [*TimeError], or that of [odds.Strategy].
func (c *Cache) Odds(
	ctx context.Context, g odds.Game, player, house strategy.Strategy,
) (result odds.Result, err error) {
	g.Rules = plain(g.Rules)
	of := odds.OfStrategy
	if player == nil {
		of = odds.OfBest
	}
	err = c.long.run(ctx, of, func(ctx context.Context) (err error) {
		if player == nil {
			result, err = odds.Best(ctx, g, house)
		} else {
			result, err = odds.Strategy(ctx, g, player, house)
		}
		return err
	})
	return result, err
}
