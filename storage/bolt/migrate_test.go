package bolt

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"holecard/storage"
)

// unpack puts a file of testdata, which is compressed, at a path of its own.
func unpack(t *testing.T, name string) (path string) {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", name+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	file, err := io.ReadAll(r)
	path = newPath(t)
	if err := errors.Join(err, os.WriteFile(path, file, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// schema1.db was written by the last version that knew only schema 1.
func TestFileOfSchemaOneKeepsAllItHas(t *testing.T) {
	path := unpack(t, "schema1.db")
	if _, err := OpenReadOnly(path); err == nil {
		t.Error("it is read before it is brought up to date")
	}
	s := openAt(t, path)
	micro := noon.Add(123456 * time.Microsecond)
	alice, bob := storage.Player{Guild: 1 << 60, User: 3}, storage.Player{Guild: 1 << 60, User: 5}
	profile := storage.Profile{Player: alice, Name: "Zoë <@1>", Opened: micro, LastBet: storage.MaxChips, OpenHand: 2,
		Daily: storage.Daily{At: micro.Add(time.Microsecond), By: snowflake(noon, 9), Chips: 50, Streak: 7},
		Stats: storage.Stats{Naturals: 4, Busts: 5, Doubles: 6, Splits: 7, Surrenders: 8}}
	hand := storage.Hand{ID: 2, Player: alice, Version: 1, Table: "vegas", Private: true, Plays: "both(stopAt(19), ask)", Open: true, Shuffled: true,
		Held: 20, Next: math.MaxInt64, Round: bytes.Repeat([]byte{0, 1, 2, 0xff}, 100), Dealt: micro, Changed: micro.Add(time.Second)}
	settings := storage.Settings{Guild: alice.Guild, Tables: []string{"mit", "vegas"}, Rules: []storage.RuleChange{{Table: "vegas", Change: "decks=8"}}}
	deck := storage.Deck{Player: alice, Table: "downen", Cards: []byte{51, 0, 13}}
	same := func(want, got any, err error) {
		t.Helper()
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("%v: -want +got\n%s", err, diff)
		}
	}
	check := func(r storage.Reader) error {
		p, _, err := r.Profile(alice)
		same(profile, p, err)
		p, _, err = r.Profile(bob)
		same(storage.Profile{Player: bob, Opened: noon}, p, err)
		h, _, err := r.Hand(2)
		same(hand, h, err)
		g, err := r.Settings(alice.Guild)
		same(settings, g, err)
		d, _, err := r.Deck(alice, "downen")
		same(deck, d, err)
		d, _, err = r.Deck(alice, "amherst")
		same(storage.Deck{Player: alice, Table: "amherst"}, d, err)
		seen, err := r.Seen(snowflake(noon, 9))
		same(true, seen, err)
		for account, want := range map[storage.Account]storage.Chips{
			storage.WalletOf(alice): 80, storage.WalletOf(bob): 50, storage.MintOf(alice.Guild): -150, storage.HeldFor(alice.Guild, 2): 20,
		} {
			chips, err := r.Balance(account)
			same(want, chips, err)
		}
		place, of, err := r.Rank(bob, storage.ByChips)
		same([]int{2, 2}, []int{place, of}, err)
		return nil
	}
	if err := s.View(context.Background(), check); err != nil {
		t.Error(err)
	}
	if a, err := s.Audit(context.Background()); err != nil || !a.OK || a.Postings != 3 {
		t.Errorf("%+v, %v", a, err)
	}

	// And what was not there before is kept beside it.
	profile.Fair.Next, profile.Given.Chips = storage.Secret{1}, 20
	hand.Version, hand.Shoe.Shuffle.Client = 2, "seed"
	settings.NoGive, deck.Dealt = true, 49
	update(t, s, func(tx storage.Tx) error {
		return errors.Join(tx.SaveProfile(profile), tx.SaveHand(hand), tx.SaveSettings(settings), tx.SaveDeck(deck))
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := openAt(t, path).View(context.Background(), check); err != nil {
		t.Error(err)
	}
}

// schema2.db was written by the last version that knew only schema 2.
func TestFileOfSchemaTwoKnowsItsTransfers(t *testing.T) {
	path := unpack(t, "schema2.db")
	s := openAt(t, path)
	alice, bob := storage.Player{Guild: 1 << 60, User: 3}, storage.Player{Guild: 1 << 60, User: 5}
	carol := storage.Player{Guild: storage.DirectMessages, User: 3}
	transfers := func(of storage.Player) (keys []string) {
		t.Helper()
		err := s.View(context.Background(), func(r storage.Reader) error {
			all, err := r.Transfers(of, 10)
			for _, p := range all {
				keys = append(keys, p.Key)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	has := func(of storage.Player, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, transfers(of)); diff != "" {
			t.Errorf("of player %d: -want +got\n%s", of.User, diff)
		}
	}
	has(alice, "chips/2", "chips/1", "give/1", "daily/alice", "open/alice")
	has(bob, "give/1", "open/bob")
	has(carol, "open/carol")
	if a, err := s.Audit(context.Background()); err != nil || !a.OK || a.Postings != 10 {
		t.Errorf("%+v, %v", a, err)
	}
	update(t, s, func(tx storage.Tx) error { // and those that follow
		return tx.Post(storage.Posting{Key: "give/2", From: storage.WalletOf(alice), To: storage.WalletOf(bob), Chips: 1, Reason: storage.Gift, At: noon})
	})
	has(bob, "give/2", "give/1", "open/bob")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, path)
	has(bob, "give/2", "give/1", "open/bob")
}
