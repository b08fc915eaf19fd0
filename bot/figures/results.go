package figures

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"holecard/blackjack/odds"
)

const (
	// mostEntries is how many sets of rules are remembered. A server has a dozen
	// tables, and few change their rules.
	mostEntries = 512
	// slowTime is how long a figure that took too long is not tried again. Every
	// hand asks for its table's figure, and each try keeps others waiting.
	slowTime = time.Hour
)

// results computes a figure of each set of rules, or of rules and a house, once, and
// remembers those that somebody asked for last.
type results[K comparable, T any] struct {
	owner    *Cache
	question odds.Question
	compute  func(context.Context, K) (T, error)

	mu      sync.Mutex
	entries map[K]*entry[T]
	asked   int64 // how often
}

// entry is a figure, or one that is being computed.
type entry[T any] struct {
	asked int64         // the last time, counted in all
	until time.Time     // err is forgotten then; zero for never
	done  chan struct{} // closed when value and err are there
	value T
	err   error
}

func newResults[K comparable, T any](
	b *Cache, q odds.Question, compute func(context.Context, K) (T, error),
) *results[K, T] {
	return &results[K, T]{owner: b, question: q, compute: compute, entries: map[K]*entry[T]{}}
}

// get returns the figure of the rules. If it takes longer than ctx, the error is
// [ErrPending], and the computation goes on for the next caller.
func (c *results[K, T]) get(ctx context.Context, r K) (T, error) {
	e := c.entry(r)
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
		return none, fmt.Errorf("%w: %w", ErrPending, ctx.Err())
	}
}

// entry returns the entry of the rules. A new one is computed.
func (c *results[K, T]) entry(r K) *entry[T] {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	e, ok := c.entries[r]
	if !ok || !e.until.IsZero() && time.Now().After(e.until) {
		if len(c.entries) >= mostEntries {
			c.forgetOne()
		}
		e = &entry[T]{done: make(chan struct{})}
		c.entries[r] = e
		go c.fill(e, r)
	}
	e.asked = c.asked
	return e
}

// forgetOne forgets the figure that nobody has asked for the longest. Those
// who wait for it still get it.
func (c *results[K, T]) forgetOne() {
	var oldest K
	least := c.asked
	for r, e := range c.entries {
		if e.asked < least {
			oldest, least = r, e.asked
		}
	}
	delete(c.entries, oldest)
}

// fill computes an entry. Rules whose figure is refused are refused for good, and
// those whose figure takes too long for slowTime; any other error is for those who
// wait now, and the next who asks starts again.
func (c *results[K, T]) fill(e *entry[T], r K) {
	defer close(e.done)
	e.err = c.owner.long.run(c.owner.life, c.question, func(ctx context.Context) (err error) {
		defer func() {
			if p := recover(); p != nil { // a figure is not worth the process
				err = fmt.Errorf("%v of %+v: panic: %v", c.question, r, p)
			}
		}()
		e.value, err = c.compute(ctx, r)
		return err
	})
	if _, refused := errors.AsType[*odds.LimitError](e.err); e.err == nil || refused {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, slow := errors.AsType[*TimeError](e.err); slow {
		e.until = time.Now().Add(slowTime)
	} else if c.entries[r] == e {
		delete(c.entries, r)
	}
}
