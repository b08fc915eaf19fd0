package bot_test

import (
	"crypto/sha256"
	"encoding/binary"
	"sync/atomic"

	"holecard/storage"
)

// seedsInOrder returns seeds that differ from one another and are the same in each run, so that
// cards that a story does not stack are not left to chance.
func seedsInOrder() func() storage.Secret {
	var drawn atomic.Uint64
	return func() storage.Secret {
		return sha256.Sum256(binary.BigEndian.AppendUint64(nil, drawn.Add(1)))
	}
}
