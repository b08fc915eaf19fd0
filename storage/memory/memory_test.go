package memory

import (
	"errors"
	"io"
	"testing"

	"holecard/storage"
	"holecard/storage/storagetest"
)

func TestStoreKeepsWhatEveryEnginePromises(t *testing.T) {
	for _, ledger := range []struct {
		name  string
		empty func() *Store
	}{{"numbered", New}, {"clocked", NewClocked}} {
		t.Run(ledger.name, func(t *testing.T) {
			storagetest.Run(t, func(*testing.T) func() storage.Store {
				last := ledger.empty()
				return func() storage.Store {
					s := ledger.empty()
					s.current.Store(last.current.Load()) // what a closed store had
					last = s
					return s
				}
			})
		})
	}
}

// importInto returns what imports a stream into an empty store.
func importInto(empty func() *Store) storagetest.Import {
	return func(t testing.TB, r io.Reader, m storage.Move) (storagetest.Exporter, error) {
		s := empty()
		err := s.Import(t.Context(), r, m)
		if err == nil {
			return s, nil
		}
		if left := s.current.Load().records.Len(); left > 0 {
			t.Errorf("after %v there are %d records", err, left)
		}
		return nil, err
	}
}

func placeOf(empty func() *Store) storagetest.Place {
	return func(*testing.T) func() storage.Store { return func() storage.Store { return empty() } }
}

func TestAStoreIsTheSameAfterAMove(t *testing.T) {
	numbered, clocked := importInto(New), importInto(NewClocked)
	storagetest.Moves(t, placeOf(New), numbered, clocked, clocked, numbered)
	storagetest.Moves(t, placeOf(NewClocked), clocked, numbered, clocked)
}

func TestAnErasureGoesOnAfterAMove(t *testing.T) {
	storagetest.MovesErased(t, placeOf(New), importInto(NewClocked))
	storagetest.MovesErased(t, placeOf(NewClocked), importInto(New))
}

func TestAStreamWithAnyOtherByteIsRefused(t *testing.T) {
	storagetest.Refuses(t, placeOf(New), importInto(NewClocked), true)
	storagetest.Refuses(t, placeOf(NewClocked), importInto(New), false)
}

func TestNothingIsImportedIntoAStoreWithRecords(t *testing.T) {
	s := New()
	err := s.Update(t.Context(), 7, func(tx storage.Tx) error {
		return storage.SettingsOf.Save(tx, storage.Settings{Guild: 7})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Import(t.Context(), nil, storage.Move{}); !errors.Is(err, storage.ErrNotEmpty) {
		t.Error(err)
	}
}
