package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// migration brings the schema from one version to the next. It writes records by the methods of
// a [bucket], which keep the fingerprint.
type migration func(context.Context, *bbolt.Tx) error

// migrations are in order: the first makes version 1 of an empty file. From the first release
// on, one that was released is never changed. A test adds its own.
var migrations = []migration{makeBuckets}

// newestSchema is the version that [Open] brings files to.
func newestSchema() int { return len(migrations) }

// makeBuckets makes the buckets that are missing.
func makeBuckets(_ context.Context, tx *bbolt.Tx) error {
	for _, name := range bucketNames() {
		if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	if metaOf(tx).Get(printKey()) != nil {
		return nil
	}
	return fingerprint{}.keep(tx)
}

// migrate brings a file to the newest version. It takes one transaction: a migration that is
// interrupted leaves the file as it was.
func migrate(ctx context.Context, db *bbolt.DB) error {
	err := db.Update(func(tx *bbolt.Tx) error {
		from, err := schemaVersion(tx)
		if err != nil {
			return err
		}
		for version := from; version < newestSchema(); version++ {
			if err := firstOf(ctx.Err(), migrations[version](ctx, tx)); err != nil {
				return fmt.Errorf("bring the schema from version %d to %d: %w", version,
					version+1, err)
			}
		}
		return metaOf(tx).Put(schemaKey(),
			binary.BigEndian.AppendUint32(nil, uint32(newestSchema())))
	})
	if err != nil && noSpace(err) {
		err = fmt.Errorf("%w: %w", storage.ErrNoSpace, err)
	}
	return err
}

// schemaOf returns the schema of a file.
func schemaOf(db *bbolt.DB) (version int, err error) {
	err = db.View(func(tx *bbolt.Tx) error {
		version, err = schemaVersion(tx)
		return err
	})
	return version, err
}

// schemaVersion returns the version of a file, 0 for a new one, and
// [storage.ErrNewer] for one above the newest.
func schemaVersion(tx *bbolt.Tx) (int, error) {
	if key, _ := tx.Cursor().First(); key == nil {
		return 0, nil
	}
	meta := metaOf(tx)
	if meta == nil {
		return 0, &strangeError{errors.New("it has no meta bucket")}
	}
	raw := meta.Get(schemaKey())
	if len(raw) != 4 {
		return 0, fmt.Errorf("%w: its schema version has %d bytes, not 4", storage.ErrCorrupt,
			len(raw))
	}
	version := int(binary.BigEndian.Uint32(raw))
	if version > newestSchema() {
		return 0, fmt.Errorf("%w: its schema is %d, this one knows up to %d", storage.ErrNewer,
			version, newestSchema())
	}
	return version, nil
}
