package memory

import (
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

// imported imports a stream into memory.
func imported(t testing.TB, r io.Reader, m storage.Move) (storagetest.Exporter, error) {
	s, err := Import(t.Context(), r, m)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func place(*testing.T) func() storage.Store { return func() storage.Store { return New() } }

func TestAStoreIsTheSameAfterAMove(t *testing.T) { storagetest.Moves(t, place, imported) }

func TestAStreamWithAnyOtherByteIsRefused(t *testing.T) {
	storagetest.Refuses(t, place, imported, true)
}
