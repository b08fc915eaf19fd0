package odds

import (
	"slices"

	"holecard/blackjack"
)

// What one hand of a split comes to: a net in stakes, from a double lost to a
// double that wins twice its stake, or bust without a double.
const (
	netZero  = 2
	netBust  = 7
	outcomes = 8
)

// halves returns the net of an outcome in halves of the stake, by the index of the dealer's end.
func (s *scene) halves(outcome, end int) int {
	if outcome == netBust {
		return 2 * int(s.t.net[dealerBust][0][s.ends[end]])
	}
	return 2 * (outcome - netZero)
}

// maxEnds is the most ways in which a dealer with a rule may end: 16 to 21, a
// natural, bust.
const maxEnds = 8

// half is the result of one hand of a split: the probability of each outcome and
// of the scene's ends.
type half [maxEnds][outcomes]float64

// spread is the probability of each of the scene's ends.
type spread [maxEnds]float64

func (h *half) sub(o *half, p float64) {
	for e := range h {
		for n := range h[e] {
			h[e][n] -= o[e][n] * p
		}
	}
}

func (d *spread) sub(o *spread, p float64) {
	for e := range d {
		d[e] -= o[e] * p
	}
}

// pairs is how many cards of each kind of the pair's value are known to be out:
// the first cards of all hands, and what else is supposed.
type pairs [4]uint8

// splitting computes the result of splitting one pair. See the
// package comment for the method.
type splitting struct {
	*round
	value   uint8
	kinds   []uint8 // of the value
	resplit bool
	most    int
	leaves  []splitLeaf

	*common
	odds []float64 // of finals, for a moment
	sum  *tally    // once it is known
}

// common is what hands of splits come to, as far as it is known. Pairs of one
// value that are played alike share it, whatever their suits.
type common struct {
	known  map[halfKey]*half
	ended  map[halfKey]*spread
	finals map[uint8]*finals // by the kind of card that they start with

	classes []nets // of what finals come to
}

// commonKey names what pairs share.
type commonKey struct {
	value   uint8
	most    int
	resplit bool
}

// splitLeaf is hands none of which will be split again, by the kinds that they
// start from, and the probability of the cards of the value that came for them.
type splitLeaf struct {
	open   []uint8 // may get any second card
	closed []uint8 // have one that is not of the value
	out    pairs
	p      float64
}

// halfKey names a half or the dealer's ends under conditions.
type halfKey struct {
	start  uint8 // index of the kind that the hand starts from
	paired bool  // its second card may be of the value too
	out    pairs
	others int // hands whose second card is not of the value
}

// What the computation of a split takes. Memory is with the entry of a map.
const (
	splitBytes = 1200 // with a tally
	leafBytes  = 160
	leafWork   = 200
	halfBytes  = maxEnds*outcomes*8 + 60
	halfWork   = 400
	endBytes   = maxEnds*8 + 60
	joinWork   = 300 // one hand joined to others, for one end of the dealer
)

// split returns the computation for a pair.
func (r *round) split(id int32) *splitting {
	if known := r.splits[id]; known != nil {
		return known
	}
	e := &r.t.hands.list[id]
	s := &splitting{round: r, value: r.t.deck.kinds[e.kinds[0]].value}
	r.t.meter.borrow(splitBytes)
	s.kinds = r.t.deck.byValue[s.value]
	s.most = max(2, r.t.most(s.value)-r.scene.hands+1)
	s.resplit = s.most > 2 && r.ask(id, r.t.legal(id, int(s.value), true), true) == blackjack.Split
	s.common = r.scene.common(commonKey{s.value, s.most, s.resplit})
	var queue []uint8
	var out pairs
	for _, k := range e.kinds[:2] {
		i := s.indexOf(k)
		out[i]++
		queue = append(queue, i)
	}
	s.deal(queue, nil, out, 1)
	s.prepare()
	r.splits[id] = s
	return s
}

func (s *scene) common(key commonKey) *common {
	h := s.shared[key]
	if h == nil {
		h = &common{known: map[halfKey]*half{}, ended: map[halfKey]*spread{},
			finals: map[uint8]*finals{}}
		s.shared[key] = h
	}
	return h
}

// ev returns what the hands net in the mean, in first stakes. It is exact.
func (s *splitting) ev() float64 {
	sum := 0.0
	for i := range s.leaves {
		for _, h := range s.hands(&s.leaves[i]) {
			s.t.meter.spend(halfWork)
			for e := range s.ends {
				for o, p := range h[e] {
					sum += s.leaves[i].p * p * float64(s.halves(o, e)) / 2
				}
			}
		}
	}
	return sum
}

func (s *splitting) tally() *tally {
	if s.sum != nil {
		return s.sum
	}
	s.sum = &tally{}
	for i := range s.leaves {
		// From a deck without end hands are independent. Where suits matter there
		// are too many ways to play two hands.
		if l := &s.leaves[i]; len(l.open)+len(l.closed) == 2 && s.t.deck.valued &&
			s.t.deck.step != 0 {
			s.two(l)
		} else {
			s.more(l)
		}
	}
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
	s.t.meter.spend(leafWork)
	if n := len(queue) + len(known); len(queue) == 0 || n == s.most || !s.resplit {
		s.t.meter.borrow(leafBytes)
		s.leaves = append(s.leaves, splitLeaf{queue, known, out, p})
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

func (s *splitting) hands(l *splitLeaf) []*half {
	var list []*half
	for _, start := range l.open {
		list = append(list, s.half(halfKey{start, true, l.out, len(l.closed)}))
	}
	for _, start := range l.closed {
		list = append(list, s.half(halfKey{start, false, l.out, len(l.closed) - 1}))
	}
	return list
}

// more adds what hands net, taken for independent of each other once the dealer's
// end is given. The mean is exact all the same.
func (s *splitting) more(l *splitLeaf) {
	hands := s.hands(l)
	ended := s.endsUnder(halfKey{out: l.out, others: len(l.closed)})
	for e, end := range s.ends {
		if ended[e] <= 0 {
			continue
		}
		dist := [slots]float64{zero: 1}
		for _, h := range hands {
			s.t.meter.spend(joinWork)
			var then [slots]float64
			for at, q := range dist {
				if q == 0 {
					continue
				}
				for o, x := range h[e] {
					if x != 0 {
						then[at+s.halves(o, e)] += q * x / ended[e]
					}
				}
			}
			dist = then
		}
		for at, q := range dist {
			if q != 0 {
				s.sum.end(end, at-zero, q*l.p*ended[e])
			}
		}
	}
}

// half returns the value of a hand.
func (s *splitting) half(key halfKey) *half {
	return given(s, s.known, key, halfBytes, func(h *half, key halfKey) {
		out := key.out
		out[key.start]-- // which the hand holds
		s.under(out, func() { s.play(h, s.kinds[key.start], key.paired) })
	}, (*half).sub)
}

// endsUnder returns the dealer's ends under the same conditions.
func (s *splitting) endsUnder(key halfKey) *spread {
	return given(s, s.ended, key, endBytes, func(d *spread, key halfKey) {
		s.under(key.out, func() { copy(d[:], s.dealer(0)) })
	}, (*spread).sub)
}

// given returns the value of something under conditions. That another hand's
// second card is not of the value is what is left when the chances that it is are
// taken away.
func given[T any](
	s *splitting, known map[halfKey]*T, key halfKey, bytes int,
	compute func(*T, halfKey), sub func(from, what *T, p float64),
) *T {
	if v := known[key]; v != nil {
		return v
	}
	s.t.meter.borrow(bytes)
	s.t.meter.spend(halfWork)
	v := new(T)
	if key.others == 0 {
		compute(v, key)
	} else {
		fewer := key
		fewer.others--
		*v = *given(s, known, fewer, bytes, compute, sub)
		for i := range s.kinds {
			if chance := s.chance(i, key.out); chance > 0 {
				s.t.meter.spend(halfWork)
				one := fewer
				one.out[i]++
				sub(v, given(s, known, one, bytes, compute, sub), chance)
			}
		}
	}
	known[key] = v
	return v
}

// prepare computes the dealer's ends against all that the hands may come to, while from one to
// so many other cards of the value are out.
func (s *splitting) prepare() {
	others := 0
	var starts [len(pairs{})]bool // by kind of the value
	for i := range s.leaves {
		l := &s.leaves[i]
		others = max(others, len(l.open)+2*len(l.closed)-2+one(len(l.open) > 0))
		for _, start := range slices.Concat(l.open, l.closed) {
			starts[start] = true
		}
	}
	outs := s.t.outs[:0]
	for i, start := range s.kinds {
		if !starts[i] {
			continue
		}
		cards := s.finalsOf(start).cards
		s.t.meter.spend(sortWork * len(cards) * others)
		for n := range others {
			for _, c := range cards {
				outs = append(outs, c+holding(s.value, n+1))
			}
		}
	}
	s.t.outs = outs
	s.foresee(outs)
}

// under does something while these cards of the value are out.
func (s *splitting) under(out pairs, do func()) {
	for i, k := range s.kinds {
		s.cards.take(k, float64(out[i]))
		s.gone += holding(s.value, int(out[i]))
	}
	do()
	for i, k := range s.kinds {
		s.cards.take(k, -float64(out[i]))
		s.gone -= holding(s.value, int(out[i]))
	}
}

// play fills h with the results of a hand that starts with one card.
func (s *splitting) play(h *half, start uint8, paired bool) {
	first := s.t.hands.after(0, start)
	var bust spread // first all of the dealer's ends, with the second cards that count
	s.inner.cards(&s.cards, first, 1, func(_ uint8, id int32, p float64) {
		if s.t.pair(id) && !paired {
			return
		}
		for e, q := range s.dealer(id) {
			bust[e] += p * q
		}
	})
	f := s.finalsOf(start)
	list := f.of(paired)
	s.odds = slices.Grow(s.odds[:0], len(list))[:len(list)]
	s.chances(f, start, list, s.odds)
	sums := slices.Grow(s.t.sums[:0], len(s.classes))[:len(s.classes)]
	clear(sums)
	for i, p := range s.odds {
		if p == 0 {
			continue
		}
		sum := &sums[list[i].class]
		for e, q := range s.against(list[i].cards + s.gone) {
			sum[e] += p * q
		}
	}
	s.t.sums = sums
	for class, sum := range sums {
		for e := range s.ends {
			h[e][s.classes[class][e]] += sum[e]
			bust[e] -= sum[e]
		}
	}
	// A hand that is bust is one that did nothing else.
	for e := range s.ends {
		h[e][netBust] = bust[e]
	}
}

// choose asks what a hand of the split does. A pair that could be split
// again is, by now, or is not to be.
func (s *splitting) choose(id int32) blackjack.Action {
	may := s.most > 2 && !s.resplit
	return s.ask(id, s.t.legal(id, int(s.value), may), true)
}
