package engine

import (
	"encoding/binary"
	"fmt"

	"holecard/storage"
)

// Postings of different accounts change no record in common. Each wallet and each held account
// has a clock. A posting stands at its time in milliseconds, but behind the clocks of its accounts,
// which it sets. So the journal in the order of places has the postings of each account in the
// order they were made, and grows at its end. House and mint have no record: their balances are
// sums over the journal.

// side is an account as a posting finds it, or leaves it.
type side struct {
	chips storage.Chips
	clock uint64 // where its newest posting stands; 0 before any
}

// clockOf returns where a posting stands that moves chips between two sides.
func clockOf(p storage.Posting, from, to side) uint64 {
	return max(1+max(from.clock, to.clock), uint64(max(0, p.At.UnixMilli())))
}

// account returns an account as a posting needs to know it: of house and mint nothing.
func (r *reader) account(a storage.Account) (side, error) {
	if a.MayOwe() {
		return side{}, nil
	}
	found, _, err := read(r, BalanceKey(a), func(raw []byte) (side, error) { return sideOf(a, raw) })
	return found, err
}

// EncodeBalance returns the record of an account.
func EncodeBalance(chips storage.Chips, clock uint64) []byte { return numbers(uint64(chips), clock) }

// record returns an account's record: nil for none. What is held once more after it was lost
// would stand before that in the journal: nobody stakes on a hand that is over.
func (s side) record(a storage.Account) []byte {
	if a.MayOwe() || a.Kind == storage.HeldAccount && s.chips == 0 {
		return nil
	}
	return EncodeBalance(s.chips, s.clock)
}

// sideOf reads an account's record.
func sideOf(a storage.Account, raw []byte) (side, error) {
	if len(raw) != 16 {
		return side{}, fmt.Errorf("%w: the balance of the %v has %d bytes, not 16",
			storage.ErrCorrupt, a, len(raw))
	}
	return side{storage.Chips(binary.BigEndian.Uint64(raw)), binary.BigEndian.Uint64(raw[8:])}, nil
}

// recordOf reads a record, whose id begins with its guild, unless it is unreadable.
func recordOf[K, V any](of storage.Table[K, V], id, raw []byte, unreadable error) (
	g storage.GuildID, k K, v V, err error) {
	n, ok := NumberOf(id[:min(len(id), 8)])
	switch g = storage.GuildID(n); {
	case unreadable != nil:
		return g, k, v, unreadable
	case !ok:
		return g, k, v, errBadKey
	}
	k, v, err = of.Decode(g, id[8:], raw)
	return g, k, v, err
}

// PostingChanges returns the records that a posting adds, besides its accounts.
func PostingChanges(p storage.Posting) []Change {
	g := p.From.Guild
	return append(ofPosting(g, p), Change{JournalKey(g, p.Key), storage.Journal.Encode(p)})
}

// ofPosting returns the records that follow from a posting by itself: its place and its transfers.
func ofPosting(g storage.GuildID, p storage.Posting) []Change {
	all := []Change{{PlaceKey(g, p.Clock, p.Key), []byte{}}}
	for _, player := range p.Transferred() {
		all = append(all, Change{TransferKey(player, p.Clock, p.Key), []byte{}})
	}
	return all
}
