package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// schema is the version of the tree in the package comment.
const schema = 1

// bucketNames are all buckets of the schema.
func bucketNames() []string {
	names := []string{"meta", "blocks"}
	for _, t := range engine.Tables() {
		names = append(names, t.Name())
	}
	return names
}

func metaOf(tx *bbolt.Tx) *bbolt.Bucket { return tx.Bucket([]byte("meta")) }

// schemaKey is the key of the schema's version in the meta bucket.
func schemaKey() []byte { return []byte("schema") }

// makeBuckets makes the buckets of a new file.
func makeBuckets(tx *bbolt.Tx) error {
	for _, name := range bucketNames() {
		b, err := tx.CreateBucket([]byte(name))
		if err = firstOf(err, b.SetSequence(bucketNamed(name).print())); err != nil {
			return err
		}
	}
	version := binary.BigEndian.AppendUint32(nil, schema)
	return metaOf(tx).Put(schemaKey(), version)
}

// checkSchema refuses a file of another program, of another schema, and one in which a bucket
// is missing.
func checkSchema(tx *bbolt.Tx) error {
	meta := metaOf(tx)
	if meta == nil {
		return &strangeError{errors.New("it has no meta bucket")}
	}
	raw := meta.Get(schemaKey())
	if len(raw) != 4 {
		return fmt.Errorf("%w: its schema version has %d bytes, not 4; restore a backup",
			storage.ErrCorrupt, len(raw))
	}
	switch version := binary.BigEndian.Uint32(raw); {
	case version > schema:
		return fmt.Errorf("%w: its schema is %d, this one knows up to %d", storage.ErrNewer,
			version, schema)
	case version < schema:
		return fmt.Errorf("%w: there is no schema %d; restore a backup", storage.ErrCorrupt,
			version)
	}
	for _, name := range bucketNames() {
		if tx.Bucket([]byte(name)) == nil {
			return fmt.Errorf("%w: the bucket %q is missing; restore a backup", storage.ErrCorrupt,
				name)
		}
	}
	return nil
}
