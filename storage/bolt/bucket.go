package bolt

import (
	"slices"

	"go.etcd.io/bbolt"

	"holecard/storage/engine"
)

// bucketNames are all buckets of the schema, those of schema 1 first.
var bucketNames = append(slices.Clone(firstBuckets), engine.Transfers.String())

// firstBuckets are the buckets of schemas 1 and 2.
var firstBuckets = []string{"meta", "seen", "journal", "keys", "balances", "hands", "profiles",
	"settings", "decks", "entries", "blocks"}

func metaOf(tx *bbolt.Tx) *bbolt.Bucket { return tx.Bucket([]byte("meta")) }

// schemaKey is the key of the schema's version in the meta bucket.
func schemaKey() []byte { return []byte("schema") }

func bucketOf(tx *bbolt.Tx, name string) bucket { return bucket{tx.Bucket([]byte(name)), name} }
