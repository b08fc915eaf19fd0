package bolt

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/bolt/pages"
)

// sumSize is the size of the checksum at the end of every value.
const sumSize = crc32.Size

// castagnoli makes the checksums: processors compute it by themselves.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// bucket is a bucket whose values end with a checksum over the bucket's name,
// the key and the value: a value that was changed, or that stands where another
// should, is reported and never used. Its methods keep the bucket's fingerprint.
type bucket struct {
	*bbolt.Bucket
	name string
	seed uint32 // the checksum of the name
}

func bucketOf(tx *bbolt.Tx, name string) bucket {
	b := bucketNamed(name)
	b.Bucket = tx.Bucket([]byte(name))
	return b
}

// bucketNamed returns what the checksums of a bucket are made with.
func bucketNamed(name string) bucket {
	return bucket{name: name, seed: crc32.Checksum([]byte(name), castagnoli)}
}

func (b bucket) sum(key, value []byte) uint32 {
	return crc32.Update(crc32.Update(b.seed, castagnoli, key), castagnoli, value)
}

// put keeps a value.
func (b bucket) put(key, value []byte) error {
	return b.replace(key, binary.BigEndian.AppendUint32(value[:len(value):len(value)],
		b.sum(key, value)))
}

// remove deletes a record, if there is one.
func (b bucket) remove(key []byte) error { return b.replace(key, nil) }

// replace puts what is kept of a record, nil for nothing, in the place of what was, and
// carries the bucket's fingerprint on. Nothing else changes a bucket of records.
func (b bucket) replace(key, raw []byte) (err error) {
	kept := b.Sequence()
	if was := b.Get(key); was != nil {
		kept -= printOf(was)
	}
	if raw == nil {
		err = b.Delete(key)
	} else {
		kept += printOf(raw)
		err = b.Put(key, raw)
	}
	return firstOf(err, b.SetSequence(kept))
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
	size := len(raw) - sumSize
	if size < 0 {
		return nil, fmt.Errorf("%w: the record %x of the bucket %q has only %d bytes",
			storage.ErrCorrupt, key, b.name, len(raw))
	}
	value := raw[:size:size]
	if sumIn(raw) != b.sum(key, value) {
		return nil, fmt.Errorf("%w: the record %x of the bucket %q was changed on the disk",
			storage.ErrCorrupt, key, b.name)
	}
	return value, nil
}

// sumIn returns the checksum at the end of what is kept, 0 where there is no room for one.
func sumIn(raw []byte) uint32 {
	if len(raw) < sumSize {
		return 0
	}
	return binary.BigEndian.Uint32(raw[len(raw)-sumSize:])
}

// print returns the fingerprint of the bucket while it is empty, so that one made anew is noticed.
func (b bucket) print() uint64 { return uint64(b.seed) }

// printOf returns what a record adds to the fingerprint of its bucket. That differs when a record was
// changed, added or lost, and is kept as the bucket's sequence, a number of which bbolt makes no use.
func printOf(raw []byte) uint64 { return 1<<32 + uint64(sumIn(raw)) }

// records are what a check of a file's pages finds wrong with its records.
type records struct{ err error } // the first

// of returns what is told the records of a bucket: see [pages.Check].
func (r *records) of(name []byte, kept uint64) pages.Record {
	if string(name) == "meta" {
		return pages.AnyRecords(name, kept)
	}
	b := bucketNamed(string(name))
	found := b.print()
	return func(key, raw []byte) {
		switch {
		case r.err != nil:
		case key != nil:
			found += printOf(raw)
			_, r.err = b.checked(key, raw)
		case found != kept:
			r.err = fmt.Errorf("%w: records of the bucket %q were changed, added or lost",
				storage.ErrCorrupt, name)
		}
	}
}

// wrong returns what is wrong with the records, or nil.
func (r *records) wrong() error {
	if r.err == nil {
		return nil
	}
	return fmt.Errorf("%w; restore a backup", r.err)
}
