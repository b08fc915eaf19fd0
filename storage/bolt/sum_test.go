package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// A value that stands under another's key, or in another bucket, is told too.
func TestValueOfAnotherKeyIsNeverUsed(t *testing.T) {
	s := openNew(t)
	twoPlayers(t, s)
	one, two := storage.WalletOf(storage.Player{Guild: 7, User: 1}),
		storage.WalletOf(storage.Player{Guild: 7, User: 2})
	raw(t, s, func(tx *bbolt.Tx) error {
		b := balancesOf(tx)
		return b.Put(accountKey(two), bytes.Clone(b.Get(accountKey(one))))
	})
	err := s.View(context.Background(), 7, func(r storage.Reader) error {
		_, err := r.Balance(two)
		return err
	})
	if !errors.Is(err, storage.ErrCorrupt) {
		t.Error(err)
	}
	raw(t, s, func(tx *bbolt.Tx) error {
		_, err := profilesOf(tx).checked(accountKey(one), balancesOf(tx).Get(accountKey(one)))
		if !errors.Is(err, storage.ErrCorrupt) {
			t.Error(err)
		}
		return nil
	})
}

// Whatever is not written by the store is noticed at every opening.
func TestEachOpeningComparesAllRecordsAndTheFingerprint(t *testing.T) {
	first := func(b *bbolt.Bucket) (key, raw []byte) {
		key, raw = b.Cursor().First()
		return bytes.Clone(key), bytes.Clone(raw)
	}
	one := storage.WalletOf(storage.Player{Guild: 7, User: 1})
	for fact, damage := range map[string]func(*bbolt.Tx) error{
		"a record is removed": func(tx *bbolt.Tx) error {
			return balancesOf(tx).Delete(accountKey(one))
		},
		"an entry is removed": func(tx *bbolt.Tx) error {
			key, _ := first(entriesOf(tx).Bucket)
			return entriesOf(tx).Delete(key)
		},
		"a block is removed": func(tx *bbolt.Tx) error {
			key, _ := first(blocksOf(tx).Bucket)
			return blocksOf(tx).Delete(key)
		},
		"all records of a kind are removed": func(tx *bbolt.Tx) error {
			err := tx.DeleteBucket([]byte("hands"))
			_, errMake := tx.CreateBucket([]byte("hands"))
			return errors.Join(err, errMake)
		},
		"a record is of an older state": func(tx *bbolt.Tx) error {
			older := balancesOf(tx).Get(accountKey(one))
			b := balancesOf(tx)
			err := b.put(accountKey(one), []byte("12345678"))
			return errors.Join(err, b.Put(accountKey(one), bytes.Clone(older)))
		},
		"a record is added with its checksum": func(tx *bbolt.Tx) error {
			key, b := numberKey(9), balancesOf(tx)
			return b.Put(key, binary.BigEndian.AppendUint32(nil, b.sum(key, nil)))
		},
		"a record is changed": func(tx *bbolt.Tx) error {
			key, raw := first(journalOf(tx).Bucket)
			raw[0] ^= 1
			return journalOf(tx).Put(key, raw)
		},
		"a record has no checksum": func(tx *bbolt.Tx) error {
			return entriesOf(tx).Put([]byte("key"), nil)
		},
		"a bucket is in the place of a record": func(tx *bbolt.Tx) error {
			_, err := seenOf(tx).CreateBucket([]byte("key"))
			return err
		},
		"the fingerprint is changed": func(tx *bbolt.Tx) error {
			return balancesOf(tx).SetSequence(1)
		},
	} {
		path := newPath(t)
		s := openAt(t, path)
		twoPlayers(t, s)
		raw(t, s, damage)
		s.Close()
		for how, open := range openings {
			if s, err := open(t.Context(), path); !errors.Is(err, storage.ErrCorrupt) {
				t.Errorf("%s, opened %s: %v", fact, how, err)
				if err == nil {
					s.Close()
				}
			}
		}
	}
}
