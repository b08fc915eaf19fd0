package engine

import (
	"encoding/binary"
	"fmt"

	"holecard/storage"
)

// Ledger is a way of keeping the journal of a guild. A state says which is its own:
// [Numbered] or [Clocked].
type Ledger interface {
	// find returns an account as a posting needs to know it.
	find(*reader, storage.Account) (side, error)
	// balance returns the chips of an account.
	balance(*reader, storage.Account) (storage.Chips, error)
	// next returns where a posting stands in the journal that moves chips between two sides.
	next(r *reader, from, to side) (at uint64, err error)
	// after is next where it is known how many postings there are.
	after(made uint64, from, to side) (at uint64)
	// journalID returns the key of a posting in the journal.
	journalID(g storage.GuildID, at uint64, key string) []byte
	// placeOf is the reverse of journalID, without the posting's key.
	placeOf(id []byte) (g storage.GuildID, at uint64, ok bool)
	// wanted returns the keys of what only this ledger has of what is wanted.
	wanted(storage.GuildID, storage.Wanted) []Key
	// heads returns what else a posting changes besides accounts.
	heads(g storage.GuildID, at uint64) []Change
	// record returns an account's record after a posting: nil for none. Some accounts are
	// not kept at all.
	record(a storage.Account, after side) (value []byte, kept bool)
	// read reads an account's record.
	read(a storage.Account, raw []byte) (side, error)
}

// EncodeChips returns a balance as a record.
func EncodeChips(c storage.Chips) []byte { return numbers(uint64(c)) }

// decodeChips reads the record of a balance.
func decodeChips(a storage.Account, raw []byte) (storage.Chips, error) {
	n, ok := NumberOf(raw)
	if !ok {
		return 0, fmt.Errorf("%w: the balance of the %v has %d bytes, not 8", storage.ErrCorrupt, a,
			len(raw))
	}
	return storage.Chips(n), nil
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

// postingOf reads a posting.
func postingOf(id, raw []byte, unreadable error) (storage.Posting, error) {
	_, _, p, err := recordOf(storage.Journal, id, raw, unreadable)
	return p, err
}

// side is an account as a posting finds it, or leaves it.
type side struct {
	chips storage.Chips
	clock uint64 // where its newest posting stands; 0 before any, and in a numbered ledger
}

// Numbered is a ledger whose postings have numbers without gaps, and whose accounts all have
// a record. Every posting of a guild changes the guild's head, so one writes at a time.
type Numbered struct{}

// Ledger implements [State] for what embeds Numbered.
func (Numbered) Ledger() Ledger { return Numbered{} }

func (l Numbered) find(r *reader, a storage.Account) (side, error) {
	decode := func(raw []byte) (side, error) { return l.read(a, raw) }
	found, _, err := read(r, BalanceKey(a), decode)
	return found, err
}

func (l Numbered) balance(r *reader, a storage.Account) (storage.Chips, error) {
	found, err := l.find(r, a)
	return found.chips, err
}

func (l Numbered) next(r *reader, from, to side) (uint64, error) {
	made, _, err := read(r, HeadKey(r.guild), func(raw []byte) (uint64, error) {
		made, ok := NumberOf(raw)
		if !ok {
			return 0, fmt.Errorf("%w: the head of the journal of %v has %d bytes, not 8",
				storage.ErrCorrupt, r.guild, len(raw))
		}
		return made, nil
	})
	return l.after(made, from, to), err
}

func (Numbered) after(made uint64, _, _ side) uint64 { return made + 1 }

func (Numbered) journalID(g storage.GuildID, at uint64, _ string) []byte {
	return JournalKey(g, at).ID
}

func (Numbered) placeOf(id []byte) (storage.GuildID, uint64, bool) { return OwnedOf(id) }

func (Numbered) wanted(g storage.GuildID, w storage.Wanted) (keys []Key) {
	if len(w.Keys) > 0 {
		keys = append(keys, HeadKey(g))
	}
	if w.House {
		keys = append(keys, BalanceKey(storage.HouseOf(g)))
	}
	if w.Mint {
		keys = append(keys, BalanceKey(storage.MintOf(g)))
	}
	return keys
}

func (Numbered) heads(g storage.GuildID, at uint64) []Change {
	return []Change{{HeadKey(g), numbers(at)}}
}

func (Numbered) record(a storage.Account, after side) ([]byte, bool) {
	if isOver(a, after) {
		return nil, true
	}
	return EncodeChips(after.chips), true
}

// isOver reports whether an account has no record, for there is one to every seat of a hand. What
// is held once more after it was won or lost would stand before that in a clocked journal: nobody
// stakes on a hand that is over.
func isOver(a storage.Account, after side) bool {
	return a.Kind == storage.HeldAccount && after.chips == 0
}

func (Numbered) read(a storage.Account, raw []byte) (side, error) {
	chips, err := decodeChips(a, raw)
	return side{chips: chips}, err
}

// Clocked is a ledger in which postings of different accounts change no record in common.
// Each wallet and each held account has a clock. A posting stands at one more than the
// clocks of its accounts, which it sets. So the journal in the order of places and keys has
// the postings of each account in the order they were made. House and mint have no record:
// their balances are sums over the journal.
type Clocked struct{}

// Ledger implements [State] for what embeds Clocked.
func (Clocked) Ledger() Ledger { return Clocked{} }

func (l Clocked) find(r *reader, a storage.Account) (side, error) {
	if a.MayOwe() {
		return side{}, nil
	}
	decode := func(raw []byte) (side, error) { return l.read(a, raw) }
	found, _, err := read(r, BalanceKey(a), decode)
	return found, err
}

func (l Clocked) balance(r *reader, a storage.Account) (storage.Chips, error) {
	if a.MayOwe() {
		return r.owed(a)
	}
	found, err := l.find(r, a)
	return found.chips, err
}

func (l Clocked) next(_ *reader, from, to side) (uint64, error) { return l.after(0, from, to), nil }

func (Clocked) after(_ uint64, from, to side) uint64 { return 1 + max(from.clock, to.clock) }

func (Clocked) journalID(g storage.GuildID, at uint64, key string) []byte {
	return append(JournalKey(g, at).ID, key...)
}

func (Clocked) placeOf(id []byte) (storage.GuildID, uint64, bool) {
	if len(id) <= 16 {
		return 0, 0, false
	}
	return OwnedOf(id[:16])
}

func (Clocked) wanted(storage.GuildID, storage.Wanted) []Key { return nil }

func (Clocked) heads(storage.GuildID, uint64) []Change { return nil }

func (Clocked) record(a storage.Account, after side) ([]byte, bool) {
	if isOver(a, after) {
		return nil, true
	}
	return numbers(uint64(after.chips), after.clock), !a.MayOwe()
}

func (Clocked) read(a storage.Account, raw []byte) (side, error) {
	if len(raw) != 16 {
		return side{}, fmt.Errorf("%w: the balance of the %v has %d bytes, not 16",
			storage.ErrCorrupt, a, len(raw))
	}
	return side{storage.Chips(binary.BigEndian.Uint64(raw)), binary.BigEndian.Uint64(raw[8:])}, nil
}

// Summing is a state that adds up a part of the journal by itself.
type Summing interface {
	State
	// Owed returns the balance of a house or a mint.
	Owed(storage.Account) (storage.Chips, error)
}

// owed returns the balance of a house or a mint.
func (r *reader) owed(a storage.Account) (sum storage.Chips, err error) {
	journal := Range{Key: Key{Journal, of(a.Guild)}}
	if s, ok := r.state.(Summing); ok && len(r.changed(journal)) == 0 {
		return s.Owed(a)
	}
	scanned := r.scan(journal,
		func(id, raw []byte, unreadable error) bool {
			var p storage.Posting
			if p, err = postingOf(id, raw, unreadable); err != nil {
				return false
			}
			sum += p.Adds(a)
			return true
		})
	return sum, firstOf(scanned, err)
}

// transferKey is the key of a transfer of a player by that of its posting in the journal.
func transferKey(p storage.Player, journalID []byte) Key {
	return Key{Transfers, append(profileKey(p).ID, journalID[8:]...)}
}

// transferredOf is the reverse of transferKey.
func transferredOf(l Ledger, id []byte) (p storage.Player, journalID []byte, ok bool) {
	if len(id) < 24 {
		return p, nil, false
	}
	p, _ = PlayerOf(id[:16])
	journalID = append(of(p.Guild), id[16:]...)
	_, _, ok = l.placeOf(journalID)
	return p, journalID, ok
}

// postingChanges returns the records that a posting adds, besides its accounts.
func postingChanges(l Ledger, at uint64, p storage.Posting) []Change {
	id := l.journalID(p.From.Guild, at, p.Key)
	all := append(l.heads(p.From.Guild, at), Change{Key{Journal, id}, storage.Journal.Encode(p)})
	return append(all, ofPosting(p.From.Guild, id, at, p)...)
}

// ofPosting returns the records that follow from a posting by itself: its key and its transfers.
func ofPosting(g storage.GuildID, journalID []byte, at uint64, p storage.Posting) []Change {
	all := []Change{{PostingKey(g, p.Key), numbers(at)}}
	for _, player := range p.Transferred() {
		all = append(all, Change{transferKey(player, journalID), []byte{}})
	}
	return all
}

// PostingChanges returns the records that a posting adds to a numbered ledger.
func PostingChanges(sequence uint64, p storage.Posting) []Change {
	return postingChanges(Numbered{}, sequence, p)
}
