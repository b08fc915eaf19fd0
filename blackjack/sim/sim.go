// Package sim plays many rounds and counts how they ended. It knows no rule of the game. A table
// and who plays at it are compiled: the engine that players play deals and steps from every state
// that a round can reach, with every card that the rules tell apart, and what follows is looked up
// from then on. Players who look at more than that are played by the engine, round by round.
//
//	compile ──▶ automaton ──▶ fresh (a new shoe each round), deck (all others) ─┐
//	who counts, draws lots or bets ──▶ counter, card by card ───────────────────┼─▶ chunks
//	who asks, minds suits or single cards; side bets ──▶ worker, by the engine ─┘
//
//	seed ──▶ chunk 0 ──▶ own generator, new shoe ──▶ rounds ──▶ counts ─┐
//	    └──▶ chunk 1 ──▶   "            "                              ─┼─▶ in order ──▶ Result
//	    └──▶ chunk 2 ...                                               ─┘
//
// Rounds come in chunks of [ChunkRounds]. A chunk depends on the seed and on
// its own number alone, and threads take whole chunks, so a seed gives the same
// result on any number of threads. A shoe that goes on from round to round
// begins again with each chunk, once in thousands of shuffles.
package sim

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// ChunkRounds is how many rounds are played from one seed on one thread.
const ChunkRounds = 1 << 14

// MaxRounds is the most rounds of a simulation.
const MaxRounds = 1_000_000_000_000

// MaxThreads is the most threads of a simulation.
const MaxThreads = 256

// MaxRiffles is the most riffles of a shuffle.
const MaxRiffles = 1000

// Config says what to play.
type Config struct {
	Rules   blackjack.Rules
	Player  strategy.Strategy
	House   strategy.Strategy // where the rules let the house decide; else nil
	Shuffle Shuffle
	Riffles int   // of a new deck in each shuffle; 0 for one, of the order that the last one made
	Rounds  int64 // 1 to MaxRounds
	Seed    uint64
	Threads int                      // 0 for as many as there are processors
	Sides   [blackjack.SideBets]bool // the side bets that the player makes in every round

	// For players who count or bet: see [Counted].
	Seats    int               // players at the table, of whom the first is counted; 0 for 1
	Count    *strategy.Weights // by whose true count results are told; nil for Hi-Lo
	Bankroll blackjack.Chips   // with which each session begins; 0 for no sessions
	Goal     blackjack.Chips   // at which a session ends; 0 for none

	// Progress, if not nil, is called with the result so far each time that it
	// has grown, one call at a time. A slow Progress slows the simulation.
	Progress func(Result)

	// Turn, if not nil, is called before each chunk is played, from any thread,
	// and returns when it may be; the function it returns is called after. A caller
	// that needs the processors for something else can hold a simulation back so.
	Turn func() (over func())
}

// ErrConfig is wrapped by the errors of what cannot be simulated.
var ErrConfig = errors.New("nothing that can be simulated")

func (c *Config) check() error {
	switch {
	case c.Rounds < 1 || c.Rounds > MaxRounds:
		return fmt.Errorf("%w: %d rounds; it takes 1 to %d", ErrConfig, c.Rounds, int64(MaxRounds))
	case c.Threads < 0 || c.Threads > MaxThreads:
		return fmt.Errorf("%w: %d threads; it takes up to %d", ErrConfig, c.Threads, MaxThreads)
	case c.Shuffle > RandomRiffle:
		return fmt.Errorf("%w: no shuffle has the number %d", ErrConfig, c.Shuffle)
	case c.Player == nil:
		return fmt.Errorf("%w: a simulation needs a strategy for the player", ErrConfig)
	case c.Rules.HouseDecides && c.House == nil:
		return fmt.Errorf("%w: at this table the house decides, so it needs a strategy too",
			ErrConfig)
	case !c.Rules.HouseDecides && c.House != nil:
		return fmt.Errorf("%w: at this table the house decides nothing, so it takes no strategy",
			ErrConfig)
	case c.Riffles < 0 || c.Riffles > MaxRiffles:
		return fmt.Errorf("%w: %d riffles; it takes 1 to %d", ErrConfig, c.Riffles, MaxRiffles)
	case c.Riffles > 0 && c.Shuffle == FisherYates:
		return fmt.Errorf("%w: a number of riffles goes with the shuffles riffle and random-riffle",
			ErrConfig)
	case c.Rules.Endless() && c.Shuffle != FisherYates:
		return fmt.Errorf("%w: cards without end are not shuffled", ErrConfig)
	}
	for b, made := range c.Sides {
		if b := blackjack.SideBet(b); made && c.Rules.PayTable(b) == 0 {
			return fmt.Errorf("%w: the table does not offer %v", ErrConfig, b)
		}
	}
	return c.checkCounter()
}

func (c *Config) checkCounter() error {
	switch {
	case c.Seats < 0 || c.Seats > blackjack.MaxSeats:
		return fmt.Errorf("%w: %d seats; it takes 1 to %d", ErrConfig, c.Seats,
			blackjack.MaxSeats)
	case c.Bankroll != 0 && (c.Bankroll < c.Rules.MinBet || c.Bankroll > blackjack.MaxStake):
		return fmt.Errorf("%w: a bankroll of %d; it takes %d to %d", ErrConfig, c.Bankroll,
			c.Rules.MinBet, blackjack.MaxStake)
	case c.Goal != 0 && (c.Goal <= c.Bankroll || c.Goal > blackjack.MaxStake):
		return fmt.Errorf("%w: a goal of %d; it takes more than the bankroll", ErrConfig, c.Goal)
	case c.Bankroll != 0 && c.Sides != [blackjack.SideBets]bool{}:
		return fmt.Errorf("%w: side bets are counted apart, and no bankroll pays for them",
			ErrConfig)
	case c.Goal != 0 && c.Bankroll == 0:
		return fmt.Errorf("%w: a goal needs a bankroll", ErrConfig)
	}
	return nil
}

// Run plays the rounds. When the context ends before, or a strategy fails, it
// returns the result of the chunks that were complete by then, and the error;
// it may be a result of no rounds. The errors are those of the context, of a
// strategy, and what wraps [ErrConfig] or [blackjack.ErrRules].
func Run(ctx context.Context, c Config) (Result, error) {
	if err := c.check(); err != nil {
		return Result{}, err
	}
	if c.Threads == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	if c.Turn == nil {
		c.Turn = func() func() { return func() {} }
	}
	chunks := (c.Rounds + c.perChunk() - 1) / c.perChunk()
	workers, err := chunkers(&c, int(min(int64(c.Threads), chunks)))
	if err != nil {
		return Result{}, err
	}
	return collect(ctx, &c, chunks, workers)
}

// chunker plays chunks, one after the other.
type chunker interface {
	chunk(ctx context.Context, seed uint64, number, rounds int64) (counts, error)
}

// chunkers returns so many of them: counters, those that share an automaton, or those that the
// engine plays, where it takes more than an automaton knows.
func chunkers(c *Config, n int) ([]chunker, error) {
	list := make([]chunker, n)
	counting := c.counting()
	var a *automaton
	if !counting && c.compiles() {
		var err error
		if a, err = compile(c); err != nil && !errors.Is(err, errUncompiled) {
			return nil, err
		}
	}
	for i := range list {
		var err error
		switch {
		case counting:
			list[i], err = newCounter(c)
		case a != nil:
			list[i] = newCompiled(c, a)
		default:
			list[i], err = newWorker(c)
		}
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// collect lets the workers play the chunks and adds up what they count, in the
// order of the chunks. After an error no more chunks are begun.
func collect(ctx context.Context, c *Config, chunks int64, workers []chunker) (Result, error) {
	unit := Unit(c.Rules)
	total, turn, rounds := newCounts(unit), int64(0), int64(0)
	early := map[int64]counts{} // played before their turn
	var adding sync.Mutex
	add := func(chunk int64, played counts) {
		adding.Lock()
		defer adding.Unlock()
		early[chunk] = played
		before := turn
		for counts, ok := early[turn]; ok; counts, ok = early[turn] {
			delete(early, turn)
			total.add(&counts)
			rounds += c.chunkRounds(turn)
			turn++
		}
		if turn > before && c.Progress != nil {
			c.Progress(total.result(c, unit))
		}
	}
	var next atomic.Int64
	group, playing := errgroup.WithContext(ctx)
	for _, w := range workers {
		group.Go(func() error {
			for playing.Err() == nil {
				n := next.Add(1) - 1
				if n >= chunks {
					break
				}
				over := c.Turn()
				counts, err := w.chunk(playing, c.Seed, n, c.chunkRounds(n))
				over()
				if err != nil {
					return err
				}
				add(n, counts)
			}
			return nil
		})
	}
	err := group.Wait()
	if err == nil && rounds < c.Rounds {
		err = ctx.Err()
	}
	return total.result(c, unit), err
}

// chunkRounds returns how many rounds a chunk has: the last has what is left.
func (c *Config) chunkRounds(chunk int64) int64 {
	return min(c.perChunk(), c.Rounds-chunk*c.perChunk())
}

func (c *Config) perChunk() int64 {
	if c.Bankroll > 0 {
		return sessionRounds
	}
	return ChunkRounds
}
