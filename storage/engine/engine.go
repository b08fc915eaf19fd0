// Package engine is what all engines of storage share: which records there are
// and how they read, what a transaction does, and what an audit compares. An
// engine itself knows keys, records and commits:
//
//	storage.Tx ── changes ──▶ records ──▶ Transaction.Changes ──▶ the engine's commit
//	   │                         │ what the transaction has read and changed so far
//	   └── reads ────────────────┴──▶ State: Get, Scan, UpTo
//
// # Records
//
// Most kinds of record are declared in [holecard/storage]: see [storage.Tables]. A key begins
// with the guild that the record belongs to, and a transaction uses those of one guild.
// Besides, there are those that this package makes:
//
//	seen
//	└─ guild (8) interaction (8)             → no field; old ones go with each new one
//	journal
//	└─ guild (8) posting's key               → posting, never changed
//	places
//	└─ guild (8) clock (8) posting's key     → nothing; postings in an order to make them
//	transfers                                a player's postings other than by play
//	└─ guild (8) pseudonym (8) clock (8) posting's key  → nothing
//	balances
//	└─ guild (8) kind (1) owner (8)          → chips (8) clock (8); the kind's upper four bits
//	                                           are the seat; none for an empty held account
//	due                                      deadlines, of all guilds together
//	└─ microsecond (8) guild (8) seating (8) → number (8); earlier ones have a lower key
//	entries                                  the players of a guild, best first, once per board
//	├─ guild (8) order (1) score (8) user (8)  → nothing; a higher score has a lower key
//	├─ guild (8) 8 (1) 0 (8) user (8)          → nothing: a player who is on no board
//	└─ guild (8) 16 + 8·span + order (1) number (4) score (8) user (8)  → nothing
//
// Balances, places, transfers, entries and deadlines follow from the journal,
// the profiles, the tallies and the seatings. They are written in the same transaction, and audits
// compare them.
// Transfers are noted because most of a guild's journal is play: ten transfers
// are ten records to read, however long it is.
//
// # Walks
//
// Audit, export and import are loops over [Tables]. What follows from a record is made by the
// functions that transactions use, in one place: follow.go.
//
//	audit    state ──▶ record: decodes, is valid ──┬─▶ facts: stakes, statistics, seatings
//	                                               └─▶ what follows ═╗
//	         state ──▶ places, transfers, balances, entries, due ╩═▶ compared as sets
//	export   state ──▶ guild ──▶ record, unless it follows from others ──▶ frame
//	import   frame ──▶ record ──┬──────────────────▶ Fill
//	                            └─▶ what follows ──▶ Fill
//
// # Round trips
//
// An engine may be at the other end of a network, where each call of a [State] is
// a round trip and the changes go out with the commit. So Get takes many keys, and
// what [storage.Reader.Load] has read is answered from memory.
package engine

import (
	"bytes"
	"cmp"
	"slices"

	"holecard/storage"
)

// Table is a kind of record: one that is declared, or one of those that follow from others.
type Table = *storage.Kind

// The tables whose records this package makes.
var (
	Journal   = storage.Journal.Kind
	Seen      = storage.NewSet[storage.InteractionID]("seen").Kind
	Places    = storage.NewIndex("places")
	Transfers = storage.NewIndex("transfers")
	Balances  = storage.NewIndex("balances")
	Entries   = storage.NewIndex("entries")
	Due       = storage.NewIndex("due")
)

// Tables returns all tables.
func Tables() []Table { return slices.Concat(streamed(), indexes()) }

// indexes returns the tables whose records all follow from others.
func indexes() []Table { return []Table{Places, Transfers, Balances, Entries, Due} }

// Key names a record. Make it with the functions of key.go.
type Key struct {
	Table Table
	ID    []byte // which nobody changes
}

// Compare orders keys by the names of their tables, and then by their bytes.
func (k Key) Compare(other Key) int {
	if k.Table != other.Table {
		return cmp.Compare(k.Table.Name(), other.Table.Name())
	}
	return bytes.Compare(k.ID, other.ID)
}

// State is one state of all records, which nobody changes meanwhile.
// Its errors are the engine's, such as [holecard/storage.ErrCorrupt].
type State interface {
	// Get returns a record for each key, nil for none. They must not be changed,
	// and are valid until the transaction ends.
	Get(...Key) ([][]byte, error)
	// Scan calls fn with the records in a range, in the order of their keys, until
	// it returns false. A record that cannot be read comes with an error instead
	// of its value.
	Scan(r Range, fn func(id, value []byte, err error) bool) error
	// UpTo counts the entries of one order from its first up to a key.
	UpTo(order, last Key) (int, error)
}

// Range is a part of a table.
type Range struct {
	Key // the table, and the bytes that all keys begin with
	// where to begin, nil for the end: at this key or behind it, or, backwards, before it
	From      []byte
	Skip      int  // how many records to leave out first
	Backwards bool // the last first
}

// Change replaces a record, or deletes it when there is no value: nil.
type Change struct {
	Key
	Value []byte
}
