package engine

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"

	"holecard/storage"
)

// numbers returns numbers as they stand in keys.
func numbers(all ...uint64) []byte {
	b := make([]byte, 0, 8*len(all))
	for _, n := range all {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	return b
}

// of returns what the keys of a guild begin with.
func of(g storage.GuildID) []byte { return numbers(uint64(g)) }

// KeyOf returns the key of a record of a declared table.
func KeyOf(k storage.Key) Key { return Key{k.Kind, k.Whole()} }

// keyIn returns the key of a record of a guild that the key can be of.
func keyIn[K, V any](t storage.Table[K, V], g storage.GuildID, k K) Key {
	key, err := t.Of(g, k)
	if err != nil {
		panic(err) // see the callers
	}
	return KeyOf(key)
}

// profileKey is the key of a player's profile.
func profileKey(p storage.Player) Key { return keyIn(storage.Profiles, p.Guild, p) }

// SeenKey is the key of an interaction.
func SeenKey(g storage.GuildID, id storage.InteractionID) Key {
	return Key{Seen, numbers(uint64(g), uint64(id))}
}

// JournalKey is the key of a posting, or what those of several begin with.
func JournalKey(g storage.GuildID, key string) Key { return Key{Journal, append(of(g), key...)} }

// PlaceKey is the key of a posting's place in the journal.
func PlaceKey(g storage.GuildID, clock uint64, key string) Key {
	return Key{Places, append(numbers(uint64(g), clock), key...)}
}

// TransferKey is the key of a transfer of a pseudonym, which has the end of its posting's place.
func TransferKey(p storage.Player, clock uint64, key string) Key {
	return Key{Transfers, append(numbers(uint64(p.Guild), uint64(p.User), clock), key...)}
}

// BalanceKey is the key of an account's balance.
func BalanceKey(a storage.Account) Key {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, 17), uint64(a.Guild))
	b = append(b, uint8(a.Kind)|a.Seat<<seatShift)
	return Key{Balances, binary.BigEndian.AppendUint64(b, a.Owner)}
}

// seatShift is how far the seat of an account is above its kind, in one byte.
const seatShift = 4

// DueKey is the key of a deadline: of all guilds together, in the order of their times,
// which have their sign bit inverted.
func DueKey(d storage.Deadline) Key {
	return Key{Due, numbers(uint64(d.At.UnixMicro())^1<<63, uint64(d.Guild), uint64(d.Seating))}
}

// dueOf returns the record of a seating's deadline, if it has one.
func dueOf(s storage.Seating) []Change {
	if s.Due.At.IsZero() {
		return nil
	}
	d := storage.Deadline{Guild: s.Guild, Seating: s.ID, Due: s.Due}
	return []Change{{DueKey(d), numbers(uint64(s.Due.Number))}}
}

// DeadlineOf is the reverse of DueKey and its record, the deadline's number.
func DeadlineOf(id, raw []byte) (d storage.Deadline, ok bool) {
	if len(id) != 24 || len(raw) != 8 {
		return d, false
	}
	number := binary.BigEndian.Uint64
	return storage.Deadline{Guild: storage.GuildID(number(id[8:])),
		Seating: storage.SeatingID(number(id[16:])),
		Due: storage.Due{At: time.UnixMicro(int64(number(id) ^ 1<<63)).UTC(),
			Number: storage.InteractionID(number(raw))}}, true
}

// Entry is a player in an order.
type Entry struct {
	Score int64
	User  storage.UserID
}

// The board of a key is a byte. Those that follow from profiles have the number of their
// order, and those who are on no board stand aside. From periodic on it holds the span and
// the order, and the number of the period follows.
const (
	aside     = 8
	periodic  = 16
	spanShift = 3
)

// EntryRest is the size of the score and the user at the end of an entry's key.
const EntryRest = 8 + 8

// LongestEntry is the size of the longest key of an entry.
const LongestEntry = 8 + 1 + 4 + EntryRest

// BoardOf returns what the key of an entry, or of a block of entries, has in common with all
// of its board.
func BoardOf(id []byte) []byte { return id[:max(0, len(id)-EntryRest)] }

// OrderKey is what the keys of all entries of a board begin with.
func OrderKey(g storage.GuildID, b storage.Board) Key {
	id := binary.BigEndian.AppendUint64(make([]byte, 0, LongestEntry), uint64(g))
	if b.OfProfile() {
		return Key{Entries, append(id, byte(b.By))}
	}
	id = append(id, periodic+byte(b.In.Span)<<spanShift+byte(b.By))
	return Key{Entries, binary.BigEndian.AppendUint32(id, b.In.Number)}
}

// EntryKey is the key of an entry.
func EntryKey(g storage.GuildID, b storage.Board, e Entry) Key {
	return Key{Entries, appendEntry(OrderKey(g, b).ID, e)}
}

// appendEntry appends a score and a user to the key of a board. The score has its sign bit and
// then all bits inverted, so that a higher score has a lower key, below zero too.
func appendEntry(id []byte, e Entry) []byte {
	id = binary.BigEndian.AppendUint64(id, ^(uint64(e.Score) ^ 1<<63))
	return binary.BigEndian.AppendUint64(id, uint64(e.User))
}

// entry returns the key of an entry of a board, which has no byte in common with the board's.
func (k Key) entry(e Entry) Key { return Key{Entries, appendEntry(slices.Clip(k.ID), e)} }

// last returns the last key that an entry of a board with a score of least or more can have.
func (k Key) last(least int64) Key { return k.entry(Entry{least, math.MaxUint64}) }

// asideKey is what the keys of those who are on no board begin with.
func asideKey(g storage.GuildID) Key { return Key{Entries, append(of(g), aside)} }

// entryOf is the reverse of EntryKey.
func entryOf(id []byte) (Entry, error) {
	if !IsEntry(id) {
		return Entry{}, fmt.Errorf("%w: the key %x of an entry has %d bytes",
			storage.ErrCorrupt, id, len(id))
	}
	rest := id[len(id)-EntryRest:]
	return Entry{
		Score: int64(^binary.BigEndian.Uint64(rest) ^ 1<<63),
		User:  storage.UserID(binary.BigEndian.Uint64(rest[8:])),
	}, nil
}

// IsEntry reports whether a key has the size of an entry's.
func IsEntry(id []byte) bool {
	size := LongestEntry
	if len(id) > 8 && id[8] < periodic {
		size -= 4
	}
	return len(id) == size
}

// NumberOf returns the number that a key or a record is, if it is one.
func NumberOf(id []byte) (uint64, bool) {
	if len(id) != 8 {
		return 0, false
	}
	return binary.BigEndian.Uint64(id), true
}

// OwnedOf returns the guild and the number that a key is, if it is both: that of
// an interaction, a posting, a hand or a player.
func OwnedOf(id []byte) (g storage.GuildID, n uint64, ok bool) {
	if len(id) != 16 {
		return 0, 0, false
	}
	return storage.GuildID(binary.BigEndian.Uint64(id)), binary.BigEndian.Uint64(id[8:]), true
}

// PlayerOf returns the player that a key is, if it is one.
func PlayerOf(id []byte) (storage.Player, bool) {
	g, user, ok := OwnedOf(id)
	return storage.Player{Guild: g, User: storage.UserID(user)}, ok
}

// AccountOf is the reverse of BalanceKey.
func AccountOf(id []byte) (storage.Account, bool) {
	if len(id) != 17 {
		return storage.Account{}, false
	}
	return storage.Account{
		Kind:  storage.AccountKind(id[8] & (1<<seatShift - 1)),
		Guild: storage.GuildID(binary.BigEndian.Uint64(id)),
		Owner: binary.BigEndian.Uint64(id[9:]),
		Seat:  id[8] >> seatShift,
	}, true
}
