package odds

import "slices"

// final is what a hand of a split may come to that does not bust, or was doubled.
type final struct {
	cards  held    // what it holds
	orders float64 // in which its cards may come
	id     int32
	from   uint32 // where its draws are among those of all
	draws  uint8  // how many kinds it drew
	depth  uint8  // how many cards
	class  uint8  // what it comes to: see [common.class]
	more   int8   // the card that bust a double, or unseen
}

// finals is all that a hand may come to that starts with a kind of card.
type finals struct {
	all    []final
	single int      // of the first so many the second card is not of its value
	draws  []uint32 // as [falls] count them
	cards  []held   // that they hold, sorted
}

// of returns those of which the second card may be of the value, or may not.
func (f *finals) of(paired bool) []final {
	if paired {
		return f.all
	}
	return f.all[:f.single]
}

// nets is what a hand comes to, by the scene's ends.
type nets [maxEnds]uint8

// class returns the index among the classes of what a hand comes to.
func (c *common) class(n nets) uint8 {
	at := slices.Index(c.classes, n)
	if at < 0 {
		at = len(c.classes)
		c.classes = append(c.classes, n)
	}
	return uint8(at)
}

// What it takes to find a final, to keep it, and to know its chance.
const (
	finalBytes = 140
	finalWork  = 100
	chanceWork = 8
)

// finalsOf returns what a hand may come to.
func (s *splitting) finalsOf(start uint8) *finals {
	if known := s.finals[start]; known != nil {
		return known
	}
	first := s.t.hands.after(0, start)
	f := &finals{all: s.t.finals.all[:0], draws: s.t.finals.draws[:0]}
	keep := func(id int32, more, stake int, orders float64) {
		f.add(s, first, final{id: id, more: int8(more), orders: orders}, stake)
	}
	var pairs []int32
	var orders []float64
	count := &s.t.orders
	count.from(&s.cards, first, func(id int32, n float64) bool {
		switch {
		case id == first:
			return true
		case s.t.pair(id):
			pairs, orders = append(pairs, id), append(orders, n)
			return false
		}
		return s.plays(count, s.choose(id), id, n, keep)
	})
	f.single = len(f.all)
	count.walk(&s.cards, pairs, orders, func(id int32, n float64) bool {
		return s.plays(count, s.choose(id), id, n, keep)
	}, nil)
	s.t.finals = *f // the room, for the next
	f.all, f.draws = slices.Clone(f.all), slices.Clone(f.draws)
	for i := range f.all {
		f.cards = append(f.cards, f.all[i].cards)
	}
	slices.Sort(f.cards)
	f.cards = slices.Compact(f.cards)
	s.finals[start] = f
	return f
}

// add adds a final of a hand that started as the first, with so much at stake.
func (f *finals) add(s *splitting, first int32, e final, stake int) {
	s.t.meter.borrow(finalBytes)
	s.t.meter.spend(finalWork)
	h := s.t.hands
	e.cards, e.from = h.list[e.id].held, uint32(len(f.draws))
	if e.more != unseen {
		e.cards += holding(s.t.deck.kinds[e.more].value, 1)
	}
	for k, n := range h.counts(e.id) {
		n -= h.counts(first)[k]
		if k == int(e.more) {
			n++
		}
		if n > 0 {
			f.draws = append(f.draws, s.t.falls.at(k, int(n)))
			e.draws, e.depth = e.draws+1, e.depth+n
		}
	}
	var n nets
	nets := s.t.nets(e.id)
	if e.more != unseen {
		nets = &s.t.net[dealerBust][0]
	}
	for i, end := range s.ends {
		n[i] = uint8(netZero + int(nets[end])*stake)
	}
	e.class = s.class(n)
	f.all = append(f.all, e)
}

// chances fills in how likely each of some finals is, of a hand that starts with a card and
// draws from what is left.
func (s *splitting) chances(f *finals, start uint8, list []final, chances []float64) {
	s.t.meter.spend(chanceWork * (len(list) + maxCards*len(s.t.deck.kinds)))
	falls := &s.t.falls
	s.cards.take(start, 1)
	falls.from(s.cards.kind, s.cards.size, s.t.deck.step)
	s.cards.take(start, -1)
	for i := range list {
		e := &list[i]
		p := e.orders * falls.over[e.depth]
		for _, at := range f.draws[e.from:][:e.draws] {
			p *= falls.ways[at]
		}
		chances[i] = p
	}
}
