package bolt

import (
	"context"
	"errors"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// Whatever cannot be read of a record is an error to its reader, in an update too.
func TestARecordThatCannotBeReadIsAnErrorToEveryReader(t *testing.T) {
	one := storage.Player{Guild: 7, User: 1}
	profile := func(tx *bbolt.Tx) error { return profilesOf(tx).put(playerKey(one), nil) }
	balance := func(tx *bbolt.Tx) error {
		return balancesOf(tx).put(accountKey(storage.WalletOf(one)), nil)
	}
	seatings := func(r storage.Reader) (bool, error) {
		list, err := storage.Seatings.All(r)
		return len(list) > 0, err
	}
	transfers := func(r storage.Reader) (bool, error) {
		list, err := r.Transfers(one, "", 9)
		return len(list) > 0, err
	}
	rank := func(r storage.Reader) (bool, error) {
		_, _, err := r.Rank(one, storage.ByChips.Ever())
		return false, err
	}
	standings := func(r storage.Reader) (bool, error) {
		list, err := r.Standings(storage.ByChips.Ever(), 0, 9)
		return len(list) > 0, err
	}
	for _, f := range []struct {
		fact   string
		damage func(tx *bbolt.Tx) error
		read   func(r storage.Reader) (found bool, err error)
	}{
		{"a profile", profile,
			func(r storage.Reader) (bool, error) {
				_, ok,
					err := storage.Profiles.Get(r, one)
				return ok, err
			}},
		{"a hand", func(tx *bbolt.Tx) error { return handsOf(tx).put(ownKey(11), nil) },
			func(r storage.Reader) (bool, error) {
				_, ok,
					err := storage.Rounds.Get(r, 11)
				return ok, err
			}},
		{"a seating", func(tx *bbolt.Tx) error { return seatingsOf(tx).put(ownKey(21), nil) },
			func(r storage.Reader) (bool, error) {
				_, ok,
					err := storage.Seatings.Get(r, 21)
				return ok, err
			}},
		{"seatings", func(tx *bbolt.Tx) error { return seatingsOf(tx).put(ownKey(21), nil) },
			seatings},
		{"settings", func(tx *bbolt.Tx) error { return settingsOf(tx).put(numberKey(7), nil) },
			func(r storage.Reader) (bool, error) {
				_, err := storage.SettingsOf.Read(r, storage.Only{})
				return false, err
			}},
		{"a deck", func(tx *bbolt.Tx) error { return decksOf(tx).put(deckKey(one, "mit"), nil) },
			func(r storage.Reader) (bool, error) {
				_, ok, err := storage.Decks.Get(r, one.Deck("mit"))
				return ok, err
			}},
		{"a balance", balance, func(r storage.Reader) (bool, error) {
			_, err := r.Balance(storage.WalletOf(one))
			return false, err
		}},
		{"a transfer", func(tx *bbolt.Tx) error {
			return transfersOf(tx).Put(transferKey(tx, one, "open 1"), []byte("sums"))
		}, transfers},
		{"a transfer's posting", func(tx *bbolt.Tx) error {
			return journalOf(tx).Put(postingKey("open 1"), []byte("some sums"))
		}, transfers},
		{"a rank of a profile", profile, rank},
		{"a rank of a balance", balance, rank},
		{"standings of a profile", profile, standings},
		{"standings of a balance", balance, standings},
	} {
		s := openNew(t)
		twoPlayers(t, s)
		raw(t, s, f.damage)
		check := func(where string, r storage.Reader) error {
			if found, err := f.read(r); found || !errors.Is(err, storage.ErrCorrupt) {
				t.Errorf("%s, in %s: found %v, %v; want %v", f.fact, where, found, err,
					storage.ErrCorrupt)
			}
			return nil
		}
		s.View(context.Background(), 7, func(r storage.Reader) error { return check("a view", r) })
		s.Update(context.Background(), 7, func(tx storage.Tx) error {
			return check("an update", tx)
		})
	}
}

// Chips are neither taken from nor given to an account that cannot be read.
func TestNothingIsPostedToAnAccountThatCannotBeRead(t *testing.T) {
	one, two := storage.Player{Guild: 7, User: 1}, storage.Player{Guild: 7, User: 2}
	for _, broken := range []storage.Player{one, two} {
		s := openNew(t)
		twoPlayers(t, s)
		raw(t, s, func(tx *bbolt.Tx) error {
			return balancesOf(tx).put(accountKey(storage.WalletOf(broken)), nil)
		})
		err := s.Update(context.Background(), 7, func(tx storage.Tx) error {
			err := tx.Post(storage.Posting{Key: "gift", From: storage.WalletOf(one),
				To:    storage.WalletOf(two),
				Chips: 1, Reason: storage.Gift, At: noon})
			if !errors.Is(err, storage.ErrCorrupt) {
				t.Errorf("the wallet of player %d cannot be read: %v", broken.User, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		s.View(context.Background(), 7, func(r storage.Reader) error {
			if posted, err := r.Posted("gift"); posted || err != nil {
				t.Errorf("the gift is posted: %v, %v", posted, err)
			}
			return nil
		})
	}
}

func TestAPanicOfBboltIsDamage(t *testing.T) {
	for _, reason := range []any{"page 7 is no leaf", errors.New("odd"), error(nil)} {
		err := func() (err error) {
			defer guard(&err)
			if reason == nil {
				var pages []int
				_ = pages[len(pages)] // a page that is not there
			}
			panic(reason)
		}()
		if !errors.Is(err, storage.ErrCorrupt) ||
			!strings.Contains(err.Error(), "restore a backup") {
			t.Errorf("%v is %v", reason, err)
		}
	}
	if err := func() (err error) { defer guard(&err); return nil }(); err != nil {
		t.Error(err)
	}
}

func TestAPanicInAScanIsDamage(t *testing.T) {
	s := openNew(t)
	twoPlayers(t, s)
	err := s.db.View(func(btx *bbolt.Tx) error {
		all := engine.Range{Key: engine.Key{Table: engine.Places}}
		return newTransaction(btx).Scan(all, func(_, _ []byte, _ error) bool {
			panic("page 7 is no leaf")
		})
	})
	if !errors.Is(err, storage.ErrCorrupt) || !strings.Contains(err.Error(), "page 7 is no leaf") {
		t.Error(err)
	}
}

func TestAnEmptyWalletIsKept(t *testing.T) {
	s := openNew(t)
	one := storage.WalletOf(storage.Player{Guild: 7, User: 1})
	twoPlayers(t, s)
	update(t, s, func(tx storage.Tx) error {
		return tx.Post(storage.Posting{Key: "all", From: one,
			To:    storage.WalletOf(storage.Player{Guild: 7, User: 2}),
			Chips: 90, Reason: storage.Gift, At: noon})
	})
	s.db.View(func(tx *bbolt.Tx) error {
		if balancesOf(tx).Get(accountKey(one)) == nil {
			t.Error("the wallet is gone with its last chip")
		}
		return nil
	})
}
