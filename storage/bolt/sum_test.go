package bolt

import (
	"bytes"
	"context"
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
