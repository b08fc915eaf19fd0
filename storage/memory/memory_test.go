package memory

import (
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
