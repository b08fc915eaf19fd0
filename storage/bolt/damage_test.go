package bolt

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
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
			return transfersOf(tx).Put(transferKey(one, 1), []byte("sums"))
		}, transfers},
		{"a transfer's posting", func(tx *bbolt.Tx) error {
			return journalOf(tx).Put(ownKey(1), []byte("some sums"))
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

// A seal has a page of its own behind those that are in use.
func TestASealIsWrittenBehindTheLastPage(t *testing.T) {
	const size, pages = 4096, 3
	// bytes that the file has there before
	for _, behind := range []int64{0, 1, size - 1, size, 2 * size} {
		file, err := os.Create(newPath(t))
		if err != nil {
			t.Fatal(err)
		}
		inUse := bytes.Repeat([]byte{7}, pages*size)
		if _, err := file.Write(inUse); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(file.Truncate(pages*size+behind),
			writeSeal(file, 5, pages*size, size)); err != nil {
			t.Fatal(err)
		}
		all, err := os.ReadFile(file.Name())
		if want := pages*size + max(size, behind); err != nil || int64(len(all)) != want ||
			!bytes.Equal(all[:pages*size], inUse) {
			t.Errorf("with %d bytes behind, the sealed file has %d bytes, want %d (%v)", behind,
				len(all), want, err)
		}
		file.Close()
	}
}

func TestOpeningSaysWhatItDoesAndClosingNothing(t *testing.T) {
	path := newPath(t)
	for _, f := range []struct{ file, says string }{
		{"none", "made a new database"},
		{"closed", ""},
		{"not closed",
			"the database was not closed properly: checking all of it/the database is whole"},
	} {
		var log bytes.Buffer
		s, err := Open(t.Context(), path, Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		update(t, s, func(tx storage.Tx) error {
			return storage.SettingsOf.Save(tx, storage.Settings{Guild: 7})
		})
		var says []string
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		for _, part := range strings.Split(log.String(), `msg="`)[1:] {
			said, _, _ := strings.Cut(part, `"`)
			says = append(says, said)
		}
		if got := strings.Join(says, "/"); got != f.says {
			t.Errorf("of a file that is %s it says %q, want %q", f.file, got, f.says)
		}
		if f.file == "closed" {
			file, err := os.OpenFile(path, os.O_RDWR, 0)
			if err := errors.Join(err, breakSeal(file), file.Close()); err != nil {
				t.Fatal(err)
			}
		}
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
		all := engine.Range{Key: engine.Key{Table: engine.Keys}}
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
