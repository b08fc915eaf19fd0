package faults

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"holecard/storage"
)

// book is what the test was told, and so what must be in the file.
type book struct {
	round    int
	pages    [players]page
	balances map[storage.UserID]storage.Chips // of wallets
	hands    map[storage.RoundID]uint32
	tables   map[storage.SeatingID]mark
	struck   map[storage.Deadline]bool // that were carried out
	postings int
	done     int // actions, in all rounds
	refused  int
	whole    int // actions that were under way at a fault and are kept
	never    int // actions that were planned at a fault and are not
}

// page is what was told of one player.
type page struct {
	deeds []deed // done in this round
	n     int    // the last action that was told of
	open  *deed  // planned, and not answered
	not   []deed // planned in this round, and refused
}

func newBook() *book {
	return &book{hands: map[storage.RoundID]uint32{},
		balances: map[storage.UserID]storage.Chips{},
		tables:   map[storage.SeatingID]mark{}, struck: map[storage.Deadline]bool{}}
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
	b.pages = [players]page{}
}

// take notes a line. The error is one of the harness, or of the players' process.
func (b *book) take(d deed) error {
	p := &b.pages[d.Player]
	p.n = max(p.n, d.N)
	switch d.Step {
	case ready: // and tables that were open wait
		maps.Copy(b.tables, d.Tables)
	case planned: // more than once, where the transaction was run again
		if last, ok := p.last(); ok && last.N == d.N {
			return fmt.Errorf("player %d, action %d: done, and done again: %+v", d.Player, d.N, d)
		}
		p.open = &d
	case done:
		p.open = nil
		if last, ok := p.last(); ok && last.equal(d) {
			return nil // lies are told more than once
		}
		return b.keep(d)
	case refused:
		b.refused++
		if p.open != nil && !d.Broken {
			p.not = append(p.not, *p.open)
			p.open = nil
		}
	case same:
		p.open = nil // planned, and on the second run there was nothing to do
	default:
		return fmt.Errorf("player %d, action %d: %s: %s", d.Player, d.N, d.Step, d.Why)
	}
	return nil
}

// last returns the last deed that was done in this round.
func (p *page) last() (deed, bool) {
	if len(p.deeds) == 0 {
		return deed{}, false
	}
	return p.deeds[len(p.deeds)-1], true
}

// unkept returns the deeds of this round that were planned and are not kept.
func (p *page) unkept() []deed {
	if p.open == nil {
		return p.not
	}
	return append(slices.Clone(p.not), *p.open)
}

// keep notes changes that are in the file. What several players change is told in any order.
// The error is a deadline that was carried out twice.
func (b *book) keep(d deed) error {
	p := &b.pages[d.Player]
	for user, chips := range d.Moved {
		b.balances[user] += chips
	}
	p.deeds = append(p.deeds, d)
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
	if d.Struck == nil {
		return nil
	}
	if b.struck[*d.Struck] {
		return fmt.Errorf("player %d, action %d: carries out %+v again", d.Player, d.N, *d.Struck)
	}
	b.struck[*d.Struck] = true
	return nil
}

// compare returns the problems of the file, in sentences.
func (b *book) compare(ctx context.Context, store storage.Store) (problems []string, err error) {
	audit, err := store.Audit(ctx)
	if err != nil {
		return nil, err
	}
	if !audit.OK || audit.Total != 0 {
		// Reading on may not even be possible.
		return append([]string{"the audit is not ok"}, audit.Problems...), nil
	}
	err = store.View(ctx, home, func(r storage.Reader) error {
		for i := range b.pages {
			if err := b.settle(r, i); err != nil {
				return err
			}
		}
		for i := range b.pages {
			found, err := b.comparePlayer(r, i)
			problems = append(problems, found...)
			if err != nil {
				return err
			}
			found, err = b.compareKeys(r, i)
			problems = append(problems, found...)
			if err != nil {
				return err
			}
		}
		found, err := b.compareTables(r)
		problems = append(problems, found...)
		return err
	})
	if audit.Postings != b.postings {
		problems = append(problems, fmt.Sprintf("%d postings are kept, %d were made",
			audit.Postings, b.postings))
	}
	return problems, err
}

// settle looks what became of the player's action that was never answered.
func (b *book) settle(r storage.Reader, number int) error {
	p := &b.pages[number]
	if p.open == nil {
		return nil
	}
	kept, err := r.Seen(interaction(b.round, number, p.open.N))
	if p.open.Struck != nil { // by the clock, of which no interaction is kept
		kept, err = b.reached(r, *p.open)
	}
	if err != nil {
		return err
	}
	if !kept {
		b.never++
		return nil
	}
	d := *p.open
	p.open = nil
	b.whole++
	return b.keep(d)
}

// reached reports whether the tables of a deed have come to what it made of them.
func (b *book) reached(r storage.Reader, d deed) (bool, error) {
	for id, want := range d.Tables {
		is, err := markOf(r, id)
		later := is == mark{} || want != mark{} && is.Version > want.Version
		if err != nil || is != want && !later {
			return false, err
		}
	}
	return true, nil
}

// markOf returns the state of a table, zero when it is closed.
func markOf(r storage.Reader, id storage.SeatingID) (mark, error) {
	t, ok, err := r.Seating(id)
	if !ok {
		return mark{}, err
	}
	return mark{t.Version, t.Due}, err
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

// comparePlayer compares the player's interactions, hands and wallet.
func (b *book) comparePlayer(r storage.Reader, number int) (problems []string, err error) {
	p := &b.pages[number]
	problem := func(format string, args ...any) {
		problems = append(problems, fmt.Sprintf("player %d: ", number)+fmt.Sprintf(format, args...))
	}
	seen := map[int]bool{}
	for _, d := range p.deeds {
		seen[d.N] = d.Saw
	}
	const beyond = 3 // actions that were never told of
	for n := 1; n <= p.n+beyond; n++ {
		kept, err := r.Seen(interaction(b.round, number, n))
		if err != nil {
			return nil, err
		}
		if kept != seen[n] {
			problem("action %d of %d: its interaction is recorded: %v, and should be: %v", n, p.n,
				kept, seen[n])
		}
	}
	hands := map[storage.RoundID]uint32{}
	for _, d := range p.deeds {
		for hand := range d.Hands {
			hands[hand] = b.hands[hand]
		}
	}
	for _, d := range p.unkept() {
		for hand := range d.Hands {
			hands[hand] = b.hands[hand]
		}
	}
	for hand, version := range hands {
		switch h, _, err := r.Round(hand); {
		case err != nil:
			return problems, err
		case h.Version != version:
			problem("hand %d has version %d, and should have %d", hand, h.Version, version)
		}
	}
	who := playerOf(number)
	balance, err := r.Balance(storage.WalletOf(who))
	if want := b.balances[who.User]; err == nil && balance != want {
		problem("the wallet has %d chips, and should have %d", balance, want)
	}
	return problems, err
}

// compareKeys looks for the postings of a player's round.
func (b *book) compareKeys(r storage.Reader, number int) (problems []string, err error) {
	p := &b.pages[number]
	// By anybody: a player who is refused a gift may have been about to open a wallet.
	done := map[string]bool{}
	for i := range b.pages {
		for _, d := range b.pages[i].deeds {
			for _, key := range d.Keys {
				done[key] = true
			}
		}
	}
	look := func(deeds []deed, want bool) error {
		for _, d := range deeds {
			for _, key := range d.Keys {
				if !want && done[key] { // refused, and done later
					continue
				}
				kept, err := r.Posted(key)
				if err != nil {
					return err
				}
				if kept != want {
					problems = append(problems, fmt.Sprintf(
						"player %d: the posting %s is kept: %v, and should be: %v", number, key,
						kept, want))
				}
			}
		}
		return nil
	}
	if err := look(p.deeds, true); err != nil {
		return problems, err
	}
	return problems, look(p.unkept(), false)
}

// compareHands compares the versions of all hands there ever were.
func (b *book) compareHands(ctx context.Context, store storage.Store) ([]string, error) {
	var problems []string
	err := store.View(ctx, home, func(r storage.Reader) error {
		for id, version := range b.hands {
			h, _, err := r.Round(id)
			if err != nil {
				return err
			}
			if h.Version != version {
				problems = append(problems, fmt.Sprintf(
					"hand %d has version %d, and should have %d", id, h.Version, version))
			}
		}
		return nil
	})
	slices.Sort(problems)
	return problems, err
}
