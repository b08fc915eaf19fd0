package odds

import "slices"

// rare, times the square of the shoe's cards, is how unlikely two hands must be for
// the cards of one not to change what those of the other mean to the dealer.
// The change is of the order of that square, so leaving it out moves no
// probability of a round by more than 1e-9, and halves the time.
const rare = 1e-12

// What two hands take: each way to play one of them, by class of the other too, and each pair
// of these, whose cards take a row.
const (
	aloneBytes = 120
	rowBytes   = 24
	meetBytes  = 20
	meetWork   = 25
)

// two computes the joint result of two hands of a split: each way to play
// one with each way to play the other, and the dealer against both. Only the
// hands that bust without a double are left out, since what remains is theirs.
//
// Each two hands are added one way round, and the sum of both ways is taken in the end
// ([two.outcomes]). What counts of a hand is its class, and of two their cards: the dealer's
// ends are computed once for all pairs of hands that hold the same.
type two struct {
	*splitting
	list  []final
	count int      // of classes
	joint []spread // by the classes of both

	meets []meet
	met   numbers     // their cards
	rows  [][]float64 // the dealer's ends against these

	alone []spread  // by final: the ends against it and the other hand's first card
	none  spread    // the dealer's ends against the first cards alone
	near  []float64 // by final and class of the other: how likely they are if they hardly ever meet
}

// meet is two hands that are likely enough.
type meet struct {
	cards, classes int32 // by index
	p              float64
}

// two adds what the two hands of a leaf net. Both start from the same kind of card,
// since kinds are values here.
func (s *splitting) two(l *splitLeaf) {
	t, start := s.t.two, s.kinds[0]
	f := s.finalsOf(start)
	t.begin(s, f.of(len(l.open) > 0))
	chances := t.first(f, start)
	others := make([]float64, len(t.list))
	rare := rare * s.cards.size * s.cards.size
	for i := range t.list {
		if chances[i] <= 0 {
			continue
		}
		t.holding(&t.list[i], 1)
		s.chances(f, start, t.list[i:], others[i:])
		t.holding(&t.list[i], -1)
		s.t.meter.spend(meetWork * len(t.list[i:]))
		others[i] /= 2                     // with itself a hand has one way round
		for j := i; j < len(t.list); j++ { // those before have met this hand
			switch p := chances[i] * others[j]; {
			case p >= rare:
				t.meet(i, j, p)
			case p > 0:
				t.near[i*t.count+int(t.list[j].class)] += p
				t.near[j*t.count+int(t.list[i].class)] += p
			}
		}
	}
	t.addMeets()
	t.addNear()
	t.enter(l)
}

// begin makes room for the hands of a split.
func (t *two) begin(s *splitting, list []final) {
	t.splitting, t.list, t.count = s, list, len(s.classes)
	s.t.meter.borrow((aloneBytes + 8*t.count) * len(list))
	t.joint = zeros(t.joint, t.count*t.count)
	t.near = zeros(t.near, len(list)*t.count)
	t.meets = t.meets[:0]
	t.met.forget()
}

// zeros returns so many, where there is room for them.
func zeros[T any](room []T, n int) []T {
	room = slices.Grow(room[:0], n)[:n]
	clear(room)
	return room
}

// first computes the hands and the dealer while only the other hand's first card is out.
func (t *two) first(f *finals, start uint8) (chances []float64) {
	s := t.splitting
	out := t.t.hands.list[t.t.hands.after(0, start)].held + s.gone
	chances = make([]float64, len(t.list))
	s.cards.take(start, 1)
	s.chances(f, start, t.list, chances)
	s.cards.take(start, -1)
	t.alone = zeros(t.alone, len(t.list))
	for i := range t.list {
		copy(t.alone[i][:], s.against(t.list[i].cards+out))
	}
	copy(t.none[:], s.against(out+out-s.gone))
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

// meet notes two hands against which the dealer's ends are to be computed.
func (t *two) meet(i, j int, p float64) {
	one, other := &t.list[i], &t.list[j]
	cards := one.cards + other.cards + t.gone
	at, known := t.met.number(cards)
	if !known {
		t.t.meter.borrow(memoBytes + rowBytes)
		t.t.meter.spend(sortWork)
	}
	t.t.meter.borrow(meetBytes)
	t.meets = append(t.meets,
		meet{int32(at), int32(int(one.class)*t.count + int(other.class)), p})
}

// addMeets adds the hands that meet.
func (t *two) addMeets() {
	t.t.outs = append(t.t.outs[:0], t.met.cards...)
	t.foresee(t.t.outs)
	t.rows = t.rows[:0]
	for _, cards := range t.met.cards {
		t.rows = append(t.rows, t.against(cards))
	}
	for _, m := range t.meets {
		sum := &t.joint[m.classes]
		for e, q := range t.rows[m.cards] {
			sum[e] += m.p * q
		}
	}
}

// addNear adds two hands that hardly ever meet: the cards of one do not change what those
// of the other mean to the dealer.
func (t *two) addNear() {
	for i := range t.list {
		near := t.near[i*t.count:][:t.count]
		for other, p := range near {
			sum := &t.joint[int(t.list[i].class)*t.count+other]
			for e := range t.ends {
				sum[e] += p * (t.alone[i][e] - t.none[e]/2)
			}
		}
	}
}

// enter gives the hands that bust what remains, and adds it all up.
func (t *two) enter(l *splitLeaf) {
	s := t.splitting
	hands := s.hands(l)
	for i, e := range s.ends {
		j := t.outcomes(i)
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
					s.sum.end(e, s.halves(a, i)+s.halves(b, i), p*l.p)
				}
			}
		}
	}
}

// outcomes returns how likely the outcomes of both hands are, for one of the dealer's ends.
func (t *two) outcomes(end int) (j [outcomes][outcomes]float64) {
	classes := t.common.classes
	for one := range classes {
		for other := range classes {
			p, a, b := t.joint[one*t.count+other][end], classes[one][end], classes[other][end]
			j[a][b] += p
			j[b][a] += p
		}
	}
	return j
}
