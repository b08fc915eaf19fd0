package odds

import "slices"

// held is what a hand of a split may come to that does not bust, or was doubled.
type held struct {
	id     int32
	more   int // the card that bust a double, or unseen
	stake  int
	orders float64          // in which its cards may come
	draws  []uint32         // what it drew, as [falls] count it
	depth  int              // how many cards it drew
	cards  uint64           // what it holds, by value; those of two hands add up
	alone  [maxEnds]float64 // the dealer's ends against it and the other hand's first card
	nets   [maxEnds]uint8   // what it comes to, in the order of the scene's ends
}

// maxEnds is the most ways in which a dealer with a rule may end: 16 to 21, a
// natural, bust.
const maxEnds = 8

// rare, times the square of the shoe's cards, is how unlikely two hands must be for
// the cards of one not to change what those of the other mean to the dealer.
// The change is of the order of that square, so leaving it out moves no
// probability of a round by more than 1e-9, and halves the time.
const rare = 1e-12

// valueBits is room for how often two hands hold a value. Two hands of 16 aces
// each would not fit; 8 decks have 32, and one is the upcard or with the dealer.
const valueBits = 5

// What two hands take: each way to play one of them, each pair of these, and the
// dealer's ends against a pair, with the entry of a map.
const (
	heldBytes = 220
	heldWork  = 100
	meetWork  = 25
	endsBytes = 2*8*maxEnds + 60
)

// two computes the joint result of two hands of a split: each way to play
// one with each way to play the other, and the dealer against both. Only the
// hands that bust without a double are left out, since what remains is theirs.
type two struct {
	*splitting
	joint [maxEnds][outcomes][outcomes]float64
	index map[uint64]int32 // of what both hands hold in what follows
	most  int              // the most entries that the index has had
	ends  []float64        // the dealer's, by index, one for each end
	falls falls
	rare  float64
	none  spread           // the dealer's ends against the first cards alone
	about [maxEnds]float64 // the dealer's ends against two hands, nearly
	end   spread           // for a moment
}

// two adds what the two hands of a leaf net. Both start from the same kind of card,
// since kinds are values here.
func (s *splitting) two(l *splitLeaf) {
	t := s.t.two
	t.splitting, t.ends, t.joint = s, t.ends[:0], [maxEnds][outcomes][outcomes]float64{}
	clear(t.index)
	t.rare = rare * s.cards.size * s.cards.size
	start := s.kinds[0]
	list := t.finals(start, len(l.open) > 0)
	chances, others := make([]float64, len(list)), make([]float64, len(list))
	// First the hands and the dealer while only the other hand's first card is out.
	s.cards.take(start, 1)
	t.chances(start, list, chances)
	for i := range list {
		t.spread(list[i].id, list[i].more, &t.end)
		for e, end := range s.ends {
			list[i].alone[e] = t.end[end]
		}
	}
	t.spread(s.t.hands.after(0, start), unseen, &t.none)
	s.cards.take(start, -1)
	for i := range list {
		if chances[i] <= 0 {
			continue
		}
		t.holding(&list[i], 1)
		t.chances(start, list[i:], others[i:])
		s.t.meter.spend(meetWork * len(list[i:]))
		for j := i; j < len(list); j++ { // those before have met this hand, and count twice
			if p := chances[i] * others[j]; p > 0 {
				t.meet(&list[i], &list[j], p, i != j)
			}
		}
		t.holding(&list[i], -1)
	}
	t.enter(l)
}

// finals returns what a hand may come to that starts with one card.
func (t *two) finals(start uint8, paired bool) []held {
	s := t.splitting
	var list []held
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
					t.hold(first, held{id: id, more: more, stake: stake, orders: orders}))
			})
	})
	return list
}

// hold fills in what the cards of a hand make.
func (t *two) hold(first int32, h held) held {
	s := t.splitting
	s.t.meter.borrow(heldBytes)
	s.t.meter.spend(heldWork)
	for v, n := range s.t.hands.worth[h.id] {
		h.cards += uint64(n) << (valueBits * v)
	}
	draws := s.t.hands.without(h.id, first)
	if h.more != unseen {
		h.cards += 1 << (valueBits * s.t.deck.kinds[h.more].value)
		draws = append(draws, uint8(h.more))
		slices.Sort(draws)
	}
	h.depth = len(draws)
	for _, r := range runs(draws) {
		h.draws = append(h.draws, t.falls.at(r))
	}
	for i, end := range s.ends {
		if h.more != unseen {
			h.nets[i] = uint8(netZero - h.stake)
			continue
		}
		h.nets[i] = uint8(netZero + int(s.t.nets(h.id)[end])*h.stake)
	}
	return h
}

// chances fills in how likely each hand is that starts with a card and draws
// from what is left.
func (t *two) chances(start uint8, list []held, chances []float64) {
	t.t.meter.spend(meetWork * (len(list) + maxCards*len(t.cards.kind)/8))
	t.cards.take(start, 1)
	t.falls.fill(t.cards.kind, t.cards.size, t.t.deck.step)
	t.cards.take(start, -1)
	for i := range list {
		h := &list[i]
		p := h.orders * t.falls.over[h.depth]
		for _, at := range h.draws {
			p *= t.falls.ways[at]
		}
		chances[i] = p
	}
}

// holding takes the cards of a hand out of what is left, or puts them back.
func (t *two) holding(h *held, n float64) {
	e := &t.t.hands.list[h.id]
	for _, k := range e.kinds[:e.n] {
		t.cards.take(k, n)
	}
	if h.more != unseen {
		t.cards.take(uint8(h.more), n)
	}
}

// meet settles a hand, whose cards are held, and another with the dealer. Twice
// is to count it the other way round too.
func (t *two) meet(one, other *held, p float64, twice bool) {
	for i, q := range t.dealer(one, other, p) {
		a, b := one.nets[i], other.nets[i]
		t.joint[i][a][b] += p * q
		if twice {
			t.joint[i][b][a] += p * q
		}
	}
}

// dealer returns the dealer's ends against both.
func (t *two) dealer(one, other *held, p float64) []float64 {
	ends := t.splitting.ends
	if p < t.rare {
		for i, e := range ends {
			t.about[i] = one.alone[i] + other.alone[i] - t.none[e]
		}
		return t.about[:len(ends)]
	}
	key := one.cards + other.cards
	at, known := t.index[key]
	if !known {
		at = int32(len(t.ends))
		t.index[key] = at
		if n := len(t.index); n > t.most {
			t.most = n
			t.t.meter.hold(endsBytes)
		}
		t.spread(other.id, other.more, &t.end)
		for _, e := range ends {
			t.ends = append(t.ends, t.end[e])
		}
	}
	return t.ends[at : int(at)+len(ends)]
}

// enter gives the hands that bust what remains, and adds it all up.
func (t *two) enter(l *splitLeaf) {
	s := t.splitting
	hands := s.hands(l)
	for i, e := range s.ends {
		j := &t.joint[i]
		one, other := &hands[0][e], &hands[1][e]
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
