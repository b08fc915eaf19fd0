package postgres_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"testing"

	"holecard/storage"
	"holecard/storage/memory"
	"holecard/storage/postgres"
	"holecard/storage/storagetest"
)

// schemas names empty schemas of a database.
type schemas struct {
	database string
	made     atomic.Int64
}

func (s *schemas) next(t testing.TB) (url string) {
	return newSchema(t, s.database, fmt.Sprint("move", s.made.Add(1)))
}

func (s *schemas) place(t *testing.T) func() storage.Store {
	url := s.next(t)
	return func() storage.Store { return opened(t, url) }
}

func opened(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// importInto imports a stream into an empty schema. What an error leaves cannot be opened.
func (s *schemas) importInto(
	t testing.TB, r io.Reader, m storage.Move,
) (storagetest.Exporter, error) {
	url := s.next(t)
	if err := postgres.Import(t.Context(), url, r, postgres.Options{}, m); err != nil {
		left, opening := postgres.Open(t.Context(), url, postgres.Options{})
		if opening == nil {
			if a, err := left.Audit(t.Context()); a.Postings > 0 || err != nil {
				t.Errorf("half a database can be opened: %+v, %v", a, err)
			}
			left.Close()
		} else if !errors.Is(opening, storage.ErrUnfinished) {
			t.Error(opening)
		}
		return nil, err
	}
	return opened(t, url), nil
}

func intoMemory(t testing.TB, r io.Reader, m storage.Move) (storagetest.Exporter, error) {
	s := memory.New() // with the ledger of files
	if err := s.Import(t.Context(), r, m); err != nil {
		return nil, err
	}
	return s, nil
}

func TestADatabaseIsTheSameAfterAMove_long(t *testing.T) {
	t.Parallel()
	s := &schemas{database: server.Database(t)}
	place := func(*testing.T) func() storage.Store {
		return func() storage.Store { return memory.New() }
	}
	storagetest.Moves(t, place, s.importInto, intoMemory)
}

func TestHalfAnImportCannotBeOpened_long(t *testing.T) {
	t.Parallel()
	s := &schemas{database: server.Database(t)}
	storagetest.Refuses(t, s.place, s.importInto, false)
}

func TestNothingIsImportedIntoADatabaseWithGuilds_long(t *testing.T) {
	t.Parallel()
	s := &schemas{database: server.Database(t)}
	url := s.next(t)
	store := opened(t, url)
	err := store.Update(t.Context(), 7, func(tx storage.Tx) error {
		return storage.SettingsOf.Save(tx, storage.Settings{Guild: 7})
	})
	if err := errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
	err = postgres.Import(t.Context(), url, new(bytes.Buffer), postgres.Options{}, storage.Move{})
	if !errors.Is(err, storage.ErrNotEmpty) {
		t.Error(err)
	}
	opened(t, url).Close() // it can be opened still
}
