package bolt

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// sumSize is the size of the checksum at the end of every value.
const sumSize = crc32.Size

// castagnoli makes the checksums: processors compute it by themselves.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// bucket is a bucket whose values end with a checksum over the bucket's name,
// the key and the value: a value that was changed, or that stands where another
// should, is reported and never used. Its methods keep the file's fingerprint.
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
	return b.replace(key, binary.BigEndian.AppendUint32(value[:len(value):len(value)],
		b.sum(key, value)))
}

// remove deletes a record, if there is one.
func (b bucket) remove(key []byte) error { return b.replace(key, nil) }

// replace puts what is kept of a record, nil for nothing, in the place of what was, and
// carries the fingerprint on. Nothing else changes a bucket of records.
func (b bucket) replace(key, raw []byte) error {
	p, err := printOf(b.Tx())
	if err != nil {
		return err
	}
	if was := b.Get(key); was != nil {
		p.records--
		p.sum -= uint64(sumIn(was))
	}
	if raw == nil {
		err = b.Delete(key)
	} else {
		p.records++
		p.sum += uint64(sumIn(raw))
		err = b.Put(key, raw)
	}
	return firstOf(err, p.keep(b.Tx()))
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

// fingerprint is of all records of a file: it differs when one was changed, added or lost.
type fingerprint struct {
	records uint64 // their number
	sum     uint64 // of their checksums
}

const printSize = 16

// printOf returns the fingerprint that a file keeps.
func printOf(tx *bbolt.Tx) (p fingerprint, err error) {
	raw := metaOf(tx).Get(printKey())
	if len(raw) != printSize {
		return p, fmt.Errorf("%w: its fingerprint has %d bytes, not %d; restore a backup",
			storage.ErrCorrupt, len(raw), printSize)
	}
	return fingerprint{binary.BigEndian.Uint64(raw), binary.BigEndian.Uint64(raw[8:])}, nil
}

// keep writes the fingerprint, in the transaction of the records it is of.
func (p fingerprint) keep(tx *bbolt.Tx) error {
	raw := binary.BigEndian.AppendUint64(make([]byte, 0, printSize), p.records)
	return metaOf(tx).Put(printKey(), binary.BigEndian.AppendUint64(raw, p.sum))
}

// checkRecords reads all records and compares their checksums and the fingerprint.
func checkRecords(ctx context.Context, tx *bbolt.Tx) error {
	const often = 1 << 12 // records between two looks at ctx
	kept, err := printOf(tx)
	if err != nil {
		return err
	}
	var found fingerprint
	err = tx.ForEach(func(name []byte, in *bbolt.Bucket) error {
		if string(name) == "meta" {
			return nil
		}
		b := bucketOf(tx, string(name))
		return in.ForEach(func(key, raw []byte) error {
			if found.records++; found.records%often == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			found.sum += uint64(sumIn(raw))
			if _, err := b.checked(key, raw); err != nil {
				return fmt.Errorf("%w; restore a backup", err)
			}
			return nil
		})
	})
	if err == nil && found != kept {
		err = fmt.Errorf("%w: it has %d records and should have %d, or others than these; "+
			"restore a backup", storage.ErrCorrupt, found.records, kept.records)
	}
	return err
}
