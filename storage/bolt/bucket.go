package bolt

import (
	"go.etcd.io/bbolt"

	"holecard/storage/engine"
)

// bucketNames are all buckets of the schema.
func bucketNames() []string {
	names := []string{"meta", "blocks"}
	for _, t := range engine.Tables() {
		names = append(names, t.Name())
	}
	return names
}

func metaOf(tx *bbolt.Tx) *bbolt.Bucket { return tx.Bucket([]byte("meta")) }

// printKey is the key of the fingerprint in the meta bucket.
func printKey() []byte { return []byte("print") }

// schemaKey is the key of the schema's version in the meta bucket.
func schemaKey() []byte { return []byte("schema") }
