package bolt

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// A change of any byte of any value is told by who reads it, and by the audit.
func TestChangedValueIsNeverUsed(t *testing.T) {
	s := openNew(t)
	twoPlayers(t, s)
	one := storage.Player{Guild: 7, User: 1}
	update(t, s, func(tx storage.Tx) error {
		return errors.Join(tx.See(1, noon),
			tx.SaveDeck(storage.Deck{Player: one, Table: "mit", Cards: []byte{1}}),
			tx.SaveSettings(storage.Settings{Guild: 7, NoGive: true}))
	})
	open := storage.Posting{Key: "open 1", From: storage.MintOf(7), To: storage.WalletOf(one),
		Chips: 1, Reason: storage.Opening}
	for _, record := range []struct {
		of   func(*bbolt.Tx) bucket
		key  []byte
		read func(storage.Tx) error
	}{
		{balancesOf, accountKey(storage.WalletOf(one)), func(tx storage.Tx) error {
			_, err := tx.Balance(storage.WalletOf(one))
			return err
		}},
		{profilesOf, playerKey(one), func(tx storage.Tx) error {
			_, _, err := tx.Profile(one)
			return err
		}},
		{handsOf, ownKey(11), func(tx storage.Tx) error { _, _, err := tx.Round(11); return err }},
		{handsOf, ownKey(11), func(tx storage.Tx) error {
			return tx.SaveRound(storage.Round{ID: 11, Guild: 7,
				Version: 2, Seats: []storage.Seat{{User: 1}}})
		}},
		{settingsOf, numberKey(7), func(tx storage.Tx) error {
			_, err := tx.Settings()
			return err
		}},
		{decksOf, deckKey(one, "mit"), func(tx storage.Tx) error {
			_, _, err := tx.Deck(one, "mit")
			return err
		}},
		{seenOf, ownKey(1), func(tx storage.Tx) error { return tx.See(1, noon) }},
		{keysOf, postingKey("open 1"), func(tx storage.Tx) error { return tx.Post(open) }},
		{journalOf, ownKey(1), nil},
		{blocksOf, orderOfGuild7().lastKey(), func(tx storage.Tx) error {
			_, _, err := tx.Rank(one, storage.ByChips.Ever())
			return err
		}},
	} {
		var whole []byte
		raw(t, s, func(tx *bbolt.Tx) error {
			whole = bytes.Clone(record.of(tx).Get(record.key))
			return nil
		})
		if len(whole) <= sumSize {
			t.Fatalf("no record %x", record.key)
		}
		for at := range whole {
			changed := bytes.Clone(whole)
			changed[at] ^= 0x10
			raw(t, s, func(tx *bbolt.Tx) error { return record.of(tx).Put(record.key, changed) })
			if record.read != nil {
				if err := s.Update(context.Background(), 7, record.read); !errors.Is(err,
					storage.ErrCorrupt) {
					t.Errorf("byte %d of record %x: %v", at, record.key, err)
				}
			}
			if a, err := s.Audit(context.Background()); err != nil || a.OK {
				t.Errorf("byte %d of record %x: the audit finds nothing (%v)", at, record.key, err)
			}
		}
		raw(t, s, func(tx *bbolt.Tx) error { return record.of(tx).Put(record.key, whole) })
	}
	if a, err := s.Audit(context.Background()); err != nil || !a.OK {
		t.Errorf("whole again: %+v, %v", a, err)
	}
}

func orderOfGuild7() order { return order{prefix: append(numberKey(7), byte(storage.ByChips))} }

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

// An entry has no value: its score is compared with what it was made of.
func TestEntryOfAnotherScoreIsNeverUsed(t *testing.T) {
	s := openNew(t)
	twoPlayers(t, s)
	raw(t, s, func(tx *bbolt.Tx) error {
		return orderBy(tx, 7, storage.ByChips.Ever()).move(entry{90, 1}, entry{40, 1})
	})
	err := s.View(context.Background(), 7, func(r storage.Reader) error {
		_, err := r.Standings(storage.ByChips.Ever(), 0, 10)
		return err
	})
	if !errors.Is(err, storage.ErrCorrupt) {
		t.Error(err)
	}
}
