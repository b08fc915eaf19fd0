// Package bolt keeps holecard's ledger, hands and players in one file of bbolt.
//
// # Schema
//
// Numbers in keys are big-endian, so that keys come in the order of their
// numbers. A record begins with its version; record.go holds them all.
//
//	meta
//	└─ "schema"                              → version of this tree (4 bytes)
//	seen
//	└─ interaction (8)                       → 1
//	journal
//	└─ sequence (8), from 1, no gaps         → posting, never changed
//	keys
//	└─ posting's key                         → its sequence (8)
//	balances
//	└─ guild (8) kind (1) owner (8)          → chips (8); none for an empty held account
//	hands
//	└─ hand (8)                              → hand
//	profiles
//	└─ guild (8) user (8)                    → profile
//	settings
//	└─ guild (8)                             → settings
//	decks
//	└─ guild (8) user (8) table              → deck
//	entries                                  the players of a guild, best first, once per order
//	└─ guild (8) order (1) score (8) user (8)  → nothing; a higher score has a lower key
//	blocks                                   how many entries come up to a key
//	└─ guild (8) order (1) score (8) user (8)  → count (4) of the entries after the block
//	                                           before, up to and including this key
//
// Balances, keys, entries and blocks follow from the journal and the profiles;
// they are written in the same transaction, and [Store.Audit] compares them.
//
// # Places
//
// bbolt cannot say how many keys come before a key, which is what a place in an
// order is. So entries are counted in blocks of up to [blockMax]: a place is the
// sum of the blocks before plus the position within one block, and a page deep
// in the list skips whole blocks. See order.go.
//
// # Commits
//
// Callers of [Store.Update] that come within [batchDelay] share one commit. A
// transaction collects its changes in memory and writes them when its function
// has returned nil, so a refusal costs the callers it shares with nothing.
package bolt
