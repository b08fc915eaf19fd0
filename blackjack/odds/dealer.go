package odds

import (
	"cmp"
	"slices"

	"holecard/blackjack"
)

// What a dealer ends with is a [blackjack.Score]: beside totals up to 21 these two.
const (
	dealerBust    = uint8(blackjack.Over21)
	dealerNatural = uint8(blackjack.NaturalScore)
	ends          = int(dealerNatural) + 1
)

// spread is the probability of each way the dealer may end.
type spread [ends]float64

// tree is all ways in which a dealer's hand may end without being bust, as sets
// of cards drawn. The probability of a set is the product, over its kinds, of
// the ways to draw so many of the kind one after the other, over the same for the
// whole shoe, times the number of orders in which the dealer would draw the set.
// So a tree is made once for an upcard and then evaluated for whatever shoe is
// left.
//
// Sets share their beginnings, which are the stems. What they add up to is
// grouped by end and number of cards.
type tree struct {
	falls
	stems  []stem
	leaves []leaf
	groups []group
	ends   []uint8 // that occur, the last being bust

	products []float64 // of stems, where chances computes
}

// stem is the beginning of some sets.
type stem struct {
	parent uint32 // a stem before this one; 0 is the empty one
	fall   uint32 // so many cards of the next kind
}

// leaf is a set: a stem and the cards of its last kind.
type leaf struct {
	stem, fall uint32
	orders     float64
}

// group is leaves of one end and number of cards: those up to an index, after those
// of the group before.
type group struct {
	upTo       int
	end, depth uint8
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
	ways, at := f.ways, 0
	for k, most := range f.most {
		ways[at] = 1
		for used := range most {
			ways[at+1] = ways[at] * (left[k] - float64(used)*step)
			at++
		}
		at++
	}
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
	t, most, deep := &tree{stems: make([]stem, 1)}, make([]uint8, kinds), 0
	for _, l := range sets {
		deep = max(deep, len(l.kinds))
		for _, r := range runs(l.kinds) {
			most[r.kind] = max(most[r.kind], r.cards)
		}
		if n := len(t.ends); n == 0 || t.ends[n-1] != l.end {
			t.ends = append(t.ends, l.end)
		}
	}
	t.ends = append(t.ends, dealerBust)
	t.falls = newFalls(most, deep)
	known := map[stem]uint32{}
	for i, l := range sets {
		if i > 0 && slices.Equal(l.kinds, sets[i-1].kinds) {
			t.leaves[len(t.leaves)-1].orders += l.orders
			continue
		}
		t.leaves = append(t.leaves, t.leaf(l, known))
		g := group{len(t.leaves), l.end, uint8(len(l.kinds))}
		if n := len(t.groups); n > 0 && t.groups[n-1].end == g.end &&
			t.groups[n-1].depth == g.depth {
			t.groups[n-1] = g
		} else {
			t.groups = append(t.groups, g)
		}
	}
	t.products = make([]float64, len(t.stems))
	return t
}

// leaf returns the leaf of a set, whose stems are known by then.
func (t *tree) leaf(l set, known map[stem]uint32) leaf {
	at := leaf{orders: l.orders}
	for i, r := range runs(l.kinds) {
		if i > 0 {
			next := stem{at.stem, at.fall}
			id, ok := known[next]
			if !ok {
				id = uint32(len(t.stems))
				known[next] = id
				t.stems = append(t.stems, next)
			}
			at.stem = id
		}
		at.fall = t.at(r)
	}
	return at
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

// work is what one call of chances takes.
func (t *tree) work() int { return len(t.stems) + len(t.leaves) + 100 }

// chances fills s with the probability of each end, drawing from so many cards
// of each kind, size in all. What is left to 1 is bust.
func (t *tree) chances(left []float64, size, step float64, s *spread) {
	t.fill(left, size, step)
	ways, products := t.ways, t.products
	products[0] = 1
	for i := 1; i < len(products); i++ {
		n := &t.stems[i]
		products[i] = products[n.parent] * ways[n.fall]
	}
	for _, e := range t.ends {
		s[e] = 0
	}
	at, all := 0, 0.0
	for _, g := range t.groups {
		sum := 0.0
		for ; at < g.upTo; at++ {
			l := &t.leaves[at]
			sum += l.orders * products[l.stem] * ways[l.fall]
		}
		sum *= t.over[g.depth]
		s[g.end] += sum
		all += sum
	}
	s[dealerBust] = 1 - all
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
