package storage

import (
	"errors"
	"fmt"
)

// What a store refuses.
var (
	ErrSeen    = errors.New("the interaction was seen before")
	ErrPosted  = errors.New("a posting with this key was made before")
	ErrPosting = errors.New("the posting makes no sense") // from [Posting.Check]
	ErrRecord  = errors.New("the record makes no sense")  // from [Round.Check], [Seating.Check]
	ErrVersion = errors.New("another version is stored")
	ErrPlaying = errors.New("the player has chips at stake or sits at a table")
	ErrGuild   = errors.New("the transaction is of another guild")
	ErrInUse   = errors.New("the database is in use by another process")
	ErrNewer   = errors.New("the database was written by a newer version of holecard")
	ErrCorrupt = errors.New("the database is damaged")
	ErrClosed  = errors.New("the database is closed")
	ErrNoSpace = errors.New("there is no room left on the disk")
	ErrBroken  = errors.New("the disk has failed, so nothing can be changed any more")
	// ErrUnconfirmed is a change that was made, and that a failover may undo.
	ErrUnconfirmed = errors.New("the change is made, but no standby of the database confirms it")
	// ErrReplaced is a database that was removed, moved or written over while it is open.
	ErrReplaced = errors.New("the database was replaced while it is open, so nothing can be " +
		"changed any more")
	ErrNoStream    = errors.New("this is not an export of holecard")
	ErrNewerStream = errors.New("the export was made by a newer version of holecard")
	ErrStream      = errors.New("the export is damaged")
	ErrUnsound     = errors.New("the audit of what is to be moved is not ok")
	ErrNotEmpty    = errors.New("there is a database already")
	ErrUnfinished  = errors.New("an import into the database has not ended")
)

// OverdrawnError reports that an account has fewer chips than a posting takes.
type OverdrawnError struct {
	Account Account
	Balance Chips
	Need    Chips
}

func (e *OverdrawnError) Error() string {
	return fmt.Sprintf("%v has %d chips, not %d", e.Account, e.Balance, e.Need)
}

// OverflowError reports that an account would hold more than it can: a wallet or
// a held account more than [MaxChips].
type OverflowError struct {
	Account Account
	Balance Chips
	Chips   Chips // what the posting would add
}

func (e *OverflowError) Error() string {
	return fmt.Sprintf("%v has %d chips and cannot take %d more", e.Account, e.Balance, e.Chips)
}

// InUseError reports that another process has the database open. It is an
// [ErrInUse].
type InUseError struct {
	PID     int    // of that process, 0 where the system does not say
	Program string // its name, empty where the system does not say
}

func (e *InUseError) Error() string {
	switch {
	case e.PID == 0:
		return ErrInUse.Error()
	case e.Program == "":
		return fmt.Sprintf("%v (process %d)", ErrInUse, e.PID)
	}
	return fmt.Sprintf("%v (%s, process %d)", ErrInUse, e.Program, e.PID)
}

// Unwrap lets [errors.Is] find [ErrInUse].
func (e *InUseError) Unwrap() error { return ErrInUse }
