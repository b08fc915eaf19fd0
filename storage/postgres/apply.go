package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"holecard/storage"
	"holecard/storage/engine"
)

// many are rows by the statements that are carried out for them.
type many map[string][][][]byte

func (m many) add(statement string, row ...[]byte) {
	m[statement] = append(m[statement], row)
}

// asks returns each statement once. Statements and rows are in the same order in all
// transactions: none waits for another that waits for it.
func (m many) asks() (all []ask) {
	for _, statement := range slices.Sorted(maps.Keys(m)) {
		rows := m[statement]
		slices.SortFunc(rows, func(a, b [][]byte) int { return slices.CompareFunc(a, b, bytes.Compare) })
		all = append(all, ask{statement: statement, rows: rows})
	}
	return all
}

// parts returns what names a record in a statement: its guild, and its key within the guild.
func parts(k engine.Key) (guild, kind, id []byte) {
	return k.ID[:8], []byte(k.Table.Name()), k.ID[8:]
}

// gets returns what reads records by their keys. The values are put where the keys are.
func gets(keys []engine.Key, values map[rowKey][]byte) []ask {
	m := many{}
	for i, k := range keys {
		guild, kind, id := parts(k)
		switch n := number(int64(i)); k.Table {
		case engine.Journal:
			m.add(getPostings, guild, id[8:], n) // by the posting's own key
		case engine.Keys:
			m.add(getPostings, guild, id, n)
		case engine.Balances:
			m.add(getBalances, guild, id, n)
		default:
			m.add(rowsOf(k.Table).get, guild, kind, id, n)
		}
	}
	all := m.asks()
	for i := range all {
		all[i].row = func(v [][]byte) {
			k := keys[numberOf(v[0])]
			value := v[1]
			switch k.Table {
			case engine.Journal:
				if value = v[2]; !bytes.Equal(k.ID[8:16], v[1]) { // it has another place
					return
				}
			case engine.Balances:
				value = append(value, v[2]...)
			}
			values[mapKey(k)] = value
		}
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
		guild, kind, id := parts(k)
		switch k.Table {
		case engine.Balances:
			m.add(lockBalances, guild, id)
		case storage.Profiles.Kind, storage.Rounds.Kind, storage.Seatings.Kind:
			m.add(rowsOf(k.Table).lock, guild, kind, id)
		}
	}
	return m.asks()
}

// writes returns what makes changes, of which some are of records that were read, and are there.
func writes(changes []engine.Change, isThere func(engine.Key) bool) ([]ask, error) {
	m := many{}
	for _, c := range changes {
		guild, kind, id := parts(c.Key)
		deleted, there := c.Value == nil, isThere(c.Key)
		switch c.Table {
		case engine.Keys: // the journal has them
		case engine.Journal:
			if deleted {
				m.add(dropPostings, guild, id[8:])
				continue
			}
			g := storage.GuildID(binary.BigEndian.Uint64(guild))
			_, p, err := storage.Journal.Decode(g, id, c.Value)
			if err != nil {
				return nil, err
			}
			m.add(addPostings, guild, id[8:], id[:8], number(int64(p.Adds(storage.HouseOf(g)))),
				number(int64(p.Adds(storage.MintOf(g)))), c.Value)
		case engine.Balances:
			switch {
			case deleted:
				m.add(dropBalances, guild, id)
			case there:
				m.add(setBalances, guild, id, c.Value[:8], c.Value[8:])
			default:
				m.add(putBalances, guild, id, c.Value[:8], c.Value[8:])
			}
		case engine.Due:
			d, ok := engine.DeadlineOf(c.ID, make([]byte, 8))
			if !ok {
				return nil, fmt.Errorf("%w: a deadline has the key %x", storage.ErrCorrupt, c.ID)
			}
			row := [][]byte{number(int64(d.Guild)), number(d.At.UnixMicro()),
				number(int64(d.Seating))}
			if deleted {
				m.add(dropDue, row...)
			} else {
				m.add(putDue, append(row, c.Value)...)
			}
		default:
			switch r := rowsOf(c.Table); {
			case deleted:
				m.add(r.drop, guild, kind, id)
			case there:
				m.add(r.set, guild, kind, id, c.Value)
			default:
				m.add(r.put, guild, kind, id, c.Value)
			}
		}
	}
	return m.asks(), nil
}

// begin returns what begins a transaction, and ends one that has nothing to commit.
func (c *conn) begin() []ask {
	if c.TxStatus() == idle {
		return []ask{{statement: begin}}
	}
	return []ask{{statement: rollback}, {statement: begin}}
}

// The status of a connection.
const (
	idle          = 'I'
	inTransaction = 'T'
)

// commit makes changes and commits, in one round trip. PostgreSQL warns when it has committed and
// no standby confirms that.
func (c *conn) commit(ctx context.Context, locks, writes []ask) error {
	var asks []ask
	if c.TxStatus() != inTransaction {
		asks = c.begin()
	}
	c.warning = ""
	err := run(ctx, c, slices.Concat(asks, locks, writes, []ask{{statement: commit}})...)
	if err == nil && c.warning != "" {
		err = fmt.Errorf("%w: %s", storage.ErrUnconfirmed, c.warning)
	}
	return err
}

// rollBack ends a transaction that has nothing to commit.
func (c *conn) rollBack() {
	if c.IsClosed() || c.TxStatus() == idle {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	if run(ctx, c, ask{statement: rollback}) != nil {
		_ = c.Close(ctx) // the database ends it
	}
}
