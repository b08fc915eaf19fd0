package bolt

import (
	"context"
	"log/slog"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/bolt/pages"
	"holecard/storage/engine"
)

// Store is a [storage.Store] in one file. Make it with [Open].
type Store struct {
	path string
	db   *bbolt.DB
	file *os.File // bbolt's
	// Bytes of a page, as they were at the opening: bbolt reads them in its
	// mapping of the file, which is a fault when the file was cut off since.
	pageSize int64
	log      *slog.Logger
	commits
	// the newest, as this store has found or left it
	meta atomic.Pointer[pages.Meta]
	// the disk had no room for the last change; guarded by writing
	full    bool
	state   state
	failure atomic.Pointer[failure] // nil while updates are possible
	stuck   atomic.Bool             // bbolt would wait for ever for its lock for writing

	gate engine.Gate
	*engine.Fleet
	closing sync.Once
}

var _ storage.Store = (*Store)(nil)

// View implements [storage.Store]. What fn saw is safe on the disk when View
// returns nil. After a failure that leaves in doubt what is there, View returns
// [storage.ErrBroken].
func (s *Store) View(ctx context.Context, guild storage.GuildID,
	fn func(storage.Reader) error) error {
	_, err := look(ctx, s, func(now engine.State) (struct{}, error) {
		return struct{}{}, fn(engine.NewReader(now, guild))
	})
	return err
}

// look calls fn with the current state.
func look[T any](ctx context.Context, s *Store, fn func(engine.State) (T, error)) (of T, err error) {
	if err := s.gate.Enter(ctx); err != nil {
		return of, err
	}
	defer s.gate.Leave()
	err = s.view(func(btx *bbolt.Tx) (err error) {
		of, err = fn(newTransaction(btx))
		return err
	})
	return of, err
}

// Count counts what there is. It reads a thousandth of what is kept of players,
// and one record per open hand.
func (s *Store) Count(ctx context.Context) (storage.Counts, error) {
	return look(ctx, s, engine.Count)
}

// Sums adds up the chips of each kind of account.
func (s *Store) Sums(ctx context.Context) (storage.Sums, error) { return look(ctx, s, engine.Sums) }

// Due implements [storage.Store].
func (s *Store) Due(ctx context.Context, c storage.Claim) ([]storage.Deadline, error) {
	return look(ctx, s, func(now engine.State) ([]storage.Deadline, error) {
		return engine.Deadlines(now, c)
	})
}

// Guilds implements [storage.Store].
func (s *Store) Guilds(ctx context.Context) ([]storage.GuildID, error) {
	return look(ctx, s, engine.Guilds)
}

// view runs fn in a transaction for reading.
func (s *Store) view(fn func(*bbolt.Tx) error) error {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	if err := firstOf(s.blind(), s.checkBeforeView()); err != nil {
		return err
	}
	id := 0
	err := s.db.View(func(btx *bbolt.Tx) error {
		id = btx.ID()
		return fn(btx)
	})
	s.state.wait(id)
	return firstOf(s.blind(), err)
}

// blind returns an error when what is read may not be what is on the disk.
func (s *Store) blind() error {
	if f := s.failure.Load(); f != nil && f.blind {
		return f.err
	}
	return nil
}

// Close implements [storage.Store]. Closing again does nothing.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		s.gate.Shut()
		err = s.closeFile()
	})
	return err
}

// closeFile closes bbolt, or only its file when bbolt would wait for ever: its
// mapping of it, and so its lock, then stay until the process ends.
func (s *Store) closeFile() error {
	if s.stuck.Load() {
		return s.file.Close()
	}
	_ = s.Check() // which logs that the file was replaced
	return s.db.Close()
}
