package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"holecard/storage"
	"holecard/storage/engine"
)

// Store is a [storage.Store] in a database of PostgreSQL. Make it with [Open].
type Store struct {
	pool *pool
	// A connection for what must not wait for a transaction to end: a transaction may wait
	// for it.
	side    *pool
	log     *slog.Logger
	gate    engine.Gate
	ranks   samples
	trouble atomic.Pointer[error]
	retried struct{ conflicts, troubles atomic.Int64 }
	queue   queue
	seen    atomic.Int64 // calls that recorded an interaction
	closing sync.Once
	ending  sync.WaitGroup // of workers
}

// Options are how a store is opened.
type Options struct {
	Logger *slog.Logger
	// Patience is how long the database may be away before it is open, 0 for as long as the
	// context lasts.
	Patience time.Duration
	// ReadOnly opens a database only to be read: it may be a standby, and is not brought up to
	// date.
	ReadOnly bool
}

// Open opens a database, and brings it up to date. It tries as long as ctx lasts while the
// database cannot be reached. It returns [storage.ErrNewer] for one that a newer version has
// brought up to date, and [storage.ErrUnfinished] for one into which an import goes on, or has
// not ended.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	config, most, err := configure(url)
	if err != nil {
		return nil, err
	}
	s := &Store{pool: newPool(config, most), side: newPool(config, 1), log: o.Logger}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if err = s.reach(ctx, config, o); err != nil {
		return nil, err
	}
	return s, nil
}

// reach brings a database up to date, and waits for it as long as ctx lasts.
func (s *Store) reach(
	ctx context.Context, config *pgconn.Config, o Options,
) (err error) {
	if o.Patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Patience)
		defer cancel()
	}
	wait, told := backoff{}, time.Time{}
	for {
		failed := migrate(ctx, config, o.ReadOnly)
		switch {
		case failed == nil:
			return nil
		case err == nil || ctx.Err() == nil: // else it says only that the time is over
			err = unreachable(failed)
		}
		if !transient(failed) || wait.pause(ctx) != nil {
			return err
		}
		if time.Since(told) >= tellEvery {
			s.log.Warn("the database cannot be opened yet: trying on", "error", err)
			told = time.Now()
		}
	}
}

// tellEvery is how often people are told of a database that cannot be opened.
const tellEvery = 10 * time.Second

// connections is how many a process has at most, unless the address says mostConnections=N.
// More would be slower: the processors of the database limit how much it does at once.
const (
	connections     = 8
	mostConnections = "pool_max_conns"
)

// configure returns how the database at an address is used, and the most connections to it.
func configure(url string) (c *pgconn.Config, most int32, err error) {
	c, err = pgconn.ParseConfig(url)
	if parse, ok := errors.AsType[*pgconn.ParseConfigError](err); ok &&
		strings.Contains(err.Error(), "failed to configure TLS") {
		return nil, 0, fmt.Errorf("%w: %w", ErrTLS, parse.Unwrap())
	}
	if err != nil || misread(c) {
		return nil, 0, ErrAddress // the parser's own words may quote a password
	}
	most = connections
	if text, set := c.RuntimeParams[mostConnections]; set {
		n, err := strconv.ParseInt(text, 10, 32)
		if most = int32(n); err != nil || n < 1 {
			return nil, 0, ErrAddress
		}
		delete(c.RuntimeParams, mostConnections)
	}
	var set []string
	for name, value := range map[string]string{
		"application_name": "holecard",
		"timezone":         "UTC",
		// All statements look rows up by their keys: statements are planned once, by the
		// statistics of that moment, and a plan that reads whole tables, or all rows of a guild
		// to join them, stays when they grow.
		"enable_seqscan":   "off",
		"enable_hashjoin":  "off",
		"enable_mergejoin": "off",
		// A plan that must read a whole table is priced as if it took hours, and would be compiled.
		"jit":                                 "off",
		"plan_cache_mode":                     "force_generic_plan",
		"idle_in_transaction_session_timeout": "10s",
	} {
		if _, chosen := c.RuntimeParams[name]; !chosen {
			set = append(set, "SET "+name+" = '"+value+"'")
		}
	}
	// A pooler takes few settings with the connection itself.
	c.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		_, err := conn.Exec(ctx, strings.Join(set, "; ")).ReadAll()
		return err
	}
	return c, most, nil
}

// Update implements [storage.Store].
func (s *Store) Update(
	ctx context.Context, guild storage.GuildID, fn func(storage.Tx) error,
) error {
	return s.call(ctx, guild, func(c *call) ([]engine.Change, error) {
		c.known = make(map[rowKey]bool)
		tx := engine.NewTransaction(c, guild)
		if err := fn(tx); err != nil {
			return nil, err
		}
		return tx.Changes(), nil
	})
}

// View implements [storage.Store].
func (s *Store) View(
	ctx context.Context, guild storage.GuildID, fn func(storage.Reader) error,
) error {
	return s.call(ctx, guild, func(c *call) ([]engine.Change, error) {
		return nil, fn(engine.NewReader(c, guild))
	})
}

// Close implements [storage.Store]. Closing again does nothing.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.gate.Shut()
		s.ending.Wait()
		s.pool.Close()
		s.side.Close()
	})
	return nil
}

// Usage is how the connections of a store are used.
type Usage struct {
	Busy, Idle, Most int           // connections
	Waits            int64         // transactions that had to wait for one
	Waited           time.Duration // by all of them
	// Transactions that were tried again: somebody else was faster, or the database failed.
	Conflicts, Troubles int64
}

// Usage returns how the connections are used, and have been since the store was opened.
func (s *Store) Usage() Usage {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	now := s.pool.Stat()
	return Usage{Busy: int(now.AcquiredResources()), Idle: int(now.IdleResources()),
		Most:  int(now.MaxResources()),
		Waits: s.queue.waits, Waited: s.queue.waited,
		Conflicts: s.retried.conflicts.Load(), Troubles: s.retried.troubles.Load()}
}
