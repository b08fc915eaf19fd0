package odds

import (
	"cmp"
	"slices"
)

// final is what a hand of a split may come to that does not bust, or was doubled.
type final struct {
	id     int32
	more   int // the card that bust a double, or unseen
	stake  int
	orders float64        // in which its cards may come
	draws  []uint32       // what it drew, as [falls] count it
	depth  int            // how many cards it drew
	cards  held           // what it holds
	nets   [maxEnds]uint8 // what it comes to, in the order of the scene's ends
}

// finalKey names finals: those of a hand that starts with a kind of card, and whether the
// second may be of its value.
type finalKey struct {
	start  uint8
	paired bool
}

// What it takes to find a final, to keep it, and to know its chance.
const (
	finalBytes = 140
	finalWork  = 100
	chanceWork = 8
)

// finalsOf returns all that a hand may come to, in the order in which the dealer's ends
// against them are computed fastest: see [tree].
func (s *splitting) finalsOf(start uint8, paired bool) []final {
	key := finalKey{start, paired}
	if list, known := s.finals[key]; known {
		return list
	}
	var list []final
	count := walker{h: s.t.hands, orders: true}
	first := s.t.hands.after(0, start)
	count.from(&s.cards, first, func(id int32, orders float64) bool {
		switch n := s.t.hands.list[id].n; {
		case n == 1:
			return true
		case n == 2 && !paired && s.t.pair(id):
			return false
		}
		return s.plays(&count, s.choose(id), id, orders,
			func(id int32, more, stake int, orders float64) {
				list = append(list,
					s.final(first, final{id: id, more: more, stake: stake, orders: orders}))
			})
	})
	slices.SortFunc(list, func(a, b final) int { return cmp.Compare(a.cards, b.cards) })
	s.finals[key] = list
	return list
}

// final fills in what the cards of a hand make.
func (s *splitting) final(first int32, f final) final {
	s.t.meter.borrow(finalBytes)
	s.t.meter.spend(finalWork)
	f.cards = s.t.hands.list[f.id].held
	draws := s.t.hands.without(f.id, first)
	if f.more != unseen {
		f.cards += holding(s.t.deck.kinds[f.more].value, 1)
		draws = append(draws, uint8(f.more))
		slices.Sort(draws)
	}
	for at := 0; at < len(draws); {
		n := equal(draws[at:])
		f.draws = append(f.draws, s.t.falls.at(draws[at], n))
		at += n
	}
	f.depth = len(draws)
	for i, end := range s.ends {
		if f.more != unseen {
			f.nets[i] = uint8(netZero - f.stake)
			continue
		}
		f.nets[i] = uint8(netZero + int(s.t.nets(f.id)[end])*f.stake)
	}
	return f
}

// chances fills in how likely each hand is that starts with a card and draws
// from what is left.
func (s *splitting) chances(start uint8, list []final, chances []float64) {
	s.t.meter.spend(chanceWork * (len(list) + maxCards*len(s.t.deck.kinds)))
	falls := &s.t.falls
	s.cards.take(start, 1)
	falls.fill(s.cards.kind, s.cards.size, s.t.deck.step)
	s.cards.take(start, -1)
	for i := range list {
		f := &list[i]
		p := f.orders * falls.over[f.depth]
		for _, at := range f.draws {
			p *= falls.ways[at]
		}
		chances[i] = p
	}
}
