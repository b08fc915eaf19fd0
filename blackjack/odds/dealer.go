package odds

import (
	"cmp"
	"math"
	"slices"

	"holecard/blackjack"
)

// What a dealer ends with is a [blackjack.Score]: beside totals up to 21 these two.
const (
	dealerBust    = uint8(blackjack.Over21)
	dealerNatural = uint8(blackjack.NaturalScore)
	ends          = int(dealerNatural) + 1
)

// tree is all ways in which a dealer's hand may end without being bust, as sets
// of cards drawn. The probability of a set is the product, over its kinds, of
// the ways to draw so many of the kind one after the other, over the same for the
// whole shoe, times the number of orders in which the dealer would draw the set.
// So a tree is made once for an upcard and then evaluated for whatever shoe is
// left.
//
// Sets of one end and number of cards that begin alike share what follows, so that
// kinds are summed up one by one, the last first:
//
//	 aces     twos          tens
//	group ◀── sum ◀── ... ◀── set: its orders
//
// A shoe that differs from the one before in its first kinds alone needs only their
// sums again. So many shoes are asked for in the order of their last kinds.
type tree struct {
	falls
	levels []level   // by kind
	values []float64 // of sets and sums; the first is 0
	groups []group
	ends   []uint8 // that occur, the last being bust

	left []float64 // the cards that the values are of
}

// level is the sums over the cards of one kind.
type level struct {
	steps []step
	work  int // of this level and those before it
}

// step sets a value to another and a third, times the ways to draw so many cards.
type step struct{ to, from, value, fall uint32 }

// group is a value, of one end and number of cards.
type group struct {
	value, end, depth int // end is an index
}

// falls is in how many ways cards of each kind can be drawn one after the other.
type falls struct {
	most  []uint8   // the most cards of each kind
	first []uint32  // of each kind, the index of "none drawn" in ways
	ways  []float64 // by kind and number of cards
	over  []float64 // 1 over the ways to draw so many cards of any kind
}

func newFalls(most []uint8, deep int) falls {
	f := falls{most: most, over: make([]float64, deep+1)}
	size := 0
	for _, n := range most {
		f.first = append(f.first, uint32(size))
		size += int(n) + 1
	}
	f.ways = make([]float64, size)
	return f
}

// at returns the index of equal cards.
func (f *falls) at(r run) uint32 { return f.first[r.kind] + uint32(r.cards) }

// fill counts the ways to draw from so many cards of each kind, size in all.
func (f *falls) fill(left []float64, size, step float64) {
	for k := range f.most {
		f.draw(k, left[k], step)
	}
	f.from(size, step)
}

// draw counts the ways to draw cards of a kind.
func (f *falls) draw(k int, left, step float64) {
	ways := f.ways[f.first[k]:]
	ways[0] = 1
	for used := range int(f.most[k]) {
		ways[used+1] = ways[used] * (left - float64(used)*step)
	}
}

// from counts the ways to draw any cards.
func (f *falls) from(size, step float64) {
	f.over[0] = 1
	for d := 1; d < len(f.over); d++ {
		f.over[d] = 0 // more cards than are left cannot be drawn
		if rest := size - float64(d-1)*step; rest > 0 {
			f.over[d] = f.over[d-1] / rest
		}
	}
}

// set is a set of cards with which the dealer ends.
type set struct {
	kinds  []uint8 // sorted
	end    uint8
	orders float64
}

// What the making of a tree takes, for each hand on the way and for each set: it
// lies in lists that grow ahead and in maps that may be half empty.
const (
	nodeBytes, nodeWork = 50, 100
	setBytes, setWork   = 160, 500
)

// newTree returns the ways of a dealer who holds the start hand. Ended says
// what a hand ends as, if it does. The start itself may be an end.
func newTree(h *hands, start int32, ended func(id int32) (uint8, bool)) *tree {
	var sets []set
	orders := map[int32]float64{start: 1}
	for level := []int32{start}; len(level) > 0; {
		var then []int32
		for _, id := range level {
			h.meter.spend(nodeWork + kindWork*len(h.deck.kinds))
			h.meter.borrow(nodeBytes)
			if end, ok := ended(id); ok {
				h.meter.spend(setWork)
				h.meter.borrow(setBytes)
				sets = append(sets, set{h.without(id, start), end, orders[id]})
				continue
			}
			for k := range uint8(len(h.deck.kinds)) {
				if h.deck.step == 1 && h.left(&cards{kind: h.deck.counts}, id, k) <= 0 {
					continue
				}
				next := h.after(id, k)
				if next == bust || h.list[next].total > 21 {
					continue
				}
				if orders[next] == 0 {
					then = append(then, next)
				}
				orders[next] += orders[id]
			}
		}
		level = then
	}
	return plant(sets, len(h.deck.kinds))
}

// without returns the cards of a hand that are not of the start, sorted.
func (h *hands) without(id, start int32) []uint8 {
	kinds := slices.Clone(h.list[id].kinds[:h.list[id].n])
	for _, k := range h.list[start].kinds[:h.list[start].n] {
		at := slices.Index(kinds, k)
		kinds = slices.Delete(kinds, at, at+1)
	}
	slices.Sort(kinds)
	return kinds
}

// plant makes a tree of sets, joining those of the same cards: they end alike.
func plant(sets []set, kinds int) *tree {
	slices.SortFunc(sets, func(a, b set) int {
		return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(len(a.kinds), len(b.kinds)),
			slices.Compare(a.kinds, b.kinds))
	})
	most, deep, n := make([]uint8, kinds), 0, 0
	for _, l := range sets {
		deep = max(deep, len(l.kinds))
		for _, r := range runs(l.kinds) {
			most[r.kind] = max(most[r.kind], r.cards)
		}
		if n > 0 && slices.Equal(l.kinds, sets[n-1].kinds) {
			sets[n-1].orders += l.orders
			continue
		}
		sets[n] = l
		n++
	}
	t := &tree{falls: newFalls(most, deep), levels: make([]level, kinds),
		values: make([]float64, 1, 2*n+1), left: make([]float64, kinds)}
	for rest := sets[:n]; len(rest) > 0; {
		end, depth := rest[0].end, len(rest[0].kinds)
		n := slices.IndexFunc(rest,
			func(s set) bool { return s.end != end || len(s.kinds) != depth })
		if n < 0 {
			n = len(rest)
		}
		if len(t.ends) == 0 || t.ends[len(t.ends)-1] != end {
			t.ends = append(t.ends, end)
		}
		t.groups = append(t.groups, group{int(t.add(rest[:n], 0)), len(t.ends) - 1, depth})
		rest = rest[n:]
	}
	t.ends = append(t.ends, dealerBust)
	work := len(t.groups) + 100
	for k := range t.levels {
		work += 2 * len(t.levels[k].steps)
		t.levels[k].work = work
		t.left[k] = math.NaN()
	}
	return t
}

// add returns the value of sets of equally many cards that are alike up to one of them.
func (t *tree) add(sets []set, at int) uint32 {
	if at == len(sets[0].kinds) {
		t.values = append(t.values, sets[0].orders)
		return uint32(len(t.values) - 1)
	}
	var value uint32
	for len(sets) > 0 { // the last kind first
		k := sets[len(sets)-1].kinds[at]
		t.values = append(t.values, 0)
		to := uint32(len(t.values) - 1)
		for len(sets) > 0 && sets[len(sets)-1].kinds[at] == k {
			last := sets[len(sets)-1].run(at)
			first := len(sets) - 1
			for first > 0 && sets[first-1].kinds[at] == k && sets[first-1].run(at) == last {
				first--
			}
			more := t.add(sets[first:], at+int(last.cards))
			t.levels[k].steps = append(t.levels[k].steps, step{to, value, more, t.at(last)})
			value = to
			sets = sets[:first]
		}
	}
	return value
}

// run is equal cards of a set.
type run struct{ kind, cards uint8 }

// runs returns the cards of a sorted set by kind.
func runs(kinds []uint8) []run {
	var list []run
	for i, k := range kinds {
		if i == 0 || kinds[i-1] != k {
			list = append(list, run{kind: k})
		}
		list[len(list)-1].cards++
	}
	return list
}

// run returns the equal cards of a set that begin with the one at an index.
func (s *set) run(at int) run {
	r := run{kind: s.kinds[at]}
	for _, k := range s.kinds[at:] {
		if k == r.kind {
			r.cards++
		}
	}
	return r
}

// changed takes note of the cards that are left, and returns the last kind of which there
// are more or fewer than before, or -1.
func (t *tree) changed(left []float64, step float64) int {
	last := -1
	for k, n := range t.left {
		if left[k] != n {
			t.left[k] = left[k]
			t.draw(k, left[k], step)
			last = k
		}
	}
	return last
}

// chances fills p with the probability of each end, drawing from what was noted, size cards in
// all. Bust, the last, is 1 less the others; a natural that is not wanted has no place among
// them.
func (t *tree) chances(last int, size, step float64, p []float64) {
	ways, values := t.ways, t.values
	for ; last >= 0; last-- {
		for _, s := range t.levels[last].steps {
			values[s.to] = values[s.from] + values[s.value]*ways[s.fall]
		}
	}
	t.from(size, step)
	clear(p)
	all := 0.0
	for _, g := range t.groups {
		chance := values[g.value] * t.over[g.depth]
		all += chance
		if g.end < len(p)-1 {
			p[g.end] += chance
		}
	}
	p[len(p)-1] = 1 - all
}

// byRule returns how a dealer ends who plays by the table's rule. A natural is an
// end of its own where the rules make something of it.
func byRule(r *blackjack.Rules, h *hands) func(id int32) (uint8, bool) {
	return func(id int32) (uint8, bool) {
		e := &h.list[id]
		if e.natural {
			return dealerNatural, true
		}
		return uint8(e.total), !r.DealerDraws(int(e.total), e.soft)
	}
}
