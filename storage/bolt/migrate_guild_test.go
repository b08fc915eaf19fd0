package bolt

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// schema3.db was written by the last version that knew only schema 3: three people
// play in two servers and in direct messages. They split, double and lose, leave
// hands open and decks behind, give chips and take them, and reset a wallet up and
// down; confirmations are declined, answered and left open.

// schemaThree is what stands in the file, as the version that wrote it has it.
type schemaThree struct {
	balances map[storage.Account]storage.Chips
	profiles map[storage.Player]storage.Profile
	hands    map[storage.RoundID]storage.Round
	journal  []storage.Posting
	seen     map[storage.InteractionID]bool
	decks    map[string][]byte
}

func readSchemaThree(t *testing.T, path string) schemaThree {
	t.Helper()
	old := schemaThree{map[storage.Account]storage.Chips{}, map[storage.Player]storage.Profile{},
		map[storage.RoundID]storage.Round{}, nil, map[storage.InteractionID]bool{},
		map[string][]byte{}}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	each := func(tx *bbolt.Tx, name string, fn func(key, value []byte) error) error {
		b := bucketOf(tx, name)
		return b.ForEach(func(key, raw []byte) error {
			value, err := b.checked(key, raw)
			return errors.Join(err, fn(key, value))
		})
	}
	err = db.View(func(tx *bbolt.Tx) error {
		return errors.Join(
			each(tx, "balances", func(key, value []byte) error {
				a, _ := engine.AccountOf(key)
				chips, err := engine.DecodeChips(a, value)
				old.balances[a] = chips
				return err
			}),
			each(tx, "profiles", func(key, value []byte) error {
				p, _ := engine.PlayerOf(key)
				profile, err := engine.DecodeProfile(p, value)
				old.profiles[p] = profile
				return err
			}),
			each(tx, "hands", func(key, value []byte) error {
				id, _ := engine.NumberOf(key)
				h, err := engine.DecodeRound(storage.RoundID(id), value)
				old.hands[h.ID] = h
				return err
			}),
			each(tx, "journal", func(key, value []byte) error {
				p, err := engine.DecodePosting(0, value)
				old.journal = append(old.journal, p)
				return err
			}),
			each(tx, "seen", func(key, _ []byte) error {
				id, _ := engine.NumberOf(key)
				old.seen[storage.InteractionID(id)] = true
				return nil
			}),
			each(tx, "decks", func(key, value []byte) error {
				old.decks[string(key)] = bytes.Clone(value)
				return nil
			}))
	})
	if err != nil {
		t.Fatal(err)
	}
	return old
}

// in calls fn with what reads a guild.
func in(t *testing.T, s *Store, g storage.GuildID, fn func(storage.Reader) error) {
	t.Helper()
	if err := s.View(context.Background(), g, fn); err != nil {
		t.Error(err)
	}
}

func TestFileOfSchemaThreeKeepsEveryChipHandAndPlayer(t *testing.T) {
	path := unpack(t, "schema3.db")
	old := readSchemaThree(t, path)
	s := openAt(t, path)
	a, err := s.Audit(t.Context())
	if err != nil || !a.OK || a.Total != 0 || a.Postings != len(old.journal) || a.OpenHands != 6 {
		t.Errorf("%+v, %v", a, err)
	}
	shared := map[storage.AccountKind]storage.Chips{} // of all direct messages, by the new accounts
	for account, want := range old.balances {
		var user storage.UserID
		switch account.Kind {
		case storage.PlayerAccount:
			user = storage.UserID(account.Owner)
		case storage.HeldAccount:
			user = old.hands[storage.RoundID(account.Owner)].Seats[0].User
		default:
			if account.Guild == 0 { // and was of all users
				shared[account.Kind] -= want
				continue
			}
		}
		account.Guild = guildOf(account.Guild, user)
		in(t, s, account.Guild, func(r storage.Reader) error {
			chips, err := r.Balance(account)
			if chips != want {
				t.Errorf("the %v has %d chips, and had %d", account, chips, want)
			}
			return err
		})
	}
	users := 0
	for player, want := range old.profiles {
		player.Guild = guildOf(player.Guild, player.User)
		want.Player = player
		in(t, s, player.Guild, func(r storage.Reader) error {
			got, _, err := r.Profile(player)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%+v: -want +got\n%s", player, diff)
			}
			if !player.Guild.Direct() {
				return err
			}
			users++
			house, err1 := r.Balance(storage.HouseOf(player.Guild))
			mint, err2 := r.Balance(storage.MintOf(player.Guild))
			position, of, err3 := r.Rank(player, storage.ByChips.Ever())
			if position != 1 || of != 1 {
				t.Errorf("%+v has position %d of %d", player, position, of)
			}
			shared[storage.HouseAccount] += house
			shared[storage.MintAccount] += mint
			return errors.Join(err, err1, err2, err3)
		})
	}
	if shared[storage.HouseAccount] != 0 || shared[storage.MintAccount] != 0 || users != 3 {
		t.Errorf("of %d users, house and mint differ by %v", users, shared)
	}
	for id, want := range old.hands {
		want.Guild = guildOf(want.Guild, want.Seats[0].User)
		in(t, s, want.Guild, func(r storage.Reader) error {
			got, _, err := r.Round(id)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("hand %d: -want +got\n%s", id, diff)
			}
			return err
		})
	}
	for key := range old.decks {
		player, _ := engine.PlayerOf([]byte(key[:16]))
		player.Guild = guildOf(player.Guild, player.User)
		in(t, s, player.Guild, func(r storage.Reader) error {
			d, ok, err := r.Deck(player, key[16:])
			want, err2 := engine.DecodeDeck(player, key[16:], old.decks[key])
			if diff := cmp.Diff(want, d); !ok || diff != "" {
				t.Errorf("the deck %x: -want +got\n%s", key, diff)
			}
			return errors.Join(err, err2)
		})
	}
	keepsJournal(t, s, old)
}

// keepsJournal checks the keys of all postings, those who made them, and that a
// reset is a reason now.
func keepsJournal(t *testing.T, s *Store, old schemaThree) {
	t.Helper()
	resets, seen, direct := 0, 0, 0
	for _, p := range old.journal {
		guild := p.From.Guild
		if guild == 0 {
			direct++
			for _, a := range []storage.Account{p.From, p.To} {
				if a.Kind == storage.PlayerAccount {
					guild = storage.DirectMessages(storage.UserID(a.Owner))
				}
			}
			if guild == 0 {
				guild = storage.DirectMessages(old.hands[p.Round].Seats[0].User)
			}
		}
		in(t, s, guild, func(r storage.Reader) error {
			posted, err := r.Posted(p.Key)
			if !posted {
				t.Errorf("the key %q is not known in %v", p.Key, guild)
			}
			if known, err := r.Seen(p.By); old.seen[p.By] {
				seen++
				if !known || err != nil {
					t.Errorf("interaction %d, which posted %q, is not seen: %v", p.By, p.Key, err)
				}
			}
			transfers, err2 := r.Transfers(
				storage.Player{Guild: guild, User: storage.UserID(p.To.Owner)}, "", 20)
			for _, at := range transfers {
				if at.Key != p.Key {
					continue
				}
				want := p
				if p.Key[:5] == "reset" {
					resets++
					want.Reason = storage.Reset
				}
				want.From.Guild, want.To.Guild = guild, guild
				if diff := cmp.Diff(want, at); diff != "" {
					t.Errorf("posting %q: -want +got\n%s", p.Key, diff)
				}
			}
			return errors.Join(err, err2)
		})
	}
	// one more took chips: its wallet is where they come from
	if resets != 1 || seen == 0 || direct == 0 {
		t.Errorf("%d resets, %d postings whose interaction was seen, %d in direct messages", resets,
			seen, direct)
	}
}

// Whenever a migration is interrupted, what is in the file is that of the old
// schema; and when it is done, it is what it would have been.
func TestAMigrationInSmallStepsCanBeInterruptedAnywhere(t *testing.T) {
	steps := migrations()
	path := unpack(t, "schema3.db")
	whole := map[spot]string{}
	attempts := 0
	for n := 0; len(whole) == 0; n++ {
		attempts++
		db, err := bbolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		steps[3] = keyByGuild(7) // as a process that has just started
		_, err = migrate(&endsAfter{t.Context(), n}, db, steps)
		if err == nil {
			db.View(func(tx *bbolt.Tx) error { whole = content(tx); return nil })
		} else if !errors.Is(err, context.Canceled) {
			t.Errorf("ended when it was asked for the %d. time: %v", n, err)
		} else if has, err := schemaOf(db); has < 3 || err != nil {
			t.Errorf("ended when it was asked for the %d. time: schema %d, %v", n, has, err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	straight := unpack(t, "schema3.db")
	s := openAt(t, straight)
	want := map[spot]string{}
	s.db.View(func(tx *bbolt.Tx) error { want = content(tx); return nil })
	if diff := cmp.Diff(want, whole); diff != "" || attempts < 10 {
		t.Errorf("after %d attempts: -want +got\n%s", attempts, diff)
	}
	if a, err := openAt(t, path).Audit(t.Context()); err != nil || !a.OK {
		t.Errorf("%+v, %v", a, err)
	}
}

// What a migration of another attempt has left is not of the version before, which
// may have been played with since.
func TestAMigrationBeginsAgainWhenTheFileWasPlayedWithSince(t *testing.T) {
	path := unpack(t, "schema3.db")
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := keyByGuild(7)
	if err := m.prepare(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	var changed storage.Round
	err = db.Update(func(tx *bbolt.Tx) error {
		hands := bucketOf(tx, "hands")
		key, raw := hands.Cursor().First()
		value, err := hands.checked(key, raw)
		if err != nil {
			return err
		}
		id, _ := engine.NumberOf(key)
		changed, err = engine.DecodeRound(storage.RoundID(id), value)
		changed.Version++
		changed.Next = 77
		return errors.Join(err, hands.put(bytes.Clone(key), engine.EncodeRound(changed)))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	in(t, openAt(t, path), changed.Guild, func(r storage.Reader) error {
		h, _, err := r.Round(changed.ID)
		if diff := cmp.Diff(changed, h); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		return err
	})
}
