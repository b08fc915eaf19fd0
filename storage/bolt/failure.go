package bolt

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// failure is why nothing can be changed any more.
type failure struct {
	err error
	// What is read may be what was never made safe: a new state is in memory,
	// and on the disk is this state or the one before.
	blind bool
}

// begin begins a transaction for writing.
func (s *Store) begin() (btx *bbolt.Tx, err error) {
	if err := s.checkFile(); err != nil {
		return nil, err
	}
	defer s.guardWriting(&err)
	return s.db.Begin(true)
}

// rollback ends a transaction of which nothing was written to the file.
func (s *Store) rollback(btx *bbolt.Tx) (err error) {
	defer s.guardWriting(&err)
	return btx.Rollback()
}

// commit makes a transaction safe on the disk, or refuses it whole.
func (s *Store) commit(btx *bbolt.Tx) error {
	id := btx.ID()
	s.state.begin(id)
	defer s.state.end()
	err := s.tryCommit(btx)
	if err != nil {
		err = s.explainCommit(id, err)
		s.full = errors.Is(err, storage.ErrNoSpace)
		return err
	}
	if err := s.noteMeta(); err != nil { // and by the old ones the file would seem to be another
		s.fail(&failure{err: fmt.Errorf("%w: %w", storage.ErrBroken, err)})
	}
	if s.full {
		s.full = false
		s.log.Info("there is room on the disk again: changes are kept")
	}
	return nil
}

func (s *Store) tryCommit(btx *bbolt.Tx) (err error) {
	defer s.guardWriting(&err)
	return btx.Commit()
}

// guardWriting is deferred where bbolt changes what it has in memory: after a
// panic there, that cannot be trusted.
func (s *Store) guardWriting(err *error) {
	if r := recover(); r != nil {
		*err = damaged(r)
		s.fail(&failure{err: *err})
		s.stuck.Store(true) // bbolt holds its lock for writing
	}
}

// explainCommit returns what a failed commit means to its callers, and notes
// whether there can be others.
//
// Before bbolt writes the new meta page, the last of all, what it has written
// is of no meaning: the state before is whole, in memory and on the disk. A
// full disk refuses such writes, and bbolt has taken back what it meant to do.
// Any other failure says that the disk does not keep what it is given. After
// the meta page was written it is not known which state is on the disk, and
// what is read now may be gone tomorrow.
func (s *Store) explainCommit(id int, err error) error {
	if errors.Is(err, storage.ErrCorrupt) {
		return err // by guardWriting
	}
	now, unreadable := s.newest()
	before := unreadable == nil && now < id
	if before && noSpace(err) {
		return fmt.Errorf("%w: %w", storage.ErrNoSpace, err)
	}
	err = fmt.Errorf("%w: %w", storage.ErrBroken, err)
	s.fail(&failure{err: err, blind: !before})
	return err
}

// fail stops all updates. The first reason stays.
func (s *Store) fail(f *failure) {
	if s.failure.CompareAndSwap(nil, f) {
		s.log.Error("the database takes no more changes", "error", f.err)
	}
}

// newest returns the number of the newest state that readers see.
func (s *Store) newest() (id int, err error) {
	defer guard(&err)
	err = s.db.View(func(btx *bbolt.Tx) error {
		id = btx.ID()
		return nil
	})
	return id, err
}

// noSpace reports whether the disk has no room. bbolt keeps only the words of
// an error met while it makes the file longer.
func noSpace(err error) bool {
	for _, full := range fullDisk {
		if errors.Is(err, full) || strings.HasPrefix(err.Error(), "file resize error") &&
			strings.Contains(err.Error(), full.Error()) {
			return true
		}
	}
	return false
}

// fullDisk are the errors of a write for which there is no room: on the disk,
// by a quota, or in a file as large as it may be.
var fullDisk = [...]syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
