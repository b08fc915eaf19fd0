package postgres_test

import (
	"fmt"
	"testing"

	"holecard/storage"
	"holecard/storage/postgres"
)

// fillOrder adds players to the order by chips who have no profiles: the n-th has n chips.
const fillOrder = `INSERT INTO boards (guild, kind, id, value) SELECT 7, 'entries',
	'\x00'::bytea || int8send(9223372036854775807 - n) || int8send(1000000000 + n), '' FROM generate_series(1, %d) AS n`

// A position in a large order, and a page deep in it, are those of a count.
func TestPositionsInALargeOrder_long(t *testing.T) {
	const players = 30_000
	s, url := large(t, players)
	rank := func(chips storage.Chips, key string) {
		t.Helper()
		err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
			if chips > 0 {
				return tx.Post(storage.Posting{Key: key, From: storage.MintOf(guild),
					To: storage.WalletOf(ada), Chips: chips, Reason: storage.Opening})
			}
			return storage.Profiles.Save(tx, storage.Profile{Player: ada})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	at := func(s *postgres.Store, want int) {
		t.Helper()
		err := s.View(t.Context(), guild, func(r storage.Reader) error {
			position, of, err := r.Rank(ada, storage.ByChips.Ever())
			if position != want || of != players+1 {
				t.Errorf("position %d of %d, want %d of %d", position, of, want, players+1)
			}
			page, err2 := r.Standings(storage.ByChips.Ever(), want-1, 1)
			if err2 != nil || len(page) != 1 || page[0].Player != ada ||
				page[0].Position != want {
				t.Errorf("at %d is %+v, %v", want, page, err2)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	rank(0, "")
	at(s, players+1) // nobody has fewer chips
	rank(1, "a")
	at(open(t, url), players) // equals come by their ids
}

func large(t testing.TB, players int) (s *postgres.Store, url string) {
	url = server.Database(t)
	s = open(t, url)
	if err := s.Update(t.Context(), guild, func(storage.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	execute(t, url, fmt.Sprintf(fillOrder, players))
	execute(t, url, "VACUUM ANALYZE boards")
	return s, url
}
