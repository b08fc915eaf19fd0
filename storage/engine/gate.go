package engine

import (
	"context"
	"sync"

	"holecard/storage"
)

// Gate counts the calls of a store that are under way, so that closing it waits
// for them and lets no other in.
type Gate struct {
	mu       sync.Mutex // guards closed, and under way against a Close meanwhile
	closed   bool
	underWay sync.WaitGroup
}

// Enter counts a call, which ends with [Gate.Leave], unless ctx is done or the
// store closed.
func (g *Gate) Enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return storage.ErrClosed
	}
	g.underWay.Add(1)
	return nil
}

// Leave ends a call.
func (g *Gate) Leave() { g.underWay.Done() }

// Shut waits for the calls under way, and lets no more in.
func (g *Gate) Shut() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.underWay.Wait()
}
