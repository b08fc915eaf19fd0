package faults

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"holecard/storage"
)

// book is what the test was told, and so what must be in the store.
type book struct {
	round    int
	entries  map[string]*entry                // of this round, by the names of the deeds
	balances map[storage.UserID]storage.Chips // of wallets
	unsure   map[storage.UserID]bool          // whose balances nobody was told
	hands    map[storage.RoundID]uint32
	tables   map[storage.SeatingID]mark
	struck   map[storage.Deadline]bool // that were carried out
	claims   map[string]string         // by what was done in this round: who has done it
	postings int
	done     int // actions, in all rounds
	refused  int
	whole    int // actions that were under way at a fault and are kept
	never    int // actions that were planned at a fault and are not
}

// entry is what was told of an interaction or a deadline. Several processes may have had it.
type entry struct {
	open []deed // planned, and not known to be refused
	not  []deed // planned, and refused
	kept *deed  // done, or found in the store
}

func newBook() *book {
	return &book{entries: map[string]*entry{},
		balances: map[storage.UserID]storage.Chips{}, unsure: map[storage.UserID]bool{},
		hands:  map[storage.RoundID]uint32{},
		tables: map[storage.SeatingID]mark{}, struck: map[storage.Deadline]bool{},
		claims: map[string]string{}}
}

// String tells what the book has seen.
func (b *book) String() string {
	return fmt.Sprintf("%d rounds, %d actions done, %d postings, %d hands, %d tables, "+
		"%d deadlines, %d refused; "+
		"of the actions under way %d were kept, %d not",
		b.round, b.done, b.postings, len(b.hands), len(b.tables), len(b.struck), b.refused,
		b.whole, b.never)
}

// next begins a round.
func (b *book) next() {
	b.round++
	clear(b.entries)
	clear(b.claims)
}

// take notes a line. The error is one of the harness, or of the players' process.
func (b *book) take(d deed) error {
	e := b.entries[d.name()]
	if e == nil {
		e = &entry{}
		b.entries[d.name()] = e
	}
	switch d.Step {
	case ready: // and tables that were open wait
		maps.Copy(b.tables, d.Tables)
	case planned: // more than once, where the transaction was run again
		if !slices.ContainsFunc(e.open, d.equal) {
			e.open = append(e.open, d)
		}
	case done:
		if e.kept != nil && e.kept.equal(d) && e.kept.Process == d.Process {
			return nil // lies are told more than once
		}
		if e.kept != nil {
			return fmt.Errorf("done, and done again: %+v, %+v", *e.kept, d)
		}
		if d.Struck != nil && b.struck[*d.Struck] {
			return fmt.Errorf("carried out again: %+v", d)
		}
		return b.keep(e, d)
	case refused:
		b.refused++
		if !d.Perhaps {
			e.not = append(e.not, e.open...)
			e.open = nil
		}
	case same: // nothing to do, perhaps as it was done when the transaction ran before
	default:
		return fmt.Errorf("%+v: %s: %s", d, d.Step, d.Why)
	}
	return nil
}

// keep notes changes that are in the store. What several players change is told in any order.
// The error is something that was done twice.
func (b *book) keep(e *entry, d deed) (err error) {
	e.kept = &d
	for _, claim := range d.claims() {
		if by, done := b.claims[claim]; done {
			err = errors.Join(err, fmt.Errorf("%s was done by %s and by %s", claim, by, d.name()))
		}
		b.claims[claim] = d.name()
	}
	for user, chips := range d.Moved {
		b.balances[user] += chips
	}
	for hand, version := range d.Hands {
		b.hands[hand] = max(b.hands[hand], version)
	}
	for table, now := range d.Tables {
		if was, known := b.tables[table]; now == (mark{}) || !known || now.Version > was.Version &&
			was != (mark{}) {
			b.tables[table] = now
		}
	}
	b.postings += len(d.Keys)
	b.done++
	if d.Struck != nil {
		b.struck[*d.Struck] = true
	}
	return err
}

// claims returns what only one deed can have done.
func (d deed) claims() (all []string) {
	for _, key := range d.Keys {
		all = append(all, "the posting "+key)
	}
	for hand, version := range d.Hands {
		all = append(all, fmt.Sprintf("version %d of hand %d", version, hand))
	}
	for table, now := range d.Tables {
		if now != (mark{}) {
			all = append(all, fmt.Sprintf("version %d of table %d", now.Version, table))
		}
	}
	return all
}

// compare returns the problems of the store, in sentences.
func (b *book) compare(ctx context.Context, store storage.Store) (problems []string, err error) {
	audit, err := store.Audit(ctx)
	if err != nil {
		return nil, err
	}
	if !audit.OK || audit.Total != 0 {
		// Reading on may not even be possible.
		return append([]string{"the audit is not ok"}, audit.Problems...), nil
	}
	// Each in a transaction of its own, which a database gives no more than a moment: nobody
	// plays now.
	for _, look := range []func(storage.Reader) ([]string, error){b.compareEntries,
		b.compareKeys, b.compareHands, b.compareTables, b.compareWallets} {
		var found []string
		err = store.View(ctx, home, func(r storage.Reader) (err error) {
			found, err = look(r)
			return err
		})
		problems = append(problems, found...)
		if err != nil {
			break
		}
	}
	if audit.Postings != b.postings {
		problems = append(problems, fmt.Sprintf("%d postings are kept, %d were made",
			audit.Postings, b.postings))
	}
	return problems, err
}

// compareEntries compares which interactions and deadlines have had an effect, and finds out
// what became of those that were never answered.
func (b *book) compareEntries(r storage.Reader) (problems []string, err error) {
	names := slices.Sorted(maps.Keys(b.entries))
	// Whether a deadline was carried out is known only when all that others did is.
	for _, saw := range []bool{true, false} {
		var unknown []string
		for _, name := range names {
			e := b.entries[name]
			d, seen := e.any(), true
			if d == nil || d.Saw != saw {
				continue
			}
			if d.Saw {
				seen, err = r.Seen(d.ID)
			} else if e.kept != nil {
				seen, err = whole(r, *d)
			}
			switch {
			case err != nil:
				return problems, err
			case e.kept != nil && !seen:
				problems = append(problems, name+" is done, and not kept")
			case e.kept == nil && seen:
				unknown = append(unknown, name)
			case e.kept == nil:
				b.forget(e)
			}
		}
		lost, err := b.find(r, unknown)
		if err != nil {
			return problems, err
		}
		for _, name := range lost {
			if saw {
				problems = append(problems, name+" is kept, and nobody has done the whole of it")
			} else {
				b.forget(b.entries[name])
			}
		}
	}
	return problems, nil
}

// forget notes that nothing that was planned under a name is kept.
func (b *book) forget(e *entry) {
	if len(e.open) > 0 {
		b.never++
		e.not, e.open = append(e.not, e.open...), nil
	}
}

// any returns the deed that was done, or else any that was planned.
func (e *entry) any() *deed {
	if e.kept != nil {
		return e.kept
	}
	if all := slices.Concat(e.open, e.not); len(all) > 0 {
		return &all[0]
	}
	return nil
}

// find finds the deed that is kept of those that were planned under each name, and returns the
// names that have none. A transaction that is run again plans anew, so a name can have several,
// of which another can have done the first: names that leave the least choice are settled first.
func (b *book) find(r storage.Reader, names []string) (lost []string, err error) {
	found := map[string][]deed{}
	for _, name := range names {
		for _, d := range b.entries[name].open {
			all, err := whole(r, d)
			if err != nil {
				return nil, err
			}
			if all {
				found[name] = append(found[name], d)
			}
		}
	}
	taken := func(d deed) bool {
		return slices.ContainsFunc(d.claims(), func(claim string) bool {
			return b.claims[claim] != ""
		})
	}
	for len(names) > 0 {
		for _, name := range names {
			found[name] = slices.DeleteFunc(found[name], taken)
		}
		name := slices.MinFunc(names, func(one, other string) int {
			return len(found[one]) - len(found[other])
		})
		names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
		if len(found[name]) == 0 {
			lost = append(lost, name)
		} else if err := b.choose(b.entries[name], found[name]); err != nil {
			return nil, err
		}
	}
	return lost, nil
}

// choose keeps one of some deeds that may all be the one.
func (b *book) choose(e *entry, found []deed) error {
	// One that changes less is also there where one that changes more is.
	b.whole++
	most := slices.MaxFunc(found, func(a, c deed) int { return len(a.claims()) - len(c.claims()) })
	if err := b.keep(e, most); err != nil {
		return err
	}
	for _, d := range found {
		if !maps.Equal(d.Moved, e.kept.Moved) {
			for user := range d.Moved {
				b.unsure[user] = true
			}
			for user := range e.kept.Moved {
				b.unsure[user] = true
			}
		}
	}
	return nil
}

// whole reports whether all changes of a deed are in the store.
func whole(r storage.Reader, d deed) (bool, error) {
	for id, want := range d.Tables {
		is, err := markOf(r, id)
		later := is == mark{} || want != mark{} && is.Version > want.Version
		if err != nil || is != want && !later {
			return false, err
		}
	}
	for id, version := range d.Hands {
		h, _, err := storage.Rounds.Get(r, id)
		if err != nil || h.Version < version {
			return false, err
		}
	}
	for _, key := range d.Keys {
		if kept, err := r.Posted(key); err != nil || !kept {
			return false, err
		}
	}
	return true, nil
}

// markOf returns the state of a table, zero when it is closed.
func markOf(r storage.Reader, id storage.SeatingID) (mark, error) {
	t, ok, err := storage.Seatings.Get(r, id)
	if !ok {
		return mark{}, err
	}
	return mark{t.Version, t.Due}, err
}

// compareKeys looks for the postings of this round.
func (b *book) compareKeys(r storage.Reader) (problems []string, err error) {
	want := map[string]bool{}
	for _, e := range b.entries {
		for _, d := range slices.Concat(e.open, e.not) {
			for _, key := range d.Keys {
				want[key] = false
			}
		}
	}
	for _, e := range b.entries {
		if e.kept == nil {
			continue
		}
		for _, key := range e.kept.Keys {
			want[key] = true // also where somebody else was refused
		}
	}
	for key, want := range want {
		switch kept, err := r.Posted(key); {
		case err != nil:
			return problems, err
		case kept != want:
			problems = append(problems, fmt.Sprintf("the posting %s is kept: %v, and should be: %v",
				key, kept, want))
		}
	}
	return problems, nil
}

// compareHands compares the versions of all hands there ever were, with those that were planned
// in this round and never dealt.
func (b *book) compareHands(r storage.Reader) (problems []string, err error) {
	for _, e := range b.entries {
		for _, d := range slices.Concat(e.open, e.not) {
			for hand := range d.Hands {
				if _, dealt := b.hands[hand]; !dealt {
					b.hands[hand] = 0
				}
			}
		}
	}
	for hand, version := range b.hands {
		switch h, _, err := storage.Rounds.Get(r, hand); {
		case err != nil:
			return problems, err
		case h.Version != version:
			problems = append(problems, fmt.Sprintf("hand %d has version %d, and should have %d",
				hand, h.Version, version))
		}
	}
	return problems, nil
}

// compareTables compares all tables with what they should be.
func (b *book) compareTables(r storage.Reader) (problems []string, err error) {
	for id, want := range b.tables {
		switch is, err := markOf(r, id); {
		case err != nil:
			return problems, err
		case is != want:
			problems = append(problems, fmt.Sprintf("table %d is at %+v, and should be at %+v", id,
				is, want))
		}
	}
	return problems, nil
}

// compareWallets compares the chips of all players.
func (b *book) compareWallets(r storage.Reader) (problems []string, err error) {
	for user, want := range b.balances {
		if b.unsure[user] {
			continue
		}
		who := storage.Player{Guild: home, User: user}
		switch is, err := r.Balance(storage.WalletOf(who)); {
		case err != nil:
			return problems, err
		case is != want:
			problems = append(problems, fmt.Sprintf("%v has %d chips, and should have %d", who, is,
				want))
		}
	}
	return problems, nil
}

// name says what a deed was done for: an interaction, a deadline, or the step of a table.
func (d deed) name() string {
	switch {
	case d.Struck != nil:
		return fmt.Sprintf("deadline %+v", *d.Struck)
	case d.ID != 0:
		return fmt.Sprintf("interaction %d", d.ID)
	}
	var steps []string
	for table, now := range d.Tables {
		steps = append(steps, fmt.Sprintf("table %d at %d", table, now.Version))
	}
	slices.Sort(steps)
	return strings.Join(steps, ", ")
}
