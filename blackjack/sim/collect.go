package sim

import (
	"context"
	"sync"
	"sync/atomic"

	"holecard/blackjack"
)

// done is a chunk that has been played.
type done struct {
	chunk  int64
	counts counts
	err    error
}

// collect lets the workers play the chunks and adds up what they count, in the
// order of the chunks. After an error no more chunks are begun.
func collect(ctx context.Context, c *Config, chunks int64, workers []*worker) (Result, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	results := make(chan done, len(workers))
	var next atomic.Int64
	var busy sync.WaitGroup
	for _, w := range workers {
		busy.Go(func() {
			for ctx.Err() == nil {
				n := next.Add(1) - 1
				if n >= chunks {
					return
				}
				over := c.turn()
				counts, err := w.chunk(ctx, c.Seed, n, min(ChunkRounds, c.Rounds-n*ChunkRounds))
				over()
				results <- done{n, counts, err}
				if err != nil {
					return
				}
			}
		})
	}
	go func() {
		busy.Wait()
		close(results)
	}()
	return merge(ctx, stop, c, results, workers[0].unit)
}

// turn waits for the turn to play a chunk.
func (c *Config) turn() (over func()) {
	if c.Turn == nil {
		return func() {}
	}
	return c.Turn()
}

// merge adds up the chunks in their order, whatever order they come in.
func merge(
	ctx context.Context, stop func(), c *Config, results <-chan done, unit blackjack.Chips,
) (Result, error) {
	total := newCounts(unit)
	rounds := int64(0)
	early := map[int64]counts{} // played before their turn
	var failed error
	turn := int64(0)
	for d := range results {
		if d.err != nil {
			if failed == nil {
				failed = d.err
			}
			stop()
			continue
		}
		early[d.chunk] = d.counts
		grown := false
		for counts, ok := early[turn]; ok; counts, ok = early[turn] {
			delete(early, turn)
			total.add(&counts)
			rounds += min(ChunkRounds, c.Rounds-turn*ChunkRounds)
			turn++
			grown = true
		}
		if grown && c.Progress != nil {
			c.Progress(total.result(unit))
		}
	}
	if failed == nil && rounds < c.Rounds {
		failed = ctx.Err()
	}
	return total.result(unit), failed
}
