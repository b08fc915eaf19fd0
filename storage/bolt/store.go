package bolt

import (
	"context"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// batchDelay is how long the first of a batch waits for others to share its
// commit. It is added to every action, so it is far below what a player feels,
// and in the order of what a disk needs to make a commit safe.
const batchDelay = time.Millisecond

// Store is a [storage.Store] in one file. Make it with [Open].
type Store struct {
	db *bbolt.DB

	mu       sync.Mutex // guards closed, and under way against a Close meanwhile
	closed   bool
	underWay sync.WaitGroup
	closing  sync.Once
}

var _ storage.Store = (*Store)(nil)

// Update implements [storage.Store]. Calls that come at the same time share a
// commit. A ctx that is done before fn is run ends the call with its error.
func (s *Store) Update(ctx context.Context, fn func(storage.Tx) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.underWay.Done()

	// bbolt rolls a whole batch back, and runs it again, for one error in it.
	// Refusals are common and have written nothing, so bbolt never hears of them.
	var refused error
	err := s.db.Batch(func(btx *bbolt.Tx) error {
		if refused = ctx.Err(); refused != nil {
			return nil
		}
		t := newTx(btx)
		err := fn(t)
		if err == nil {
			return t.write()
		}
		if t.written {
			return err
		}
		refused = err
		return nil
	})
	if refused != nil {
		return refused
	}
	return err
}

// View implements [storage.Store].
func (s *Store) View(ctx context.Context, fn func(storage.Reader) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.underWay.Done()
	return s.db.View(func(btx *bbolt.Tx) error { return fn(reader{btx}) })
}

// Close implements [storage.Store]. Closing again does nothing.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		s.mu.Lock()
		s.closed = true
		s.mu.Unlock()
		s.underWay.Wait()
		err = s.db.Close()
	})
	return err
}

// enter counts a call as under way, unless ctx is done or the store closed.
func (s *Store) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return storage.ErrClosed
	}
	s.underWay.Add(1)
	return nil
}
