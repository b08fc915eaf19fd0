package odds

import "holecard/blackjack"

// The nets of one hand of a split, in stakes, from a double lost to a double
// that wins twice its stake.
const (
	nets    = 7
	netZero = 2
)

// half is what comes of one hand of a split: the probability of each net and
// end of the dealer.
type half [ends][nets]float64

func (h *half) sub(o *half, p float64) {
	for e := range h {
		for n := range h[e] {
			h[e][n] -= o[e][n] * p
		}
	}
}

// pairs is how many cards of each kind of the pair's value are known to be out:
// the first cards of all hands, and what else is supposed.
type pairs [4]uint8

// splitting is the computation of what comes of splitting one pair. See the
// package comment for the method.
type splitting struct {
	*round
	value   uint8
	kinds   []uint8 // of the value
	resplit bool
	most    int
	sum     *tally

	out    pairs
	memo   *memo
	halves map[halfKey]*half
	ended  map[halfKey]*spread
}

// halfKey names a half or the dealer's ends under conditions.
type halfKey struct {
	start  uint8 // index of the kind that the hand starts from
	paired bool  // its second card may be of the value too
	out    pairs
	others int // hands whose second card is not of the value
}

// split returns what comes of splitting a pair.
func (r *round) split(id int32) *tally {
	if known := r.splits[id]; known != nil {
		return known
	}
	e := &r.t.hands.list[id]
	s := &splitting{
		round: r, value: r.t.deck.kinds[e.kinds[0]].value, sum: &tally{}, memo: &memo{},
		halves: map[halfKey]*half{}, ended: map[halfKey]*spread{},
	}
	s.kinds = r.t.deck.byValue[s.value]
	s.most = max(2, r.t.most(s.value)-r.scene.hands+1)
	s.resplit = s.most > 2 && r.ask(id, r.t.legal(id, int(s.value), true), true) == blackjack.Split
	var queue []uint8
	for _, k := range e.kinds[:2] {
		i := s.indexOf(k)
		s.out[i]++
		queue = append(queue, i)
	}
	out := s.out
	s.out = pairs{}
	s.deal(queue, nil, out, 1)
	r.splits[id] = s.sum
	return s.sum
}

func (s *splitting) indexOf(k uint8) uint8 {
	for i, have := range s.kinds {
		if have == k {
			return uint8(i)
		}
	}
	panic("a pair of cards of different values")
}

// deal deals second cards to the hands in the queue, in turn. Known are those
// that have one which is not of the value; p is the probability of the cards of
// the value that came.
func (s *splitting) deal(queue, known []uint8, out pairs, p float64) {
	if n := len(queue) + len(known); len(queue) == 0 || n == s.most || !s.resplit {
		s.leaf(queue, known, out, p)
		return
	}
	s.deal(queue[1:], append(known[:len(known):len(known)], queue[0]), out, p)
	for i := range s.kinds {
		if chance := s.chance(i, out); chance > 0 {
			more := out
			more[i]++
			s.deal(append([]uint8{queue[0], uint8(i)}, queue[1:]...), known, more, p*chance)
		}
	}
}

// chance returns the probability that the next card is of a kind of the value.
func (s *splitting) chance(i int, out pairs) float64 {
	n := 0.0
	for _, o := range out {
		n += float64(o)
	}
	step := s.t.deck.step
	return max(0, s.cards.kind[s.kinds[i]]-float64(out[i])*step) / (s.cards.size - n*step)
}

// leaf adds what comes of hands none of which will be split again.
func (s *splitting) leaf(open, known []uint8, out pairs, p float64) {
	var hands []*half
	for _, start := range open {
		hands = append(hands, s.half(halfKey{start, true, out, len(known)}))
	}
	for _, start := range known {
		hands = append(hands, s.half(halfKey{start, false, out, len(known) - 1}))
	}
	ended := s.ends2(halfKey{out: out, others: len(known)})
	for _, e := range s.ends {
		if ended[e] <= 0 {
			continue
		}
		// The hands' nets, taken for independent once the dealer's end is given.
		dist := [slots]float64{zero: 1}
		for _, h := range hands {
			var then [slots]float64
			for at, q := range dist {
				if q == 0 {
					continue
				}
				for n, x := range h[e] {
					if x != 0 {
						then[at+2*(n-netZero)] += q * x / ended[e]
					}
				}
			}
			dist = then
		}
		for at, q := range dist {
			if q != 0 {
				s.sum.end(e, at-zero, q*p*ended[e])
			}
		}
	}
}

// half returns what comes of a hand. That another hand's second card is not of
// the value is what is left when the chances that it is are taken away.
func (s *splitting) half(key halfKey) *half {
	if h := s.halves[key]; h != nil {
		return h
	}
	h := &half{}
	if key.others == 0 {
		s.under(key.out, key.start, func(start int32) { s.play(h, start, key.paired) })
	} else {
		fewer := key
		fewer.others--
		*h = *s.half(fewer)
		for i := range s.kinds {
			if chance := s.chance(i, key.out); chance > 0 {
				one := fewer
				one.out[i]++
				h.sub(s.half(one), chance)
			}
		}
	}
	s.halves[key] = h
	return h
}

// ends2 returns the dealer's ends under the same conditions.
func (s *splitting) ends2(key halfKey) *spread {
	if d := s.ended[key]; d != nil {
		return d
	}
	d := &spread{}
	if key.others == 0 {
		s.under(key.out, uint8(len(s.kinds)), func(int32) { s.spread(0, unseen, d) })
	} else {
		fewer := key
		fewer.others--
		*d = *s.ends2(fewer)
		for i := range s.kinds {
			if chance := s.chance(i, key.out); chance > 0 {
				one := fewer
				one.out[i]++
				for e, x := range s.ends2(one) {
					d[e] -= x * chance
				}
			}
		}
	}
	s.ended[key] = d
	return d
}

// under does something while so many cards of the value are out, the hand that
// starts with one of them holding it itself.
func (s *splitting) under(out pairs, start uint8, do func(start int32)) {
	id := int32(0)
	if int(start) < len(s.kinds) {
		out[start]--
		id = s.t.hands.after(0, s.kinds[start])
	}
	before := s.known
	if out != s.out || s.memo.stamp == 0 {
		s.out = out
		s.memo.forget()
	}
	s.known = s.memo
	for i, k := range s.kinds {
		s.t.deck.take(&s.cards, k, float64(out[i]))
	}
	do(id)
	for i, k := range s.kinds {
		s.t.deck.take(&s.cards, k, -float64(out[i]))
	}
	s.known = before
}

// play fills h with what comes of a hand that starts with one card.
func (s *splitting) play(h *half, start int32, paired bool) {
	var total spread // of the dealer's ends, with the second cards that count
	s.inner.walk(&s.cards, start, 1, func(id int32, p float64) bool {
		switch s.t.hands.list[id].n {
		case 1:
			return true
		case 2:
			if s.t.pair(id) && !paired {
				return false
			}
			d := s.dealer(id)
			for _, e := range s.ends {
				total[e] += p * d[e]
			}
		}
		return s.decide(h, id, p)
	}, func(int32, uint8, float64) {})
	// A hand that is bust is one that did nothing else.
	for _, e := range s.ends {
		for _, x := range h[e] {
			total[e] -= x
		}
		h[e][netZero-1] += total[e]
	}
}

// decide plays a hand that came of a split, and reports whether it draws.
func (s *splitting) decide(h *half, id int32, p float64) bool {
	may := s.most > 2 && !s.resplit // else all that may be split are
	switch s.ask(id, s.t.legal(id, int(s.value), may), true) {
	case blackjack.Hit:
		return true
	case blackjack.Stand:
		s.stands(h, id, p, 1)
	case blackjack.Double:
		s.inner.cards(&s.cards, id, p, func(k uint8, next int32, p float64) {
			if next != bust {
				s.stands(h, next, p, 2)
				return
			}
			var d spread
			s.spread(id, int(k), &d)
			for _, e := range s.ends {
				h[e][netZero-2] += p * d[e]
			}
		})
	}
	return false
}

func (s *splitting) stands(h *half, id int32, p float64, stake int) {
	d := s.dealer(id)
	total, gain := int(s.t.hands.list[id].total), s.t.gain(id)
	for _, e := range s.ends {
		net := s.t.settle(total, e) * stake
		if net > 0 {
			net *= gain
		}
		h[e][netZero+net] += p * d[e]
	}
}
