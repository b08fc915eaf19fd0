package bolt

import (
	"context"
	"errors"
	"testing"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// An order that is damaged is told by whoever comes to the damage: by who reads a
// place, and by who moves in it.
func TestADamagedOrderIsToldByWhoeverUsesIt(t *testing.T) {
	one := storage.Player{Guild: 7, User: 1}
	place := func(s *Store) error {
		return s.View(context.Background(), 7, func(r storage.Reader) error {
			_, _, err := r.Rank(one, storage.ByChips.Ever())
			return err
		})
	}
	move := func(s *Store) error {
		return s.Update(context.Background(), 7, func(tx storage.Tx) error {
			return tx.Post(storage.Posting{Key: "more", From: storage.MintOf(7),
				To:    storage.WalletOf(one),
				Chips: 1, Reason: storage.DailyChips, At: noon})
		})
	}
	// after moves, and then reads something, before which the move is written.
	after := func(read func(storage.Tx) error) func(*Store) error {
		return func(s *Store) error {
			return s.Update(context.Background(), 7, func(tx storage.Tx) error {
				err := tx.Post(storage.Posting{Key: "more", From: storage.MintOf(7),
					To:    storage.WalletOf(one),
					Chips: 1, Reason: storage.DailyChips, At: noon})
				if err != nil {
					return err
				}
				return read(tx)
			})
		}
	}
	leave := func(s *Store) error { // the first block for the last
		return undone(t, s, func(btx *bbolt.Tx) error {
			return orderBy(btx, 7, storage.ByChips.Ever()).move(entry{90, 1}, entry{1, 1})
		})
	}
	enter := func(s *Store) error {
		return undone(t, s, func(btx *bbolt.Tx) error {
			return orderBy(btx, 7, storage.ByChips.Ever()).insert(entry{95, 9})
		})
	}
	page := func(s *Store) error {
		return s.View(context.Background(), 7, func(r storage.Reader) error {
			_, err := r.Standings(storage.ByChips.Ever(), 0, 9)
			return err
		})
	}
	later := func(s *Store) error {
		return s.View(context.Background(), 7, func(r storage.Reader) error {
			_, err := r.Standings(storage.ByChips.Ever(), 1, 9)
			return err
		})
	}
	count := func(s *Store) error { _, err := s.Count(context.Background()); return err }
	standings := after(func(tx storage.Tx) error {
		_, err := tx.Standings(storage.ByNet.Ever(), 0, 9)
		return err
	})
	rank := after(func(tx storage.Tx) error {
		_, _, err := tx.Rank(one, storage.ByNet.Ever())
		return err
	})
	transfers := after(func(tx storage.Tx) error { _, err := tx.Transfers(one, "", 9); return err })
	chips := func(tx *bbolt.Tx) order { return orderBy(tx, 7, storage.ByChips.Ever()) }
	for _, f := range []struct {
		fact   string
		damage func(o order) error
		use    func(*Store) error
	}{
		{"a place by a block that was changed", func(o order) error {
			return o.blocks.Put(o.lastKey(), []byte("somesums"))
		}, place},
		{"a move by a block that was changed", func(o order) error {
			return o.blocks.Put(o.lastKey(), []byte("somesums"))
		}, move},
		{"a place without its entry", func(o order) error {
			return entriesOf(o.blocks.Tx()).Delete(o.key(entry{90, 1}))
		}, place},
		{"standings after a move", func(o order) error {
			return o.blocks.Put(o.lastKey(), []byte("somesums"))
		}, standings},
		{"a place after a move", func(o order) error {
			return o.blocks.Put(o.lastKey(), []byte("somesums"))
		}, rank},
		{"transfers after a move", func(o order) error {
			return o.blocks.Put(o.lastKey(), []byte("somesums"))
		}, transfers},
		{"a page with an entry of another length", func(o order) error {
			return o.entries.Put(append(o.prefix, 0), nil)
		}, page},
		{"a move into a block that was changed", func(o order) error {
			// Player 1, who has 90 chips, has a block for himself.
			return errors.Join(o.blocks.put(o.key(entry{60, 0}), encodeCount(1)),
				o.blocks.Put(o.lastKey(), []byte("somesums")))
		}, leave},
		{"a move beside a block that was changed", func(o order) error {
			return errors.Join(o.blocks.put(o.key(entry{60, 0}), encodeCount(2)),
				o.blocks.Put(o.lastKey(), []byte("somesums")))
		}, enter},
		{"a later page of a block that was changed", func(o order) error {
			return o.blocks.Put(o.lastKey(), []byte("somesums"))
		}, later},
		{"the players counted by a block that was changed",
			func(o order) error { return o.blocks.Put(o.lastKey(), []byte("somesums")) }, count},
		{"a full block without its entries", func(o order) error {
			return o.blocks.put(o.lastKey(), encodeCount(blockMax))
		}, enter},
		{"a full block behind one that was changed", func(o order) error {
			return errors.Join(o.blocks.put(o.key(entry{1000, 0}), []byte("odd")),
				o.blocks.put(o.lastKey(), encodeCount(blockMax)))
		}, enter},
		{"a move out of a block that counts none", func(o order) error {
			return o.blocks.Delete(o.lastKey())
		}, move},
	} {
		s := openNew(t)
		twoPlayers(t, s)
		if err := f.use(s); err != nil {
			t.Fatalf("%s: before the damage: %v", f.fact, err)
		}
		s = openNew(t)
		twoPlayers(t, s)
		raw(t, s, func(tx *bbolt.Tx) error { return f.damage(chips(tx)) })
		if err := f.use(s); !errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("%s: %v, want %v", f.fact, err, storage.ErrCorrupt)
		}
	}
}

// A player whose records cannot be read keeps their places.
func TestNobodyIsMovedByRecordsThatCannotBeRead(t *testing.T) {
	one := storage.Player{Guild: 7, User: 1}
	for fact, damage := range map[string]func(*bbolt.Tx) error{
		"a profile": func(tx *bbolt.Tx) error { return profilesOf(tx).put(playerKey(one), nil) },
		"a balance": func(tx *bbolt.Tx) error {
			return balancesOf(tx).put(accountKey(storage.WalletOf(one)), nil)
		},
	} {
		s := openNew(t)
		twoPlayers(t, s)
		raw(t, s, damage)
		err := s.Update(t.Context(), 7, func(tx storage.Tx) error {
			return storage.Profiles.Save(tx, storage.Profile{Player: one})
		})
		if !errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("%s cannot be read: %v", fact, err)
		}
	}
}
