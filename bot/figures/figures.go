// Package figures computes the exact figures of tables, each once.
//
//	Best, Basic ─▶ memo ─┐
//	                     ├─▶ long: one at a time, 8 wait ─▶ odds: 256 MB, 20 seconds
//	Odds ────────────────┘
//	Advise ─▶ sheet of the upcard, where the shoe is full and the table warm
//	       ─▶ memo, by what is seen ─▶ hints: one at a time, 32 wait
//	                                   ─▶ table, in the memo ─▶ odds: 96 MB, two seconds
//	Side ─▶ memo ─▶ odds: some milliseconds, while the caller waits
//
// The memo keeps what somebody asked for last, up to 96 MB. It keeps what all hints at a table have
// in common, too: see [odds.Table]. Tables are warmed after the start, and when somebody first asks
// for their figures: the best play, the chart, then a sheet for each upcard.
//
// However much is asked, no more than one long computation and one hint run, so that
// memory is bounded by the limits of these two and that of the memo. A hint never
// waits for a long computation. Odds of a strategy end with the context of the caller;
// a figure that the memo keeps is computed to its end, for the next who asks, unless
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

// The bounds of lanes. The limits of odds take less time than this, unless the
// machine is slow or busy. longTime is less than anybody waits for an answer, so
// that a computation which takes too long says so. Every hand asks for its table's
// figure, and each try keeps others waiting: hence longAgain.
const (
	mostLong  = 8
	longTime  = 20 * time.Second
	longAgain = time.Hour
	mostHints = 32
	hintTime  = 2 * time.Second
)

// mostKept is how much memory the memo takes. A table that is warm takes up to 7 MB of it, an
// answer about a kilobyte.
const mostKept = 96 << 20

// ErrPending reports that a figure is not known yet: it is being computed.
var ErrPending = errors.New("the figure is being computed")

// Cache computes figures and remembers them. Make it with [New], and close it; its
// methods may be called at the same time from many goroutines.
type Cache struct {
	long, hints *lane
	memo        *memo

	waiting sync.Mutex
	played  []match // to be warmed

	end context.CancelFunc // of what is computed for later
}

// New returns a cache with nothing in it yet.
func New() *Cache {
	life, end := context.WithCancel(context.Background())
	return &Cache{
		long:  newLane(mostLong, longTime, longAgain),
		hints: newLane(mostHints, hintTime, 0),
		memo:  newMemo(life, mostKept),
		end:   end,
	}
}

// Close ends what the cache computes for later. Whoever waits for it, or asks for
// for a figure that is not known by then, gets [context.Canceled].
func (c *Cache) Close() { c.end() }

// match is a table, and who plays the house where that decides.
type match struct {
	rules blackjack.Rules
	house string // an expression; empty for the table's own house
}

// The keys of figures.
type (
	bestOf  match
	chartOf blackjack.Rules
	sideOf  struct {
		rules blackjack.Rules // without side bets
		bet   blackjack.SideBet
		pays  blackjack.PayTable
	}
)

// Best returns the odds of best play at a table, against a house that was
// chosen, nil for the table's own. The error is [ErrPending] if ctx ends first,
// [ErrBusy], a [*TimeError], or that of [odds.Best].
func (c *Cache) Best(
	ctx context.Context, r blackjack.Rules, house strategy.Strategy,
) (odds.Result, error) {
	m, own := match{rules: plain(r)}, House(r)
	if house == nil || own != nil && house.String() == own.String() {
		house = own
	} else {
		m.house = house.String()
	}
	return get(ctx, c.memo, bestOf(m), question[odds.Result]{of: odds.OfBest, in: c.long,
		compute: func(ctx context.Context) (odds.Result, error) {
			if m.house == "" {
				c.note(m)
			}
			return odds.Best(ctx, odds.Game{Rules: m.rules}, house)
		}})
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
	r = plain(r)
	return get(ctx, c.memo, chartOf(r), question[strategy.Chart]{of: odds.OfBasic, in: c.long,
		compute: func(ctx context.Context) (strategy.Chart, error) {
			chart, err := odds.Basic(ctx, odds.Game{Rules: r}, House(r))
			if err != nil {
				return strategy.Chart{}, err
			}
			return *chart, nil
		}})
}

// Side returns what a side bet is worth at a table. It takes less than ten milliseconds the
// first time, so nobody is told to wait.
func (c *Cache) Side(r blackjack.Rules, b blackjack.SideBet) odds.SideOdds {
	key := sideOf{plain(r), b, r.PayTable(b)}
	found, err := get(context.Background(), c.memo, key, question[odds.SideOdds]{
		compute: func(context.Context) (odds.SideOdds, error) { return odds.Side(r, b), nil }})
	if err != nil {
		panic(err) // it was one: odds have no error here
	}
	return found
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
