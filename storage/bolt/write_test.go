package bolt

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// spot is a key of a bucket.
type spot struct{ bucket, key string }

// content returns all that is kept.
func content(tx *bbolt.Tx) map[spot]string {
	all := map[spot]string{}
	tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
		return b.ForEach(func(key, value []byte) error {
			all[spot{string(name), string(key)}] = fmt.Sprintf("kept %x", value)
			return nil
		})
	})
	return all
}

// differences returns the places whose values are not the same.
func differences(before, after map[spot]string) (places []spot) {
	for at, value := range after {
		if before[at] != value {
			places = append(places, at)
		}
	}
	for at := range before {
		if after[at] == "" {
			places = append(places, at)
		}
	}
	return places
}

// undone runs fn in a transaction that is rolled back.
func undone(t *testing.T, s *Store, fn func(*bbolt.Tx) error) error {
	t.Helper()
	btx, err := s.db.Begin(true)
	if err != nil {
		t.Fatal(err)
	}
	defer btx.Rollback()
	return fn(btx)
}

// refusesEach runs a change once for each place that it writes, with a bucket in
// that place: bbolt neither puts a value there nor removes it.
func refusesEach(t *testing.T, prepare func(storage.Tx) error, change func(storage.Tx) error) {
	t.Helper()
	s := openNew(t)
	update(t, s, prepare)
	run := func(btx *bbolt.Tx) error {
		c := engine.NewTransaction(newTransaction(btx), 7)
		return firstOf(change(c), newTransaction(btx).Apply(c.Changes()))
	}
	var places []spot
	err := undone(t, s, func(btx *bbolt.Tx) error {
		before := content(btx)
		err := run(btx)
		places = differences(before, content(btx))
		return err
	})
	if err != nil || len(places) == 0 {
		t.Fatalf("%d places are written, %v", len(places), err)
	}
	for _, at := range places {
		err := undone(t, s, func(btx *bbolt.Tx) error {
			b, key := btx.Bucket([]byte(at.bucket)), []byte(at.key)
			errDelete := b.Delete(key)
			if _, err := b.CreateBucket(key); err != nil || errDelete != nil {
				t.Fatal(err, errDelete)
			}
			return run(btx)
		})
		if err == nil {
			t.Errorf("%q of the bucket %s cannot be written, and that is no error", at.key,
				at.bucket)
		}
	}
}

func TestWhateverOfAnUpdateCannotBeWrittenFailsIt(t *testing.T) {
	one, three := storage.Player{Guild: 7, User: 1}, storage.Player{Guild: 7, User: 3}
	later := noon.Add(storage.SeenFor + time.Minute)
	grant := func(to storage.Player, chips storage.Chips) storage.Posting {
		return storage.Posting{Key: fmt.Sprint("grant ", to.User), From: storage.MintOf(7),
			To: storage.WalletOf(to), Chips: chips, Reason: storage.Opening, At: noon}
	}
	before := func(tx storage.Tx) error {
		return errors.Join(tx.See(snowflake(noon, 1), noon),
			tx.Pseudonyms([]*storage.UserID{new(one.User), new(three.User)}),
			storage.Profiles.Save(tx, storage.Profile{Player: one}))
	}
	refusesEach(t, before, func(tx storage.Tx) error {
		return errors.Join(
			tx.See(snowflake(later, 1), later),
			tx.Post(grant(one, 10)),
			tx.Post(grant(three, 5)),
			storage.Profiles.Save(tx, storage.Profile{Player: three}),
			storage.Rounds.Save(tx, storage.Round{ID: 11, Guild: one.Guild, Version: 1,
				Seats: []storage.Seat{{User: one.User}}}),
			storage.SettingsOf.Save(tx, storage.Settings{Guild: 7}),
			storage.Decks.Save(tx, storage.Deck{Player: one, Table: "mit"}),
		)
	})
}

// A transaction for reading takes nothing.
func TestEachKindOfChangeThatCannotBeWrittenIsAnError(t *testing.T) {
	s := openNew(t)
	for _, of := range engine.Tables() {
		for what, value := range map[string][]byte{"put": {1}, "deleted": nil} {
			id := make([]byte, 8+1+engine.EntryRest)
			err := s.db.View(func(btx *bbolt.Tx) error {
				return newTransaction(btx).Apply([]engine.Change{{Key: engine.Key{Table: of,
					ID: id}, Value: value}})
			})
			if err == nil {
				t.Errorf("a record of %v is not %s, and that is no error", of, what)
			}
		}
	}
}

// A function that overlooks why it was told nothing must not keep the half that
// was written.
func TestAnUpdateWhoseWriteFailedChangesNothing(t *testing.T) {
	s := openNew(t)
	twoPlayers(t, s)
	one := storage.Player{Guild: 7, User: 1}
	raw(t, s, func(tx *bbolt.Tx) error {
		o := orderBy(tx, 7, storage.ByChips.Ever())
		return o.blocks.Put(o.lastKey(), []byte("somesums"))
	})
	err := s.Update(t.Context(), 7, func(tx storage.Tx) error {
		err := tx.Post(storage.Posting{Key: "more", From: storage.MintOf(7),
			To:    storage.WalletOf(one),
			Chips: 1, Reason: storage.DailyChips, At: noon})
		tx.Rank(one, storage.ByNet.Ever())
		return err
	})
	if !errors.Is(err, storage.ErrCorrupt) {
		t.Errorf("the update says %v", err)
	}
	s.View(t.Context(), 7, func(r storage.Reader) error {
		if posted, err := r.Posted("more"); posted || err != nil {
			t.Errorf("posted %v, %v", posted, err)
		}
		return nil
	})
}
