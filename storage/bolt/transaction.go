package bolt

import (
	"bytes"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// transaction is an [engine.State] on a transaction of bbolt.
type transaction struct {
	btx    *bbolt.Tx
	opened []opened // bbolt looks for a bucket each time
}

// fullPages is how full pages are left that split where a guild's records grow.
const fullPages = 0.9

// opened is a bucket in use.
type opened struct {
	table engine.Table
	bucket
}

func newTransaction(btx *bbolt.Tx) *transaction {
	return &transaction{btx: btx}
}

func (t *transaction) bucket(of engine.Table) bucket {
	for i := range t.opened {
		if t.opened[i].table == of {
			return t.opened[i].bucket
		}
	}
	b := bucketOf(t.btx, of.Name())
	switch of {
	case engine.Journal, engine.Places, storage.Rounds.Kind: // they grow at the end of a guild
		b.FillPercent = fullPages
	}
	t.opened = append(t.opened, opened{of, b})
	return b
}

// Record implements [engine.Near].
func (t *transaction) Record(k engine.Key) (value []byte, err error) {
	defer guard(&err)
	return t.bucket(k.Table).get(k.ID)
}

// Get implements [engine.State].
func (t *transaction) Get(keys ...engine.Key) (values [][]byte, err error) {
	values = make([][]byte, len(keys))
	for i, k := range keys {
		if values[i], err = t.Record(k); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// Scan implements [engine.State]. In a large order it skips whole blocks.
func (t *transaction) Scan(r engine.Range, fn func(id, value []byte, err error) bool) (err error) {
	defer guard(&err)
	b, prefix, skip := t.bucket(r.Table), r.ID, r.Skip
	c := b.Cursor()
	step := c.Next
	var id, raw []byte
	if r.Backwards {
		step = c.Prev
		id, raw = lastOf(c, prefix, r.From)
	} else {
		id, raw = c.Seek(prefix)
		if bytes.Compare(r.From, prefix) > 0 {
			id, raw = c.Seek(r.From)
		}
	}
	if skip > 0 && r.Table == engine.Entries {
		var start []byte
		if start, skip, err = orderOf(t.btx, r.ID).skip(skip); err != nil {
			return err
		}
		if start != nil {
			id, raw = c.Seek(append(start[:len(start):len(start)], 0)) // the next there can be
		}
	}
	for ; bytes.HasPrefix(id, prefix) && id != nil; id, raw = step() {
		if skip > 0 {
			skip--
			continue
		}
		value, err := b.checked(id, raw)
		if !fn(id, value, err) {
			return nil
		}
	}
	return nil
}

// lastOf moves a cursor to the last key that begins with a prefix and is before another, nil for
// the end; or to one before all that begin so.
func lastOf(c *bbolt.Cursor, prefix, before []byte) (id, raw []byte) {
	above := append(bytes.Clone(prefix), bytes.Repeat([]byte{0xff}, engine.LongestEntry)...)
	if before != nil && bytes.Compare(before, above) < 0 {
		above = before
	}
	if id, _ := c.Seek(above); id == nil {
		return c.Last()
	}
	return c.Prev()
}

// UpTo implements [engine.State].
func (t *transaction) UpTo(of, last engine.Key) (n int, err error) {
	defer guard(&err)
	return orderOf(t.btx, of.ID).upTo(last.ID)
}

// Apply makes changes, in the order of their keys and at most one of each. After an error the
// transaction is to be rolled back.
func (t *transaction) Apply(changes []engine.Change) (err error) {
	defer guard(&err)
	var entries []engine.Change
	for _, c := range changes {
		switch b := t.bucket(c.Table); {
		case c.Table == engine.Entries:
			entries = append(entries, c)
		case c.Value == nil:
			err = b.remove(c.ID)
		default:
			err = b.put(c.ID, c.Value)
		}
		if err != nil {
			return err
		}
	}
	return reorder(t.btx, entries)
}
