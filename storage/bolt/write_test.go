package bolt

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// spot is a key of a bucket.
type spot struct{ bucket, key string }

// content returns all that is kept.
func content(tx *bbolt.Tx) map[spot]string {
	all := map[spot]string{}
	for _, name := range bucketNames {
		tx.Bucket([]byte(name)).ForEach(func(key, value []byte) error {
			all[spot{name, string(key)}] = fmt.Sprintf("kept %x", value)
			return nil
		})
	}
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
func refusesEach(t *testing.T, prepare func(storage.Tx) error, change func(*tx) error) {
	t.Helper()
	s := openNew(t)
	update(t, s, prepare)
	run := func(btx *bbolt.Tx) error {
		c := newTx(btx)
		return firstOf(change(c), c.write())
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
			t.Errorf("%q of the bucket %s cannot be written, and that is no error", at.key, at.bucket)
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
		return errors.Join(tx.See(snowflake(noon, 1), noon), tx.SaveProfile(storage.Profile{Player: one}))
	}
	refusesEach(t, before, func(tx *tx) error {
		return errors.Join(
			tx.See(snowflake(later, 1), later),
			tx.Post(grant(one, 10)),
			tx.Post(grant(three, 5)),
			tx.SaveProfile(storage.Profile{Player: three}),
			tx.SaveHand(storage.Hand{ID: 11, Player: one, Version: 1}),
			tx.SaveSettings(storage.Settings{Guild: 7}),
			tx.SaveDeck(storage.Deck{Player: one, Table: "mit"}),
		)
	})
}

// A transaction for reading takes nothing.
func TestEachKindOfChangeThatCannotBeWrittenIsAnError(t *testing.T) {
	held, house := storage.HeldFor(7, 11), storage.HouseOf(7)
	p := storage.Player{Guild: 7, User: 1}
	for fact, c := range map[string]changes{
		"an interaction":        {seen: map[storage.InteractionID]time.Time{1: noon}},
		"a posting":             {postings: []storage.Posting{{Key: "k"}}},
		"a profile":             {profiles: map[storage.Player]storage.Profile{p: {Player: p}}},
		"a hand":                {hands: map[storage.HandID]storage.Hand{1: {ID: 1}}},
		"settings":              {settings: map[storage.GuildID]storage.Settings{7: {Guild: 7}}},
		"a deck":                {decks: map[deckID]storage.Deck{{p, "mit"}: {Player: p}}},
		"a balance":             {balances: map[storage.Account]storage.Chips{house: 5}},
		"a held account's end":  {balances: map[storage.Account]storage.Chips{held: 0}},
		"a held account's more": {balances: map[storage.Account]storage.Chips{held: 1}},
	} {
		s := openNew(t)
		err := s.db.View(func(btx *bbolt.Tx) error {
			if c.balances != nil {
				return writeBalances(balancesOf(btx), c.balances)
			}
			tx := newTx(btx)
			tx.changes = c
			return tx.write()
		})
		if err == nil {
			t.Errorf("%s is not written, and that is no error", fact)
		}
	}
}
