package memory

import (
	"errors"
	"io"
	"testing"

	"holecard/storage"
	"holecard/storage/storagetest"
)

func TestStoreKeepsWhatEveryEnginePromises(t *testing.T) {
	storagetest.Run(t, func(*testing.T) func() storage.Store {
		last := New()
		return func() storage.Store {
			s := New()
			s.current.Store(last.current.Load()) // what a closed store had
			last = s
			return s
		}
	})
}

// importNew imports a stream into an empty store.
func importNew(t testing.TB, r io.Reader, m storage.Move) (storagetest.Exporter, error) {
	s := New()
	err := s.Import(t.Context(), r, m)
	if err == nil {
		return s, nil
	}
	if left := s.current.Load().records.Len(); left > 0 {
		t.Errorf("after %v there are %d records", err, left)
	}
	return nil, err
}

func place(*testing.T) func() storage.Store { return func() storage.Store { return New() } }

func TestAStoreIsTheSameAfterAMove(t *testing.T) {
	storagetest.Moves(t, place, importNew, importNew)
}

func TestAnErasureGoesOnAfterAMove(t *testing.T) { storagetest.MovesErased(t, place, importNew) }

func TestAStreamWithAnyOtherByteIsRefused(t *testing.T) {
	storagetest.Refuses(t, place, importNew, true)
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
