package postgres

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"holecard/storage"
	"holecard/storage/engine"
)

// Apply implements [engine.Tx].
func (t *transaction) Apply(changes []engine.Change) error {
	var asks []ask
	asks = append(asks, t.unchanged(changes)...)
	for of, before := range t.forget {
		asks = append(asks, ask{statement: of, args: [][]byte{t.own(), number(int64(before))}})
	}
	clear(t.forget)
	for _, c := range changes {
		a, err := t.changing(c)
		if err != nil {
			t.failure = cmpOr(t.failure, err)
			return err
		}
		if a.statement != "" {
			asks = append(asks, a)
		}
	}
	return t.run(asks...)
}

// unchanged keeps what was read and is not written as it was read, until the commit. So
// transactions are as if one came after the other, and those that share no row never meet:
// PostgreSQL's own serializable transactions do, where their rows are neighbours in an index.
// Settings are left out: all of a guild read them, and none decides by them for another.
func (t *transaction) unchanged(changes []engine.Change) (asks []ask) {
	ids := make(map[engine.Table][][]byte)
	written := make(map[rowKey]bool, len(changes))
	for _, c := range changes {
		written[mapKey(c.Key)] = true
	}
	for k, version := range t.read {
		switch of := k.table; of {
		case engine.Profiles, engine.Balances, engine.Rounds, engine.Seatings:
			if version > 0 && !written[k] {
				ids[of] = append(ids[of], []byte(k.id[8:]))
			}
		}
	}
	for of, rows := range ids {
		statement := sameBalances
		if plain(of) {
			statement = tableForms()[of].same
		}
		slices.SortFunc(rows, bytes.Compare) // so that they are locked in one order
		asks = append(asks, ask{statement: statement, args: [][]byte{t.own(),
			list(byteaType, rows...)}})
	}
	slices.SortFunc(asks, func(a, b ask) int { return strings.Compare(a.statement, b.statement) })
	return asks
}

// changing returns the statement that makes a change.
func (t *transaction) changing(c engine.Change) (ask, error) {
	switch c.Table {
	case engine.Keys: // the journal has them
		return ask{}, nil
	case engine.Journal:
		return t.posting(c)
	case engine.Balances:
		return t.balance(c), nil
	case engine.Due:
		return t.deadline(c)
	}
	f, id := tableForms()[c.Table], c.ID[8:]
	version, known := t.version(c.Key)
	args := [][]byte{t.own(), id}
	if c.Value == nil {
		delete(t.read, mapKey(c.Key))
		switch {
		case !known:
			return ask{statement: f.drop, args: args}, nil
		case version == 0:
			return ask{}, nil
		}
		t.note(c.Key, 0)
		return ask{statement: f.remove, args: append(args, number(version)), once: true}, nil
	}
	beside, err := t.beside(c)
	args = append(append(args, c.Value, number(version)), beside...)
	switch {
	case !known && blind(c.Table):
		return ask{statement: f.put, args: args}, err
	case version == 0:
		t.note(c.Key, 1)
		return ask{statement: f.add, args: args, once: true}, err
	}
	t.note(c.Key, version+1)
	return ask{statement: f.set, args: args, once: true}, err
}

// blind reports whether records of a table are changed that were not read. All others that
// were not found are not there.
func blind(t engine.Table) bool {
	switch t {
	case engine.Seen, engine.Rounds, engine.Profiles, engine.Seatings:
		return false
	}
	return true
}

// beside returns what a row has beside its value: see columns.
func (t *transaction) beside(c engine.Change) ([][]byte, error) {
	id := c.ID[8:]
	maybe := func(id storage.RoundID) []byte {
		if id == 0 {
			return nil
		}
		return number(int64(id))
	}
	switch c.Table {
	case engine.Rounds:
		_, r, err := storage.Rounds.Decode(t.guild, id, c.Value)
		var users [][]byte
		for _, seat := range r.Seats {
			users = append(users, number(int64(seat.User)))
		}
		held := maybe(storage.RoundID(r.Held()))
		if !r.Open {
			held = nil
		}
		return [][]byte{list(byteaType, users...), held}, err
	case engine.Profiles:
		_, p, err := storage.Profiles.Decode(t.guild, id, c.Value)
		return [][]byte{maybe(p.OpenHand)}, err
	case engine.Seatings:
		_, s, err := storage.Seatings.Decode(t.guild, id, c.Value)
		var users [][]byte
		for _, chair := range s.Chairs {
			users = append(users, number(int64(chair.User)))
		}
		var keys []byte
		if s.Round != 0 {
			keys = []byte(storage.RoundKeys(s.Round))
		}
		return [][]byte{list(byteaType, users...), maybe(s.Round), keys}, err
	case engine.Confirmations:
		_, q, err := storage.Confirmations.Decode(t.guild, id, c.Value)
		return [][]byte{number(int64(q.To))}, err
	}
	return nil, nil
}

// posting adds a posting, with what it adds to the house or the mint.
func (t *transaction) posting(c engine.Change) (ask, error) {
	clock := c.ID[8:16]
	if c.Value == nil {
		return ask{statement: dropPosting, once: true, args: [][]byte{t.own(), c.ID[16:]}}, nil
	}
	_, p, err := storage.Journal.Decode(t.guild, c.ID[8:], c.Value)
	if err != nil {
		return ask{}, err
	}
	adds := func(a storage.Account) []byte {
		if sum := p.Adds(a); sum != 0 {
			return number(int64(sum))
		}
		return nil
	}
	return ask{statement: addPosting, once: true, args: [][]byte{t.own(), []byte(p.Key), clock,
		adds(storage.HouseOf(t.guild)), adds(storage.MintOf(t.guild)), c.Value}}, nil
}

// balance changes an account, whose clock is its version.
func (t *transaction) balance(c engine.Change) ask {
	version, _ := t.version(c.Key)
	if c.Value == nil {
		t.note(c.Key, 0)
		return ask{statement: dropBalance, once: true,
			args: [][]byte{t.own(), c.ID[8:], number(version)}}
	}
	chips, clock := c.Value[:8], c.Value[8:]
	args := [][]byte{t.own(), c.ID[8:], chips, clock}
	t.note(c.Key, numberOf(clock))
	if version == 0 {
		return ask{statement: addBalance, args: args, once: true}
	}
	return ask{statement: setBalance, args: append(args, number(version)), once: true}
}

// deadline changes a deadline. One that is set nobody has claimed.
func (t *transaction) deadline(c engine.Change) (ask, error) {
	d, ok := engine.DeadlineOf(c.ID, make([]byte, 8))
	if !ok {
		return ask{}, fmt.Errorf("%w: a deadline has the key %x", storage.ErrCorrupt, c.ID)
	}
	args := [][]byte{t.own(), number(d.At.UnixMicro()), number(int64(d.Seating))}
	if c.Value == nil {
		return ask{statement: dropDue, args: args}, nil
	}
	return ask{statement: putDue, args: append(args, c.Value)}, nil
}
