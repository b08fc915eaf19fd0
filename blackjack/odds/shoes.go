package odds

import (
	"cmp"
	"slices"
)

// mostShoes is the most shoes in which a hint looks at a hand: with four hands of a split up to
// five other cards of the pair's value are out. See [hint].
const mostShoes = 2*4 - 2

// openTree is a [tree] for the worth of hands in shoes that differ in how many cards of one
// value they have, the last:
//
//	sets ──▶ sums over one value after the other ──▶ by end, cards drawn and how many of the
//	                                                 last value
//
// Neither that value nor the size of the shoe is part of a sum. So hands that differ only in cards
// of the last value have all sums in common, and what is left to do for each shoe is one product:
// of the sums, added up by what the hand nets at each end, and of the ways to draw so many cards.
type openTree struct {
	*tree
	order []uint8 // of values, the last of which is open
	byEnd []openEnd
	draws []draw
}

// openEnd is the sums of one end.
type openEnd struct {
	end  uint8
	sums []openSum
}

// openSum is the sum of the sets of one end that are drawn alike.
type openSum struct {
	value value
	draw  uint32 // index
}

// draw is how many cards the dealer draws, and how many of the last value.
type draw struct{ cards, last uint8 }

// openKey names an open tree of a table.
type openKey struct {
	up   int
	last uint8
}

// opened returns the tree for an upcard that leaves a value open. A [Table] keeps it.
func (t *table) opened(up int, last uint8) *openTree {
	key := openKey{up, last}
	if known := t.open[key]; known != nil {
		return known
	}
	made := plantOpen(t.dealer.endings(t.dealt(up), byRule(t.rules, t.dealer)), inTurn(last))
	if t.open != nil {
		t.meter.hold(made.bytes() + 8*len(made.roots))
		t.open[key] = made
	}
	return made
}

// inTurn returns the values in the order in which they are summed up: the small ones, of which
// hands differ most, after the others.
func inTurn(last uint8) (order []uint8) {
	for v := range uint8(values) {
		if v > 1 && v != last {
			order = append(order, v)
		}
	}
	for _, v := range []uint8{1, 0} {
		if v != last {
			order = append(order, v)
		}
	}
	return append(order, last)
}

// plantOpen makes a tree that sums up sets value by value in this order, except for the last
// value.
func plantOpen(sets []set, order []uint8) *openTree {
	var position [values]uint8
	for i, v := range order {
		position[v] = uint8(i)
	}
	for _, s := range sets {
		for i, v := range s.kinds {
			s.kinds[i] = position[v]
		}
		slices.SortFunc(s.kinds, func(a, b uint8) int { return cmp.Compare(b, a) })
	}
	slices.SortFunc(sets, func(a, b set) int {
		return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(len(a.kinds), len(b.kinds)),
			slices.Compare(a.kinds, b.kinds))
	})
	t := &openTree{tree: newTreeOf(len(order) - 1), order: order}
	var roots []openRoot
	for len(sets) > 0 {
		end, drawn := sets[0].end, sets[0].draw(len(order)-1)
		n := alike(sets, func(s *set) bool { return s.end == end && s.draw(len(order)-1) == drawn })
		roots = append(roots, openRoot{end, t.drawn(drawn)})
		t.roots = append(t.roots, t.add(sets[:n], int(drawn.last)))
		sets = sets[n:]
	}
	t.number()
	for i, root := range roots {
		if i == 0 || root.end != roots[i-1].end {
			t.byEnd = append(t.byEnd, openEnd{end: root.end})
		}
		e := &t.byEnd[len(t.byEnd)-1]
		e.sums = append(e.sums, openSum{t.roots[i], root.draw})
	}
	return t
}

// openRoot is what a root of an open tree is the sum of.
type openRoot struct {
	end  uint8
	draw uint32
}

// draw returns how many cards a set has, and how many of the last kind.
func (s *set) draw(last int) draw {
	d := draw{cards: uint8(len(s.kinds))}
	for d.last < d.cards && int(s.kinds[d.last]) == last {
		d.last++
	}
	return d
}

// drawn returns the index of a draw.
func (t *openTree) drawn(d draw) uint32 {
	at := slices.Index(t.draws, d)
	if at < 0 {
		at = len(t.draws)
		t.draws = append(t.draws, d)
	}
	return uint32(at)
}

// shoes computes what hands are worth that stand, in shoes of which shoe n lacks n cards of the
// last value beside the hand.
type shoes struct {
	*openTree
	scene *scene

	before int32         // the hand last looked at
	held   [values]uint8 // by it, by value
	nets   *[ends]int8   // of it

	values []float64 // of the tree
	ways   falls     // to draw cards of each value, in the tree's order
	keeps  bool      // what it has seen of all hands, not of the last alone
	seen   []float64 // by hand and draw: what that is worth more than a dealer who busts
	rows   []float64 // by row and draw: how likely a draw is
	row    [][]int32 // by cards out and how many of the last value: 1 more than the row's index
}

// begin prepares for the hands of a scene. It returns how much room it took.
func (h *shoes) begin(s *scene, t *openTree, keeps bool) (bytes int) {
	before, hands := cap(h.seen), 1
	if keeps {
		hands = len(s.t.hands.list)
	}
	*h = shoes{openTree: t, scene: s, values: zeros(h.values, t.size), keeps: keeps,
		seen: roomFor(h.seen, hands*len(t.draws)),
		rows: h.rows[:0], row: h.row}
	for i, set := range t.tree.sets {
		h.values[i] = set.orders
	}
	most := append(slices.Clone(t.most), 0)
	deep := 0
	for _, d := range t.draws {
		most[len(most)-1] = max(most[len(most)-1], d.last)
		deep = max(deep, int(d.cards))
	}
	h.ways = newFalls(most, deep)
	for len(h.row) <= maxCards+mostShoes {
		h.row = append(h.row, make([]int32, maxCards+mostShoes+1))
	}
	for _, r := range h.row {
		clear(r)
	}
	h.held[t.order[0]] = none8 // so that the first hand changes all
	return 8 * (cap(h.seen) - before)
}

// none8 is a number of cards that no hand has.
const none8 = 255

// look sums up the tree against a hand.
func (h *shoes) look(id int32) {
	t, last := h.scene.t, len(h.order)-1
	now := &t.hands.worth[id]
	at := 0
	for at < last && h.held[h.order[at]] == now[h.order[at]] {
		at++
	}
	nets := t.nets(id)
	if at == last && nets == h.nets {
		copy(h.of(id), h.of(h.before))
	} else {
		h.sumFrom(at, now)
		h.net(nets, h.of(id))
	}
	h.held, h.nets, h.before = *now, nets, id
}

// sumFrom sums up again from a value on, by its position in the order, of which so many are held.
func (h *shoes) sumFrom(at int, held *[values]uint8) {
	t := h.scene.t
	for ; at < len(h.levels); at++ {
		t.meter.spend(stepWork * len(h.levels[at].steps))
		v := h.order[at]
		h.ways.draw(at, h.scene.base.value[v]-float64(held[v])*t.deck.step, t.deck.step)
		h.levels[at].sum(h.values, h.ways.of(at))
	}
}

// of returns what was seen of a hand.
func (h *shoes) of(id int32) []float64 {
	if !h.keeps {
		return h.seen
	}
	return h.seen[int(id)*len(h.draws):][:len(h.draws)]
}

// stand fills in what a hand is worth that stands, by shoe, which was looked at.
func (h *shoes) stand(id int32, worth []float64) {
	t := h.scene.t
	cards, held := int(t.hands.list[id].n), int(t.hands.worth[id][h.order[len(h.order)-1]])
	busts, seen := float64(t.nets(id)[dealerBust]), h.of(id)
	for n := range worth {
		worth[n] = busts + product(seen, h.drawing(cards+n, held+n))
	}
}

// product returns the sum of products. Four sums none of which waits for another take a third
// of the time of one.
func product(list, other []float64) float64 {
	other = other[:len(list)]
	var a, b, c, d float64
	i := 0
	for ; i < len(list)-3; i += 4 {
		a += list[i] * other[i]
		b += list[i+1] * other[i+1]
		c += list[i+2] * other[i+2]
		d += list[i+3] * other[i+3]
	}
	for ; i < len(list); i++ {
		a += list[i] * other[i]
	}
	return a + b + (c + d)
}

// net adds up the sums by what a hand nets at each end, less what it nets when the dealer busts.
func (h *shoes) net(nets *[ends]int8, seen []float64) {
	bust, values := nets[dealerBust], h.values
	clear(seen)
	for _, e := range h.byEnd {
		net := nets[e.end]
		if e.end == dealerNatural && h.scene.peeked {
			net = 0
		}
		if net == bust {
			continue
		}
		more := float64(net - bust)
		for _, sum := range e.sums {
			seen[sum.draw] += more * values[sum.value]
		}
	}
}

// drawing returns the ways to draw cards of the last value, over those to draw as many cards of
// any, by draw, while so many cards are out and held of the last value.
func (h *shoes) drawing(out, held int) []float64 {
	n := len(h.draws)
	if at := h.row[out][held]; at > 0 {
		return h.rows[(int(at)-1)*n:][:n]
	}
	step, last := h.scene.t.deck.step, len(h.order)-1
	h.ways.draw(last, h.scene.base.value[h.order[last]]-float64(held)*step, step)
	h.ways.any(h.scene.base.size-float64(out)*step, step)
	at := len(h.rows)
	for _, d := range h.draws {
		h.rows = append(h.rows, h.ways.of(last)[d.last]*h.ways.over[d.cards])
	}
	h.row[out][held] = int32(at/n) + 1
	return h.rows[at:]
}
