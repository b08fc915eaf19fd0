package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"holecard/storage"
)

// patience is how long a transaction is tried: what Discord waits for an answer leaves no
// more.
const patience = 2500 * time.Millisecond

// again runs a transaction until it succeeds, or fails for a reason of its own. Where no time
// is left, the error is that of the context and of the last try.
func (s *Store) again(
	ctx context.Context, try func(context.Context) (again bool, err error),
) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	wait := backoff{}
	for {
		again, err := try(ctx)
		if s.note(again, err); err == nil || !again || !transient(err) {
			return explain(err)
		}
		if over := wait.pause(ctx); over != nil {
			return fmt.Errorf("%w: %w", over, err)
		}
		if conflicts(err) {
			s.retried.conflicts.Add(1)
		} else {
			s.retried.troubles.Add(1)
		}
	}
}

// note keeps the trouble that the database has.
func (s *Store) note(ofDatabase bool, err error) {
	switch {
	case err == nil:
		s.trouble.Store(nil)
	case ofDatabase && !conflicts(err):
		s.trouble.Store(&err)
	}
}

// Trouble returns why the last transaction failed, if it was the database.
func (s *Store) Trouble() error {
	if err := s.trouble.Load(); err != nil {
		return *err
	}
	return nil
}

// Check returns nil: a database that fails may be back at any moment.
func (s *Store) Check() error { return nil }

// backoff is a pause that grows, and is never the same for two.
type backoff struct{ last time.Duration }

const (
	firstPause = 2 * time.Millisecond
	mostPause  = 200 * time.Millisecond
)

// pause waits, or returns the error of a context that ends before.
func (b *backoff) pause(ctx context.Context) error {
	b.last = min(max(2*b.last, firstPause), mostPause)
	timer := time.NewTimer(b.last/2 + rand.N(b.last))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// transient reports whether a transaction that failed may succeed when it is run again.
func transient(err error) bool {
	if ofTLS(err) {
		return false
	}
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch failed.Code {
		case "40001", "40P01", "23505", "22012", "42710", "42P07", // somebody was faster
			"55P03", "55006", "25006", // a lock, a database in use, a primary that is none any more
			"53300", // too many connections
			// the database ends, begins, or has ended the connection
			"57P01", "57P02", "57P03", "57P05", "25P03":
			return true
		}
		return len(failed.Code) == 5 && failed.Code[:2] == "08"
	}
	if isFinal(err) {
		return false
	}
	if _, ok := errors.AsType[*pgconn.ParseConfigError](err); ok {
		return false
	}
	return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// isFinal reports whether an error is about what the database is, which no waiting changes.
func isFinal(err error) bool {
	return slices.ContainsFunc([]error{ErrOld, ErrPooled, ErrNoTables, storage.ErrNewer,
		storage.ErrUnfinished, storage.ErrUnconfirmed, storage.ErrCorrupt},
		func(is error) bool { return errors.Is(err, is) })
}

// conflicts reports whether somebody else was faster.
func conflicts(err error) bool {
	if errors.Is(err, errConflict) {
		return true
	}
	failed, ok := errors.AsType[*pgconn.PgError](err)
	return ok && slices.Contains([]string{"40001", "40P01", "23505", "22012"}, failed.Code)
}

// explain returns an error of the database as one of the storage.
func explain(err error) error {
	failed, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return err
	}
	switch {
	case failed.Code == "53100":
		return errors.Join(storage.ErrNoSpace, err)
	case failed.Code[:2] == "XX":
		return errors.Join(storage.ErrCorrupt, err)
	}
	return err
}
