package bolt

import (
	"context"
	"fmt"
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
	path   string
	schema int // below the newest only where the file is opened for reading
	db     *bbolt.DB
	file   *os.File // bbolt's
	// Bytes of a page, as they were at the opening: bbolt reads them in its
	// mapping of the file, which is a fault when the file was cut off since.
	pageSize int64
	log      *slog.Logger
	commits
	// the newest, as this store has left it; of a file opened for writing
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
	if err := s.gate.Enter(ctx); err != nil {
		return err
	}
	defer s.gate.Leave()
	if err := s.upToDate(); err != nil {
		return err
	}
	return s.view(func(btx *bbolt.Tx) error {
		return fn(engine.NewReader(newTransaction(btx), guild))
	})
}

// upToDate refuses a file of an older schema.
func (s *Store) upToDate() error {
	if s.schema == newestSchema() {
		return nil
	}
	return fmt.Errorf("its schema %d is older than %d: start the bot once to bring it up to date",
		s.schema, newestSchema())
}

// Count counts what there is. It reads a thousandth of what is kept of players,
// and one record per open hand.
func (s *Store) Count(ctx context.Context) (c storage.Counts, err error) {
	if err := s.gate.Enter(ctx); err != nil {
		return c, err
	}
	defer s.gate.Leave()
	err = s.view(func(btx *bbolt.Tx) error {
		c, err = engine.Count(newTransaction(btx))
		return err
	})
	return c, err
}

// Sums adds up the chips of each kind of account.
func (s *Store) Sums(ctx context.Context) (sums storage.Sums, err error) {
	if err := s.gate.Enter(ctx); err != nil {
		return nil, err
	}
	defer s.gate.Leave()
	err = s.view(func(btx *bbolt.Tx) error {
		sums, err = engine.Sums(newTransaction(btx))
		return err
	})
	return sums, err
}

// Due implements [storage.Store].
func (s *Store) Due(
	ctx context.Context, c storage.Claim,
) (list []storage.Deadline, err error) {
	if err := s.gate.Enter(ctx); err != nil {
		return nil, err
	}
	defer s.gate.Leave()
	err = s.view(func(btx *bbolt.Tx) error {
		list, err = engine.Deadlines(newTransaction(btx), c)
		return err
	})
	return list, err
}

// Guilds implements [storage.Store].
func (s *Store) Guilds(ctx context.Context) (list []storage.GuildID, err error) {
	if err := s.gate.Enter(ctx); err != nil {
		return nil, err
	}
	defer s.gate.Leave()
	err = s.view(func(btx *bbolt.Tx) error {
		list, err = engine.Guilds(newTransaction(btx))
		return err
	})
	return list, err
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
