package odds

import (
	"slices"

	"holecard/blackjack"
)

// maxCards is the most cards of a hand that is not over 21, and one more.
const maxCards = 22

// What follows a hand when there is no such hand.
const (
	unknown int32 = -iota // not looked up yet; no card leads to the empty hand, which is 0
	bust                  // over 21
)

// path is the cards of a hand by kind: sorted, except the last few where a
// strategy minds which came last.
type path struct {
	kinds [maxCards]uint8
	n     uint8
}

// hand is what a player or dealer can hold.
type hand struct {
	path
	total   int8
	soft    bool
	natural bool // if these are the first cards
	hearts  bool // kinds of their own where they matter; it means nothing elsewhere
	merged  bool // it has the suit that matters, and may have more of it: see [hands.merge]
	held    held
}

// hands is the graph of all hands that were asked for, each once: the card that
// turns one into another is an edge.
type hands struct {
	meter *meter
	deck  *deck
	rules *blackjack.Rules
	last  int   // of how many last cards the order matters
	dealt uint8 // cards dealt before anyone is asked
	list  []hand
	count []uint8 // by hand and kind
	worth [][values]uint8
	next  []int32 // by hand and kind
	index map[path]int32
	cards [maxCards]blackjack.Card
}

// newHands returns the graph with the empty hand alone.
func newHands(m *meter, d *deck, r *blackjack.Rules, last int) *hands {
	h := &hands{
		meter: m, deck: d, rules: r, last: last, dealt: uint8(r.Start.Cards()),
		index: map[path]int32{},
	}
	h.add(path{})
	return h
}

// after returns the hand after one card more, or bust. Where two aces are 22,
// that is a hand too: it is dealt before it loses.
func (h *hands) after(id int32, k uint8) int32 {
	at := int(id)*len(h.deck.kinds) + int(k)
	if h.next[at] == unknown {
		h.next[at] = h.find(id, k)
	}
	return h.next[at]
}

func (h *hands) find(id int32, k uint8) int32 {
	p := h.list[id].path
	p.kinds[p.n] = k
	p.n++
	if sorted := int(p.n) - h.last; sorted > 0 {
		// All but the new card and the last ones before it are in order already.
		for i := sorted - 1; i > 0 && p.kinds[i-1] > p.kinds[i]; i-- {
			p.kinds[i-1], p.kinds[i] = p.kinds[i], p.kinds[i-1]
		}
	}
	h.merge(&p)
	// Most edges of many hands are to none, and adding up is faster than looking.
	if total, _ := h.total(p); total > 21 && p.n > h.dealt {
		return bust
	}
	if known, ok := h.index[p]; ok {
		return known
	}
	return h.add(p)
}

// merge makes one hand of all that have the same values and the suit that matters, where it does
// not matter how many cards of it they have: none of its cards are of the suit but one, the last
// that can be. What such a hand may draw is told by value alone.
func (h *hands) merge(p *path) {
	if !h.deck.once {
		return
	}
	cards := p.kinds[:p.n]
	has := false
	for i, k := range cards {
		if h.deck.kinds[k].class != mixed {
			has = true
			cards[i], _ = h.deck.ofClass(h.deck.kinds[k].value, false)
		}
	}
	slices.Sort(cards)
	for i := len(cards) - 1; has; i-- {
		if k, ok := h.deck.ofClass(h.deck.kinds[cards[i]].value, true); ok {
			cards[i], has = k, false
		}
	}
}

// What a hand takes. Memory is that of its place in the graph, with a quarter
// more because slices grow ahead, of its entry in a map that may be half empty,
// and of what policies and walkers keep for each hand.
const (
	handBytes     = 5*(40+values)/4 + 66 + 100
	handKindBytes = 7 // more for each kind of card: a count and an edge
	handWork      = 600
)

func (h *hands) add(p path) int32 {
	h.meter.hands++
	h.meter.spend(handWork)
	h.meter.hold(handBytes + handKindBytes*len(h.deck.kinds))
	id := int32(len(h.list))
	e := hand{path: p}
	var worth [values]uint8
	count := make([]uint8, len(h.deck.kinds))
	for _, k := range p.kinds[:p.n] {
		count[k]++
		worth[h.deck.kinds[k].value]++
		e.held += holding(h.deck.kinds[k].value, 1)
		e.hearts = e.hearts || h.deck.kinds[k].card.Suit() == blackjack.Hearts
		e.merged = e.merged || h.deck.once && h.deck.kinds[k].class != mixed
	}
	total, soft := h.total(p)
	e.total, e.soft, e.natural = int8(total), soft, h.rules.IsNatural(h.show(p)...)
	h.index[p] = id
	h.list = append(h.list, e)
	h.count = append(h.count, count...)
	h.worth = append(h.worth, worth)
	h.next = append(h.next, make([]int32, len(count))...)
	return id
}

func (h *hands) total(p path) (total int, soft bool) { return h.rules.Aces.Total(h.show(p)...) }

// show returns the cards of a hand until it is called again.
func (h *hands) show(p path) []blackjack.Card {
	for i, k := range p.kinds[:p.n] {
		h.cards[i] = h.deck.kinds[k].card
	}
	return h.cards[:p.n]
}

// counts returns how many cards of each kind a hand has.
func (h *hands) counts(id int32) []uint8 {
	n := len(h.deck.kinds)
	return h.count[int(id)*n:][:n]
}

// left returns how many cards of a kind a shoe has, less those of the hand.
func (h *hands) left(c *cards, id int32, k uint8) float64 {
	if h.list[id].merged {
		kind := h.deck.kinds[k]
		if kind.class != mixed {
			return 0
		}
		return c.value[kind.value] - float64(h.worth[id][kind.value])*h.deck.step
	}
	return c.kind[k] - float64(h.count[int(id)*len(h.deck.kinds)+int(k)])*h.deck.step
}

func (h *hands) size(c *cards, id int32) float64 {
	return c.size - float64(h.list[id].n)*h.deck.step
}
