package sim

import (
	"math/bits"

	"holecard/blackjack"
)

// riffler riffles cards as [Shuffle.Cards] does. Lengths of runs are drawn many at once, and a run
// is moved as if it were a long one: the cards behind it are overwritten by the next.
type riffler struct {
	shuffle  Shuffle
	times    int // in each shuffle
	runs     [runsAhead]uint8
	taken    int // of the runs
	from, to riffled
}

// riffled is cards, and room behind them for what is moved too much.
type riffled [allCards + moved]blackjack.Card

const (
	runsAtOnce = 20               // runs that come of one random number
	runsAhead  = 128 * runsAtOnce // more than a riffle takes of any shoe
	moved      = 8                // cards at a time: a longest run, and some
)

func newRiffler(how Shuffle, times int) *riffler {
	return &riffler{shuffle: how, times: max(times, 1), taken: runsAhead}
}

// reset forgets the runs that another generator has drawn.
func (r *riffler) reset() { r.taken = runsAhead }

// riffle shuffles the cards in place.
func (r *riffler) riffle(cards []blackjack.Card, g *generator) {
	from, to := &r.from, &r.to
	copy(from[:], cards)
	for range r.times {
		if r.shuffle == Riffle {
			alternate(from, to, len(cards))
		} else {
			r.mix(from, to, len(cards), g)
		}
		from, to = to, from
	}
	copy(cards, from[:])
}

// alternate takes n cards from each half in turn.
func alternate(from, to *riffled, n int) {
	cut := (n + 1) / 2
	for i, card := range from[:cut] {
		to[2*i&(allCards-1)] = card
		to[(2*i+1)&(allCards-1)] = from[(cut+i)&(allCards-1)]
	}
}

// mix takes runs of n cards from each half in turn, until one is used up.
func (r *riffler) mix(from, to *riffled, n int, g *generator) {
	cut := (n + 1) / 2
	at, one, other, oneEnd, otherEnd := 0, 0, cut, cut, n // what is left of the halves
	for _, run := range r.next(n, g) {
		if one == oneEnd || other == otherEnd {
			break
		}
		length := min(int(run), oneEnd-one)
		move(to, at, from, one)
		at += length
		one, other, oneEnd, otherEnd = other, one+length, otherEnd, oneEnd // the other's turn
		r.taken++
	}
	at += copy(to[at:], from[one:oneEnd])
	copy(to[at:], from[other:otherEnd])
}

// move moves a run of any length, and what comes behind it.
func move(to *riffled, at int, from *riffled, one int) {
	*(*[moved]blackjack.Card)(to[at&(allCards-1):]) =
		*(*[moved]blackjack.Card)(from[one&(allCards-1):])
}

// next returns the lengths of runs to come, as many as there are cards: more than it takes.
func (r *riffler) next(cards int, g *generator) []uint8 {
	if r.taken > runsAhead-cards {
		r.refill(g)
	}
	return r.runs[r.taken:][:cards]
}

// refill draws lengths of runs, as many of each random number as a lot: see [lot.draw].
func (r *riffler) refill(g *generator) {
	const ways = 95_367_431_640_625 // longestRun to the power of runsAtOnce
	for i := 0; i < runsAhead; {
		rest := g.Uint64()
		for j := range runsAtOnce {
			var digit uint64
			digit, rest = bits.Mul64(rest, longestRun)
			r.runs[i+j] = uint8(digit) + 1
		}
		if rest >= (1<<64-ways)%ways {
			i += runsAtOnce
		}
	}
	r.taken = 0
}
