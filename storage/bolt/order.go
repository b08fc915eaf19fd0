package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// blockMax is how many entries a block counts at most. A place among a million
// reads about two thousand blocks and then up to this many entries.
const blockMax = 1024

// entry is a player in an order.
type entry struct {
	score int64
	user  storage.UserID
}

// order is the players of a guild in one order, counted by blocks.
//
//	entries   a b c │ d e f g │ h i        in the order of their keys
//	blocks    c: 3  │ g: 4    │ last: 2    each keyed by the last key it may have
//
// The key of a block is an upper bound rather than an entry it begins with: so
// one Seek finds an entry's block, and nothing changes in it when the entry
// that gave the bound goes.
type order struct {
	entries *bbolt.Bucket
	blocks  bucket
	prefix  []byte // guild and order: what all keys here begin with
}

// The sizes of the keys.
const (
	prefixSize = 8 + 1
	entrySize  = prefixSize + 8 + 8
)

func orderOf(btx *bbolt.Tx, guild storage.GuildID, by storage.Order) order {
	return order{entriesOf(btx), blocksOf(btx), orderPrefix(guild, by)}
}

func orderPrefix(guild storage.GuildID, by storage.Order) []byte {
	prefix := binary.BigEndian.AppendUint64(make([]byte, 0, prefixSize), uint64(guild))
	return append(prefix, byte(by))
}

// key returns an entry's key. The score has its sign bit and then all bits
// inverted, so that a higher score has a lower key, below zero too.
func (o order) key(e entry) []byte {
	key := append(make([]byte, 0, entrySize), o.prefix...)
	key = binary.BigEndian.AppendUint64(key, ^(uint64(e.score) ^ 1<<63))
	return binary.BigEndian.AppendUint64(key, uint64(e.user))
}

// lastKey returns the highest key there can be: the bound of the last block.
func (o order) lastKey() []byte {
	return append(append(make([]byte, 0, entrySize), o.prefix...), bytes.Repeat([]byte{0xff}, entrySize-prefixSize)...)
}

// entryOf is the reverse of key.
func entryOf(key []byte) (entry, error) {
	if len(key) != entrySize {
		return entry{}, fmt.Errorf("%w: the key of an entry has %d bytes, not %d", storage.ErrCorrupt, len(key), entrySize)
	}
	return entry{
		score: int64(^binary.BigEndian.Uint64(key[prefixSize:]) ^ 1<<63),
		user:  storage.UserID(binary.BigEndian.Uint64(key[prefixSize+8:])),
	}, nil
}

// insert adds an entry that is not there yet.
func (o order) insert(e entry) error {
	key := o.key(e)
	return firstOf(o.entries.Put(key, nil), o.recount(key, +1))
}

// move replaces an entry by another.
func (o order) move(from, to entry) error {
	was, is := o.key(from), o.key(to)
	if err := firstOf(o.entries.Delete(was), o.entries.Put(is, nil)); err != nil {
		return err
	}
	left, _, err := o.blockOf(was)
	if err != nil {
		return err
	}
	joined, _, err := o.blockOf(is)
	if err != nil || left != nil && bytes.Equal(left, joined) {
		return err
	}
	return firstOf(o.recount(was, -1), o.recount(is, +1))
}

// blockOf returns the bound and the count of the block that a key belongs to,
// a nil bound when there is none yet.
func (o order) blockOf(key []byte) (bound []byte, count int, err error) {
	bound, raw := o.blocks.Cursor().Seek(key)
	if !bytes.HasPrefix(bound, o.prefix) {
		return nil, 0, nil
	}
	count, err = o.countIn(bound, raw)
	return bound, count, err
}

// countIn returns the count of the block with the bound.
func (o order) countIn(bound, raw []byte) (int, error) {
	value, err := o.blocks.checked(bound, raw)
	if err != nil {
		return 0, err
	}
	return decodeCount(value)
}

// recount changes the count of the block of a key, and then splits a block
// that is full or merges it with the next if both together are small.
func (o order) recount(key []byte, by int) error {
	bound, count, err := o.blockOf(key)
	if err != nil {
		return err
	}
	if bound == nil {
		bound = o.lastKey()
	}
	count += by
	switch {
	case count < 0:
		return fmt.Errorf("%w: a block of the order %x counts %d", storage.ErrCorrupt, o.prefix, count)
	case count == 0:
		return o.blocks.Delete(bound)
	case count > blockMax:
		return o.split(bound, count)
	}
	next, nextCount, err := o.blockAfter(bound)
	if err != nil {
		return err
	}
	if next != nil && count+nextCount <= blockMax/2 {
		return firstOf(o.blocks.Delete(bound), o.blocks.put(next, encodeCount(count+nextCount)))
	}
	return o.blocks.put(bound, encodeCount(count))
}

// blockAfter returns the block after the one with the bound, nil for none.
func (o order) blockAfter(bound []byte) ([]byte, int, error) {
	c := o.blocks.Cursor()
	next, raw := c.Seek(bound)
	if bytes.Equal(next, bound) {
		next, raw = c.Next()
	}
	if !bytes.HasPrefix(next, o.prefix) {
		return nil, 0, nil
	}
	count, err := o.countIn(next, raw)
	return next, count, err
}

// split makes two blocks of one, the first with half of the entries.
func (o order) split(bound []byte, count int) error {
	var start []byte // the bound of the block before
	err := o.eachBlock(func(b []byte, _ int) bool {
		if bytes.Equal(b, bound) {
			return false
		}
		start = b
		return true
	})
	if err != nil {
		return err
	}
	var middle []byte
	half := 0
	o.eachEntry(start, func(key []byte) bool {
		half++
		middle = key
		return half < count/2
	})
	if half < count/2 || bytes.Compare(middle, bound) >= 0 {
		return fmt.Errorf("%w: a block of the order %x counts %d entries that are not there", storage.ErrCorrupt, o.prefix, count)
	}
	return firstOf(o.blocks.put(middle, encodeCount(half)), o.blocks.put(bound, encodeCount(count-half)))
}

// eachBlock calls fn with each block's bound and count until it returns false.
func (o order) eachBlock(fn func(bound []byte, count int) bool) error {
	c := o.blocks.Cursor()
	for bound, raw := c.Seek(o.prefix); bytes.HasPrefix(bound, o.prefix); bound, raw = c.Next() {
		count, err := o.countIn(bound, raw)
		if err != nil {
			return err
		}
		if !fn(bound, count) {
			return nil
		}
	}
	return nil
}

// eachEntry calls fn with the keys of the entries after start, a nil start for
// all of them, until it returns false.
func (o order) eachEntry(start []byte, fn func(key []byte) bool) {
	c := o.entries.Cursor()
	from := start
	if from == nil {
		from = o.prefix
	}
	for key, _ := c.Seek(from); bytes.HasPrefix(key, o.prefix); key, _ = c.Next() {
		if bytes.Equal(key, start) {
			continue
		}
		if !fn(key) {
			return
		}
	}
}

// count returns how many entries have a score of least or more.
func (o order) count(least int64) (int, error) {
	return o.upTo(o.key(entry{least, math.MaxUint64}))
}

// place returns the place of an entry, 1 for the best.
func (o order) place(e entry) (int, error) {
	key := o.key(e)
	if found, _ := o.entries.Cursor().Seek(key); !bytes.Equal(found, key) {
		return 0, fmt.Errorf("%w: player %d is missing in the order %x", storage.ErrCorrupt, e.user, o.prefix)
	}
	return o.upTo(key)
}

// upTo returns how many entries there are up to a key.
func (o order) upTo(key []byte) (int, error) {
	sum := 0
	var start []byte
	err := o.eachBlock(func(bound []byte, n int) bool {
		if bytes.Compare(key, bound) < 0 {
			return false
		}
		sum += n
		start = bound
		return true
	})
	if err != nil {
		return 0, err
	}
	o.eachEntry(start, func(k []byte) bool {
		if bytes.Compare(k, key) > 0 {
			return false
		}
		sum++
		return true
	})
	return sum, nil
}

// page returns up to limit entries from the one at offset.
func (o order) page(offset, limit int) ([]entry, error) {
	if limit <= 0 {
		return nil, nil
	}
	var start []byte
	skip := offset
	err := o.eachBlock(func(bound []byte, n int) bool {
		if skip < n {
			return false
		}
		skip -= n
		start = bound
		return true
	})
	if err != nil {
		return nil, err
	}
	var page []entry
	o.eachEntry(start, func(key []byte) bool {
		if skip > 0 {
			skip--
			return true
		}
		var e entry
		if e, err = entryOf(key); err != nil {
			return false
		}
		page = append(page, e)
		return len(page) < limit
	})
	return page, err
}
