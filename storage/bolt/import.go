package bolt

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// Import makes a file of a stream that [Store.Export] of any engine has written. The file
// gets its name when it is whole, safe on disk and audited; before that, and after an
// error, there is nothing at the path. Where there is something already it returns
// [storage.ErrNotEmpty].
func Import(ctx context.Context, path string, r io.Reader, m storage.Move) error {
	var said storage.Audit
	fill := func(db *bbolt.DB) (err error) {
		db.NoSync = true // all is made safe together
		said, err = addStream(ctx, db, r, m)
		return err
	}
	err := makeFile(path, fill, func(aside string) error {
		found, err := auditOf(ctx, aside)
		if err != nil {
			return err
		}
		return m.Kept(said, found)
	})
	if errors.Is(err, fs.ErrExist) {
		return storage.ErrNotEmpty
	}
	return err
}

// importMax is how many records are added in a transaction, about: as many dirty pages
// are in memory.
const importMax = 1 << 14

// addStream adds the records of a stream, in transactions of many.
func addStream(
	ctx context.Context, db *bbolt.DB, r io.Reader, m storage.Move,
) (said storage.Audit, err error) {
	tx, err := db.Begin(true)
	if err != nil {
		return said, err
	}
	defer func() { tx.Rollback() }() // of a transaction that is committed it does nothing
	added := 0
	fill := func(_ storage.GuildID, add []engine.Change) (err error) {
		if added += len(add); added > importMax {
			if err := tx.Commit(); err != nil {
				return err
			}
			next, err := db.Begin(true)
			if err != nil {
				return err
			}
			tx, added = next, len(add)
		}
		return newTransaction(tx).Apply(add)
	}
	said, err = engine.Import(ctx, r, fill, m)
	if err != nil {
		return said, err
	}
	return said, tx.Commit()
}

// auditOf audits a file.
func auditOf(ctx context.Context, path string) (storage.Audit, error) {
	s, err := OpenReadOnly(ctx, path)
	if err != nil {
		return storage.Audit{}, err
	}
	found, err := s.Audit(ctx)
	return found, errors.Join(err, s.Close())
}
