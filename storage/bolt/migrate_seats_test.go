package bolt

import (
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// schema5.db was written by the last version that knew only schema 5: four people play
// in two servers and in direct messages, themselves and by strategies, against houses
// that decide, in private and for practice, and leave eleven hands open. They give
// chips, choose tastes and seeds; admins move chips and change settings.
//
// schema5.gob is what that version read in it, by the names of its fields.

// schemaFive is all that stands in the file.
type schemaFive struct {
	Profiles      []storage.Profile
	Hands         []handOfFive
	Journal       []postingOfFive
	Settings      []storage.Settings
	Decks         []storage.Deck
	Confirmations []storage.Confirmation
	Log           []storage.LogEntry
	Emojis        []storage.Emojis
	Balances      map[storage.Account]storage.Chips
}

// handOfFive is a hand as it was before rounds had seats.
type handOfFive struct {
	ID       storage.RoundID
	Player   storage.Player
	Version  uint32
	Table    string
	Private  bool
	Practice bool
	Plays    string
	House    string
	Shoe     storage.ShoeOrigin
	Shuffled bool
	Open     bool
	Held     storage.Chips
	Net      storage.Chips
	Next     storage.RoundID
	Promised storage.Digest
	Round    []byte
	Dealt    time.Time
	Changed  time.Time
}

// round returns the round of one seat that the hand is now.
func (h handOfFive) round() storage.Round {
	return storage.Round{ID: h.ID, Guild: h.Player.Guild, Version: h.Version, Table: h.Table,
		Private: h.Private, Practice: h.Practice, House: h.House, Shoe: h.Shoe,
		Shuffled: h.Shuffled, Open: h.Open, Next: h.Next, Promised: h.Promised,
		Record: h.Round, Dealt: h.Dealt, Changed: h.Changed,
		Seats: []storage.Seat{{User: h.Player.User, Plays: h.Plays, Held: h.Held, Net: h.Net}}}
}

type postingOfFive struct {
	Key      string
	From, To storage.Account
	Chips    storage.Chips
	Reason   storage.Reason
	Hand     storage.RoundID
	By       storage.InteractionID
	Who      storage.UserID
	Note     string
	At       time.Time
}

func readSchemaFive(t *testing.T) (old schemaFive) {
	t.Helper()
	dump, err := os.Open(unpack(t, "schema5.gob"))
	if err != nil {
		t.Fatal(err)
	}
	defer dump.Close()
	if err := gob.NewDecoder(dump).Decode(&old); err != nil {
		t.Fatal(err)
	}
	return old
}

func TestFileOfSchemaFiveReadsAsBefore(t *testing.T) {
	old := readSchemaFive(t)
	s := openAt(t, unpack(t, "schema5.db"))
	same := func(want, got any, err error) {
		t.Helper()
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("%v: -want +got\n%s", err, diff)
		}
	}
	open := 0
	for _, h := range old.Hands {
		if h.Open {
			open++
		}
		in(t, s, h.Player.Guild, func(r storage.Reader) error {
			got, _, err := r.Round(h.ID)
			same(h.round(), got, err)
			held, err := r.Balance(storage.HeldFor(h.Player.Guild, h.ID, 0))
			if !h.Practice {
				same(h.Held, held, err)
			}
			return nil
		})
	}
	for _, p := range old.Profiles {
		in(t, s, p.Player.Guild, func(r storage.Reader) error {
			got, _, err := r.Profile(p.Player)
			same(p, got, err)
			return nil
		})
	}
	for account, chips := range old.Balances {
		in(t, s, account.Guild, func(r storage.Reader) error {
			got, err := r.Balance(account)
			same(chips, got, err)
			return nil
		})
	}
	for _, d := range old.Decks {
		in(t, s, d.Player.Guild, func(r storage.Reader) error {
			got, _, err := r.Deck(d.Player, d.Table)
			same(d, got, err)
			return nil
		})
	}
	for _, c := range old.Confirmations {
		in(t, s, c.Guild, func(r storage.Reader) error {
			got, _, err := r.Confirmation(c.Asked)
			same(c, got, err)
			return nil
		})
	}
	for _, p := range old.Journal {
		in(t, s, p.From.Guild, func(r storage.Reader) error {
			posted, err := r.Posted(p.Key)
			same(true, posted, err)
			return nil
		})
	}
	in(t, s, old.Settings[0].Guild, func(r storage.Reader) error {
		settings, err := r.Settings()
		same(old.Settings[0], settings, err)
		log, err := r.Log(0, 10)
		for i, e := range log { // newest first
			same(old.Log[len(old.Log)-1-i], e, err)
		}
		same(len(old.Log), len(log), err)
		return nil
	})
	in(t, s, 0, func(r storage.Reader) error {
		emojis, err := r.Emojis()
		same(old.Emojis[0], emojis, err)
		return nil
	})
	a, err := s.Audit(t.Context())
	if err != nil || !a.OK || a.Postings != len(old.Journal) || a.OpenHands != open || open < 10 {
		t.Errorf("%+v, %v, %d open hands", a, err, open)
	}
	keepsPostings(t, s, old)
}

// keepsPostings compares the journals of all guilds, which are in the order of theirs.
func keepsPostings(t *testing.T, s *Store, old schemaFive) {
	t.Helper()
	err := s.db.View(func(tx *bbolt.Tx) error {
		return journalOf(tx).ForEach(func(key, raw []byte) error {
			value, err := journalOf(tx).checked(key, raw)
			p, err2 := engine.DecodePosting(0, value)
			got := postingOfFive{p.Key, p.From, p.To, p.Chips, p.Reason, p.Round, p.By, p.Who,
				p.Note, p.At}
			if diff := cmp.Diff(old.Journal[0], got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			old.Journal = old.Journal[1:]
			return errors.Join(err, err2)
		})
	})
	if err != nil || len(old.Journal) > 0 {
		t.Errorf("%d postings are gone, %v", len(old.Journal), err)
	}
}

// No byte of what was kept changes: not a key of a posting, not an account.
func TestFileOfSchemaFiveKeepsEveryByte(t *testing.T) {
	path := unpack(t, "schema5.db")
	bytesOf := func() (all map[spot]string) {
		db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		db.View(func(tx *bbolt.Tx) error { all = content(tx); return nil })
		return all
	}
	before := bytesOf()
	if err := openAt(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	after := bytesOf()
	schema := spot{"meta", "schema"}
	if before[schema] != "kept 00000005" || after[schema] != fmt.Sprintf("kept %08x",
		newestSchema()) {
		t.Errorf("the schema %s becomes %s", before[schema], after[schema])
	}
	after[schema] = before[schema]
	if diff := cmp.Diff(before, after); diff != "" || len(before) < 500 {
		t.Errorf("%d records, -before +after\n%s", len(before), diff)
	}
}

// A hand that is open goes on as the round of one seat that it is: its next step has
// the keys that it would have had.
func TestAnOpenHandOfSchemaFiveIsSettled(t *testing.T) {
	s := openAt(t, unpack(t, "schema5.db"))
	settled := 0
	for _, h := range readSchemaFive(t).Hands {
		if !h.Open || h.Practice {
			continue
		}
		settled++
		wallet := storage.WalletOf(h.Player)
		updateIn(t, s, h.Player.Guild, func(tx storage.Tx) error {
			r, _, err1 := tx.Round(h.ID)
			p, _, err2 := tx.Profile(h.Player)
			before, err3 := tx.Balance(wallet)
			r.Version, r.Open, r.Seats[0].Held = r.Version+1, false, 0
			p.OpenHand = 0
			p.Stats.Hands++
			p.Stats.Pushes++
			p.Stats.Wagered += h.Held
			key := fmt.Sprintf("hand/%d/%d/release", h.ID, r.Version)
			err := errors.Join(err1, err2, err3, tx.Post(storage.Posting{
				Key: storage.RoundKey(h.ID, 0, r.Version, storage.Release), By: 1,
				From: storage.HeldFor(h.Player.Guild, h.ID, 0), To: wallet,
				Chips: h.Held, Reason: storage.Release, Round: h.ID, At: noon}),
				tx.SaveRound(r), tx.SaveProfile(p))
			after, err4 := tx.Balance(wallet)
			posted, err5 := tx.Posted(key)
			if after != before+h.Held || !posted {
				t.Errorf("hand %d: %d chips become %d, %s is posted: %v", h.ID, before, after, key,
					posted)
			}
			return errors.Join(err, err4, err5)
		})
	}
	a, err := s.Audit(t.Context())
	if err != nil || !a.OK || a.Held != 0 || settled < 8 {
		t.Errorf("%d hands are settled: %+v, %v", settled, a, err)
	}
}
