package odds

import (
	"slices"

	"holecard/blackjack"
)

// What a dealer ends with, beside totals up to 21.
const (
	dealerBust    = 22
	dealerNatural = 23
	ends          = 24
)

// spread is the probability of each way the dealer may end.
type spread [ends]float64

// tree is all ways in which a dealer's hand may end without being bust, as sets
// of cards drawn. The sets are sorted and share their beginnings; nodes are in
// the order of a walk in depth, each a card drawn. The probability of a set is
// the product of the cards left along its path, over the shoe sizes, times the
// number of orders in which the dealer would draw it. So a tree is made once
// for an upcard and then evaluated for whatever shoe is left.
type tree struct {
	nodes []drawn
	ends  []uint8 // that occur, the last being bust
	deep  int
}

// drawn is a card drawn on the way to an end.
type drawn struct {
	kind  uint8 // or value: whatever the counts that it is evaluated with are of
	used  uint8 // cards of the kind drawn before
	depth uint8 // cards drawn up to this one
	end   uint8 // where orders is not zero
	order float64
}

// leaf is a set of cards with which the dealer ends.
type leaf struct {
	kinds  []uint8
	end    uint8
	orders float64
}

// newTree returns the ways of a dealer who holds the start hand. Ended says
// what a hand ends as, if it does. The start itself may be an end.
func newTree(h *hands, start int32, ended func(id int32) (uint8, bool)) *tree {
	var leaves []leaf
	orders := map[int32]float64{start: 1}
	for level := []int32{start}; len(level) > 0; {
		var then []int32
		for _, id := range level {
			if end, ok := ended(id); ok {
				leaves = append(leaves, leaf{h.without(id, start), end, orders[id]})
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
	return plant(leaves)
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

// plant makes a tree of leaves, joining those of the same cards: they end alike.
func plant(leaves []leaf) *tree {
	slices.SortFunc(leaves, func(a, b leaf) int { return slices.Compare(a.kinds, b.kinds) })
	t := &tree{}
	var seen [ends]bool
	var before []uint8
	for i, l := range leaves {
		if i > 0 && slices.Equal(before, l.kinds) {
			t.nodes[len(t.nodes)-1].order += l.orders
			continue
		}
		shared := 0
		for shared < len(before) && shared < len(l.kinds) && before[shared] == l.kinds[shared] {
			shared++
		}
		for i, k := range l.kinds[shared:] {
			used := uint8(0)
			for _, b := range l.kinds[:shared+i] {
				if b == k {
					used++
				}
			}
			t.nodes = append(t.nodes, drawn{kind: k, used: used, depth: uint8(shared + i + 1)})
		}
		if len(l.kinds) == 0 { // the dealer draws nothing
			t.nodes = append(t.nodes, drawn{})
		}
		last := &t.nodes[len(t.nodes)-1]
		last.end, last.order = l.end, l.orders
		seen[l.end] = true
		before = l.kinds
		t.deep = max(t.deep, len(l.kinds))
	}
	for e := range uint8(dealerBust) {
		if seen[e] {
			t.ends = append(t.ends, e)
		}
	}
	if seen[dealerNatural] {
		t.ends = append(t.ends, dealerNatural)
	}
	t.ends = append(t.ends, dealerBust)
	return t
}

// chances fills s with the probability of each end, drawing from so many cards
// of each kind, size in all. What is left to 1 is bust.
func (t *tree) chances(left []float64, size, step float64, s *spread) {
	var product, over [maxCards + 2]float64
	product[0], over[0] = 1, 1
	for d := 1; d <= t.deep; d++ {
		over[d] = over[d-1] / (size - float64(d-1)*step)
	}
	for _, e := range t.ends {
		s[e] = 0
	}
	for i := range t.nodes {
		n := &t.nodes[i]
		p := 1.0
		if n.depth > 0 {
			p = product[n.depth-1] * (left[n.kind] - float64(n.used)*step)
		}
		product[n.depth] = p
		if n.order != 0 {
			s[n.end] += n.order * p * over[n.depth]
		}
	}
	sum := 0.0
	for _, e := range t.ends {
		sum += s[e]
	}
	s[dealerBust] = 1 - sum
}

// byRule returns how a dealer ends who plays by the table's rule: draws below
// the total that it stands on, and on soft 17 where it hits that. A natural is
// an end of its own where the rules make something of it.
func byRule(r *blackjack.Rules, h *hands) func(id int32) (uint8, bool) {
	return func(id int32) (uint8, bool) {
		e := &h.list[id]
		switch total := int(e.total); {
		case natural(r, h, id):
			return dealerNatural, true
		case total < r.DealerStands || r.DealerHitsSoft17 && total == 17 && e.soft:
			return 0, false
		default:
			return uint8(total), true
		}
	}
}

// natural reports an ace and a ten-value as first two cards, where the rules
// make something of it.
func natural(r *blackjack.Rules, h *hands, id int32) bool {
	w := &h.worth[id]
	return r.Naturals() && h.list[id].n == 2 && w[0] == 1 && w[9] == 1
}
