package bolt

import (
	"fmt"
	"runtime"

	"holecard/storage"
)

// guard turns a panic into [storage.ErrCorrupt]: bbolt panics on damaged pages.
// It is deferred where bbolt is called.
func guard(err *error) {
	if r := recover(); r != nil {
		*err = damaged(r)
	}
}

// damaged is what a panic of bbolt means.
func damaged(reason any) error {
	// a page that is not there, of which that says nothing
	if _, fault := reason.(runtime.Error); fault {
		return fmt.Errorf("%w: parts of it cannot be read; restore a backup", storage.ErrCorrupt)
	}
	return fmt.Errorf("%w: %v; restore a backup", storage.ErrCorrupt, reason)
}
