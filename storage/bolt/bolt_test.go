package bolt_test

import (
	"testing"

	"holecard/storage/storagetest"
)

func TestStoreKeepsWhatEveryEnginePromises(t *testing.T) {
	storagetest.Run(t, place)
}
