package bolt

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
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
			return balancesOf(tx).put(accountKey(storage.HouseOf(7)), engine.EncodeChips(5))
		}, []string{`The balance of the account "house of guild 7" is 5, but its postings add up to 0.`, "All balances add up to 5, not to zero."}},
		{"a balance is missing", func(tx *bbolt.Tx) error {
			return balancesOf(tx).Delete(accountKey(storage.MintOf(7)))
		}, []string{`The balance of the account "mint of guild 7" is missing; its postings add up to -150.`, "All balances add up to 150"}},
		{"a balance has no account", func(tx *bbolt.Tx) error {
			return balancesOf(tx).put([]byte("x"), engine.EncodeChips(5))
		}, []string{"A balance has the key 78, which is no account."}},
		{"a balance is no number", func(tx *bbolt.Tx) error {
			return balancesOf(tx).put(accountKey(storage.HouseOf(7)), []byte{1})
		},
			[]string{"A balance is unreadable: the database is damaged: the balance of the " +
				"house of guild 7 has 1 bytes, not 8."}},
		{"a posting is gone", func(tx *bbolt.Tx) error {
			return journalOf(tx).Delete(ownKey(2))
		},
			[]string{"The journal of guild 7 has a gap: posting 1 is followed by 3.",
				`The key "open 2" is noted for posting 2 of guild 7, which does not exist.`}},
		{"the last posting is gone", func(tx *bbolt.Tx) error {
			return errors.Join(journalOf(tx).Delete(ownKey(3)),
				keysOf(tx).Delete(postingKey("hold 11")))
		},
			[]string{"The journal of guild 7 ends with posting 2, but 3 were made.",
				"Hand 11 of guild 7 says that it holds 10 chips, but its postings add up to 0."}},
		{"a posting is unreadable", func(tx *bbolt.Tx) error {
			return journalOf(tx).put(ownKey(2), []byte{2})
		},
			[]string{"Posting 2 of guild 7 is unreadable: the database is damaged: the version 2 of " +
				"the record of posting 2 cannot be read at byte 1 of 1."}},
		{"a posting makes no sense", func(tx *bbolt.Tx) error {
			p := hold
			p.Chips = 0
			return plant(tx, p)
		}, []string{`Posting 4 of guild 7 ("more") is not valid: the posting makes no sense: it moves 0 chips`}},
		{"a posting overdraws", func(tx *bbolt.Tx) error {
			p := hold
			p.Chips = 91
			return plant(tx, p)
		}, []string{`Posting 4 of guild 7 ("more") takes more than there was: player 1 of guild 7 has 90 chips, not 91.`}},
		{"a posting overfills", func(tx *bbolt.Tx) error {
			return plant(tx,
				storage.Posting{Key: "more", From: storage.MintOf(7), To: storage.WalletOf(one),
					Chips: storage.MaxChips, Reason: storage.DailyChips, At: noon})
		}, []string{`Posting 4 of guild 7 ("more") gives more than there is room for`}},
		{"a posting was made twice", func(tx *bbolt.Tx) error {
			p := hold
			p.Key = "hold 11"
			return plant(tx, p)
		}, []string{`Posting 3 of guild 7 has the key "hold 11", which is noted for posting 4: it could be made twice.`}},
		{"a key is missing", func(tx *bbolt.Tx) error {
			return keysOf(tx).Delete(postingKey("open 1"))
		}, []string{`Posting 1 of guild 7 has the key "open 1", which is noted for posting 0: it could be made twice.`}},
		{"a key has no posting", func(tx *bbolt.Tx) error {
			return keysOf(tx).put(postingKey("stray"), numberKey(99))
		}, []string{`The key "stray" is noted for posting 99 of guild 7, which does not exist.`}},
		{"a key has another's posting", func(tx *bbolt.Tx) error {
			return keysOf(tx).put(postingKey("stray"), numberKey(1))
		}, []string{`The key "stray" is noted for posting 1 of guild 7, which has the key "open 1".`}},
		{"two keys have each other's posting", func(tx *bbolt.Tx) error {
			return errors.Join(keysOf(tx).put(postingKey("open 1"), numberKey(2)),
				keysOf(tx).put(postingKey("open 2"), numberKey(1)))
		}, []string{`The key "open 1" is noted for posting 2 of guild 7, which has the key "open 2".`, `Posting 1 of guild 7 has the key "open 1", which is noted for posting 2`}},
		{"a transfer is missing", func(tx *bbolt.Tx) error {
			return transfersOf(tx).Delete(transferKey(one, 1))
		}, []string{"1 transfers are noted, but the journal has 2."}},
		{"a transfer has no posting", func(tx *bbolt.Tx) error {
			return transfersOf(tx).put(transferKey(one, 99), nil)
		},
			[]string{"Posting 99 of guild 7 is noted as a transfer of player 1, but does not " +
				"exist.", "3 transfers are noted, but the journal has 2."}},
		{"a transfer's posting was changed", func(tx *bbolt.Tx) error {
			return errors.Join(journalOf(tx).Put(ownKey(2), []byte("some sums")),
				transfersOf(tx).put(transferKey(one, 2), nil))
		}, []string{"Posting 2 of guild 7 is unreadable"}},
		{"a block has no key of an entry", func(tx *bbolt.Tx) error {
			return blocksOf(tx).put([]byte("x"), encodeCount(1))
		}, []string{"The block 78 of an order is unreadable."}},
		{"a stake is held in direct messages for no hand", func(tx *bbolt.Tx) error {
			held := storage.HeldFor(storage.DirectMessages(1), 99, 0)
			return errors.Join(balancesOf(tx).put(accountKey(held), engine.EncodeChips(5)),
				plant(tx, storage.Posting{Key: "more",
					From: storage.WalletOf(storage.Player{Guild: held.Guild, User: 1}), To: held,
					Chips: 5, Reason: storage.Hold, Round: 99, At: noon}))
		},
			[]string{"5 chips are held for hand 99 of the direct messages of user 1, which is " +
				"not open."}},
		{"an entry is gone and the balance was changed", func(tx *bbolt.Tx) error {
			chips := orderBy(tx, 7, storage.ByChips.Ever())
			return errors.Join(chips.move(entry{90, 1}, entry{40, 1}),
				balancesOf(tx).Put(accountKey(storage.WalletOf(one)), []byte("somesums")))
		}, []string{"A balance is unreadable"}},
		{"a transfer is play", func(tx *bbolt.Tx) error {
			return transfersOf(tx).put(transferKey(one, 3), nil)
		}, []string{`Posting 3 of guild 7 ("hold 11") is noted as a transfer of player 1, which it is not.`}},
		{"a transfer is another's", func(tx *bbolt.Tx) error {
			return errors.Join(transfersOf(tx).Delete(transferKey(one, 1)),
				transfersOf(tx).put(transferKey(one, 2), nil))
		}, []string{`Posting 2 of guild 7 ("open 2") is noted as a transfer of player 1, which it is not.`}},
		{"a transfer was changed", func(tx *bbolt.Tx) error {
			return transfersOf(tx).Put(transferKey(one, 1), []byte("sums"))
		}, []string{"The transfer with the key", "was changed on the disk."}},
		{"a transfer has no player", func(tx *bbolt.Tx) error {
			return transfersOf(tx).put([]byte("x"), nil)
		}, []string{"The transfer with the key 78 is unreadable"}},
		{"a hand is unreadable", func(tx *bbolt.Tx) error {
			return handsOf(tx).put(ownKey(12), []byte("{}"))
		},
			[]string{"Hand 12 of guild 7 is unreadable: the database is damaged: the version 123 of " +
				"the record of hand 12"}},
		{"a hand has no id", func(tx *bbolt.Tx) error {
			return handsOf(tx).put([]byte("x"),
				engine.EncodeRound(storage.Round{Seats: []storage.Seat{{}}}))
		}, []string{"A hand has the key 78, which is no id."}},
		{"a hand says another stake", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 11, Guild: one.Guild, Version: 1, Open: true,
					Seats: []storage.Seat{{User: one.User, Held: 11}}})
		},
			[]string{"Hand 11 of guild 7 says that it holds 11 chips, but its postings add up " +
				"to 10."}},
		{"a hand is over but holds chips", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 11, Guild: one.Guild, Version: 2,
					Seats: []storage.Seat{{User: one.User}}})
		},
			[]string{"Player 1 of guild 7 plays hand 11, which is not open.",
				"10 chips are held for hand 11 of guild 7, which is not open."}},
		{"a hand is over but says that it holds chips", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 12, Guild: two.Guild, Version: 2,
					Seats: []storage.Seat{{User: two.User, Held: 3}}})
		}, []string{"Hand 12 of guild 7 is over but says that it holds 3 chips."}},
		{"a hand is open but not played", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 12, Guild: two.Guild, Version: 2, Open: true,
					Seats: []storage.Seat{{User: two.User}}})
		}, []string{"Hand 12 of guild 7 is open, but player 2 does not play it."}},
		{"a player plays another's hand", func(tx *bbolt.Tx) error {
			return keepProfile(tx, storage.Profile{Player: two, OpenHand: 11})
		}, []string{"Player 2 of guild 7 plays hand 11, which is player 1's."}},
		{"a player plays no hand that is", func(tx *bbolt.Tx) error {
			return keepProfile(tx, storage.Profile{Player: two, OpenHand: 13})
		}, []string{"Player 2 of guild 7 plays hand 13, which is not open."}},
		{"a profile is unreadable", func(tx *bbolt.Tx) error {
			return profilesOf(tx).put(playerKey(two), nil)
		},
			[]string{"A profile is unreadable: the database is damaged: the version of the " +
				"record of profile of player 2"}},
		{"a profile has no player", func(tx *bbolt.Tx) error {
			return profilesOf(tx).put([]byte("x"), nil)
		}, []string{"A profile has the key 78, which is no player."}},
		{"a profile's score moved and the order did not", func(tx *bbolt.Tx) error {
			return keepProfile(tx, storage.Profile{Player: two, Stats: storage.Stats{Net: 5}})
		},
			[]string{"Player 2 of guild 7 is missing, or at the wrong position, in the order by " +
				"net winnings."}},
		{"statistics count a hand too many", func(tx *bbolt.Tx) error {
			return keepProfile(tx,
				storage.Profile{Player: two, Stats: storage.Stats{Hands: 2, Pushes: 2}})
		},
			[]string{"The statistics of player 2 of guild 7 are 2 hands, 0 won, 0 lost, 2 " +
				"pushed, 0 wagered, net 0, biggest win 0, biggest loss 0, but the settled hands " +
				"and their postings add up to 1 hands, 0 won, 0 lost, 1 pushed"}},
		{"a hand says another result", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 12, Guild: two.Guild, Version: 1,
					Seats: []storage.Seat{{User: two.User, Net: 3}}})
		},
			[]string{"Hand 12 of guild 7 says that it won 3 chips on the whole, but its " +
				"postings add up to 0."}},
		{"a hand of practice says that it moves chips", func(tx *bbolt.Tx) error {
			return errors.Join(
				keepHand(tx,
					storage.Round{ID: 12, Guild: two.Guild, Version: 1, Practice: true,
						Seats: []storage.Seat{{User: two.User, Net: 3}}}),
				keepHand(tx, storage.Round{ID: 11, Guild: one.Guild, Version: 1, Practice: true,
					Open:  true,
					Seats: []storage.Seat{{User: one.User, Held: 10}}}))
		},
			[]string{"Hand 11 of guild 7 is practice but says that it holds 10 chips and won 0.",
				"Hand 12 of guild 7 is practice but says that it holds 0 chips and won 3."}},
		{"a hand of practice has a stake", func(tx *bbolt.Tx) error {
			return errors.Join(
				keepHand(tx,
					storage.Round{ID: 12, Guild: two.Guild, Version: 1, Practice: true,
						Seats: []storage.Seat{{User: two.User}}}),
				plant(tx, storage.Posting{Key: "hand/12/1/hold", From: storage.WalletOf(two),
					To:    storage.HeldFor(7, 12, 0),
					Chips: 10, Reason: storage.Hold, Round: 12, At: noon}))
		}, []string{"Hand 12 of guild 7 is practice, but its postings hold 10 chips."}},
		{"a stake is in no statistics", func(tx *bbolt.Tx) error {
			return plant(tx,
				storage.Posting{Key: "hand/12/1/hold", From: storage.WalletOf(two),
					To:    storage.HeldFor(7, 12, 0),
					Chips: 10, Reason: storage.Hold, Round: 12, At: noon})
		},
			[]string{"0 wagered, net 0, biggest win 0, biggest loss 0, but the settled hands " +
				"and their postings add up to 1 hands, 0 won, 0 lost, 1 pushed, 10 wagered"}},
		{"a loss is in no statistics", func(tx *bbolt.Tx) error {
			return plant(tx,
				storage.Posting{Key: "hand/12/1/lose", From: storage.HeldFor(7, 12, 0),
					To:    storage.HouseOf(7),
					Chips: 10, Reason: storage.Lose, Round: 12, At: noon})
		},
			[]string{"add up to 1 hands, 0 won, 1 lost, 0 pushed, 0 wagered, net -10, biggest " +
				"win 0, biggest loss 10"}},
		{"a win is in no statistics", func(tx *bbolt.Tx) error {
			return plant(tx,
				storage.Posting{Key: "hand/12/1/win", From: storage.HouseOf(7),
					To:    storage.WalletOf(two),
					Chips: 10, Reason: storage.Win, Round: 12, At: noon})
		},
			[]string{"add up to 1 hands, 1 won, 0 lost, 0 pushed, 0 wagered, net 10, biggest " +
				"win 10, biggest loss 0"}},
		{"a posting of a hand is gone", func(tx *bbolt.Tx) error {
			return keysOf(tx).put(postingKey("hand/12/1/win"), numberKey(99))
		}, []string{`The key "hand/12/1/win" is noted for posting 99 of guild 7, which does not exist.`}},
		{"the key of a hand's posting was changed", func(tx *bbolt.Tx) error {
			return keysOf(tx).Put(postingKey("hand/12/1/win"), append(numberKey(1), "sums"...))
		}, []string{`The key "hand/12/1/win" of guild 7 is unreadable`}},
		{"a posting of a hand is unreadable", func(tx *bbolt.Tx) error {
			return errors.Join(journalOf(tx).Put(ownKey(3), []byte("some sums")),
				keysOf(tx).put(postingKey("hand/12/1/win"), numberKey(3)))
		}, []string{"Posting 3 of guild 7 is unreadable", "was changed on the disk."}},
		{"a settled hand has no player", func(tx *bbolt.Tx) error {
			return keepHand(tx,
				storage.Round{ID: 13, Guild: 7, Version: 1, Seats: []storage.Seat{{User: 3}}})
		}, []string{"Player 3 of guild 7 has 1 settled hands but no profile."}},
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
		}, []string{"The interactions 21 and 22 began shuffles from the same server seed."}},
		{"a head is behind", func(tx *bbolt.Tx) error {
			return headsOf(tx).put(numberKey(7), numberKey(2))
		}, []string{"The journal of guild 7 ends with posting 3, but 2 were made."}},
		{"a head is of an empty journal", func(tx *bbolt.Tx) error {
			return headsOf(tx).put(numberKey(8), numberKey(2))
		}, []string{"The journal of guild 8 ends with posting 0, but 2 were made."}},
		{"a head is gone", func(tx *bbolt.Tx) error {
			return headsOf(tx).Delete(numberKey(7))
		}, []string{"The head of the journal of guild 7 is missing."}},
		{"a head is unreadable", func(tx *bbolt.Tx) error {
			return errors.Join(headsOf(tx).put(numberKey(7), nil),
				headsOf(tx).put([]byte("x"), nil))
		},
			[]string{"The head of the journal of guild 7 is unreadable: it has another length.",
				"The head of a journal has the key 78, which is no guild."}},
		{"a posting stands in another guild's journal", func(tx *bbolt.Tx) error {
			p := storage.Posting{Key: "open 1", From: storage.MintOf(8),
				To: storage.WalletOf(storage.Player{Guild: 8, User: 1}), Chips: 100,
				Reason: storage.Opening, At: noon}
			return journalOf(tx).put(ownKey(1), engine.EncodePosting(p))
		}, []string{`Posting 1 of guild 7 ("open 1") moves chips of guild 8.`}},
		{"a posting has no guild", func(tx *bbolt.Tx) error {
			return errors.Join(journalOf(tx).put(numberKey(4), nil),
				keysOf(tx).put([]byte("x"), nil))
		},
			[]string{"The journal has the key 0000000000000004, which is no posting's.",
				"A key of a posting is 78, which is of no guild."}},
		{"a hand stands in another guild", func(tx *bbolt.Tx) error {
			return handsOf(tx).put(ownKey(12),
				engine.EncodeRound(storage.Round{ID: 12, Guild: 8,
					Version: 1,
					Seats:   []storage.Seat{{User: 2}}}))
		}, []string{"Hand 12 of guild 7 is played in guild 8."}},
		{"settings are unreadable", func(tx *bbolt.Tx) error {
			return settingsOf(tx).put(numberKey(7), nil)
		},
			[]string{"The settings with the key 0000000000000007 are unreadable: the database " +
				"is damaged"}},
		{"settings were changed", func(tx *bbolt.Tx) error {
			return settingsOf(tx).Put(numberKey(7),
				append(engine.EncodeSettings(storage.Settings{Guild: 7}), "sums"...))
		},
			[]string{"The settings with the key 0000000000000007 are unreadable",
				"was changed on the disk."}},
		{"settings have no guild", func(tx *bbolt.Tx) error {
			return settingsOf(tx).put([]byte("x"),
				engine.EncodeSettings(storage.Settings{Guild: 7}))
		}, []string{"The settings with the key 78 are unreadable"}},
		{"a deck is unreadable", func(tx *bbolt.Tx) error {
			return decksOf(tx).put(deckKey(one, "mit"), nil)
		},
			[]string{"The deck with the key 000000000000000700000000000000016d6974 is " +
				"unreadable: the database is damaged"}},
		{"a deck was changed", func(tx *bbolt.Tx) error {
			return decksOf(tx).Put(deckKey(one, "mit"),
				append(engine.EncodeDeck(storage.Deck{}), "sums"...))
		},
			[]string{"The deck with the key 000000000000000700000000000000016d6974 is unreadable",
				"was changed on the disk."}},
		{"a deck has no player", func(tx *bbolt.Tx) error {
			return decksOf(tx).put([]byte("x"), engine.EncodeDeck(storage.Deck{}))
		}, []string{"The deck with the key 78 is unreadable"}},
		{"an interaction has no id", func(tx *bbolt.Tx) error {
			return seenOf(tx).put([]byte("x"), []byte{1})
		}, []string{"The interaction with the key 78 is unreadable"}},
		{"an interaction was changed", func(tx *bbolt.Tx) error {
			return seenOf(tx).Put(ownKey(1), []byte("1sums"))
		},
			[]string{"The interaction with the key 00000000000000070000000000000001 is unreadable",
				"was changed on the disk."}},
		{"a key was changed", func(tx *bbolt.Tx) error {
			return keysOf(tx).Put(postingKey("open 1"), append(numberKey(1), "sums"...))
		}, []string{`The key "open 1" of guild 7 is unreadable`, "was changed on the disk."}},
		{"an order has an entry too many", func(tx *bbolt.Tx) error {
			return orderBy(tx, 7, storage.ByChips.Ever()).insert(entry{1, 99})
		}, []string{"The orders have 9 entries, but 2 players need 8."}},
		{"a block counts wrong", func(tx *bbolt.Tx) error {
			o := orderBy(tx, 7, storage.ByChips.Ever())
			return o.blocks.put(o.lastKey(), encodeCount(3))
		}, []string{"counts 3 entries, but has 2: positions are wrong."}},
		{"a block is unreadable", func(tx *bbolt.Tx) error {
			o := orderBy(tx, 7, storage.ByBiggestWin.Ever())
			return o.blocks.put(o.lastKey(), nil)
		}, []string{"of an order is unreadable.", "of an order is in no block."}},
		{"a block is missing", func(tx *bbolt.Tx) error {
			o := orderBy(tx, 7, storage.ByNet.Ever())
			return o.blocks.Delete(o.lastKey())
		}, []string{"of an order is in no block."}},
	})
}

// damage is done to a file, and told by its audit.
type damage struct {
	name string
	do   func(tx *bbolt.Tx) error
	want []string // what is told, at least
}

// damages does each damage to a store, and keeps all that its audits say in a file.
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
			for _, want := range damage.want {
				if !strings.Contains(told, want) {
					t.Errorf("the audit says\n%s\nbut not\n%s", told, want)
				}
			}
			fmt.Fprintf(&whole, "# %s\n%s\n\n", damage.name, told)
		})
	}
	golden(t, file, whole.String())
}

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

// plant writes a posting, and the balances it makes, without asking whether it may be.
func plant(tx *bbolt.Tx, p storage.Posting) error {
	head, err := headsOf(tx).get(numberKey(uint64(p.From.Guild)))
	last, _ := engine.NumberOf(head)
	return errors.Join(err, newTransaction(tx).Apply(engine.PostingChanges(last+1, p)))
}

func keepHand(tx *bbolt.Tx, h storage.Round) error {
	return handsOf(tx).put(ownKey(uint64(h.ID)), engine.EncodeRound(h))
}

func keepProfile(tx *bbolt.Tx, p storage.Profile) error {
	return profilesOf(tx).put(playerKey(p.Player), engine.EncodeProfile(p))
}

func TestAuditTellsOfManyProblemsHowManyThereAre(t *testing.T) {
	for more, last := range map[int]string{0: "which does not exist.",
		1: "There are 1 more problems.",
		5: "There are 5 more problems."} {
		s := openNew(t)
		raw(t, s, func(tx *bbolt.Tx) error {
			for n := range uint64(100 + more) {
				if err := keysOf(tx).put(postingKey(string(numberKey(n))),
					numberKey(n+1)); err != nil {
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
			if err := keysOf(tx).put(postingKey(string(numberKey(n))), numberKey(n+1)); err != nil {
				return err
			}
		}
		return nil
	})
	a := engine.NewAuditor(ctx, true)
	cancel()
	if err := s.db.View(func(tx *bbolt.Tx) error {
		return a.Compare(newTransaction(tx))
	}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
