package odds

import (
	"slices"

	"holecard/blackjack"
)

// What a dealer ends with is a [blackjack.Score]: beside totals up to 21 these two.
const (
	dealerBust    = uint8(blackjack.Over21)
	dealerNatural = uint8(blackjack.NaturalScore)
	ends          = int(dealerNatural) + 1
)

// set is a set of cards with which the dealer ends.
type set struct {
	kinds  []uint8 // sorted, the last kind first
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
				kinds := h.without(id, start)
				slices.Reverse(kinds)
				sets = append(sets, set{kinds, end, orders[id]})
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

// run returns how many equal cards there are from the one at an index.
func (s *set) run(at int) int { return equal(s.kinds[at:]) }

// equal returns how many cards are as the first.
func equal(kinds []uint8) int {
	n := 1
	for n < len(kinds) && kinds[n] == kinds[0] {
		n++
	}
	return n
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
