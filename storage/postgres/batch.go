package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
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
	begun   chan *batch // gives the batch that has it
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

// call carries out an update or a view by a function that reads by it and says what it changes.
func (s *Store) call(ctx context.Context, guild storage.GuildID,
	fn func(*call) ([]engine.Change, error)) error {
	if err := s.gate.Enter(ctx); err != nil {
		return err
	}
	defer s.gate.Leave()
	tries := 0
	return s.again(ctx, func(ctx context.Context) (again bool, err error) {
		c := &call{transaction: transaction{ctx: ctx, store: s, guild: guild, asks: tries > 0},
			alone: tries > 1, came: time.Now(), begun: make(chan *batch),
			outcome: make(chan error, 1)}
		tries++
		s.enqueue(c)
		select {
		case b := <-c.begun:
			c.trip = b.read
			return b.carryOut(c, fn)
		case <-ctx.Done():
			return true, ctx.Err()
		}
	})
}

// enqueue puts a call into the queue, and has a worker look for it.
func (s *Store) enqueue(c *call) {
	q := &s.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, c)
	if q.workers < s.pool.Stat().MaxResources() {
		q.workers++
		s.ending.Go(s.work)
	} else {
		q.waits++
	}
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

// work carries out batches on a connection until no call waits. Calls stay in the queue until there
// is a connection.
func (s *Store) work() {
	var conn *conn
	for !s.queue.isEmpty() {
		if conn != nil && (conn.isOver() || s.pool.wanted()) {
			conn.release()
			conn = nil
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		var err error
		if conn == nil {
			conn, err = s.pool.acquire(ctx)
		}
		calls := s.queue.take()
		b := &batch{conn: conn, failure: err, size: len(calls), cancel: cancel}
		b.quiet = sync.NewCond(&b.mu)
		b.lead(ctx, calls)
		cancel()
	}
	if conn != nil {
		conn.release()
	}
}

// batch is calls that are carried out together, on one state. Their functions run at the same
// time, each on its caller's goroutine. When none of them can go on without what it has asked
// for, all that they have asked for is read in one round trip.
type batch struct {
	conn    *conn
	failure error // there is no connection
	size    int
	begun   bool               // a round trip was made
	cancel  context.CancelFunc // when nobody waits for it any more

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

// carryOut carries out a call. It returns whether the call may be carried out again: where the
// database is why it failed.
func (b *batch) carryOut(c *call, fn func(*call) ([]engine.Change, error)) (again bool, err error) {
	if b.failure != nil {
		return true, b.failure
	}
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
func (b *batch) run(c *call, fn func(*call) ([]engine.Change, error)) error {
	defer b.stop(func() { // also where it panics
		if len(c.changes) > 0 {
			b.ended = append(b.ended, c)
		}
	})
	changes, err := fn(c)
	if err == nil && c.failure == nil {
		c.changes = changes
	}
	return err
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

// lead gives a batch to its calls, and makes their round trips and their commit. A call whose caller
// has gone has no part in it.
func (b *batch) lead(ctx context.Context, calls []*call) {
	b.running, b.members = len(calls), len(calls)+1
	for _, c := range calls {
		select {
		case c.begun <- b:
		case <-c.ctx.Done():
			b.stop(func() {})
			b.leave()
		}
	}
	if b.leave(); b.failure != nil {
		return
	}
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

// trip makes a round trip. The first begins a transaction, after one that had nothing to commit.
func (b *batch) trip(ctx context.Context, asks ...ask) error {
	if !b.begun {
		b.begun, asks = true, append([]ask{{statement: begin}}, asks...)
		if b.conn.TxStatus() != idle {
			asks = append([]ask{{statement: rollback}}, asks...)
		}
	}
	return run(ctx, b.conn, asks...)
}

// answer reads in one round trip what functions have asked for. Those run then.
func (b *batch) answer(ctx context.Context, asked []*trip) {
	values := make(map[rowKey][]byte)
	var keys []engine.Key
	for _, t := range asked {
		for _, k := range t.keys {
			if _, known := values[mapKey(k)]; !known {
				values[mapKey(k)], keys = nil, append(keys, k)
			}
		}
	}
	asks := gets(keys, values)
	for _, t := range asked {
		t.values, t.rows = values, make([][][][]byte, len(t.asks))
		for i, a := range t.asks {
			a.row = func(row [][]byte) { t.rows[i] = append(t.rows[i], row) }
			asks = append(asks, a)
		}
	}
	err := b.trip(ctx, asks...)
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
	known := make(map[rowKey]bool)
	var changes []engine.Change
	for _, c := range together {
		maps.Copy(known, c.known)
		changes = append(changes, c.changes...)
	}
	var read []engine.Key
	for k, is := range known {
		if is && !changed[k] {
			read = append(read, engine.Key{Table: k.table, ID: []byte(k.id)})
		}
	}
	asks, err := writes(changes, known)
	if err == nil {
		err = b.save(ctx, append(locks(read), asks...))
	}
	if err == nil {
		b.forget(ctx, together)
	}
	for _, c := range together {
		c.outcome <- err
	}
}

// save makes changes and commits, in one round trip. PostgreSQL warns when it has committed and
// no standby confirms that.
func (b *batch) save(ctx context.Context, asks []ask) error {
	if b.begun && b.conn.TxStatus() != inTransaction {
		return errConflict // another call's reading has failed
	}
	b.conn.warning = ""
	err := b.trip(ctx, append(asks, ask{statement: commit})...)
	if err == nil && b.conn.warning != "" {
		err = fmt.Errorf("%w: %s", storage.ErrUnconfirmed, b.conn.warning)
	}
	return err
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
