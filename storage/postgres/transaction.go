package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"

	"holecard/storage"
	"holecard/storage/engine"
)

// transaction is an [engine.State] of a guild.
type transaction struct {
	ctx       context.Context
	store     *Store
	guild     storage.GuildID
	asks      bool            // whether the key of a posting was used before
	known     map[rowKey]bool // the records that were read: whether there is one
	forgotten map[engine.Table]storage.InteractionID
	// trip makes a round trip: it returns the values of keys, and calls what asks say.
	trip    func(_ context.Context, keys []engine.Key, asks []ask) (map[rowKey][]byte, error)
	failure error // the first of the database's
}

var _ engine.Far = (*transaction)(nil)

// rowKey is an [engine.Key] in a map.
type rowKey struct {
	table engine.Table
	id    string
}

func mapKey(k engine.Key) rowKey { return rowKey{k.Table, string(k.ID)} }

// note notes whether there is a record. A view has nothing to note it for.
func (t *transaction) note(k engine.Key, is bool) {
	if t.known != nil {
		t.known[mapKey(k)] = is
	}
}

// run makes a round trip.
func (t *transaction) run(asks ...ask) error {
	if t.failure == nil {
		_, t.failure = t.trip(t.ctx, nil, asks)
	}
	return t.failure
}

// Get implements [engine.State].
func (t *transaction) Get(keys ...engine.Key) ([][]byte, error) {
	if t.failure != nil {
		return nil, t.failure
	}
	found, err := t.trip(t.ctx, keys, nil)
	if t.failure = err; err != nil {
		return nil, err
	}
	values := make([][]byte, len(keys))
	for i, k := range keys {
		values[i] = found[mapKey(k)]
		t.note(k, values[i] != nil)
	}
	return values, nil
}

// New implements [engine.Far]: the journal takes each key once.
func (t *transaction) New() bool { return !t.asks }

// Forget implements [engine.Far].
func (t *transaction) Forget(of engine.Table, before storage.InteractionID) {
	if t.forgotten == nil {
		t.forgotten = make(map[engine.Table]storage.InteractionID)
	}
	t.forgotten[of] = before
}

// own returns the guild as an argument of a statement.
func (t *transaction) own() []byte { return number(int64(t.guild)) }

// full returns the whole key of a record, the guild first, from its key within the guild.
func (t *transaction) full(rest ...[]byte) []byte {
	id := binary.BigEndian.AppendUint64(make([]byte, 0, 32), uint64(t.guild))
	for _, r := range rest {
		id = append(id, r...)
	}
	return id
}

// The sizes of the pages that a scan reads: most callers want few rows.
const (
	firstPage = 64
	nextPages = 2048
)

// Scan implements [engine.State].
func (t *transaction) Scan(r engine.Range, fn func(id, value []byte, err error) bool) error {
	low, high := []byte{}, bytes.Repeat([]byte{0xff}, 2*storage.MaxKey)
	if r.Table == engine.Journal {
		high = []byte("\U0010ffff")
	}
	if len(r.ID) > 8 {
		low, high = r.ID[8:], after(r.ID[8:])
	}
	switch own := t.full(); {
	case bytes.Compare(r.From, own) <= 0:
	case !bytes.HasPrefix(r.From, own): // another guild's
		return nil
	case r.Backwards && bytes.Compare(r.From[8:], high) < 0:
		high = r.From[8:]
	case !r.Backwards && bytes.Compare(r.From[8:], low) > 0:
		low = r.From[8:]
	}
	if r.Table == engine.Entries && r.Skip > 0 {
		var err error
		if low, r.Skip, err = t.skip(r.Key, low, r.Skip); err != nil {
			return err
		}
	}
	for size := int64(firstPage); ; size = nextPages {
		page, err := t.page(r, low, high, size)
		if err != nil {
			return err
		}
		for _, row := range page {
			if !fn(row.id, row.value, nil) {
				return nil
			}
		}
		if int64(len(page)) < size || r.Table == engine.Due {
			return nil
		}
		last := page[len(page)-1].id
		if r.Skip = 0; r.Backwards {
			high = last[8:]
		} else {
			low = next(r.Table, last[8:])
		}
	}
}

// next returns where a page begins that follows a row.
func next(t engine.Table, last []byte) []byte {
	switch t {
	case engine.Places: // their pages do not have their first row
		return last
	case engine.Journal: // its keys are text, which has no zeros
		return append(last, 1)
	}
	return append(last, 0)
}

// after returns the first key that does not begin with a prefix.
func after(prefix []byte) []byte {
	next := bytes.Clone(prefix)
	for i := len(next) - 1; i >= 0; i-- {
		if next[i]++; next[i] != 0 {
			return next[:i+1]
		}
	}
	return bytes.Repeat([]byte{0xff}, 2*storage.MaxKey)
}

type row struct{ id, value []byte }

// page reads up to size rows between two keys within the guild.
func (t *transaction) page(r engine.Range, low, high []byte, size int64) (page []row, err error) {
	f := formOf(r.Table)
	a := ask{statement: f.scan, args: [][]byte{t.own(), low, high, number(size),
		number(int64(r.Skip))}}
	if r.Backwards {
		a.statement = f.back
	}
	add := func(id []byte, value ...[]byte) {
		t.note(engine.Key{Table: r.Table, ID: id}, true)
		page = append(page, row{id, recordOf(r.Table, value)})
	}
	a.row = func(v [][]byte) { add(t.full(v[0]), v[1:]...) }
	switch r.Table {
	case engine.Journal, engine.Balances:
	case engine.Places:
		from := append(bytes.Clone(low), make([]byte, 8)...) // the first page has no clock
		a = ask{statement: scanPlaces, args: [][]byte{t.own(), from[:8], low[min(8, len(low)):],
			number(size)},
			row: func(v [][]byte) { add(t.full(v[0], v[1]), []byte{}) }}
	case engine.Due: // all at once
		a = ask{statement: scanDue, args: [][]byte{t.own()},
			row: func(v [][]byte) { add(slices.Concat(signed(v[0]), t.own(), v[1]), v[2]) }}
	default:
		a.args = append(a.args, []byte(r.Table.Name()))
	}
	err = t.run(a)
	return page, err
}
