package sim

import (
	"math/bits"

	"holecard/blackjack"
)

// fresh plays rounds that each begin with a fresh shoe. Cards are drawn by their places in it, any
// place at any time: one that was drawn before in the same round is passed over. Two lanes take
// places in turn: a processor that waits for one state can look up the other.
type fresh struct {
	automaton *automaton
	source    generator
	cards     uint64 // of the shoe
	likelier  uint64 // rests of random numbers below it are thrown away: see lot
	full      [allCards]uint32
	lanes     [2]freshLane
	places    [placesAhead]uint16
	taken     int // of places
	sums      []int64
}

// freshLane is a round after the other.
type freshLane struct {
	// drawn has for each card the last round that drew it, above its symbol.
	drawn [allCards]uint32
	state uint32
	round uint32              // from 1
	last  [freshRounds]uint32 // states of the rounds
	_     [128]byte           // lanes share no cache line
}

// freshRounds is more than a lane plays of a chunk, and a power of two.
const freshRounds = ChunkRounds

const (
	symbolBits  = 5
	symbolMask  = 1<<symbolBits - 1
	placesAhead = 256 * atOnce
)

func newFresh(r *blackjack.Rules, a *automaton) *fresh {
	f := &fresh{automaton: a, cards: uint64(r.Cards()), sums: a.sums()}
	for i, c := range r.Full() {
		f.full[i] = symbolOf(r, c)
	}
	ways := uint64(1)
	for range atOnce {
		ways *= f.cards
	}
	f.likelier = -ways % ways
	return f
}

// chunk plays the rounds of a chunk: each lane half of them.
func (f *fresh) chunk(seed uint64, number, rounds int64, c *counts) {
	f.source = newGenerator(seed, number)
	f.taken = placesAhead
	var after [2]uint32 // the first round that is not played
	for i := range f.lanes {
		l := &f.lanes[i]
		l.drawn, l.state, l.round = f.full, start, 1
		after[i] = uint32(rounds+1-int64(i))/2 + 1
	}
	one, other := &f.lanes[0], &f.lanes[1]
	for {
		left := min(after[0]-one.round, after[1]-other.round) // no card ends two rounds
		if left == 0 {
			break
		}
		if f.taken >= placesAhead-1 {
			f.refill()
		}
		f.both(f.places[f.taken:min(placesAhead, f.taken+2*int(left))])
		f.finish(one, c)
		f.finish(other, c)
	}
	for i := range f.lanes {
		l := &f.lanes[i]
		for l.round < after[i] {
			f.step(l, f.place())
			f.finish(l, c)
		}
		f.automaton.tell(l.last[1:after[i]], c, f.sums)
	}
}

// both steps the lanes in turn until the places are used up, or a hand has been split.
func (f *fresh) both(places []uint16) {
	a, b := &f.lanes[0], &f.lanes[1]
	next, firstEnd, firstSplit := f.automaton.next, f.automaton.firstEnd, f.automaton.firstSplit
	s, t, n, m := a.state, b.state, a.round, b.round
	i := 0
	for i < len(places)-1 && s < firstSplit && t < firstSplit {
		p, q := places[i]&(allCards-1), places[i+1]&(allCards-1)
		i += 2
		if card := a.drawn[p]; card>>symbolBits != n {
			card &= symbolMask
			a.drawn[p] = n<<symbolBits | card
			s = next[s+card]
			a.last[n&(freshRounds-1)] = s
			if s >= firstEnd {
				n++
			}
		}
		if card := b.drawn[q]; card>>symbolBits != m {
			card &= symbolMask
			b.drawn[q] = m<<symbolBits | card
			t = next[t+card]
			b.last[m&(freshRounds-1)] = t
			if t >= firstEnd {
				m++
			}
		}
	}
	a.state, b.state, a.round, b.round = s, t, n, m
	f.taken += i
}

// step is what both does for each lane.
func (f *fresh) step(l *freshLane, place uint16) {
	card, ok := l.draw(place)
	if !ok {
		return
	}
	l.state = f.automaton.next[l.state+card]
	l.last[l.round&(freshRounds-1)] = l.state
	if l.state >= f.automaton.firstEnd {
		l.round++
	}
}

// draw returns the symbol of the card at a place, and false if the round has drawn it before.
func (l *freshLane) draw(place uint16) (symbol uint32, ok bool) {
	card := &l.drawn[place&(allCards-1)]
	if *card>>symbolBits == l.round {
		return 0, false
	}
	*card = l.round<<symbolBits | *card&symbolMask
	return *card & symbolMask, true
}

// finish plays the rest of a round whose hands have been split.
func (f *fresh) finish(l *freshLane, c *counts) {
	if l.state < f.automaton.firstSplit {
		return
	}
	l.round-- // it is not over
	f.automaton.finish(l.state, func() uint32 {
		for {
			if symbol, ok := l.draw(f.place()); ok {
				return symbol
			}
		}
	}, c)
	l.last[l.round&(freshRounds-1)] = f.automaton.counted()
	l.round++
	l.state = start
}

func (f *fresh) place() uint16 {
	if f.taken == placesAhead {
		f.refill()
	}
	f.taken++
	return f.places[f.taken-1]
}

// refill draws places, as many of each random number as a lot: see [lot.draw].
func (f *fresh) refill() {
	n, g := f.cards, f.source
	for i := 0; i < placesAhead; {
		p := (*lot)(f.places[i:])
		place, rest := bits.Mul64(g.Uint64(), n)
		p[0] = uint16(place)
		place, rest = bits.Mul64(rest, n)
		p[1] = uint16(place)
		place, rest = bits.Mul64(rest, n)
		p[2] = uint16(place)
		place, rest = bits.Mul64(rest, n)
		p[3] = uint16(place)
		place, rest = bits.Mul64(rest, n)
		p[4] = uint16(place)
		place, rest = bits.Mul64(rest, n)
		p[5] = uint16(place)
		place, rest = bits.Mul64(rest, n)
		p[6] = uint16(place)
		if rest >= f.likelier {
			i += atOnce
		}
	}
	f.source, f.taken = g, 0
}
