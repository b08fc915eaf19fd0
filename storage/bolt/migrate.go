package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// migration brings the schema from one version to the next.
type migration struct {
	// prepare makes transactions of its own, which change nothing that the version
	// before reads; nil for none. It is called again when a migration was interrupted.
	prepare func(context.Context, *bbolt.DB) error
	apply   func(context.Context, *bbolt.Tx) error // the new version comes with it
}

// migrations are in order: the first makes version 1 of an empty file. One that
// was ever released is never changed.
func migrations() []migration {
	return []migration{{apply: makeBuckets}, {apply: addSums}, {apply: addTransfers},
		keyByGuild(2000), {apply: addBuckets("log", "emojis")},
		{apply: addBuckets("seatings", "due")},
		{apply: func(ctx context.Context, tx *bbolt.Tx) error {
			return firstOf(addBuckets("history", "unreviewed", "hints", "tallies", "lessons",
				"drills", "limits", "seasons", "marks")(ctx, tx), reorderByNet(tx))
		}}}
}

// firstBuckets are the buckets of schemas 1 and 2.
var firstBuckets = []string{"meta", "seen", "journal", "keys", "balances", "hands", "profiles",
	"settings", "decks", "entries", "blocks"}

// newestSchema is the version that [Open] brings files to.
func newestSchema() int { return len(migrations()) }

func makeBuckets(_ context.Context, tx *bbolt.Tx) error {
	for _, name := range firstBuckets {
		if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	return nil
}

// addSums puts a checksum behind every value. Records stay of their version.
func addSums(ctx context.Context, tx *bbolt.Tx) error {
	for _, name := range firstBuckets {
		if name == "meta" || name == "entries" {
			continue
		}
		b := bucketOf(tx, name)
		if b.Bucket == nil {
			return fmt.Errorf("%w: the bucket %q is missing", storage.ErrCorrupt, name)
		}
		if err := addSumsTo(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// addSumsTo goes through a bucket in steps, for a cursor does not survive changes.
func addSumsTo(ctx context.Context, b bucket) error {
	const each = 1000
	var next []byte
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		var keys, values [][]byte
		c := b.Cursor()
		key, value := c.Seek(next)
		for ; key != nil && len(keys) < each; key, value = c.Next() {
			keys, values = append(keys, bytes.Clone(key)), append(values, bytes.Clone(value))
		}
		next = bytes.Clone(key)
		for i, key := range keys {
			if err := b.put(key, values[i]); err != nil {
				return err
			}
		}
		if next == nil {
			return nil
		}
	}
}

// addTransfers notes each posting that is a transfer with its players.
func addTransfers(ctx context.Context, tx *bbolt.Tx) error {
	if _, err := tx.CreateBucketIfNotExists([]byte("transfers")); err != nil {
		return err
	}
	journal, transfers := bucketOf(tx, "journal"), bucketOf(tx, "transfers")
	return journal.ForEach(func(key, raw []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		sequence, _ := engine.NumberOf(key)
		value, err := journal.checked(key, raw)
		if err != nil {
			return err
		}
		p, err := engine.DecodePosting(sequence, value)
		if err != nil {
			return err
		}
		for _, player := range p.Transferred() {
			noted := engine.TransferKey(player, sequence).ID
			if err := transfers.put(noted, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// addBuckets makes room for records that there were none of.
func addBuckets(names ...string) func(context.Context, *bbolt.Tx) error {
	return func(ctx context.Context, tx *bbolt.Tx) error {
		for _, name := range names {
			if err := ctx.Err(); err != nil {
				return err
			}
			if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	}
}

// migrate brings a file to the newest version, each step in a transaction of
// its own, and returns the version it had.
func migrate(ctx context.Context, db *bbolt.DB, steps []migration) (from int, err error) {
	err = db.View(func(tx *bbolt.Tx) error {
		from, err = schemaVersion(tx, len(steps))
		return err
	})
	if err != nil {
		return 0, err
	}
	for version := from; version < len(steps); version++ {
		err := steps[version].run(ctx, db, version+1)
		if err != nil {
			if noSpace(err) {
				err = fmt.Errorf("%w: %w", storage.ErrNoSpace, err)
			}
			return from, fmt.Errorf("bring the schema from version %d to %d: %w", version,
				version+1, err)
		}
	}
	return from, nil
}

// run brings a file to a version.
func (m migration) run(ctx context.Context, db *bbolt.DB, version int) error {
	if m.prepare != nil {
		if err := m.prepare(ctx, db); err != nil {
			return err
		}
	}
	return db.Update(func(tx *bbolt.Tx) error {
		if err := m.apply(ctx, tx); err != nil {
			return err
		}
		return metaOf(tx).Put(schemaKey(), binary.BigEndian.AppendUint32(nil, uint32(version)))
	})
}

// schemaOf returns the schema of a file.
func schemaOf(db *bbolt.DB) (version int, err error) {
	err = db.View(func(tx *bbolt.Tx) error {
		version, err = schemaVersion(tx, newestSchema())
		return err
	})
	return version, err
}

// schemaVersion returns the version of a file, 0 for a new one, and
// [storage.ErrNewer] for one above the newest.
func schemaVersion(tx *bbolt.Tx, newest int) (int, error) {
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
	if version > newest {
		return 0, fmt.Errorf("%w: its schema is %d, this one knows up to %d", storage.ErrNewer,
			version, newest)
	}
	return version, nil
}
