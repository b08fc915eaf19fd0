package odds

import "slices"

// rare, times the square of the shoe's cards, is how unlikely two hands must be for
// the cards of one not to change what those of the other mean to the dealer.
// The change is of the order of that square, so leaving it out moves no
// probability of a round by more than 1e-9, and halves the time.
const rare = 1e-12

// What two hands take: each way to play one of them, and each pair of these.
const (
	aloneBytes = 90
	meetBytes  = 32
	meetWork   = 25
)

// two computes the joint result of two hands of a split: each way to play
// one with each way to play the other, and the dealer against both. Only the
// hands that bust without a double are left out, since what remains is theirs.
type two struct {
	*splitting
	joint [maxEnds][outcomes][outcomes]float64
	list  []final
	alone []spread  // by final: the ends against it and the other hand's first card
	none  []float64 // the dealer's ends against the first cards alone
	meets []meet
	outs  []held // the cards of those who meet
}

// meet is two hands, by index, that are likely enough.
type meet struct {
	one, other int32
	p          float64
}

// two adds what the two hands of a leaf net. Both start from the same kind of card,
// since kinds are values here.
func (s *splitting) two(l *splitLeaf) {
	t := s.t.two
	t.splitting, t.joint, t.meets, t.outs = s, [maxEnds][outcomes][outcomes]float64{},
		t.meets[:0], t.outs[:0]
	start := s.kinds[0]
	t.list = s.finalsOf(start, len(l.open) > 0)
	chances := t.first(start)
	others := make([]float64, len(t.list))
	rare := rare * s.cards.size * s.cards.size
	for i := range t.list {
		if chances[i] <= 0 {
			continue
		}
		t.holding(&t.list[i], 1)
		s.chances(start, t.list[i:], others[i:])
		t.holding(&t.list[i], -1)
		s.t.meter.spend(meetWork * len(t.list[i:]))
		for j := i; j < len(t.list); j++ { // those before have met this hand, and count twice
			switch p := chances[i] * others[j]; {
			case p >= rare:
				s.t.meter.borrow(meetBytes)
				s.t.meter.spend(sortWork)
				t.meets = append(t.meets, meet{int32(i), int32(j), p})
				t.outs = append(t.outs, t.list[i].cards+t.list[j].cards+s.gone)
			case p > 0:
				t.nearly(i, j, p)
			}
		}
	}
	s.foresee(t.outs)
	for _, m := range t.meets {
		one, other := &t.list[m.one], &t.list[m.other]
		for e, q := range s.against(one.cards + other.cards + s.gone) {
			t.add(e, one, other, m.p*q)
		}
	}
	t.enter(l)
}

// first computes the hands and the dealer while only the other hand's first card is out.
func (t *two) first(start uint8) (chances []float64) {
	s := t.splitting
	out := t.t.hands.list[t.t.hands.after(0, start)].held + s.gone
	s.t.meter.borrow(aloneBytes * len(t.list))
	chances = make([]float64, len(t.list))
	s.cards.take(start, 1)
	s.chances(start, t.list, chances)
	s.cards.take(start, -1)
	t.alone = slices.Grow(t.alone[:0], len(t.list))[:len(t.list)]
	for i := range t.list {
		copy(t.alone[i][:], s.against(t.list[i].cards+out))
	}
	t.none = slices.Clone(s.against(out + out - s.gone))
	return chances
}

// holding takes the cards of a hand out of what is left, or puts them back.
func (t *two) holding(h *final, n float64) {
	e := &t.t.hands.list[h.id]
	for _, k := range e.kinds[:e.n] {
		t.cards.take(k, n)
	}
	if h.more != unseen {
		t.cards.take(uint8(h.more), n)
	}
}

// nearly adds two hands that hardly ever meet: the cards of one do not change what those
// of the other mean to the dealer.
func (t *two) nearly(i, j int, p float64) {
	for e, none := range t.none {
		t.add(e, &t.list[i], &t.list[j], p*(t.alone[i][e]+t.alone[j][e]-none))
	}
}

// add counts two hands, and if they are not played alike the other way round too.
func (t *two) add(end int, one, other *final, p float64) {
	a, b := one.nets[end], other.nets[end]
	t.joint[end][a][b] += p
	if one != other {
		t.joint[end][b][a] += p
	}
}

// enter gives the hands that bust what remains, and adds it all up.
func (t *two) enter(l *splitLeaf) {
	s := t.splitting
	hands := s.hands(l)
	for i, e := range s.ends {
		j := &t.joint[i]
		one, other := &hands[0][i], &hands[1][i]
		for o := range netBust {
			j[netBust][o], j[o][netBust] = other[o], one[o]
			for x := range netBust {
				j[netBust][o] -= j[x][o]
				j[o][netBust] -= j[o][x]
			}
		}
		j[netBust][netBust] = one[netBust]
		for o := range netBust {
			j[netBust][netBust] -= j[netBust][o]
		}
		for a := range j {
			for b, p := range j[a] {
				if p != 0 {
					s.sum.end(e, halves(a)+halves(b), p*l.p)
				}
			}
		}
	}
}
