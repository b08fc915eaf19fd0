package postgres

import (
	"fmt"

	"holecard/storage"
	"holecard/storage/engine"
)

// Apply implements [engine.Tx].
func (t *transaction) Apply(changes []engine.Change) error {
	var asks []ask
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
	args = append(args, c.Value)
	switch {
	case !known:
		return ask{statement: f.put, args: args}, nil
	case version == 0:
		t.note(c.Key, 1)
		return ask{statement: f.add, args: args, once: true}, nil
	}
	t.note(c.Key, version+1)
	return ask{statement: f.set, args: append(args, number(version)), once: true}, nil
}

// posting adds a posting, with what it adds to the house or the mint.
func (t *transaction) posting(c engine.Change) (ask, error) {
	clock := c.ID[8:16]
	p, err := engine.DecodePosting(uint64(numberOf(clock)), c.Value)
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
	chips, clock := c.Value[:8], c.Value[8:]
	args := [][]byte{t.own(), c.ID[8:], chips, clock}
	version, _ := t.version(c.Key)
	t.note(c.Key, numberOf(clock))
	if version == 0 {
		return ask{statement: addBalance, args: args, once: true}
	}
	return ask{statement: setBalance, args: append(args, number(version)), once: true}
}

// deadline changes a deadline. They are looked for in guilds that have tables.
func (t *transaction) deadline(c engine.Change) (ask, error) {
	d, ok := engine.DeadlineOf(c.ID, make([]byte, 8))
	if !ok {
		return ask{}, fmt.Errorf("%w: a deadline has the key %x", storage.ErrCorrupt, c.ID)
	}
	args := [][]byte{t.own(), number(d.At.UnixMicro()), number(int64(d.Seating))}
	if c.Value == nil {
		return ask{statement: dropDue, args: args}, nil
	}
	if err := t.store.keepTables(t.ctx, t.guild); err != nil {
		return ask{}, err
	}
	return ask{statement: putDue, args: append(args, c.Value)}, nil
}
