package bolt

import (
	"bytes"
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
// should, is reported and never used. Its methods keep the file's fingerprint.
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
func printOf(tx *bbolt.Tx) (fingerprint, error) { return readPrint(metaOf(tx).Get(printKey())) }

func readPrint(raw []byte) (p fingerprint, err error) {
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

// records are what a check of a file's pages has found.
type records struct {
	fingerprint
	kept []byte // the fingerprint in the file
	err  error  // the first
}

// of returns what counts the records of a bucket.
func (r *records) of(name []byte) pages.Record {
	if string(name) == "meta" {
		return func(key, raw []byte) {
			if bytes.Equal(key, printKey()) {
				r.kept = bytes.Clone(raw)
			}
		}
	}
	b := bucketNamed(string(name))
	return func(key, raw []byte) {
		r.records++
		r.sum += uint64(sumIn(raw))
		if r.err == nil {
			_, r.err = b.checked(key, raw)
		}
	}
}

// compare compares the records with the fingerprint that the file keeps.
func (r *records) compare() error {
	kept, err := readPrint(r.kept)
	if err != nil {
		return err
	}
	switch {
	case r.err != nil:
		return fmt.Errorf("%w; restore a backup", r.err)
	case r.fingerprint != kept:
		return fmt.Errorf("%w: it has %d records and should have %d, or others than these; "+
			"restore a backup", storage.ErrCorrupt, r.records, kept.records)
	}
	return nil
}
