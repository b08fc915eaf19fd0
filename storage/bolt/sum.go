package bolt

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// sumSize is the size of the checksum at the end of every value.
const sumSize = crc32.Size

// castagnoli makes the checksums: processors compute it by themselves.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// bucket is a bucket whose values end with a checksum over the bucket's name,
// the key and the value: so a value that was changed, or that stands where
// another should, is told and never used.
type bucket struct {
	*bbolt.Bucket
	name string
	seed uint32 // the checksum of the name
}

func bucketOf(tx *bbolt.Tx, name string) bucket {
	n := []byte(name)
	return bucket{tx.Bucket(n), name, crc32.Checksum(n, castagnoli)}
}

func (b bucket) sum(key, value []byte) uint32 {
	return crc32.Update(crc32.Update(b.seed, castagnoli, key), castagnoli, value)
}

// put keeps a value.
func (b bucket) put(key, value []byte) error {
	return b.Put(key, binary.BigEndian.AppendUint32(value[:len(value):len(value)],
		b.sum(key, value)))
}

// get returns a value, nil for none.
func (b bucket) get(key []byte) ([]byte, error) {
	raw := b.Get(key)
	if raw == nil {
		return nil, nil
	}
	return b.checked(key, raw)
}

// checked returns what was put, from what is kept.
func (b bucket) checked(key, raw []byte) ([]byte, error) {
	if b.name == engine.Entries.String() { // whose values are empty
		return raw, nil
	}
	size := len(raw) - sumSize
	if size < 0 {
		return nil, fmt.Errorf("%w: the record %x of the bucket %q has only %d bytes",
			storage.ErrCorrupt, key, b.name, len(raw))
	}
	value := raw[:size:size]
	if binary.BigEndian.Uint32(raw[size:]) != b.sum(key, value) {
		return nil, fmt.Errorf("%w: the record %x of the bucket %q was changed on the disk",
			storage.ErrCorrupt, key, b.name)
	}
	return value, nil
}
