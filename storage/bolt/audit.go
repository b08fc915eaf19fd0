package bolt

import (
	"context"
	"errors"
	"io"
	"runtime/debug"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/bolt/pages"
	"holecard/storage/engine"
)

// Export audits one state of the store and writes it as a stream, which every engine can
// import. It disturbs nobody.
func (s *Store) Export(ctx context.Context, w io.Writer, m storage.Move) error {
	return s.compare(ctx, func(a *engine.Auditor) error { return a.Write(w, m) })
}

// Audit implements [storage.Store]. It reads one state of the store and
// disturbs nobody.
func (s *Store) Audit(ctx context.Context) (found storage.Audit, err error) {
	err = s.compare(ctx, func(a *engine.Auditor) error {
		found = a.Result()
		return nil
	})
	return found, err
}

// compare compares all that is kept in one state, and then calls fn, while that stays.
func (s *Store) compare(ctx context.Context, fn func(*engine.Auditor) error) error {
	if err := s.gate.Enter(ctx); err != nil {
		return err
	}
	defer s.gate.Leave()
	btx, meta, err := s.snapshot()
	if err != nil {
		return err
	}
	defer btx.Rollback()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	a := engine.NewAuditor(ctx)
	// bbolt may go in circles on damaged pages
	if _, err = pages.Check(ctx, s.file, meta, pages.AnyRecords); err == nil {
		state := newTransaction(btx)
		if err = a.Compare(state); err == nil {
			err = auditBlocks(state, a)
		}
	}
	if errors.Is(err, storage.ErrCorrupt) {
		a.Problem("Parts of the file cannot be read: %v.", err)
	} else if err != nil {
		return err
	}
	return fn(a)
}

// snapshot begins a transaction for reading and returns the meta page of the
// state it sees.
func (s *Store) snapshot() (btx *bbolt.Tx, meta pages.Meta, err error) {
	s.writing.Lock() // so that there is no newer one yet
	defer s.writing.Unlock()
	_ = s.checkFile() // which says what may not be read
	if err := s.blind(); err != nil {
		return nil, meta, err
	}
	meta, err = pages.ReadMetas(s.file, s.pageSize)
	if err != nil {
		return nil, meta, err
	}
	btx, err = s.db.Begin(false)
	return btx, meta, err
}
