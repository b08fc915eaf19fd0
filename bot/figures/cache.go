package figures

import (
	"context"
	"fmt"
	"sync"

	"holecard/blackjack"
)

// most is how many sets of rules are remembered. A server has a dozen tables,
// and few change their rules.
const most = 512

// cache computes a value for each set of rules, once.
type cache[T any] struct {
	turn chan struct{} // held by who computes

	mu      sync.Mutex
	entries map[blackjack.Rules]*entry[T]
}

// entry is a value, or one that is being computed.
type entry[T any] struct {
	done  chan struct{} // closed when value and err are there
	value T
	err   error
}

func newCache[T any](turn chan struct{}) *cache[T] {
	return &cache[T]{turn: turn, entries: map[blackjack.Rules]*entry[T]{}}
}

// get returns the value of the rules, computed if it is not there. If ctx ends
// first its error is returned, and the computation goes on.
func (c *cache[T]) get(ctx context.Context, r blackjack.Rules, compute func() (T, error)) (T, error) {
	e := c.entry(r, compute)
	select {
	case <-e.done:
		return e.value, e.err
	default:
	}
	select {
	case <-e.done:
		return e.value, e.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

func (c *cache[T]) entry(r blackjack.Rules, compute func() (T, error)) *entry[T] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[r]; ok {
		return e
	}
	if len(c.entries) >= most {
		clear(c.entries)
	}
	e := &entry[T]{done: make(chan struct{})}
	c.entries[r] = e
	go func() {
		c.turn <- struct{}{}
		defer func() { <-c.turn }()
		defer close(e.done)
		defer func() {
			if r := recover(); r != nil { // a figure is not worth the process
				e.err = fmt.Errorf("computing the figures of a table: panic: %v", r)
			}
		}()
		e.value, e.err = compute()
	}()
	return e
}
