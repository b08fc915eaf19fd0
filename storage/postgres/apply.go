package postgres

import (
	"bytes"
	"maps"
	"math"
	"slices"

	"holecard/storage"
	"holecard/storage/engine"
)

// formOf returns the table of the database that has records of a kind.
func formOf(t engine.Table) form {
	name := "records"
	switch t {
	case engine.Seen, storage.Confirmations.Kind:
		name = "passing"
	case engine.Journal:
		name = "journal"
	case engine.Entries:
		name = "boards"
	case engine.Balances, engine.Due:
		name = t.Name()
	}
	return forms()[name]
}

// keyOf returns the columns of the key of a record.
func keyOf(k engine.Key) [][]byte {
	switch guild, id := k.ID[:8], k.ID[8:]; k.Table {
	case engine.Journal, engine.Balances:
		return [][]byte{guild, id}
	case engine.Due:
		return [][]byte{id[:8], signed(guild), id[8:]}
	default:
		return [][]byte{guild, []byte(k.Table.Name()), id}
	}
}

// signed returns a time as a column from that in a key, or the reverse: only one has its sign bit
// inverted.
func signed(at []byte) []byte { return number(numberOf(at) ^ math.MinInt64) }

// columnsOf returns the columns of what a record becomes.
func columnsOf(c engine.Change) ([][]byte, error) {
	switch c.Table {
	case engine.Balances:
		return [][]byte{c.Value[:8], c.Value[8:]}, nil
	case engine.Journal:
		g := storage.GuildID(numberOf(c.ID))
		_, p, err := storage.Journal.Decode(g, c.ID[8:], c.Value)
		adds := func(a storage.Account) []byte {
			if chips := p.Adds(a); chips != 0 {
				return number(int64(chips))
			}
			return nil
		}
		return [][]byte{c.Value, number(int64(p.Clock)), adds(storage.HouseOf(g)), adds(storage.MintOf(g))}, err
	}
	return [][]byte{c.Value}, nil
}

// recordOf is the reverse of columnsOf.
func recordOf(t engine.Table, columns [][]byte) []byte {
	if t == engine.Balances {
		return append(columns[0], columns[1]...)
	}
	return columns[0]
}

// many are rows by the statements that are carried out for them.
type many map[string]ask

func (m many) add(statement string, f form, row [][]byte) {
	m[statement] = ask{statement: statement, types: f.types[:len(row)],
		rows: append(m[statement].rows, row)}
}

// asks returns each statement once. Statements and rows are in the same order in all
// transactions: none waits for another that waits for it.
func (m many) asks() (all []ask) {
	for _, statement := range slices.Sorted(maps.Keys(m)) {
		all = append(all, m[statement])
		slices.SortFunc(m[statement].rows, func(a, b [][]byte) int {
			return slices.CompareFunc(a, b, bytes.Compare)
		})
	}
	return all
}

// gets returns what reads records by their keys. The values are put where the keys are.
func gets(keys []engine.Key, values map[rowKey][]byte) []ask {
	m, wanted := many{}, make(map[string][]engine.Key)
	for _, k := range keys {
		f := formOf(k.Table)
		m.add(f.get, f, keyOf(k))
		wanted[f.get] = append(wanted[f.get], k)
	}
	var all []ask
	for statement, a := range m {
		a.row = func(v [][]byte) {
			k := wanted[statement][numberOf(v[0])-1]
			values[mapKey(k)] = recordOf(k.Table, v[1:])
		}
		all = append(all, a)
	}
	return all
}

// locks returns what keeps records as they were read until the commit. So transactions are as if
// one came after the other, and those that share no row never meet: PostgreSQL's own serializable
// transactions do, where their rows are neighbours in an index. Settings are left out: all of a
// guild read them, and none decides by them for another.
func locks(read []engine.Key) []ask {
	m := many{}
	for _, k := range read {
		switch k.Table {
		case engine.Balances, storage.Profiles.Kind, storage.Rounds.Kind,
			storage.Seatings.Kind:
			f := formOf(k.Table)
			m.add(f.lock, f, keyOf(k))
		}
	}
	return m.asks()
}

// writes returns what makes changes. Those of records that were read, and are there, change rows.
func writes(changes []engine.Change, isThere map[rowKey]bool) ([]ask, error) {
	m := many{}
	for _, c := range changes {
		if c.Table == engine.Places { // the journal has them
			continue
		}
		f, row := formOf(c.Table), keyOf(c.Key)
		statement := f.drop
		if c.Value != nil {
			columns, err := columnsOf(c)
			if err != nil {
				return nil, err
			}
			row = append(row, columns...)
			if statement = f.put; isThere[mapKey(c.Key)] {
				statement = f.set
			}
		}
		m.add(statement, f, row)
	}
	return m.asks(), nil
}
