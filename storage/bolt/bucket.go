package bolt

import (
	"go.etcd.io/bbolt"

	"holecard/storage/engine"
)

// bucketNames are all buckets of the schema.
func bucketNames() []string {
	names := []string{"meta", "blocks"}
	for t := range engine.Table(engine.Tables) {
		names = append(names, bucketName(t))
	}
	return names
}

// bucketName returns the bucket of a table. Those that schema 4 keys by guild have
// names of their own, because a migration makes them beside the old ones.
func bucketName(t engine.Table) string {
	switch t {
	case engine.Seen, engine.Journal, engine.Keys, engine.Transfers, engine.Rounds:
		return "guild-" + t.String()
	}
	return t.String()
}

func metaOf(tx *bbolt.Tx) *bbolt.Bucket { return tx.Bucket([]byte("meta")) }

// schemaKey is the key of the schema's version in the meta bucket.
func schemaKey() []byte { return []byte("schema") }
