package odds

import (
	"cmp"
	"iter"
	"slices"

	"holecard/blackjack"
)

// hint is the best play of a hand against a dealer who plays by rule. It computes means alone, for
// some shoes at once:
//
//	shoe 0: what is left. Best play is found here, fewer cards after more
//	shoe n: n more cards of the pair's value are out; hands are played as in shoe 0
//
// The second and further shoes are for the hands of a split, of which each is drawn from a shoe
// that lacks cards of the pair's value: see the package comment. Rounds are computed hand by hand
// too, with all that they may net, by [best] and [splitting]; these are the slow twin.
type hint struct {
	t     *table
	s     *scene
	hand  int32
	value uint8  // of which shoes lack cards
	near  []bool // by hand: it may come of the hand, or of one of a split
	shoes shoes

	plain inShoes // of all hands that are near
	lacks inShoes // of those that come of a split and are played best
	known []bool  // by hand: it is in lacks

	split, once float64
	sorted      [values][]int32 // of a [Table]: all hands in the order of a tree, by its last value
}

// inShoes is what hands are worth, by hand and shoe.
type inShoes struct {
	many  int // shoes
	stand []float64
	best  []float64 // to stand or to hit, whichever is better in shoe 0
}

// begin makes room for some hands, and returns how much it took.
func (w *inShoes) begin(hands, many int) (bytes int) {
	before := cap(w.stand) + cap(w.best)
	w.many = many
	w.stand, w.best = roomFor(w.stand, hands*many), roomFor(w.best, hands*many)
	return 8 * (cap(w.stand) + cap(w.best) - before)
}

// roomFor returns a list of so many values, whatever they are, where there is room for them.
func roomFor(list []float64, n int) []float64 { return slices.Grow(list[:0], n)[:n] }

// of returns what a hand is worth, by shoe.
func (w *inShoes) of(worth []float64, id int32) []float64 { return worth[int(id)*w.many:][:w.many] }

// newHint finds the best play of a hand, which is split too if it may be.
func (t *table) newHint(s *scene, hand int32, splits bool) *hint {
	h := t.hint
	if h == nil {
		h = &hint{}
	}
	h.t, h.s, h.hand, h.value = t, s, hand, 1
	from, most := hand, 0
	if splits {
		h.value = t.deck.kinds[t.hands.list[hand].kinds[0]].value
		from = t.hands.after(0, t.deck.byValue[h.value][0])
		most = s.most(h.value)
	}
	up := h.begin(from)
	h.stands(from, splits)
	for _, id := range slices.Backward(up) {
		if h.near[id] {
			h.enter(id)
		}
	}
	if splits {
		n := len(h.near)
		h.known = zeros(h.known, n)
		t.meter.hold(h.lacks.begin(n, 2*most-2))
		m := h.newSplitMean(most)
		h.once = m.deal(2, 0, 1)
		m.again = most > 2
		h.split = m.deal(2, 0, 1)
	}
	return h
}

// most returns how many hands a seat may make of one more.
func (s *scene) most(value uint8) int { return max(2, s.t.most(value)-s.hands+1) }

// begin makes room for the hands that may come of one. It returns the hands of the graph, more
// cards after fewer.
func (h *hint) begin(from int32) (up []int32) {
	if h.t.kept != nil {
		up = h.t.kept.whole.up
	} else {
		up = h.t.reachable([]int32{from})
	}
	n := len(h.t.hands.list)
	h.near = zeros(h.near, n)
	h.t.meter.hold(h.plain.begin(n, 1))
	return up
}

// stands computes what each hand is worth that stands. In the order of the tree hands come after
// those of fewer cards of which they come.
func (h *hint) stands(from int32, splits bool) {
	h.t.meter.hold(h.shoes.begin(h.s, h.t.opened(h.s.up, h.value), splits))
	h.near[from], h.near[h.hand] = true, true
	for _, id := range h.inTurn() {
		if !h.near[id] {
			continue
		}
		if h.t.hands.list[id].total <= 21 {
			h.shoes.look(id)
		}
		h.standing(&h.plain, id)
		for k := range h.left(id) {
			if next := h.t.hands.after(id, k); next != bust {
				h.near[next] = true
			}
		}
	}
}

// left visits the kinds that may come to a hand, and how many cards of each are left.
func (h *hint) left(id int32) iter.Seq2[uint8, float64] {
	return func(yield func(uint8, float64) bool) {
		for k := range uint8(len(h.t.deck.kinds)) {
			left := h.t.hands.left(&h.s.cards, id, k)
			if left > 0 && !yield(k, left) {
				return
			}
		}
	}
}

// standing fills in what a hand is worth that stands.
func (h *hint) standing(in *inShoes, id int32) {
	worth := in.of(in.stand, id)
	if h.t.hands.list[id].total <= 21 {
		h.shoes.stand(id, worth)
		return
	}
	for n := range worth {
		worth[n] = -h.open(id, unseen, n)
	}
}

// inTurn returns all hands in the order in which the tree is evaluated fastest.
func (h *hint) inTurn() []int32 {
	if known := h.sorted[h.value]; known != nil {
		return known
	}
	key := make([]held, len(h.t.hands.list))
	list := make([]int32, len(key))
	for id, worth := range h.t.hands.worth {
		list[id] = int32(id)
		for _, v := range h.shoes.order {
			key[id] = key[id]<<heldBits + held(worth[v])
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(key[a], key[b]) })
	if h.t.kept != nil {
		h.t.meter.hold(4 * len(list))
		h.sorted[h.value] = list
	}
	return list
}

// enter finds the best play of a hand with three cards or more, or as if it had them.
func (h *hint) enter(id int32) {
	h.t.meter.spend(handWork)
	w := &h.plain
	w.best[id] = w.stand[id]
	if h.t.rules.MayPlay(blackjack.Later, int(h.t.hands.list[id].total)).Has(blackjack.Hit) {
		var hit [1]float64
		h.draws(w, id, w.best, hit[:])
		w.best[id] = max(w.stand[id], hit[0])
	}
}

// reach finds what a hand of a split is worth in all shoes, which has three cards or more.
func (h *hint) reach(id int32) {
	if h.known[id] {
		return
	}
	h.known[id] = true
	act := blackjack.Stand
	if h.plain.best[id] > h.plain.stand[id] {
		act = blackjack.Hit
	}
	h.follow(id, act)
	h.played(&h.lacks, id, act, h.lacks.of(h.lacks.best, id))
}

// draws fills in what a hand is worth after one card more, where then is what that is worth.
func (h *hint) draws(in *inShoes, id int32, then, worth []float64) {
	clear(worth)
	hands, step := h.t.hands, h.t.deck.step
	var busts [2][mostShoes]float64 // not of the value that makes the dealer's natural, and of it
	more := [2]int{unseen, unseen}
	for k, left := range h.left(id) {
		value, lacks := h.t.deck.kinds[k].value, 0.0
		if value == h.value {
			lacks = step
		}
		next := hands.after(id, k)
		if next == bust {
			hole := one(h.s.peeked && int8(value) == h.s.hole)
			more[hole] = int(k)
			for n := range worth {
				busts[hole][n] += left - float64(n)*lacks
			}
			continue
		}
		for n, w := range in.of(then, next) {
			worth[n] += (left - float64(n)*lacks) * w
		}
	}
	for n := range worth {
		for hole, k := range more {
			if k != unseen {
				worth[n] -= busts[hole][n] * h.open(id, k, n)
			}
		}
		// In a shoe that has no such hand this is any number: its chance is 0.
		worth[n] /= max(1, hands.size(&h.s.cards, id)-float64(n)*step)
	}
}

// open is [scene.open] in a shoe.
func (h *hint) open(id int32, more, shoe int) float64 {
	if !h.s.peeked {
		return 1
	}
	return 1 - h.s.naturalWithout(id, more, h.value, shoe)
}

// worth returns what an action with the hand is worth.
func (h *hint) worth(a blackjack.Action) float64 {
	switch a {
	case blackjack.Surrender:
		return surrender(h.t.rules, h.t.stake) * h.s.open(h.hand, unseen)
	case blackjack.Split:
		return h.split
	}
	var worth [1]float64
	h.played(&h.plain, h.hand, a, worth[:])
	return worth[0]
}

// played fills in what an action other than a split is worth.
func (h *hint) played(in *inShoes, id int32, a blackjack.Action, worth []float64) {
	switch a {
	case blackjack.Stand:
		copy(worth, in.of(in.stand, id))
	case blackjack.Hit:
		h.draws(in, id, in.best, worth)
	case blackjack.Double:
		h.draws(in, id, in.stand, worth)
		for n := range worth {
			worth[n] *= 2
		}
	}
}

// follow finds what is needed of the hands that come of an action.
func (h *hint) follow(id int32, a blackjack.Action) {
	if a == blackjack.Stand {
		h.standing(&h.lacks, id)
		return
	}
	for k := range h.left(id) {
		next := h.t.hands.after(id, k)
		switch {
		case next == bust:
		case a == blackjack.Hit:
			h.reach(next)
		default:
			h.standing(&h.lacks, next)
		}
	}
}

// splitMean adds up the hands of a split: see [splitting], of which it is the mean alone, where
// all cards of the value are one kind.
type splitMean struct {
	*hint
	most        int
	again       bool               // they are split again
	any, single [mostShoes]float64 // by shoe: one hand, and that times not getting another pair
}

// newSplitMean plays a hand that starts with one card of the value.
func (h *hint) newSplitMean(most int) *splitMean {
	m := &splitMean{hint: h, most: most}
	first := h.t.hands.after(0, h.t.deck.byValue[h.value][0])
	step, size := h.t.deck.step, h.t.hands.size(&h.s.cards, first)
	for k, left := range h.left(first) {
		worth := h.ofSplit(h.t.hands.after(first, k))
		paired := h.t.deck.kinds[k].value == h.value
		for n := range h.lacks.many {
			gone := float64(n) * step
			if paired {
				m.any[n] += (left - gone) / (size - gone) * worth[n]
				continue
			}
			m.any[n] += left / (size - gone) * worth[n]
			m.single[n] += left / (size - gone) * worth[n]
		}
	}
	return m
}

// ofSplit returns what two cards of a split are worth that are played best.
func (h *hint) ofSplit(id int32) (worth [mostShoes]float64) {
	most, best := 0.0, none
	for a := range h.t.legal(id, int(h.value), false).All() {
		var plain [1]float64
		if h.played(&h.plain, id, a, plain[:]); best == none || plain[0] > most {
			most, best = plain[0], a
		}
	}
	h.follow(id, best)
	h.played(&h.lacks, id, best, worth[:h.lacks.many])
	return worth
}

// deal returns what hands are worth of which some are to get any second card, and some have got
// one that is not of the value. P is the probability of the cards of the value that came.
func (m *splitMean) deal(waiting, closed int, p float64) float64 {
	out := waiting + closed
	if waiting == 0 || out == m.most || !m.again {
		sum := float64(waiting) * m.given(&m.any, out-1, closed)
		if closed > 0 {
			sum += float64(closed) * m.given(&m.single, out-1, closed-1)
		}
		return p * sum
	}
	sum := m.deal(waiting-1, closed+1, p)
	if chance := m.chance(out); chance > 0 {
		sum += m.deal(waiting+1, closed, p*chance)
	}
	return sum
}

// given returns what a hand is worth in a shoe while the second cards of so many others are not
// of the value: what is left when the chances that they are have been taken away.
func (m *splitMean) given(worth *[mostShoes]float64, shoe, others int) float64 {
	if others == 0 {
		return worth[shoe]
	}
	sum := m.given(worth, shoe, others-1)
	if chance := m.chance(shoe + 1); chance > 0 {
		sum -= chance * m.given(worth, shoe+1, others-1)
	}
	return sum
}

// chance returns the probability that the next card is of the value, when so many are out.
func (m *splitMean) chance(out int) float64 {
	gone := float64(out) * m.t.deck.step
	return max(0, m.s.cards.value[m.value]-gone) / (m.s.cards.size - gone)
}
