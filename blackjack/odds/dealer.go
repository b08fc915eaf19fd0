package odds

import "holecard/blackjack"

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
	return plant(h.endings(start, ended), len(h.deck.kinds))
}

// endings returns the sets of cards that end the hand of a dealer.
func (h *hands) endings(start int32, ended func(id int32) (uint8, bool)) (sets []set) {
	full := h.deck.full()
	w := walker{h: h, orders: true}
	w.from(&full, start, func(id int32, orders float64) bool {
		h.meter.spend(nodeWork)
		h.meter.borrow(nodeBytes)
		if h.list[id].total > 21 { // dealt so
			return false
		}
		end, ok := ended(id)
		if ok {
			h.meter.spend(setWork)
			h.meter.borrow(setBytes)
			sets = append(sets, set{h.since(start, id), end, orders})
		}
		return !ok
	})
	return sets
}

// since returns the cards that a hand has drawn since it was another one, the last kind first.
func (h *hands) since(start, id int32) []uint8 {
	before, now := h.counts(start), h.counts(id)
	kinds := make([]uint8, 0, h.list[id].n-h.list[start].n)
	for k := len(now) - 1; k >= 0; k-- {
		for range now[k] - before[k] {
			kinds = append(kinds, uint8(k))
		}
	}
	return kinds
}

// run returns how many equal cards there are from the one at an index.
func (s *set) run(at int) int {
	n := 1
	for at+n < len(s.kinds) && s.kinds[at+n] == s.kinds[at] {
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
