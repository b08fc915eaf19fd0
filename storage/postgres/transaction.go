package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"time"

	"holecard/storage"
	"holecard/storage/engine"
)

// transaction is an [engine.Tx] in a guild. It begins with its first round trip.
//
// What is changed has to be as it was read: a row is updated where it still has its
// version, and inserted where there was none.
type transaction struct {
	engine.Clocked
	ctx     context.Context
	conn    *conn
	guild   storage.GuildID
	begin   string                           // how it begins; empty once it has
	read    map[rowKey]int64                 // versions of rows by their keys; 0: none; nil: a view
	forget  map[string]storage.InteractionID // what to forget with the changes, by statements
	store   *Store
	failure error // the first of the database's
}

// version returns the version at which a row was read, 0 for a row that was not there.
func (t *transaction) version(k engine.Key) (version int64, known bool) {
	version, known = t.read[mapKey(k)]
	return version, known
}

func (t *transaction) note(k engine.Key, version int64) {
	if t.read != nil {
		t.read[mapKey(k)] = version
	}
}

// rowKey is an [engine.Key] in a map.
type rowKey struct {
	table engine.Table
	id    string
}

func mapKey(k engine.Key) rowKey { return rowKey{k.Table, string(k.ID)} }

// run makes a round trip.
func (t *transaction) run(asks ...ask) error {
	if t.failure != nil {
		return t.failure
	}
	if t.begin != "" {
		asks = append([]ask{{statement: t.begin}}, asks...)
	}
	t.failure = run(t.ctx, t.conn, asks...)
	t.begin = ""
	return t.failure
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

// Get implements [engine.State].
func (t *transaction) Get(keys ...engine.Key) ([][]byte, error) {
	found := make(map[rowKey][]byte, len(keys))
	ids := make(map[engine.Table][][]byte)
	var everywhere [][]byte
	for _, k := range keys {
		id := k.ID[8:]
		switch k.Table {
		case engine.Limits:
			if t.guild != 0 && binary.BigEndian.Uint64(k.ID) == 0 {
				everywhere = append(everywhere, id)
				continue
			}
		case engine.Journal:
			id = k.ID[16:] // a posting's own key
		case engine.Heads:
			continue
		}
		ids[k.Table] = append(ids[k.Table], id)
	}
	var asks []ask
	for table, list := range ids {
		asks = append(asks, t.getting(table, list, found))
	}
	if len(everywhere) > 0 {
		asks = append(asks, t.everywhere(everywhere, found))
	}
	if err := t.run(asks...); err != nil {
		return nil, err
	}
	values := make([][]byte, len(keys))
	for i, k := range keys {
		values[i] = found[mapKey(k)]
		if values[i] == nil {
			t.note(k, 0)
		}
	}
	return values, nil
}

// getting reads rows of a table by their keys within the guild.
func (t *transaction) getting(table engine.Table, ids [][]byte, found map[rowKey][]byte) ask {
	add := func(id []byte, version int64, value []byte) {
		k := engine.Key{Table: table, ID: id}
		t.note(k, version)
		found[mapKey(k)] = value
	}
	a := ask{args: [][]byte{t.own(), list(byteaType, ids...)}}
	switch table {
	case engine.Journal:
		a.statement, a.args[1] = getPostings, list(textType, ids...)
		a.row = func(v [][]byte) { add(t.full(v[1], v[0]), 1, v[2]) }
	case engine.Keys:
		a.statement, a.args[1] = getKeys, list(textType, ids...)
		a.row = func(v [][]byte) { add(t.full(v[0]), 1, v[1]) }
	case engine.Balances:
		a.statement = getBalances
		a.row = func(v [][]byte) { add(t.full(v[0]), numberOf(v[1]), append(v[2], v[1]...)) }
	default:
		a.statement = tableForms()[table].get
		a.row = func(v [][]byte) { add(t.full(v[0]), numberOf(v[1]), v[2]) }
	}
	return a
}

// everywhere reads limits that hold in all guilds, by their aliases. No other guild changes
// them, so their versions matter to guild 0 alone.
func (t *transaction) everywhere(ids [][]byte, found map[rowKey][]byte) ask {
	if t.guild == 0 {
		return t.getting(engine.Limits, ids, found)
	}
	return ask{statement: tableForms()[engine.Limits].get,
		args: [][]byte{number(0), list(byteaType, ids...)},
		row: func(v [][]byte) {
			found[mapKey(engine.Key{Table: engine.Limits,
				ID: append(make([]byte, 8), v[0]...)})] = v[2]
		}}
}

// Owed implements [engine.Summing].
func (t *transaction) Owed(a storage.Account) (sum storage.Chips, err error) {
	statement := sumMint
	if a.Kind == storage.HouseAccount {
		statement = sumHouse
	}
	err = t.run(ask{statement: statement, args: [][]byte{t.own()},
		row: func(v [][]byte) { sum = storage.Chips(numberOf(v[0])) }})
	return sum, err
}

// The sizes of the pages that a scan reads: most callers want few rows.
const (
	firstPage = 64
	nextPages = 2048
)

// Scan implements [engine.State].
func (t *transaction) Scan(r engine.Range, fn func(id, value []byte, err error) bool) error {
	switch r.Table {
	case engine.Heads:
		return nil
	case engine.Due:
		return t.deadlines(fn)
	}
	low, high := []byte{}, bytes.Repeat([]byte{0xff}, 2*storage.MaxKey)
	if r.Table == engine.Keys {
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
		if int64(len(page)) < size {
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
	case engine.Journal: // its pages do not have their first row
		return last
	case engine.Keys: // are text, which has no zeros
		return append(last, 1)
	}
	return append(last, 0)
}

// deadlines calls fn with all deadlines of the guild.
func (t *transaction) deadlines(fn func(id, value []byte, err error) bool) error {
	var all []row
	err := t.run(ask{statement: scanDue, args: [][]byte{t.own()}, row: func(v [][]byte) {
		d := storage.Deadline{Guild: t.guild, Seating: storage.SeatingID(numberOf(v[1])),
			Due: storage.Due{At: time.UnixMicro(numberOf(v[0]))}}
		all = append(all, row{engine.DueKey(d).ID, v[2]})
	}})
	if err != nil {
		return err
	}
	for _, row := range all {
		if !fn(row.id, row.value, nil) {
			return nil
		}
	}
	return nil
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
	a := ask{args: [][]byte{t.own(), low, high, number(size)}}
	add := func(version int64, value []byte, id ...[]byte) {
		found := row{t.full(id...), value}
		t.note(engine.Key{Table: r.Table, ID: found.id}, version)
		page = append(page, found)
	}
	switch r.Table {
	case engine.Journal:
		from := append(bytes.Clone(low), make([]byte, 8)...) // the first page has no clock
		a.statement, a.args = scanJournal, [][]byte{t.own(), from[:8], low[min(8, len(low)):],
			number(size)}
		a.row = func(v [][]byte) { add(1, v[2], v[1], v[0]) }
	case engine.Keys:
		a.statement = scanKeys
		a.row = func(v [][]byte) { add(1, v[1], v[0]) }
	case engine.Balances:
		a.statement = scanBalance
		a.row = func(v [][]byte) { add(numberOf(v[1]), append(v[2], v[1]...), v[0]) }
	default:
		f := tableForms()[r.Table]
		if a.statement = f.scan; r.Backwards {
			a.statement = f.back
		}
		a.args = append(a.args, number(int64(r.Skip)))
		a.row = func(v [][]byte) { add(numberOf(v[1]), v[2], v[0]) }
	}
	return page, t.run(a)
}
