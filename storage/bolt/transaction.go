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
	opened []bucket // bbolt looks for a bucket each time
}

func newTransaction(btx *bbolt.Tx) *transaction { return &transaction{btx: btx} }

// fullPages is how full pages are left that split where a guild's records grow.
const fullPages = 0.9

func (t *transaction) bucket(name string) bucket {
	for _, b := range t.opened {
		if b.name == name {
			return b
		}
	}
	b := bucketOf(t.btx, name)
	switch name {
	case engine.Journal.Name(), engine.Places.Name(), storage.Rounds.Name():
		b.FillPercent = fullPages // they grow at the end of a guild
	}
	t.opened = append(t.opened, b)
	return b
}

func (t *transaction) order(prefix []byte) order {
	return order{t.bucket(engine.Entries.Name()), t.bucket("blocks"), prefix}
}

// Record implements [engine.Near].
func (t *transaction) Record(k engine.Key) (value []byte, err error) {
	defer guard(&err)
	return t.bucket(k.Table.Name()).get(k.ID)
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
	b, prefix, skip := t.bucket(r.Table.Name()), r.ID, r.Skip
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
		o := t.order(r.ID)
		var start []byte
		if start, skip, err = o.skip(skip); err != nil {
			return err
		}
		id, raw = c.Seek(o.after(start))
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
	return t.order(of.ID).upTo(last.ID)
}

// Apply makes changes, in the order of their keys and at most one of each. After an
// error the transaction is to be rolled back.
func (t *transaction) Apply(changes []engine.Change) (err error) {
	defer guard(&err)
	var entries []engine.Change
	for _, c := range changes {
		switch b := t.bucket(c.Table.Name()); {
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
	for len(entries) > 0 {
		n, err := t.order(engine.BoardOf(entries[0].ID)).apply(entries)
		if err != nil {
			return err
		}
		entries = entries[n:]
	}
	return nil
}
