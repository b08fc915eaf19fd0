package storage

import (
	"fmt"
	"reflect"
)

// Move is what moves all records from one store to another reports to, and is decided by.
type Move struct {
	// Audited is called with what the audit of a store found: before an export is whole,
	// and before what was imported is kept. An error ends it. By default what is not OK is
	// [ErrUnsound].
	Audited func(Audit) error
	// Progress is called now and then with how many records are done.
	Progress func(done int)
}

// Judge decides about the audit of a store.
func (m Move) Judge(a Audit) error {
	switch {
	case m.Audited != nil:
		return m.Audited(a)
	case !a.OK:
		return ErrUnsound
	}
	return nil
}

// Kept decides about a store that was filled: its audit must find the sums that the audit
// of the exported one found.
func (m Move) Kept(said, found Audit) error {
	if err := m.Judge(found); err != nil {
		return err
	}
	said.OK, said.Problems = found.OK, found.Problems
	if !reflect.DeepEqual(said, found) {
		return fmt.Errorf("%w: its sums are other ones", ErrStream)
	}
	return nil
}
