package bolt

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"holecard/internal/long"
	"holecard/storage"
)

// noon is the time of the tests.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// snowflake returns the n-th id that Discord makes in a millisecond.
func snowflake(at time.Time, n int) storage.InteractionID {
	return storage.InteractionID(uint64(at.UnixMilli()-1_420_070_400_000)<<22 | uint64(n))
}

// TestMain lets garbage be collected less often.
func TestMain(m *testing.M) {
	long.Parse()
	long.LazyGC()
	m.Run()
}

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "holecard.db") }

func openNew(t testing.TB) *Store { return openAt(t, newPath(t)) }

func openAt(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// update runs fn in the guild 7, where most is done.
func update(t testing.TB, s *Store, fn func(storage.Tx) error) {
	t.Helper()
	updateIn(t, s, 7, fn)
}

func updateIn(t testing.TB, s *Store, guild storage.GuildID, fn func(storage.Tx) error) {
	t.Helper()
	if err := s.Update(context.Background(), guild, fn); err != nil {
		t.Fatal(err)
	}
}

// twoPlayers makes a store in which player 1 has 90 chips and an open hand, 11,
// that holds 10; and player 2 has 50 chips and a settled hand, 12.
func twoPlayers(t testing.TB, s *Store) {
	t.Helper()
	update(t, s, func(tx storage.Tx) error {
		one, two := storage.Player{Guild: 7, User: 1}, storage.Player{Guild: 7, User: 2}
		open := func(p storage.Player, chips storage.Chips) storage.Posting {
			return storage.Posting{Key: fmt.Sprint("open ", p.User), From: storage.MintOf(7),
				To:    storage.WalletOf(p),
				Chips: chips, Reason: storage.Opening, At: noon}
		}
		return errors.Join(
			tx.Post(open(one, 100)),
			tx.Post(open(two, 50)),
			tx.Post(storage.Posting{Key: "hold 11", From: storage.WalletOf(one),
				To:    storage.HeldFor(7, 11, 0),
				Chips: 10, Reason: storage.Hold, Round: 11, At: noon}),
			storage.Rounds.Save(tx, storage.Round{ID: 11, Guild: one.Guild, Version: 1, Open: true,
				Seats: []storage.Seat{{User: one.User, Held: 10}}}),
			storage.Rounds.Save(tx, storage.Round{ID: 12, Guild: two.Guild, Version: 1,
				Seats: []storage.Seat{{User: two.User}}}),
			storage.Profiles.Save(tx, storage.Profile{Player: one, OpenHand: 11}),
			storage.Profiles.Save(tx, storage.Profile{Player: two,
				Stats: storage.Stats{Hands: 1, Pushes: 1}}),
		)
	})
}

func raw(t testing.TB, s *Store, fn func(*bbolt.Tx) error) {
	t.Helper()
	if err := errors.Join(s.db.Update(fn), s.noteMeta()); err != nil {
		t.Fatal(err)
	}
}
