package postgres_test

import (
	"slices"
	"testing"
	"time"

	"holecard/storage"
)

// An erased guild is not listed any more, unless a lock-out lasts there; who comes back is
// listed again.
func TestAnErasedGuildIsNotListed_long(t *testing.T) {
	s := open(t, server.Database(t))
	mark := func(tx storage.Tx) error { return storage.Marks.Put(tx, "story", []byte{1}) }
	known := func(want bool) {
		t.Helper()
		list, err := s.Guilds(t.Context())
		if err != nil || slices.Contains(list, guild) != want {
			t.Fatalf("%v, %v", list, err)
		}
	}
	update := func(fn func(storage.Tx) error) {
		t.Helper()
		if err := s.Update(t.Context(), guild, fn); err != nil {
			t.Fatal(err)
		}
	}
	erase := func() {
		t.Helper()
		update(func(tx storage.Tx) error { return tx.Erase(storage.Erasure{Begun: time.Now()}) })
		if err := storage.CarryOn(t.Context(), s, guild); err != nil {
			t.Fatal(err)
		}
	}
	update(mark)
	known(true)
	erase()
	known(false)
	update(mark)
	known(true)
	of := storage.Alias{1}
	update(func(tx storage.Tx) error {
		return storage.LimitsOf.Put(tx, of, storage.Limits{Lock: storage.Forever()})
	})
	erase()
	known(true)
	update(func(tx storage.Tx) error { return storage.LimitsOf.Put(tx, of, storage.Limits{}) })
	erase()
	known(false)
}
