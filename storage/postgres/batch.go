package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"holecard/storage"
	"holecard/storage/engine"
)

// A call is a try of an update or a view. Those that come while all connections are in use wait in
// a queue, and the next connection that is free carries out many together, as a batch: on one
// state, with round trips and a commit that they share.
type call struct {
	transaction
	alone   bool // not in a batch with others
	came    time.Time
	begun   chan struct{} // closed when a batch has it
	batch   *batch
	changes []engine.Change
	outcome chan error // of its changes
}

// queue has the calls that wait for a connection.
type queue struct {
	mu      sync.Mutex
	waiting []*call
	workers int32         // each has a connection, or waits for one
	waits   int64         // calls that did not get one at once
	waited  time.Duration // by all of them
}

// mostTogether is how many calls share a batch: what the slowest of them needs, all wait for.
const mostTogether = 32

// share carries out a call by a function that reads by it and says what it changes. It returns
// whether the call may be carried out again: where the database is why it failed.
func (s *Store) share(c *call, fn func() ([]engine.Change, error)) (again bool, err error) {
	if err := s.enqueue(c); err != nil {
		return true, err
	}
	b := c.batch
	defer b.leave()
	switch err := b.run(c, fn); {
	case c.failure != nil:
		return true, b.blame(c.failure)
	case err != nil || len(c.changes) == 0:
		return false, err
	}
	select {
	case err = <-c.outcome:
	case <-c.ctx.Done():
		err = c.ctx.Err()
	}
	return true, b.blame(err)
}

// enqueue returns nil when a batch has the call.
func (s *Store) enqueue(c *call) error {
	q := &s.queue
	c.came, c.begun, c.outcome = time.Now(), make(chan struct{}), make(chan error, 1)
	q.mu.Lock()
	q.waiting = append(q.waiting, c)
	if q.workers < s.pool.Stat().MaxResources() {
		q.workers++
		s.ending.Go(s.work)
	} else {
		q.waits++
	}
	q.mu.Unlock()
	select {
	case <-c.begun:
		return c.failure
	case <-c.ctx.Done():
	}
	if !q.remove(c) {
		if <-c.begun; c.batch != nil {
			c.batch.end(c)
			c.batch.leave()
		}
	}
	return c.ctx.Err()
}

// remove takes a call out of the queue, and reports whether it was there.
func (q *queue) remove(c *call) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(q.waiting, c)
	if at >= 0 {
		q.waiting = slices.Delete(q.waiting, at, at+1)
	}
	return at >= 0
}

// take takes the calls of a batch, if any still wait.
func (q *queue) take() (calls []*call) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) > 0 && len(calls) < mostTogether {
		c := q.waiting[0]
		if len(calls) > 0 && (c.alone || calls[0].alone) {
			break
		}
		calls, q.waiting = append(calls, c), q.waiting[1:]
		q.waited += time.Since(c.came)
	}
	return calls
}

// isEmpty reports whether no call waits: then a worker ends.
func (q *queue) isEmpty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) > 0 {
		return false
	}
	q.workers--
	return true
}

// work carries out batches on a connection until no call waits. Calls stay in the queue, from
// which their callers may take them, until there is a connection.
func (s *Store) work() {
	var conn *conn
	for !s.queue.isEmpty() {
		if conn != nil && (conn.isOver() || s.pool.wanted()) {
			conn.rollBack()
			conn.release()
			conn = nil
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		var err error
		if conn == nil {
			conn, err = s.pool.acquire(ctx)
		}
		switch calls := s.queue.take(); {
		case err != nil:
			for _, c := range calls {
				c.failure = err
				close(c.begun)
			}
		case len(calls) > 0:
			newBatch(conn, cancel, calls).lead(ctx)
		}
		cancel()
	}
	if conn != nil {
		conn.rollBack()
		conn.release()
	}
}

// batch is calls that are carried out together, on one state. Their functions run at the same
// time, each on its caller's goroutine. When none of them can go on without what it has asked
// for, all that they have asked for is read in one round trip.
type batch struct {
	conn   *conn
	size   int
	begun  bool               // a round trip was made
	cancel context.CancelFunc // when nobody waits for it any more

	mu      sync.Mutex
	quiet   *sync.Cond // told when nobody runs
	running int        // functions that do not wait for a round trip
	members int        // calls that wait for the batch
	asked   []*trip
	ended   []*call // those whose functions have ended and change something
}

// trip is what a call has asked for.
type trip struct {
	keys []engine.Key
	asks []ask
	done chan struct{}
	// Set when it is done. The values of keys are those of all calls.
	values map[rowKey][]byte
	rows   [][][][]byte // of each ask
	err    error
}

func newBatch(conn *conn, cancel context.CancelFunc, calls []*call) *batch {
	b := &batch{conn: conn, cancel: cancel, size: len(calls), running: len(calls),
		members: len(calls)}
	b.quiet = sync.NewCond(&b.mu)
	for _, c := range calls {
		c.batch, c.trip = b, func(keys []engine.Key, asks []ask) (map[rowKey][]byte, error) {
			return b.read(c.ctx, keys, asks)
		}
		close(c.begun)
	}
	return b
}

// read reads what a function asks for, with what others ask for.
func (b *batch) read(ctx context.Context, keys []engine.Key, asks []ask) (
	map[rowKey][]byte, error) {
	t := &trip{keys: keys, asks: asks, done: make(chan struct{})}
	b.stop(func() { b.asked = append(b.asked, t) })
	select {
	case <-t.done:
	case <-ctx.Done():
		b.takeBack(t)
		return nil, ctx.Err()
	}
	for i, a := range asks {
		for _, row := range t.rows[i] {
			a.row(row)
		}
	}
	return t.values, t.err
}

// takeBack notes that a function runs again without what it has asked for. Where that is being
// read, it is taken to run already.
func (b *batch) takeBack(t *trip) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if at := slices.Index(b.asked, t); at >= 0 {
		b.asked = slices.Delete(b.asked, at, at+1)
		b.running++
	}
}

// stop notes that a function does not run any more, or not before it has been given something.
func (b *batch) stop(note func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	note()
	if b.running--; b.running == 0 {
		b.quiet.Signal()
	}
}

// run runs the function of a call.
func (b *batch) run(c *call, fn func() ([]engine.Change, error)) error {
	defer b.end(c) // also where it panics
	changes, err := fn()
	if err == nil && c.failure == nil {
		c.changes = changes
	}
	return err
}

// end notes that a function has ended.
func (b *batch) end(c *call) {
	b.stop(func() {
		if len(c.changes) > 0 {
			b.ended = append(b.ended, c)
		}
	})
}

// leave notes that a caller waits for nothing any more.
func (b *batch) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.members--; b.members == 0 {
		b.cancel()
	}
}

// errShared is a failure of a batch that may be another call's: each is carried out alone.
var errShared = errors.New("a call that shares the transaction cannot be carried out")

// blame returns an error of the database for a call.
func (b *batch) blame(err error) error {
	if err == nil || b.size == 1 || transient(err) || errors.Is(err, storage.ErrUnconfirmed) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: %v", errShared, err)
}

// lead makes the round trips of a batch, and its commit.
func (b *batch) lead(ctx context.Context) {
	for {
		b.mu.Lock()
		for b.running > 0 {
			b.quiet.Wait()
		}
		asked := b.asked
		b.asked, b.running = nil, len(asked)
		b.mu.Unlock()
		if len(asked) == 0 {
			break
		}
		b.answer(ctx, asked)
	}
	b.commit(ctx)
}

// answer reads in one round trip what functions have asked for. Those run then.
func (b *batch) answer(ctx context.Context, asked []*trip) {
	var asks []ask
	if !b.begun {
		b.begun, asks = true, b.conn.begin()
	}
	values := make(map[rowKey][]byte)
	var keys []engine.Key
	for _, t := range asked {
		for _, k := range t.keys {
			if at := mapKey(k); values[at] == nil {
				if _, known := values[at]; !known {
					values[at], keys = nil, append(keys, k)
				}
			}
		}
	}
	asks = append(asks, gets(keys, values)...)
	for _, t := range asked {
		t.values, t.rows = values, make([][][][]byte, len(t.asks))
		for i, a := range t.asks {
			a.row = func(row [][]byte) { t.rows[i] = append(t.rows[i], row) }
			asks = append(asks, a)
		}
	}
	err := run(ctx, b.conn, asks...)
	for _, t := range asked {
		t.err = err
		close(t.done)
	}
}

// commit makes the changes of all calls, as if one had come after the other. One that has read
// what another changes, or changes it too, is carried out again.
func (b *batch) commit(ctx context.Context) {
	changed := make(map[rowKey]bool)
	var together []*call
	for _, c := range b.ended {
		if c.meets(changed) {
			c.outcome <- errConflict
			continue
		}
		together = append(together, c)
		for _, change := range c.changes {
			changed[mapKey(change.Key)] = true
		}
	}
	if len(together) == 0 {
		return
	}
	var read []engine.Key
	var changes []engine.Change
	for _, c := range together {
		changes = append(changes, c.changes...)
		for k, is := range c.known {
			if is && !changed[k] {
				read = append(read, engine.Key{Table: k.table, ID: []byte(k.id)})
			}
		}
	}
	writes, err := writes(changes, func(k engine.Key) bool {
		return slices.ContainsFunc(together, func(c *call) bool { return c.known[mapKey(k)] })
	})
	if err == nil && b.begun && b.conn.TxStatus() != inTransaction {
		err = errConflict // another call's reading has failed
	}
	if err == nil {
		err = b.conn.commit(ctx, locks(read), writes)
	}
	if err == nil {
		b.forget(ctx, together)
	}
	for _, c := range together {
		c.outcome <- err
	}
}

// meets reports whether a call has read or changes something that others have changed.
func (c *call) meets(changed map[rowKey]bool) bool {
	for k := range c.known {
		if changed[k] {
			return true
		}
	}
	for _, change := range c.changes {
		if changed[mapKey(change.Key)] {
			return true
		}
	}
	return false
}

// forgetEvery is how many calls record an interaction for each that has old ones forgotten.
const forgetEvery = 16

// forget deletes old interactions, and what goes with them. What fails is done with a later one.
func (b *batch) forget(ctx context.Context, calls []*call) {
	for _, c := range calls {
		if len(c.forgotten) == 0 || c.store.seen.Add(1)%forgetEvery != 0 {
			continue
		}
		for of, before := range c.forgotten {
			_ = run(ctx, b.conn, ask{statement: forgetPassing, args: [][]byte{
				number(int64(c.guild)), []byte(of.Name()), number(int64(before))}})
		}
	}
}
