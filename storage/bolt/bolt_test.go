package bolt_test

import (
	"path/filepath"
	"testing"

	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/storagetest"
)

func TestStoreKeepsWhatEveryEnginePromises(t *testing.T) {
	storagetest.Run(t, func(t *testing.T) func() storage.Store {
		path := filepath.Join(t.TempDir(), "holecard.db")
		return func() storage.Store {
			t.Helper()
			s, err := bolt.Open(t.Context(), path, bolt.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	})
}
