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
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
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
	old, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	err = old.View(t.Context(), 7, func(storage.Reader) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "start the bot") || old.Close() != nil {
		t.Errorf("it is read before it is brought up to date: %v", err)
	}
	s := openAt(t, path)
	micro := noon.Add(123456 * time.Microsecond)
	alice, bob := storage.Player{Guild: 1 << 60, User: 3}, storage.Player{Guild: 1 << 60, User: 5}
	profile := storage.Profile{Player: alice, Name: "Zoë <@1>", Opened: micro,
		LastBet: storage.MaxChips, OpenHand: 2,
		Daily: storage.Daily{At: micro.Add(time.Microsecond), By: snowflake(noon, 9), Chips: 50,
			Streak: 7},
		Stats: storage.Stats{Naturals: 4, Busts: 5, Doubles: 6, Splits: 7, Surrenders: 8}}
	hand := storage.Round{ID: 2, Guild: alice.Guild, Version: 1, Table: "vegas", Private: true,
		Open: true, Shuffled: true, Next: math.MaxInt64,
		Record: bytes.Repeat([]byte{0, 1, 2, 0xff}, 100),
		Dealt:  micro, Changed: micro.Add(time.Second),
		Seats: []storage.Seat{{User: alice.User, Plays: "both(stopAt(19), ask)", Held: 20}}}
	settings := storage.Settings{Guild: alice.Guild, Tables: []string{"mit", "vegas"},
		Rules: []storage.RuleChange{{Table: "vegas", Change: "decks=8"}}}
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
		h, _, err := r.Round(2)
		same(hand, h, err)
		g, err := r.Settings()
		same(settings, g, err)
		d, _, err := r.Deck(alice, "downen")
		same(deck, d, err)
		d, _, err = r.Deck(alice, "amherst")
		same(storage.Deck{Player: alice, Table: "amherst"}, d, err)
		seen, err := r.Seen(snowflake(noon, 9))
		same(true, seen, err)
		for account, want := range map[storage.Account]storage.Chips{
			storage.WalletOf(alice): 80, storage.WalletOf(bob): 50,
			storage.MintOf(alice.Guild): -150, storage.HeldFor(alice.Guild, 2, 0): 20,
		} {
			chips, err := r.Balance(account)
			same(want, chips, err)
		}
		position, of, err := r.Rank(bob, storage.ByChips.Ever())
		same([]int{2, 2}, []int{position, of}, err)
		return nil
	}
	if err := s.View(context.Background(), alice.Guild, check); err != nil {
		t.Error(err)
	}
	if a, err := s.Audit(context.Background()); err != nil || !a.OK || a.Postings != 3 {
		t.Errorf("%+v, %v", a, err)
	}

	// And what was not there before is kept beside it.
	profile.Fair.Next, profile.Given.Chips = storage.Secret{1}, 20
	hand.Version, hand.Shoe.Shuffle.Client, hand.House = 2, "seed", "stopAt(15)"
	settings.NoGive, deck.Dealt = true, 49
	updateIn(t, s, alice.Guild, func(tx storage.Tx) error {
		return errors.Join(tx.SaveProfile(profile), tx.SaveRound(hand), tx.SaveSettings(settings),
			tx.SaveDeck(deck))
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := openAt(t, path).View(context.Background(), alice.Guild, check); err != nil {
		t.Error(err)
	}
}

// schema2.db was written by the last version that knew only schema 2.
func TestFileOfSchemaTwoKnowsItsTransfers(t *testing.T) {
	path := unpack(t, "schema2.db")
	s := openAt(t, path)
	alice, bob := storage.Player{Guild: 1 << 60, User: 3}, storage.Player{Guild: 1 << 60, User: 5}
	carol := storage.Player{Guild: storage.DirectMessages(3), User: 3}
	transfers := func(of storage.Player) (keys []string) {
		t.Helper()
		err := s.View(context.Background(), of.Guild, func(r storage.Reader) error {
			all, err := r.Transfers(of, "", 10)
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
	updateIn(t, s, alice.Guild, func(tx storage.Tx) error { // and those that follow
		return tx.Post(storage.Posting{Key: "give/2", From: storage.WalletOf(alice),
			To: storage.WalletOf(bob), Chips: 1, Reason: storage.Gift, At: noon})
	})
	has(bob, "give/2", "give/1", "open/bob")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, path)
	has(bob, "give/2", "give/1", "open/bob")
}

// older makes a file of each schema before the newest, by number.
func older(t *testing.T) map[int]string {
	zero := newPath(t)
	db, err := bbolt.Open(zero, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		meta, err := tx.CreateBucket([]byte("meta"))
		return errors.Join(err, meta.Put(schemaKey(), make([]byte, 4)))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	files := map[int]string{0: zero, 1: unpack(t, "schema1.db"), 2: unpack(t, "schema2.db"),
		3: unpack(t, "schema3.db"), 4: unpack(t, "schema4.db"), 5: unpack(t, "schema5.db"),
		6: unpack(t, "schema6.db")}
	if len(files) != newestSchema() {
		t.Fatalf("there are files of %d older schemas, and there are %d: put one of the last "+
			"schema into testdata", len(files), newestSchema())
	}
	return files
}

func TestAnOlderFileIsAuditedAsItIs(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	for schema, path := range older(t) {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := OpenReadOnly(t.Context(), path)
		if err != nil {
			t.Fatalf("schema %d: %v", schema, err)
		}
		a, err := s.Audit(t.Context())
		if has, newest := s.Schema(); err != nil || !a.OK || has != schema ||
			newest != newestSchema() {
			t.Errorf("schema %d of %d is %d: %+v, %v", has, newest, schema, a, err)
		}
		if want := []int{0, 3, 10, 72, 72, 156, 156}[schema]; a.Postings != want {
			t.Errorf("schema %d: %d postings, want %d", schema, a.Postings, want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
			t.Errorf("schema %d: the file was changed, %v", schema, err)
		}
		if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
			t.Errorf("schema %d: it leaves %v, %v", schema, left, err)
		}
	}
}

func TestTheAuditOfAnOlderFileFindsWhatIsWrong(t *testing.T) {
	path := unpack(t, "schema2.db")
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		return bucketOf(tx,
			"balances").put(accountKey(storage.WalletOf(storage.Player{Guild: 1 << 60, User: 3})),
			engine.EncodeChips(7))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if a, err := s.Audit(t.Context()); err != nil || a.OK ||
		!strings.Contains(strings.Join(a.Problems, " "), "is 7, but its postings add up to") {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestAnOlderFileIsCopiedBeforeItIsChanged(t *testing.T) {
	for schema, path := range older(t) {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var copied bytes.Buffer
		full := errors.New("there is no room for the copy")
		asks := func(answer error) Options {
			return Options{BeforeMigration: func(ctx context.Context, m Migration) error {
				if m.From != schema || m.To != newestSchema() || m.Again {
					t.Errorf("from %d to %d (again: %v), and it is of schema %d", m.From, m.To,
						m.Again, schema)
				}
				if file, err := os.ReadFile(path); err != nil || !bytes.Equal(before, file) {
					t.Errorf("schema %d: the file was changed before, %v", schema, err)
				}
				copied.Reset()
				_, err := m.Copy(ctx, &copied)
				return errors.Join(err, answer)
			}}
		}
		_, err = Open(t.Context(), path, asks(full))
		if !errors.Is(err, full) || !strings.Contains(err.Error(), "nothing was changed") {
			t.Errorf("schema %d, without a copy: %v", schema, err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
			t.Errorf("schema %d was changed without a copy, %v", schema, err)
		}
		s, err := Open(t.Context(), path, asks(nil))
		if err != nil {
			t.Fatalf("schema %d: %v", schema, err)
		}
		a, err := s.Audit(t.Context())
		if has, _ := s.Schema(); err != nil || !a.OK || has != newestSchema() {
			t.Errorf("schema %d became %d: %+v, %v", schema, has, a, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		of := newPath(t) // the copy is of the schema before, and opens as the file did
		if err := os.WriteFile(of, copied.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := OpenReadOnly(t.Context(), of)
		if err != nil {
			t.Fatal(err)
		}
		if has, _ := r.Schema(); has != schema {
			t.Errorf("the copy of schema %d is of schema %d", schema, has)
		}
		r.Close()
		openAt(t, of)
		s, err = Open(t.Context(), path,
			Options{BeforeMigration: func(context.Context, Migration) error {
				t.Error("it is asked again")
				return nil
			}})
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
	}
}

func TestAMigrationThatCannotBeWrittenOrReadFails(t *testing.T) {
	s := openNew(t)
	twoPlayers(t, s)
	for n, step := range migrations() {
		// which nothing is written in
		err := s.db.View(func(tx *bbolt.Tx) error { return step.apply(t.Context(), tx) })
		if err == nil {
			t.Errorf("step %d: nothing can be written, and that is no error", n)
		}
	}
	inTheWay := func(_ context.Context, tx *bbolt.Tx) error {
		err := metaOf(tx).Delete(schemaKey())
		_, errBucket := metaOf(tx).CreateBucket(schemaKey())
		return errors.Join(err, errBucket)
	}
	if _, err := migrate(t.Context(), s.db,
		append(migrations(), migration{apply: inTheWay})); err == nil {
		t.Error("the version cannot be written, and that is no error")
	}
	raw(t, s, func(tx *bbolt.Tx) error { return metaOf(tx).Put(schemaKey(), []byte{0, 0, 3}) })
	if from, err := migrate(t.Context(), s.db, migrations()); !errors.Is(err, storage.ErrCorrupt) ||
		from != 0 {
		t.Errorf("a version of 3 bytes: from %d, %v", from, err)
	}
}

func TestAnOlderFileWithoutABucketIsRefused(t *testing.T) {
	path := older(t)[1]
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte("decks")) })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), path, Options{})
	if !errors.Is(err, storage.ErrCorrupt) || !strings.Contains(err.Error(), `"decks"`) {
		t.Error(err)
	}
	s, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if has, _ := s.Schema(); has != 1 {
		t.Errorf("a migration was given up, and the schema is %d", has)
	}
}

// Whenever its context ends, a migration ends with that, and the next goes on.
func TestAMigrationThatIsEndedIsDoneLater(t *testing.T) {
	for schema, path := range older(t) {
		for n := 0; ; n++ {
			s, err := Open(&endsAfter{t.Context(), n}, path, Options{})
			if err != nil {
				if !errors.Is(err, context.Canceled) {
					t.Errorf("schema %d, ended when it was asked for the %d. time: %v", schema, n,
						err)
				}
				continue
			}
			if a, err := s.Audit(t.Context()); err != nil || !a.OK || n < 2 {
				t.Errorf("schema %d, after %d: %+v, %v", schema, n, a, err)
			}
			s.Close()
			break
		}
	}
}
