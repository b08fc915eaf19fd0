package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"holecard/storage"
	"holecard/storage/engine"
)

// blockMax is how many entries a block counts at most. A place among a million
// reads about two thousand blocks and then up to this many entries.
const blockMax = 1024

// order is the players of a guild on one board, counted by blocks.
//
//	entries   a b c │ d e f g │ h i        in the order of their keys
//	blocks    c: 3  │ g: 4    │ last: 2    each keyed by the last key it may have
//
// The key of a block is an upper bound rather than an entry it begins with: so
// one Seek finds an entry's block, and nothing changes in it when the entry
// that gave the bound goes.
type order struct {
	entries, blocks bucket
	prefix          []byte // guild and board: what all keys here begin with
}

// lastKey returns the highest key there can be: the bound of the last block.
func (o order) lastKey() []byte {
	return append(bytes.Clone(o.prefix), bytes.Repeat([]byte{0xff}, engine.EntryRest)...)
}

// apply makes the changes in the block of the first one, and returns how many they
// are. The changes come in the order of their keys. A player who moves within a block changes
// no count.
func (o order) apply(changes []engine.Change) (n int, err error) {
	bound, count, err := o.blockOf(changes[0].ID)
	if err != nil {
		return 0, err
	}
	by := 0
	for ; n < len(changes) && bytes.Compare(changes[n].ID, bound) <= 0; n++ {
		switch key := changes[n].ID; {
		case changes[n].Value != nil:
			by++
			err = o.entries.put(key, nil)
		case count == 0:
			err = o.miscounted(-1)
		default:
			by--
			err = o.entries.remove(key)
		}
		if err != nil {
			return n, err
		}
	}
	if by != 0 {
		err = o.recount(bound, count+by)
	}
	return n, err
}

func (o order) miscounted(count int) error {
	return fmt.Errorf("%w: a block of the order %x counts %d", storage.ErrCorrupt, o.prefix, count)
}

// blockOf returns the bound and the count of the block that a key belongs to:
// the last, with none, when there is none yet.
func (o order) blockOf(key []byte) (bound []byte, count int, err error) {
	bound, raw := o.blocks.Cursor().Seek(key)
	if !bytes.HasPrefix(bound, o.prefix) {
		return o.lastKey(), 0, nil
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

// recount changes the count of a block, and then splits it if it is full or merges
// it with the next if both together are small.
func (o order) recount(bound []byte, count int) error {
	switch {
	case count < 0:
		return o.miscounted(count)
	case count == 0:
		return o.blocks.remove(bound)
	case count > blockMax:
		return o.split(bound, count)
	}
	next, nextCount, err := o.blockAfter(bound)
	if err != nil {
		return err
	}
	if next != nil && count+nextCount <= blockMax/2 {
		return firstOf(o.blocks.remove(bound), o.blocks.put(next, encodeCount(count+nextCount)))
	}
	return o.blocks.put(bound, encodeCount(count))
}

// blockAfter returns the block after the one with the bound, nil for none.
func (o order) blockAfter(bound []byte) ([]byte, int, error) {
	next, raw := o.blocks.Cursor().Seek(o.after(bound))
	if !bytes.HasPrefix(next, o.prefix) {
		return nil, 0, nil
	}
	count, err := o.countIn(next, raw)
	return next, count, err
}

// split makes blocks of about half the size of one that is too large.
func (o order) split(bound []byte, count int) (err error) {
	before := o.blocks.Cursor()
	before.Seek(bound)
	start, _ := before.Prev()
	if !bytes.HasPrefix(start, o.prefix) {
		start = nil
	}
	each := count / (count / (blockMax / 2))
	left, inBlock := count, 0
	o.eachEntry(start, func(key []byte) bool {
		if inBlock++; inBlock == each {
			if bytes.Compare(key, bound) >= 0 {
				return false
			}
			err = o.blocks.put(key, encodeCount(each))
			left, inBlock = left-each, 0
		}
		return err == nil && left >= 2*each
	})
	if err == nil && left >= 2*each {
		err = fmt.Errorf("%w: a block of the order %x counts %d entries that are not there",
			storage.ErrCorrupt, o.prefix, count)
	}
	return firstOf(err, o.blocks.put(bound, encodeCount(left)))
}

// after returns where the entries or blocks behind a bound begin, nil for all of them.
func (o order) after(bound []byte) []byte {
	if bound == nil {
		return o.prefix
	}
	return append(slices.Clip(bound), 0) // the next key that there can be
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
	key, _ := c.Seek(o.after(start))
	for bytes.HasPrefix(key, o.prefix) && fn(key) {
		key, _ = c.Next()
	}
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

// skip returns the bound of the last block that n entries leave out whole, nil
// for none, and how many of them come after it.
func (o order) skip(n int) (start []byte, left int, err error) {
	left = n
	err = o.eachBlock(func(bound []byte, count int) bool {
		if left < count {
			return false
		}
		left -= count
		start = bound
		return true
	})
	return start, left, err
}

func encodeCount(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

func decodeCount(raw []byte) (int, error) {
	if len(raw) != 4 {
		return 0, fmt.Errorf("%w: the count of a block has %d bytes, not 4", storage.ErrCorrupt,
			len(raw))
	}
	return int(binary.BigEndian.Uint32(raw)), nil
}

// auditBlocks counts the entries of each block.
func auditBlocks(t *transaction, a *engine.Auditor) (err error) {
	defer guard(&err)
	all := t.order(nil)
	c := all.entries.Cursor()
	key, _ := c.First()
	err = all.blocks.ForEach(func(bound, raw []byte) error {
		kept, err := all.countIn(bound, raw)
		if err != nil || !engine.IsEntry(bound) {
			a.Problem("The block %x of an order is unreadable.", bound)
			return nil
		}
		counted := 0
		for ; key != nil && bytes.Compare(key, bound) <= 0; key, _ = c.Next() {
			if bytes.HasPrefix(key, engine.BoardOf(bound)) {
				counted++
			} else {
				a.Problem("The entry %x of an order is in no block.", key)
			}
		}
		if counted != kept {
			a.Problem("The block %x of an order counts %d entries, but has %d: positions are "+
				"wrong.",
				bound, kept, counted)
		}
		return nil
	})
	for ; err == nil && key != nil; key, _ = c.Next() {
		a.Problem("The entry %x of an order is in no block.", key)
	}
	return err
}
