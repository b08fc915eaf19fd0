package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"holecard/storage"
	"holecard/storage/postgres"
)

// Eight processes that start at once on an empty database make its tables once.
func TestManyProcessesMayStartAtOnce_long(t *testing.T) {
	url := server.Database(t)
	var starts sync.WaitGroup
	for range 8 {
		starts.Go(func() {
			s, err := postgres.Open(t.Context(), url+"&pool_max_conns=2", postgres.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if err := s.Update(t.Context(), guild, opening("a")); err != nil &&
				!errors.Is(err, storage.ErrPosted) {
				t.Error(err)
			}
		})
	}
	starts.Wait()
	if made := query(t, url, "SELECT count(*) FROM migrations WHERE guild = 0"); made != "1" {
		t.Errorf("%s migrations are noted", made)
	}
}

// A process goes on beside one of a newer version. Another of the older is refused.
func TestANewerSchemaIsRefused_long(t *testing.T) {
	url := server.Database(t)
	s := open(t, url)
	execute(t, url, "INSERT INTO migrations (guild, number) VALUES (0, 99)")
	execute(t, url, "ALTER TABLE records ADD COLUMN later text")
	if err := s.Update(t.Context(), guild, opening("a")); err != nil {
		t.Error(err)
	}
	_, err := postgres.Open(t.Context(), url, postgres.Options{})
	if !errors.Is(err, storage.ErrNewer) {
		t.Errorf("another ends with %v", err)
	}
}

// What is only read may be a standby: nothing is written, and nothing has to be.
func TestADatabaseIsReadWithoutBeingChanged_long(t *testing.T) {
	url := server.Database(t)
	const standby = "&default_transaction_read_only=on"
	_, err := postgres.Open(t.Context(), url+standby, postgres.Options{ReadOnly: true})
	if !errors.Is(err, postgres.ErrNoTables) {
		t.Errorf("an empty database: %v", err)
	}
	if err := open(t, url).Update(t.Context(), guild, opening("a")); err != nil {
		t.Fatal(err)
	}
	s, err := postgres.Open(t.Context(), url+standby, postgres.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if a, err := s.Audit(t.Context()); err != nil || !a.OK || a.Postings != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	if err := s.Export(t.Context(), io.Discard, storage.Move{}); err != nil {
		t.Error(err)
	}
}

// What must never be is refused by the database, whatever the code that asks for it.
func TestTheDatabaseRefusesWhatMustNotBe_long(t *testing.T) {
	url := server.Database(t)
	s := open(t, url)
	if err := s.Update(t.Context(), guild, opening("a")); err != nil {
		t.Fatal(err)
	}
	const wallet = `'\x010000000000000007'`
	for wrong, statement := range map[string]string{
		"a wallet below zero":   "UPDATE balances SET chips = -1",
		"a wallet that is full": "UPDATE balances SET chips = 9007199254740992",
		"a clock at zero":       "UPDATE balances SET clock = 0",
		"a balance of the house": `INSERT INTO balances (guild, id, chips, clock)
			VALUES (7, '\x030000000000000000', 1, 1)`,
		"an eighth seat": `INSERT INTO balances (guild, id, chips, clock)
			VALUES (7, '\x720000000000000009', 1, 1)`,
		"a seat of a wallet": `INSERT INTO balances (guild, id, chips, clock)
			VALUES (7, '\x110000000000000009', 1, 1)`,
		"a second balance of a wallet": `INSERT INTO balances (guild, id, chips, clock)
			VALUES (7, ` + wallet + `, 1, 1)`,
		"a posting that is made twice": `INSERT INTO journal (guild, key, clock, value)
			SELECT guild, key, clock + 1, value FROM journal`,
		"a posting of house and mint": "UPDATE journal SET house = 1",
		"a posting without a key":     "UPDATE journal SET key = ''",
		"a posting of too many chips": "UPDATE journal SET mint = -9007199254740992",
		"an entry of no order": `INSERT INTO boards (guild, kind, id, value)
			VALUES (7, 'entries', '\x0400000000000000000000000000000000', '')`,
		"an interaction of nine bytes": `INSERT INTO passing (guild, kind, id, value)
			VALUES (7, 'seen', '\x000000000000000000', '')`,
		"a process of no parts": `INSERT INTO processes (id, of, parts, served, beat)
			VALUES ('x', 0, '{}', '{}', now())`,
	} {
		conn := connect(t, url)
		_, err := conn.Exec(t.Context(), statement).ReadAll()
		failed, ok := errors.AsType[*pgconn.PgError](err)
		if !ok || failed.Code != "23514" && failed.Code != "23505" {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if a, err := s.Audit(t.Context()); err != nil || !a.OK {
		t.Errorf("%+v, %v", a, err)
	}
}

// An audit of PostgreSQL finds what was changed behind its back.
func TestAuditFindsWhatWasChangedBehindItsBack_long(t *testing.T) {
	for damage, statement := range map[string]string{
		"a wallet":              "UPDATE balances SET chips = chips + 1",
		"the clock of a wallet": "UPDATE balances SET clock = clock + 1",
		"a missing wallet":      "DELETE FROM balances",
		"a missing posting":     "DELETE FROM journal",
		"a posting's place":     "UPDATE journal SET clock = clock + 1",
		"a missing entry":       "DELETE FROM boards",
		"a missing transfer":    "DELETE FROM records WHERE kind = 'transfers'",
		"a profile":             "UPDATE records SET value = '\\xff' WHERE kind = 'profiles'",
	} {
		t.Run(damage, func(t *testing.T) {
			url := server.Database(t)
			s := open(t, url)
			err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
				return errors.Join(opening("a")(tx),
					storage.Profiles.Save(tx, storage.Profile{Player: ada, Name: "Ada"}))
			})
			if err != nil {
				t.Fatal(err)
			}
			execute(t, url, statement)
			if a, err := s.Audit(t.Context()); err != nil || a.OK {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
}

// A password is in no error and in no line of the log.
func TestAPasswordIsNotTold(t *testing.T) {
	const secret = "hunter2"
	for _, url := range []string{
		"postgres://holecard:" + secret + "@127.0.0.1:1/holecard?sslmode=disable",
		"postgres://holecard:" + secret + "@127.0.0.1:1/holecard?sslmode=nonsense",
		"postgres://holecard:" + secret + "@127.0.0.1:port/holecard",
		"postgres://holecard:" + secret + "@[::1/holecard",
		"host=127.0.0.1 port=1 password=" + secret + " sslmode=nonsense",
	} {
		var log strings.Builder
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		_, err := postgres.Open(ctx, url,
			postgres.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		cancel()
		if err == nil || strings.Contains(err.Error()+log.String(), secret) {
			t.Errorf("%v\n%s", err, log.String())
		}
	}
}

const guild storage.GuildID = 7

var ada = storage.Player{Guild: guild, User: 7}

// opening gives Ada chips by a posting with a key.
func opening(key string) func(storage.Tx) error {
	return func(tx storage.Tx) error {
		return tx.Post(storage.Posting{Key: key, From: storage.MintOf(guild),
			To: storage.WalletOf(ada), Chips: 100, Reason: storage.Opening})
	}
}

func open(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func connect(t testing.TB, url string) *pgconn.PgConn {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func execute(t testing.TB, url, statement string) {
	t.Helper()
	if _, err := connect(t, url).Exec(t.Context(), statement).ReadAll(); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", statement, err))
	}
}

// query returns the one value that a statement returns.
func query(t testing.TB, url, statement string) string {
	t.Helper()
	results, err := connect(t, url).Exec(t.Context(), statement).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return string(results[0].Rows[0][0])
}
