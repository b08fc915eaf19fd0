package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

func TestAuditTellsEveryKindOfDamage(t *testing.T) {
	one := storage.Player{Guild: 7, User: 1}
	two := storage.Player{Guild: 7, User: 2}
	hold := storage.Posting{Key: "more", From: storage.WalletOf(one), To: storage.HeldFor(7, 11, 0),
		Chips: 10, Reason: storage.Hold, Round: 11, At: noon}
	damages(t, "testdata/audit.txt", twoPlayers, []damage{
		{"a balance was changed", func(tx *bbolt.Tx) error {
			return balancesOf(tx).put(accountKey(storage.WalletOf(one)), engine.EncodeBalance(5, 1))
		}},
		{"a balance is missing", func(tx *bbolt.Tx) error {
			return balancesOf(tx).Delete(accountKey(storage.WalletOf(two)))
		}},
		{"a balance has no account", func(tx *bbolt.Tx) error {
			return balancesOf(tx).put([]byte("x"), engine.EncodeBalance(5, 1))
		}},
		{"a balance is no number", func(tx *bbolt.Tx) error {
			return balancesOf(tx).put(accountKey(storage.WalletOf(one)), []byte{1})
		}},
		{"a balance is of the house", func(tx *bbolt.Tx) error {
			return balancesOf(tx).put(accountKey(storage.HouseOf(7)), engine.EncodeBalance(5, 1))
		}},
		{"a posting is gone", func(tx *bbolt.Tx) error {
			return journalOf(tx).Delete(postingKey("open 2"))
		}},
		{"the last posting is gone", func(tx *bbolt.Tx) error {
			return errors.Join(journalOf(tx).Delete(postingKey("hold 11")),
				placesOf(tx).Delete(placeKey(1, "hold 11")))
		}},
		{"a posting is unreadable", func(tx *bbolt.Tx) error {
			return journalOf(tx).put(postingKey("open 2"), []byte{2})
		}},
		{"a posting makes no sense", func(tx *bbolt.Tx) error {
			p := hold
			p.Chips = 0
			return plant(tx, p)
		}},
		{"a posting overdraws", func(tx *bbolt.Tx) error {
			p := hold
			p.Chips = 91
			return plant(tx, p)
		}},
		{"a posting overfills", func(tx *bbolt.Tx) error {
			return plant(tx,
				storage.Posting{Key: "more", From: storage.MintOf(7), To: storage.WalletOf(one),
					Chips: storage.MaxChips, Reason: storage.DailyChips, At: noon})
		}},
		{"a posting was made twice", func(tx *bbolt.Tx) error {
			p := hold
			p.Key = "hold 11"
			return plant(tx, p)
		}},
		{"a place is missing", func(tx *bbolt.Tx) error {
			return placesOf(tx).Delete(placeKey(0, "open 1"))
		}},
		{"a place has no posting", func(tx *bbolt.Tx) error {
			return placesOf(tx).put(placeKey(99, "stray"), nil)
		}},
		{"a posting has another place", func(tx *bbolt.Tx) error {
			return errors.Join(placesOf(tx).Delete(placeKey(1, "hold 11")),
				placesOf(tx).put(placeKey(2, "hold 11"), nil))
		}},
		{"a posting stands before another that it follows", func(tx *bbolt.Tx) error {
			p := hold
			p.Clock = 1
			return newTransaction(tx).Apply(engine.PostingChanges(p))
		}},
		{"a transfer is missing", func(tx *bbolt.Tx) error {
			return transfersOf(tx).Delete(transferKey(tx, one, "open 1"))
		}},
		{"a transfer has no posting", func(tx *bbolt.Tx) error {
			return transfersOf(tx).put(transferKey(tx, one, "stray"), nil)
		}},
		{"a transfer's posting was changed", func(tx *bbolt.Tx) error {
			return errors.Join(journalOf(tx).Put(postingKey("open 2"), []byte("some sums")),
				transfersOf(tx).put(transferKey(tx, one, "open 2"), nil))
		}},
		{"a pseudonym is another's", func(tx *bbolt.Tx) error {
			other := storage.Pseudonyms.Encode(storage.NewPseudonym())
			return bucketFor(storage.Pseudonyms.Kind)(tx).put(playerKey(one), other)
		}},
		{"a pseudonym is unreadable", func(tx *bbolt.Tx) error {
			return bucketFor(storage.Pseudonyms.Kind)(tx).put(playerKey(two), []byte{1, 2})
		}},
		{"a block has no key of an entry", func(tx *bbolt.Tx) error {
			return blocksOf(tx).put([]byte("x"), encodeCount(1))
		}},
		{"a stake is held in direct messages for no hand", func(tx *bbolt.Tx) error {
			held := storage.HeldFor(storage.DirectMessages(1), 99, 0)
			return errors.Join(balancesOf(tx).put(accountKey(held), engine.EncodeBalance(5, 1)),
				plant(tx, storage.Posting{Key: "more",
					From: storage.WalletOf(storage.Player{Guild: held.Guild, User: 1}), To: held,
					Chips: 5, Reason: storage.Hold, Round: 99, At: noon}))
		}},
		{"an entry is gone and the balance was changed", func(tx *bbolt.Tx) error {
			chips := orderBy(tx, 7, storage.ByChips.Ever())
			return errors.Join(chips.move(entry{90, 1}, entry{40, 1}),
				balancesOf(tx).Put(accountKey(storage.WalletOf(one)), []byte("somesums")))
		}},
		{"a transfer is play", func(tx *bbolt.Tx) error {
			return transfersOf(tx).put(transferKey(tx, one, "hold 11"), nil)
		}},
		{"a transfer is another's", func(tx *bbolt.Tx) error {
			return errors.Join(transfersOf(tx).Delete(transferKey(tx, one, "open 1")),
				transfersOf(tx).put(transferKey(tx, one, "open 2"), nil))
		}},
		{"a transfer was changed", func(tx *bbolt.Tx) error {
			return transfersOf(tx).Put(transferKey(tx, one, "open 1"), []byte("sums"))
		}},
		{"a transfer has no player", func(tx *bbolt.Tx) error {
			return transfersOf(tx).put([]byte("x"), nil)
		}},
		{"a hand is unreadable", func(tx *bbolt.Tx) error {
			return handsOf(tx).put(ownKey(12), []byte("{}"))
		}},
		{"a hand has no id", func(tx *bbolt.Tx) error {
			return handsOf(tx).put([]byte("x"),
				storage.Rounds.Encode(storage.Round{Seats: []storage.Seat{{}}}))
		}},
		{"a hand says another stake", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 11, Guild: one.Guild, Version: 1, Open: true,
					Seats: []storage.Seat{{User: one.User, Held: 11}}})
		}},
		{"a hand is over but holds chips", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 11, Guild: one.Guild, Version: 2,
					Seats: []storage.Seat{{User: one.User}}})
		}},
		{"a hand is over but says that it holds chips", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 12, Guild: two.Guild, Version: 2,
					Seats: []storage.Seat{{User: two.User, Held: 3}}})
		}},
		{"a hand is open but not played", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 12, Guild: two.Guild, Version: 2, Open: true,
					Seats: []storage.Seat{{User: two.User}}})
		}},
		{"a player plays another's hand", func(tx *bbolt.Tx) error {
			return keepProfile(tx, storage.Profile{Player: two, OpenHand: 11})
		}},
		{"a player plays no hand that is", func(tx *bbolt.Tx) error {
			return keepProfile(tx, storage.Profile{Player: two, OpenHand: 13})
		}},
		{"a profile is unreadable", func(tx *bbolt.Tx) error {
			return profilesOf(tx).put(playerKey(two), nil)
		}},
		{"a profile has no player", func(tx *bbolt.Tx) error {
			return profilesOf(tx).put([]byte("x"), nil)
		}},
		{"a profile's score moved and the order did not", func(tx *bbolt.Tx) error {
			return keepProfile(tx, storage.Profile{Player: two, Stats: storage.Stats{Net: 5}})
		}},
		{"statistics count a hand too many", func(tx *bbolt.Tx) error {
			return keepProfile(tx,
				storage.Profile{Player: two, Stats: storage.Stats{Hands: 2, Pushes: 2}})
		}},
		{"a hand says another result", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 12, Guild: two.Guild, Version: 1,
					Seats: []storage.Seat{{User: two.User, Net: 3}}})
		}},
		{"a hand of practice says that it moves chips", func(tx *bbolt.Tx) error {
			return errors.Join(
				keepHand(tx,
					storage.Round{ID: 12, Guild: two.Guild, Version: 1, Practice: true,
						Seats: []storage.Seat{{User: two.User, Net: 3}}}),
				keepHand(tx, storage.Round{ID: 11, Guild: one.Guild, Version: 1, Practice: true,
					Open:  true,
					Seats: []storage.Seat{{User: one.User, Held: 10}}}))
		}},
		{"a hand of practice has a stake", func(tx *bbolt.Tx) error {
			return errors.Join(
				keepHand(tx,
					storage.Round{ID: 12, Guild: two.Guild, Version: 1, Practice: true,
						Seats: []storage.Seat{{User: two.User}}}),
				plant(tx, storage.Posting{Key: "hand/12/1/hold", From: storage.WalletOf(two),
					To:    storage.HeldFor(7, 12, 0),
					Chips: 10, Reason: storage.Hold, Round: 12, At: noon}))
		}},
		{"a stake is in no statistics", func(tx *bbolt.Tx) error {
			return plant(tx,
				storage.Posting{Key: "hand/12/1/hold", From: storage.WalletOf(two),
					To:    storage.HeldFor(7, 12, 0),
					Chips: 10, Reason: storage.Hold, Round: 12, At: noon})
		}},
		{"a loss is in no statistics", func(tx *bbolt.Tx) error {
			return plant(tx,
				storage.Posting{Key: "hand/12/1/lose", From: storage.HeldFor(7, 12, 0),
					To:    storage.HouseOf(7),
					Chips: 10, Reason: storage.Lose, Round: 12, At: noon})
		}},
		{"a win is in no statistics", func(tx *bbolt.Tx) error {
			return plant(tx,
				storage.Posting{Key: "hand/12/1/win", From: storage.HouseOf(7),
					To:    storage.WalletOf(two),
					Chips: 10, Reason: storage.Win, Round: 12, At: noon})
		}},
		{"a posting of a hand is gone", func(tx *bbolt.Tx) error {
			return placesOf(tx).put(placeKey(99, "hand/12/1/win"), nil)
		}},
		{"a posting of a hand is unreadable", func(tx *bbolt.Tx) error {
			return journalOf(tx).Put(postingKey("hand/12/1/win"), []byte("some sums"))
		}},
		{"a settled hand has no player", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 13, Guild: 7, Version: 1, Seats: []storage.Seat{{User: 3}}})
		}},
		{"a seed was used twice", func(tx *bbolt.Tx) error {
			twice := func(by storage.InteractionID) storage.ShoeOrigin {
				return storage.ShoeOrigin{Shuffle: storage.Shuffle{Server: storage.Secret{1},
					By: by}}
			}
			return errors.Join(keepHand(tx,
				storage.Round{ID: 12, Guild: two.Guild, Version: 1, Shoe: twice(21),
					Seats: []storage.Seat{{User: two.User}}}),
				keepHand(tx,
					storage.Round{ID: 11, Guild: one.Guild, Version: 1, Open: true,
						Shoe:  twice(22),
						Seats: []storage.Seat{{User: one.User, Held: 10}}}))
		}},
		{"a posting stands in another guild's journal", func(tx *bbolt.Tx) error {
			p := storage.Posting{Key: "open 1", From: storage.MintOf(8),
				To: storage.WalletOf(storage.Player{Guild: 8, User: 1}), Chips: 100,
				Reason: storage.Opening, At: noon}
			return journalOf(tx).put(postingKey("open 1"), storage.Journal.Encode(p))
		}},
		{"a posting has no guild", func(tx *bbolt.Tx) error {
			return errors.Join(journalOf(tx).put([]byte("x"), nil),
				placesOf(tx).put([]byte("x"), nil))
		}},
		{"settings are unreadable", func(tx *bbolt.Tx) error {
			return settingsOf(tx).put(numberKey(7), nil)
		}},
		{"settings were changed", func(tx *bbolt.Tx) error {
			return settingsOf(tx).Put(numberKey(7),
				append(storage.SettingsOf.Encode(storage.Settings{Guild: 7}), "sums"...))
		}},
		{"settings have no guild", func(tx *bbolt.Tx) error {
			return settingsOf(tx).put([]byte("x"),
				storage.SettingsOf.Encode(storage.Settings{Guild: 7}))
		}},
		{"a deck is unreadable", func(tx *bbolt.Tx) error {
			return decksOf(tx).put(deckKey(one, "mit"), nil)
		}},
		{"a deck was changed", func(tx *bbolt.Tx) error {
			return decksOf(tx).Put(deckKey(one, "mit"),
				append(storage.Decks.Encode(storage.Deck{}), "sums"...))
		}},
		{"a deck has no player", func(tx *bbolt.Tx) error {
			return decksOf(tx).put([]byte("x"), storage.Decks.Encode(storage.Deck{}))
		}},
		{"an interaction has no id", func(tx *bbolt.Tx) error {
			return seenOf(tx).put([]byte("x"), []byte{1})
		}},
		{"an interaction was changed", func(tx *bbolt.Tx) error {
			return seenOf(tx).Put(ownKey(1), []byte("1sums"))
		}},
		{"a place was changed", func(tx *bbolt.Tx) error {
			return placesOf(tx).Put(placeKey(0, "open 1"), []byte("sums"))
		}},
		{"an order has an entry too many", func(tx *bbolt.Tx) error {
			return orderBy(tx, 7, storage.ByChips.Ever()).insert(entry{1, 99})
		}},
		{"a block counts wrong", func(tx *bbolt.Tx) error {
			o := orderBy(tx, 7, storage.ByChips.Ever())
			return o.blocks.put(o.lastKey(), encodeCount(3))
		}},
		{"a block is unreadable", func(tx *bbolt.Tx) error {
			o := orderBy(tx, 7, storage.ByBiggestWin.Ever())
			return o.blocks.put(o.lastKey(), nil)
		}},
		{"a block is missing", func(tx *bbolt.Tx) error {
			o := orderBy(tx, 7, storage.ByNet.Ever())
			return o.blocks.Delete(o.lastKey())
		}},
	})
}

// damage is done to a file, and told by its audit.
type damage struct {
	name string
	do   func(tx *bbolt.Tx) error
}

// damages does each damage to a store; all that its audits say is in a golden file.
func damages(t *testing.T, file string, fill func(testing.TB, *Store), list []damage) {
	t.Helper()
	var whole strings.Builder
	for _, damage := range list {
		t.Run(damage.name, func(t *testing.T) {
			s := openNew(t)
			fill(t, s)
			if a, err := s.Audit(context.Background()); err != nil || !a.OK {
				t.Fatalf("before the damage: %+v, %v", a, err)
			}
			raw(t, s, damage.do)
			a, err := s.Audit(context.Background())
			if err != nil || a.OK {
				t.Fatalf("%+v, %v", a, err)
			}
			told := strings.Join(a.Problems, "\n")
			if strings.Contains(told, "%!") || strings.Contains(told, "<nil>") {
				t.Errorf("the audit says\n%s", told)
			}
			fmt.Fprintf(&whole, "# %s\n%s\n\n", damage.name, told)
		})
	}
	golden(t, file, pseudonyms.ReplaceAllString(whole.String(), "${1}${2}PSEUDONYM"))
}

// pseudonyms are those in texts, and behind guild 7 in keys: each run draws others.
var pseudonyms = regexp.MustCompile(
	`(\b0{15}7)[89a-f][0-9a-f]{15}|((?:player|pseudonym) )(?:9[2-9]\d{17}|1\d{19})\b`)

// golden compares a text with a file, which -update rewrites: what an audit says
// of each damage, and that it says nothing else.
func golden(t *testing.T, file, text string) {
	t.Helper()
	if *rewrite {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if diff := cmp.Diff(strings.Split(string(want), "\n"),
		strings.Split(text, "\n")); diff != "" || err != nil {
		t.Errorf("%s: %v, -want +got\n%s", file, err, diff)
	}
}

var rewrite = flag.Bool("update", false, "rewrite what audits say in testdata")

// plant writes a posting, but not the balances it makes, without asking whether it may be.
func plant(tx *bbolt.Tx, p storage.Posting) error {
	p.Clock = uint64(noon.UnixMilli())
	for _, a := range []storage.Account{p.From, p.To} {
		if balance, err := balancesOf(tx).get(accountKey(a)); len(balance) == 16 && err == nil {
			p.Clock = max(p.Clock, 1+binary.BigEndian.Uint64(balance[8:]))
		}
	}
	return newTransaction(tx).Apply(engine.PostingChanges(p))
}

func keepHand(tx *bbolt.Tx, h storage.Round) error {
	return handsOf(tx).put(ownKey(uint64(h.ID)), storage.Rounds.Encode(h))
}

func keepProfile(tx *bbolt.Tx, p storage.Profile) error {
	change := engine.Change{Key: keyOf(storage.Profiles, p.Player), Value: storage.Profiles.Encode(p)}
	return newTransaction(tx).Apply([]engine.Change{change})
}

func TestAuditTellsOfManyProblemsHowManyThereAre(t *testing.T) {
	for more, last := range map[int]string{0: "should not be there.",
		1: "There are at least 1 more problems.",
		5: "There are at least 5 more problems."} {
		s := openNew(t)
		raw(t, s, func(tx *bbolt.Tx) error {
			for n := range uint64(100 + more) {
				if err := placesOf(tx).put(placeKey(n, "stray"), nil); err != nil {
					return err
				}
			}
			return nil
		})
		a, err := s.Audit(context.Background())
		if err != nil || len(a.Problems) != 100+min(more, 1) ||
			!strings.HasSuffix(a.Problems[len(a.Problems)-1], last) {
			t.Errorf("%d too many: %+v, %v", more, a, err)
		}
	}
}

func TestAuditEndsWhenItsContextDoes(t *testing.T) {
	s := openNew(t)
	ctx, cancel := context.WithCancel(context.Background())
	raw(t, s, func(tx *bbolt.Tx) error {
		for n := range uint64(3000) {
			if err := placesOf(tx).put(placeKey(n, "stray"), nil); err != nil {
				return err
			}
		}
		return nil
	})
	a := engine.NewAuditor(ctx)
	cancel()
	if err := s.db.View(func(tx *bbolt.Tx) error {
		return a.Compare(newTransaction(tx))
	}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
