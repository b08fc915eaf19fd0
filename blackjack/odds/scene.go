package odds

import "holecard/blackjack"

// unseen is the upcard where there is none.
const unseen = -1

// scene is a round with its upcard on the table: what is left to draw from, and
// how the dealer will end. All probabilities in it are those of what happens
// and no peek ending the round first: with an ace or ten up they add up to less
// than 1 where the dealer peeks, and nothing needs to be divided by what is left.
type scene struct {
	t      *table
	up     int
	first  int8  // the player's first card where the house decides and so minds it, or unseen
	cards  cards // less the upcard and whatever else is seen
	tree   *tree
	kinds  bool // the tree draws kinds, not values
	hole   int8 // the value that makes the upcard a natural, or unseen
	peeked bool // that was looked for before play
	ends   []uint8
	hands  int // that the seat has already

	known  *memo
	splits map[int32]*splitting
	shared map[commonKey]*common
	walker walker
	inner  walker // of hands of a split, while the other is under way
}

// memo is what is known already of the dealer's ends, by hand.
type memo struct {
	meter   *meter
	spreads []spread
	stamps  []uint32
	stamp   uint32
}

// spreadBytes is the memory of an entry.
const spreadBytes = ends*8 + 4

func (m *memo) forget() { m.stamp++ }

func (m *memo) at(key int32) (s *spread, known bool) {
	if n := int(key) + 1; n > len(m.stamps) {
		more := n + n/2 - len(m.stamps)
		m.meter.hold(more * spreadBytes)
		m.spreads = append(m.spreads, make([]spread, more)...)
		m.stamps = append(m.stamps, make([]uint32, more)...)
	}
	known = m.stamps[key] == m.stamp
	m.stamps[key] = m.stamp
	return &m.spreads[key], known
}

// scene returns the round with an upcard and a dealer who plays by rule.
func (t *table) scene(up int) *scene {
	s := t.bare(up)
	start := int32(0)
	if up != unseen {
		value := t.deck.kinds[up].value
		start = t.dealer.after(0, value)
		if t.rules.Naturals() {
			switch value {
			case 0:
				s.hole = 9
			case 9:
				s.hole = 0
			}
		}
	}
	s.peeked = s.hole != unseen && t.rules.HoleCard == blackjack.Peek
	s.plays(newTree(t.dealer, start, byRule(t.rules, t.dealer)))
	return s
}

// bare is a scene whose dealer has no way to play yet. It ends the one before it.
func (t *table) bare(up int) *scene {
	t.meter.nextScene()
	t.known.forget()
	s := &scene{
		t: t, up: up, cards: t.deck.full(), hole: unseen, first: unseen, hands: 1, known: t.known,
		splits: map[int32]*splitting{}, shared: map[commonKey]*common{},
	}
	if up != unseen {
		t.deck.take(&s.cards, uint8(up), 1)
	}
	s.walker.h, s.inner.h = t.hands, t.hands
	return s
}

// plays sets how the dealer ends.
func (s *scene) plays(t *tree) {
	s.tree = t
	s.ends = nil
	for _, e := range t.ends {
		if e != dealerNatural || !s.peeked {
			s.ends = append(s.ends, e)
		}
	}
}

// dealer returns how the dealer ends while the player holds a hand.
func (s *scene) dealer(id int32) *spread {
	key := s.t.hands.list[id].shape
	if s.kinds {
		key = id
	}
	d, known := s.known.at(key)
	if !known {
		s.spread(id, unseen, d)
	}
	return d
}

// spread fills d with how the dealer ends while the player holds a hand and,
// unless unseen, one card more.
func (s *scene) spread(id int32, more int, d *spread) {
	s.t.meter.spend(s.tree.work())
	step := s.t.deck.step
	size := s.t.hands.size(&s.cards, id)
	if more != unseen {
		size -= step
	}
	if s.kinds {
		var left [4*values + 4]float64
		for k := range uint8(len(s.t.deck.kinds)) {
			left[k] = s.t.hands.left(&s.cards, id, k)
		}
		if more != unseen {
			left[more] -= step
		}
		s.tree.chances(left[:], size, step, d)
		return
	}
	left := s.cards.value
	for v, n := range s.t.hands.worth[id] {
		left[v] -= float64(n) * step
	}
	if more != unseen {
		left[s.t.deck.kinds[more].value] -= step
	}
	s.tree.chances(left[:], size, step, d)
}

// natural returns the probability that the dealer has a natural while the
// player holds a hand and, unless unseen, one card more.
func (s *scene) natural(id int32, more int) float64 {
	if s.hole == unseen {
		return 0
	}
	step := s.t.deck.step
	left := s.cards.value[s.hole] - float64(s.t.hands.worth[id][s.hole])*step
	size := s.t.hands.size(&s.cards, id)
	if more != unseen {
		size -= step
		if s.t.deck.kinds[more].value == uint8(s.hole) {
			left -= step
		}
	}
	return left / size
}

// open is the probability that play goes on after the peek.
func (s *scene) open(id int32, more int) float64 {
	if !s.peeked {
		return 1
	}
	return 1 - s.natural(id, more)
}

// settle compares a hand that stands, no natural, with the dealer's end: 1 for
// a win, 0 for a push, -1 for a loss.
func (t *table) settle(total int, end uint8) int {
	bank := int(end)
	switch {
	case total > 21 || end == dealerNatural:
		return -1
	case end == 21 && t.rules.DealerWins21:
		return -1
	case end == dealerBust || total > bank:
		return 1
	case total == bank && !t.rules.TieLoses:
		return 0
	}
	return -1
}

// gain is what a hand wins for each unit of its stake.
func (t *table) gain(id int32) int {
	if t.rules.HeartsDouble && t.hands.list[id].hearts {
		return 2
	}
	return 1
}

// legal is what the engine lets a player do with a hand who has chips enough.
// Paired is the value of the pair that the hand was split from, or unseen.
func (t *table) legal(id int32, paired int, resplit bool) blackjack.Actions {
	e := &t.hands.list[id]
	r := t.rules
	set := blackjack.ActionsOf(blackjack.Stand)
	first := e.n == 2
	if first && resplit && t.pair(id) {
		set = set.With(blackjack.Split)
	}
	total := int(e.total)
	if total == 21 && !r.AskedAt21 || paired == 0 && !r.HitSplitAces {
		return set
	}
	set = set.With(blackjack.Hit)
	if first && doubles(r.Double, total) && (paired == unseen || r.DoubleAfterSplit) {
		set = set.With(blackjack.Double)
	}
	if first && paired == unseen && r.LateSurrender {
		set = set.With(blackjack.Surrender)
	}
	return set
}

// pair reports two cards of one value, of which more hands may be made.
func (t *table) pair(id int32) bool {
	e := &t.hands.list[id]
	if e.n != 2 {
		return false
	}
	a, b := t.deck.kinds[e.kinds[0]].value, t.deck.kinds[e.kinds[1]].value
	return a == b && a != joker && t.most(a) > 1
}

// most returns how many hands may be made of pairs of a value.
func (t *table) most(value uint8) int {
	if value == 0 {
		return t.rules.MaxAceHands
	}
	return t.rules.MaxHands
}

// doubles reports whether the first two cards may be doubled.
func doubles(d blackjack.DoubleOn, total int) bool {
	switch d {
	case blackjack.DoubleAny:
		return true
	case blackjack.DoubleNine:
		return total >= 9 && total <= 11
	case blackjack.DoubleTen:
		return total == 10 || total == 11
	}
	return false
}
