package session_test

import (
	"os"
	"path/filepath"
	"testing"

	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/memory"
	"holecard/storage/postgres"
)

// onPostgres reports whether the tests are to keep everything in PostgreSQL:
// SESSION_ENGINE=postgres. Those that stop the clock cannot.
func onPostgres() bool { return os.Getenv("SESSION_ENGINE") == "postgres" }

// quickStore returns the store of a test that never opens it again.
func quickStore(t testing.TB) storage.Store {
	if !onPostgres() {
		return memory.New()
	}
	return openKept(t, server.Database(t))
}

// newPlace returns where a store keeps what it is opened with again.
func newPlace(t testing.TB) string {
	if onPostgres() {
		return server.Database(t)
	}
	return filepath.Join(memoryDir(t), "test.db")
}

// openKept opens a store at a place.
func openKept(t testing.TB, place string) storage.Store {
	t.Helper()
	var store storage.Store
	var err error
	if onPostgres() {
		store, err = postgres.Open(t.Context(), place, postgres.Options{})
	} else {
		store, err = bolt.Open(t.Context(), place, bolt.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return store
}
