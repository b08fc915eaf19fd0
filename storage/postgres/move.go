package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"holecard/storage"
	"holecard/storage/engine"
)

// Export audits and writes all that is kept as a stream that every engine can import: one
// state of each guild, one guild after the other.
func (s *Store) Export(ctx context.Context, w io.Writer, m storage.Move) error {
	x := engine.NewExport(w, m)
	found, err := s.compare(ctx, func(a *engine.Auditor) error { return a.Export(x) })
	if err != nil {
		return err
	}
	if err := cmp.Or(m.Judge(found), ctx.Err()); err != nil {
		return err
	}
	return x.End(found)
}

// importLease is held by an import, and by one that did not end for ever: what it has left
// is no whole database.
const importLease = "import"

// forEver is how long that is.
const forEver = 100 * 365 * 24 * time.Hour

// Import fills a database without guilds with what Export of any engine has written. It
// returns [storage.ErrNotEmpty] for another. After an error nobody can open the database,
// unless it is empty still.
func Import(ctx context.Context, url string, r io.Reader, o Options, m storage.Move) error {
	s, err := Open(ctx, url, o)
	if err != nil {
		return err
	}
	holder := strconv.FormatInt(time.Now().UnixNano(), 36)
	held, err := s.Lease(ctx, importLease, holder, forEver)
	if err == nil && !held {
		err = storage.ErrUnfinished
	}
	if err == nil {
		err = s.importAll(ctx, r, m)
		if empty, unknown := s.empty(ctx); err == nil || unknown == nil && empty ||
			errors.Is(err, storage.ErrNotEmpty) {
			err = cmp.Or(err, s.Yield(context.WithoutCancel(ctx), importLease, holder))
		}
	}
	return errors.Join(err, s.Close())
}

func (s *Store) importAll(ctx context.Context, r io.Reader, m storage.Move) error {
	if empty, err := s.empty(ctx); err != nil || !empty {
		return cmp.Or(err, storage.ErrNotEmpty)
	}
	fill := func(g storage.GuildID, add []engine.Change) error { return s.fill(ctx, g, add) }
	said, err := engine.Import(ctx, r, fill, m)
	if err != nil {
		return err
	}
	found, err := s.Audit(ctx)
	if err != nil {
		return err
	}
	return m.Kept(said, found)
}

// errSome ends a look for guilds.
var errSome = errors.New("there is a guild")

func (s *Store) empty(ctx context.Context) (bool, error) {
	err := s.eachGuild(ctx, func(storage.GuildID) error { return errSome })
	if errors.Is(err, errSome) {
		return false, nil
	}
	return err == nil, err
}

// fill adds records of a guild in a transaction.
func (s *Store) fill(ctx context.Context, g storage.GuildID, add []engine.Change) error {
	conn, err := s.pool.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.release()
	asks, err := writes(add, nil)
	if err == nil {
		err = (&batch{conn: conn}).save(ctx, asks)
	}
	if err != nil {
		return fmt.Errorf("import records of %v: %w", g, err)
	}
	return nil
}
