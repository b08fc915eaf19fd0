package figures

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"holecard/blackjack/odds"
)

// entryBytes is about how much memory an entry takes with its key, besides a table.
const entryBytes = 1 << 10

// memo computes each value once and keeps those that somebody asked for last. Its keys are of
// a type for each kind of value.
type memo struct {
	most int64           // bytes
	life context.Context // of what is computed in lanes

	mu      sync.Mutex
	entries map[any]*list.Element
	asked   list.List // of *entry, the last one asked for first
	bytes   int64     // of all entries
}

func newMemo(life context.Context, most int64) *memo {
	return &memo{most: most, life: life, entries: map[any]*list.Element{}}
}

// entry is a value, or one that is being computed: all who ask meanwhile wait for it.
type entry struct {
	key   any
	done  chan struct{} // closed when value and err are there
	value any           // nil if err is not
	err   error

	// Under the lock of the memo, as are find, weigh and drop.
	until time.Time    // err is forgotten then; zero for never
	grows func() int64 // returns the bytes of a table by now; nil for anything else
	bytes int64        // as last counted
}

// question is how a value is computed and kept.
type question[T any] struct {
	of      odds.Question
	in      *lane // nil to compute while the caller waits, with its context
	compute func(context.Context) (T, error)
	bytes   func(T) int64 // nil for a value that is small
}

// get returns the value of a key. Without one, the question is computed. If that takes longer in
// its lane than ctx, the error is [ErrPending], and the computation goes on for the next who asks.
func get[T any](ctx context.Context, m *memo, key any, q question[T]) (value T, err error) {
	e, first := m.entry(key)
	switch {
	case first && q.in == nil:
		fill(ctx, m, e, q)
	case first:
		go fill(m.life, m, e, q)
	}
	if !e.computed() {
		select {
		case <-e.done:
		case <-ctx.Done():
			return value, fmt.Errorf("%w: %w", ErrPending, ctx.Err())
		}
	}
	value, _ = e.value.(T)
	return value, e.err
}

// known returns the value of a key if it was computed.
func known[T any](m *memo, key any) (value T, ok bool) {
	m.mu.Lock()
	e := m.find(key)
	m.mu.Unlock()
	if e != nil && e.computed() {
		value, ok = e.value.(T)
	}
	return value, ok
}

func (e *entry) computed() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}

// fill computes an entry. A question that exceeds the limits of odds is refused for good, and one
// that took too long for as long as its lane says. Any other error is for those who wait now, and
// the next who asks starts again.
func fill[T any](ctx context.Context, m *memo, e *entry, q question[T]) {
	defer close(e.done)
	var grows func() int64
	e.err = q.in.run(ctx, q.of, func(ctx context.Context) (err error) {
		defer func() {
			if p := recover(); p != nil { // a figure is not worth the process
				err = fmt.Errorf("%v of %+v: panic: %v", q.of, e.key, p)
			}
		}()
		value, err := q.compute(ctx)
		if err != nil {
			return err
		}
		e.value = value
		if q.bytes != nil {
			grows = func() int64 { return q.bytes(value) }
		}
		return nil
	})
	m.settle(e, q.in, grows)
}

// settle counts what was computed, and keeps or forgets an error.
func (m *memo) settle(e *entry, in *lane, grows func() int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := m.entries[e.key]
	if at == nil || at.Value != e { // forgotten meanwhile
		return
	}
	_, slow := errors.AsType[*TimeError](e.err)
	_, refused := errors.AsType[*odds.LimitError](e.err)
	if e.err != nil && !slow && !refused {
		m.drop(at)
		return
	}
	if slow {
		e.until = time.Now().Add(in.again)
	}
	e.grows = grows
	m.weigh(e)
}

// entry returns the entry of a key, and whether it is new: then the caller fills it.
func (m *memo) entry(key any) (e *entry, first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e = m.find(key); e != nil {
		return e, false
	}
	e = &entry{key: key, done: make(chan struct{})}
	m.entries[key] = m.asked.PushFront(e)
	m.weigh(e)
	return e, true
}

// find returns the entry of a key, nil without one, and notes that somebody asked for it.
func (m *memo) find(key any) *entry {
	at := m.entries[key]
	if at == nil {
		return nil
	}
	e := at.Value.(*entry)
	if !e.until.IsZero() && !time.Now().Before(e.until) {
		m.drop(at)
		return nil
	}
	m.asked.MoveToFront(at)
	m.weigh(e)
	return e
}

// weigh counts what an entry takes by now, and forgets those that nobody has asked for the longest
// until the rest fits. Those who wait for one still get it. The last one asked for stays.
func (m *memo) weigh(e *entry) {
	m.bytes -= e.bytes
	e.bytes = entryBytes
	if e.grows != nil {
		e.bytes += e.grows()
	}
	m.bytes += e.bytes
	for m.bytes > m.most && m.asked.Len() > 1 {
		m.drop(m.asked.Back())
	}
}

func (m *memo) drop(at *list.Element) {
	e := m.asked.Remove(at).(*entry)
	delete(m.entries, e.key)
	m.bytes -= e.bytes
}
