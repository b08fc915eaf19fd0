package engine

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"time"

	"holecard/storage"
)

// set compares the records that there should be in a table with those that there are, whatever
// their order: it has the sum of the hashes of the former less those of the latter. The same
// records make 0, and others do by a chance of 1 in 2^64. To look each up takes most of an audit's
// time, so where the sums tell a difference all is read once more, and of the parts that differ
// the records are kept.
type set struct {
	sums   [setParts]uint64 // by the hashes of keys
	again  map[int]bool     // the parts to keep, the second time
	should map[string][]string
	is     map[string]string
}

const (
	setParts = 1 << 13
	// setAgain is how many parts are kept, so that little memory is needed.
	setAgain = 1 << 7
)

// newSets returns sets of the tables that are compared: the histories are, though all that
// follows from a round is that there is a line with its net.
func newSets() map[Table]*set {
	sets := map[Table]*set{storage.Lines.Kind: {}}
	for _, t := range indexes() {
		sets[t] = new(set)
	}
	return sets
}

// should notes a record that there should be.
func (a *Auditor) should(k Key, value []byte) {
	if s := a.sets[k.Table]; s != nil {
		part, hash := a.hashOf(k.ID, value)
		if s.sums[part] += hash; s.again[part] {
			s.should[string(k.ID)] = append(s.should[string(k.ID)], string(value))
		}
	}
}

// is notes a record that there is.
func (a *Auditor) is(k Key, value []byte) {
	if s := a.sets[k.Table]; s != nil {
		part, hash := a.hashOf(k.ID, value)
		if s.sums[part] -= hash; s.again[part] {
			s.is[string(k.ID)] = string(value)
		}
	}
}

func (a *Auditor) hashOf(id, value []byte) (part int, hash uint64) {
	a.hash.Reset()
	a.hash.Write(id)
	part = int(a.hash.Sum64() % setParts)
	a.hash.Write(value)
	return part, a.hash.Sum64()
}

// indexed reads a record of a table whose records all follow from others.
func (a *Auditor) indexed(t Table, id, raw []byte, err error) {
	switch {
	case err != nil:
	case t == Balances:
		err = a.balance(id, raw)
	case t == Places:
		a.is(Key{t, id}, raw)
		err = a.place(id)
	default:
		a.is(Key{t, id}, raw)
	}
	if err != nil {
		a.unreadable(t, id, err)
	}
}

// unreadable tells of a record that cannot be read, which is not missing too.
func (a *Auditor) unreadable(t Table, id []byte, err error) {
	a.Problem("%s is unreadable: %v.", nameOf(t, id), err)
	if s := a.sets[t]; s != nil {
		delete(s.should, string(id))
	}
}

// compareSets reads again where sets differ, and tells how.
func (a *Auditor) compareSets() error {
	again := make(map[Table]*set)
	for t, s := range a.sets {
		parts := make(map[int]bool)
		for part, sum := range s.sums {
			switch {
			case sum == 0:
			case len(parts) < setAgain:
				parts[part] = true
			default:
				a.untold++
			}
		}
		if len(parts) > 0 {
			again[t] = &set{again: parts, should: map[string][]string{},
				is: map[string]string{}}
		}
	}
	if len(again) == 0 {
		return nil
	}
	b := &Auditor{ctx: a.ctx, quiet: true, seed: a.seed}
	if err := b.readAll(a.state, again); err != nil {
		return err
	}
	for _, t := range Tables() {
		if s := again[t]; s != nil {
			a.tell(t, s)
		}
	}
	return nil
}

// tell tells how the records of a set differ.
func (a *Auditor) tell(t Table, s *set) {
	all := maps.Clone(s.is)
	for id := range s.should {
		all[id] = ""
	}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		is, there := s.is[id]
		value := cmp.Or(valueOf(t, is), "empty")
		switch should, name := s.should[id], nameOf(t, []byte(id)); {
		case len(should) > 1:
			a.Problem("%s should be both %s and %s.", name, valueOf(t, should[0]),
				valueOf(t, should[1]))
		case len(should) == 0 && is == "":
			a.Problem("%s should not be there.", name)
		case len(should) == 0:
			a.Problem("%s is %s, and should not be there.", name, value)
		case !there && should[0] == "":
			a.Problem("%s is missing.", name)
		case !there:
			a.Problem("%s is missing: it should be %s.", name, valueOf(t, should[0]))
		case is != should[0]:
			a.Problem("%s is %s, and should be %s.", name, value, valueOf(t, should[0]))
		}
	}
}

// valueOf returns what is kept in a record that follows from others: a number, for accounts
// with their clock.
func valueOf(t Table, raw string) string {
	n := func(at int) uint64 { return binary.BigEndian.Uint64([]byte(raw[at:])) }
	switch size := len(raw); {
	case size == 16:
		return fmt.Sprintf("%d at %d", int64(n(0)), n(8))
	case size == 8 && t == storage.Lines.Kind:
		return fmt.Sprint(int64(n(0)))
	case size == 8:
		return fmt.Sprint(n(0))
	}
	return fmt.Sprintf("%x", raw)
}

// momentFormat is how audits print times.
const momentFormat = "2006-01-02T15:04:05.000000Z"

// nameOf names a record for people, at the start of a sentence.
func nameOf(t Table, id []byte) string {
	var n [4]uint64 // that the key begins with
	for i := 0; i < len(n) && len(id) >= 8*(i+1); i++ {
		n[i] = binary.BigEndian.Uint64(id[8*i:])
	}
	g := storage.GuildID(n[0])
	switch size := len(id); {
	case t == Journal && size > 8:
		return fmt.Sprintf("The posting %q of %v", id[8:], g)
	case t == Places && size > 16:
		return fmt.Sprintf("The place %d of the posting %q of %v", n[1], id[16:], g)
	case t == Transfers && size > 24:
		return fmt.Sprintf("The transfer of pseudonym %d of %v by posting %q at %d", n[1], g,
			id[24:], n[2])
	case t == Balances && size == 17:
		account, _ := AccountOf(id)
		return fmt.Sprintf("The balance of the account %q", account)
	case t == Entries && IsEntry(id):
		e, _ := entryOf(id)
		return fmt.Sprintf("The position of player %d of %v with %d in the order %s", e.User, g,
			e.Score, boardName(id[8]))
	case t == Due && size == 24:
		d, _ := DeadlineOf(id, numbers(0))
		return fmt.Sprintf("The deadline of seating %d of %v at %s", d.Seating, d.Guild,
			d.At.Format(momentFormat))
	case t == storage.Lines.Kind && size == 32:
		return fmt.Sprintf("The line of hand %d, dealt at %s, in the history of player %d of %v",
			n[3], time.UnixMicro(int64(n[2]^1<<63)).UTC().Format(momentFormat), n[1], g)
	case size == 16:
		return fmt.Sprintf("The record %d of the %s of %v", n[1], t, g)
	}
	return fmt.Sprintf("The record %x of the %s", id, t)
}

// orderNames are the orders as audits print them.
var orderNames = [storage.Orders]string{"by chips", "by net winnings", "by win rate",
	"by biggest win", "by streak", "by skill"}

var spanNames = [storage.Spans]string{"", " of a day", " of a week", " of a month"}

// boardName names a board for people by the byte that its entries have.
func boardName(board byte) string {
	span := 0
	switch {
	case board == aside:
		return "of those who are on no board"
	case board >= periodic:
		board, span = (board-periodic)&(1<<spanShift-1), int(board-periodic)>>spanShift
	}
	if int(board) >= len(orderNames) || span >= len(spanNames) {
		return "of no name"
	}
	return orderNames[board] + spanNames[span]
}
