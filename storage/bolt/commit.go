package bolt

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"holecard/storage"
	"holecard/storage/engine"
)

// commits lets updates that come at the same time share a commit. The first
// that comes leads: it waits for its turn to write, and meanwhile others join
// it. An update that comes alone waits for nobody.
type commits struct {
	writing sync.Mutex    // held by who has a transaction for writing
	crowd   int           // how many calls to expect; guarded by writing, like took
	took    time.Duration // by the last commit

	mu     sync.Mutex
	queue  []*call       // the first leads
	wanted int           // how many the leader waits for, 0 for none
	enough chan struct{} // told when there are as many
}

// call is an update that waits for its commit.
type call struct {
	ctx   context.Context
	guild storage.GuildID
	fn    func(storage.Tx) error
	err   error
	alone bool          // has panicked: its caller runs it again, in a commit of its own
	done  chan struct{} // closed when err or alone says what became of it
}

// gatherMax is how long a leader lets others join at most. It is added to their
// actions, so it is far below what a player feels.
const gatherMax = time.Millisecond

// Update implements [storage.Store]. Calls that come at the same time share a
// commit. A ctx that is done before fn is run ends the call with its error.
func (s *Store) Update(ctx context.Context, guild storage.GuildID,
	fn func(storage.Tx) error) error {
	if err := s.gate.Enter(ctx); err != nil {
		return err
	}
	defer s.gate.Leave()
	c := &call{ctx: ctx, guild: guild, fn: fn, done: make(chan struct{})}
	if s.join(c) {
		s.lead()
	} else {
		<-c.done
	}
	if c.alone { // and its panic is its caller's
		s.writing.Lock()
		defer s.writing.Unlock()
		s.runTogether([]*call{c})
	}
	return c.err
}

// join puts a call into the queue and reports whether it leads.
func (q *commits) join(c *call) (leads bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue = append(q.queue, c)
	if len(q.queue) == q.wanted {
		close(q.enough)
	}
	return len(q.queue) == 1
}

// take empties the queue: who comes next leads the next commit.
func (q *commits) take() []*call {
	q.mu.Lock()
	defer q.mu.Unlock()
	calls := q.queue
	q.queue, q.wanted = nil, 0
	return calls
}

// gather lets those join who are just about to: after a commit for many, many
// come again. To wait is worth a part of the commit that it may save. One who
// has been alone does not wait.
func (q *commits) gather() {
	if q.crowd <= 1 {
		return
	}
	q.mu.Lock()
	missing := q.crowd > len(q.queue)
	if missing {
		q.wanted, q.enough = q.crowd, make(chan struct{})
	}
	q.mu.Unlock()
	if !missing {
		return
	}
	timer := time.NewTimer(min(q.took/2, gatherMax))
	defer timer.Stop()
	select {
	case <-q.enough:
	case <-timer.C:
	}
}

// lead makes a commit for all calls in the queue.
func (s *Store) lead() {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.gather()
	calls := s.take()
	begun := time.Now()
	defer func() {
		s.crowd, s.took = max(len(calls), s.crowd*3/4), time.Since(begun)
	}()
	defer func() {
		for _, c := range calls {
			close(c.done)
		}
	}()
	for todo := calls; len(todo) > 0; {
		todo = s.runTogether(todo)
	}
}

// runTogether runs calls in one transaction and commits it. A call that fails has changed
// nothing. One whose changes cannot be written takes the transaction with it: all others, which
// are returned, are to be run together again.
func (s *Store) runTogether(calls []*call) (again []*call) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	btx, err := s.begin()
	if err != nil {
		return fail(calls, err)
	}
	end := s.rollback // also when a call panics that is alone
	defer func() {
		if err := end(btx); err != nil {
			again = fail(calls, err) // also those refused: what they were refused for is not kept
		}
	}()
	shared := newTransaction(btx)
	for i, c := range calls {
		changes := c.run(engine.NewTransaction(shared, c.guild))
		if len(changes) == 0 {
			continue
		}
		if c.err = shared.Apply(changes); c.err != nil {
			end = s.rollback
			return append(calls[:i:i], calls[i+1:]...)
		}
		end = s.commit
	}
	return nil
}

// fail tells all calls the same error.
func fail(calls []*call, err error) []*call {
	for _, c := range calls {
		c.err, c.alone = err, false
	}
	return nil
}

// run runs the call's function, and returns what it changes. It catches a panic, unless the
// call is alone.
func (c *call) run(t *engine.Transaction) (changes []engine.Change) {
	alone := c.alone
	c.err, c.alone = c.ctx.Err(), false
	if c.err != nil {
		return nil
	}
	defer func() {
		if !alone && recover() != nil {
			c.alone, changes = true, nil
		}
	}()
	if c.err = c.fn(t); c.err != nil {
		return nil
	}
	return t.Changes()
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
