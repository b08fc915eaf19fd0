package sim

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// collect lets the workers play the chunks and adds up what they count, in the
// order of the chunks. After an error no more chunks are begun.
func collect(ctx context.Context, c *Config, chunks int64, workers []*worker) (Result, error) {
	unit := workers[0].unit
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
			c.Progress(total.result(unit))
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
	return total.result(unit), err
}

// chunkRounds returns how many rounds a chunk has: the last has what is left.
func (c *Config) chunkRounds(chunk int64) int64 {
	return min(ChunkRounds, c.Rounds-chunk*ChunkRounds)
}
