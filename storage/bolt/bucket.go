package bolt

import (
	"encoding/binary"
	"slices"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// bucketNames are all buckets of the schema, those of schema 1 first.
var bucketNames = append(slices.Clone(firstBuckets), "transfers")

// firstBuckets are the buckets of schemas 1 and 2.
var firstBuckets = []string{"meta", "seen", "journal", "keys", "balances", "hands", "profiles", "settings", "decks", "entries", "blocks"}

func metaOf(tx *bbolt.Tx) *bbolt.Bucket { return tx.Bucket([]byte("meta")) }

func bucketOf(tx *bbolt.Tx, name string) bucket { return bucket{tx.Bucket([]byte(name)), name} }

func seenOf(tx *bbolt.Tx) bucket      { return bucketOf(tx, "seen") }
func keysOf(tx *bbolt.Tx) bucket      { return bucketOf(tx, "keys") }
func balancesOf(tx *bbolt.Tx) bucket  { return bucketOf(tx, "balances") }
func handsOf(tx *bbolt.Tx) bucket     { return bucketOf(tx, "hands") }
func profilesOf(tx *bbolt.Tx) bucket  { return bucketOf(tx, "profiles") }
func settingsOf(tx *bbolt.Tx) bucket  { return bucketOf(tx, "settings") }
func decksOf(tx *bbolt.Tx) bucket     { return bucketOf(tx, "decks") }
func blocksOf(tx *bbolt.Tx) bucket    { return bucketOf(tx, "blocks") }
func transfersOf(tx *bbolt.Tx) bucket { return bucketOf(tx, "transfers") }

// entriesOf returns the entries of all orders, which are keys without values.
func entriesOf(tx *bbolt.Tx) *bbolt.Bucket { return tx.Bucket([]byte("entries")) }

// journalOf returns the journal, whose pages are filled nearly whole: it only
// ever grows at its end.
func journalOf(tx *bbolt.Tx) bucket {
	b := bucketOf(tx, "journal")
	b.FillPercent = 0.95
	return b
}

// schemaKey is the key of the schema's version in the meta bucket.
func schemaKey() []byte { return []byte("schema") }

func numberKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func playerKey(p storage.Player) []byte {
	key := binary.BigEndian.AppendUint64(make([]byte, 0, 16), uint64(p.Guild))
	return binary.BigEndian.AppendUint64(key, uint64(p.User))
}

func handKey(id storage.HandID) []byte { return numberKey(uint64(id)) }

func guildKey(g storage.GuildID) []byte { return numberKey(uint64(g)) }

func deckKey(p storage.Player, table string) []byte { return append(playerKey(p), table...) }

func transferKey(p storage.Player, sequence uint64) []byte {
	return binary.BigEndian.AppendUint64(playerKey(p), sequence)
}

func accountKey(a storage.Account) []byte {
	key := binary.BigEndian.AppendUint64(make([]byte, 0, 17), uint64(a.Guild))
	key = append(key, byte(a.Kind))
	return binary.BigEndian.AppendUint64(key, a.Owner)
}

// numberOf is the reverse of numberKey.
func numberOf(key []byte) (uint64, bool) {
	if len(key) != 8 {
		return 0, false
	}
	return binary.BigEndian.Uint64(key), true
}

// playerOf is the reverse of playerKey.
func playerOf(key []byte) (storage.Player, bool) {
	if len(key) != 16 {
		return storage.Player{}, false
	}
	return storage.Player{
		Guild: storage.GuildID(binary.BigEndian.Uint64(key)),
		User:  storage.UserID(binary.BigEndian.Uint64(key[8:])),
	}, true
}

// transferOf is the reverse of transferKey.
func transferOf(key []byte) (p storage.Player, sequence uint64, ok bool) {
	if len(key) != 24 {
		return p, 0, false
	}
	p, ok = playerOf(key[:16])
	return p, binary.BigEndian.Uint64(key[16:]), ok
}

// accountOf is the reverse of accountKey.
func accountOf(key []byte) (storage.Account, bool) {
	if len(key) != 17 {
		return storage.Account{}, false
	}
	return storage.Account{
		Kind:  storage.AccountKind(key[8]),
		Guild: storage.GuildID(binary.BigEndian.Uint64(key)),
		Owner: binary.BigEndian.Uint64(key[9:]),
	}, true
}
