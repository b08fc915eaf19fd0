package storagetest

import (
	"context"
	"errors"

	"holecard/storage"
)

// Twice returns a store that runs every function of an update twice, and keeps
// only what the second run did: the first is rolled back, as by an engine that
// meets a conflict. A test that passes with it has shown that its functions are
// pure but for their transaction, as [storage.Store] asks.
func Twice(s storage.Store) storage.Store { return twice{s} }

type twice struct{ storage.Store }

// errRollback ends the first run.
var errRollback = errors.New("rolled back to be run again")

func (s twice) Update(ctx context.Context, guild storage.GuildID, fn func(storage.Tx) error) error {
	err := s.Store.Update(ctx, guild, func(tx storage.Tx) error {
		_ = fn(tx) // the second run decides
		return errRollback
	})
	if !errors.Is(err, errRollback) {
		return err // it was not run: the store is closed, or the context done
	}
	return s.Store.Update(ctx, guild, fn)
}
