package postgres_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"regexp"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"holecard/internal/long"
	"holecard/internal/postgrestest"
	"holecard/storage"
	"holecard/storage/postgres"
	"holecard/storage/storagetest"
)

var server postgrestest.Shared

// checks is how many random transactions the suite tries, unless -rapid.checks says more.
const checks = "10"

func TestMain(m *testing.M) {
	long.Parse()
	long.Default("rapid.checks", checks)
	defer server.Stop()
	m.Run()
}

func TestStoreKeepsWhatEveryEnginePromises_long(t *testing.T) {
	database := server.Database(t)
	var schemas atomic.Int64
	storagetest.Run(t, func(t *testing.T) func() storage.Store {
		url := newSchema(t, database, fmt.Sprint("s", schemas.Add(1)))
		return func() storage.Store {
			s, err := postgres.Open(t.Context(), url, postgres.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	})
}

// A dump writes bytes in hex.
func TestADumpHasNothingThatWasErased_long(t *testing.T) {
	url, inHex := server.Database(t), regexp.MustCompile(`\\\\x[0-9a-f]*`)
	place := func(*testing.T) func() storage.Store {
		return func() storage.Store { return open(t, url) }
	}
	storagetest.Forgets(t, place, func(storage.Store) []byte {
		return inHex.ReplaceAllFunc(server.Instance(t).Dump(t, url), func(found []byte) []byte {
			raw, _ := hex.DecodeString(string(found[3:]))
			return raw
		})
	})
}

// newSchema makes an empty schema, which is quicker than a database, and returns its URL.
func newSchema(t testing.TB, database, name string) string {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "CREATE SCHEMA "+name).ReadAll(); err != nil {
		t.Fatal(err)
	}
	return database + "&search_path=" + name + "&pool_max_conns=4"
}
