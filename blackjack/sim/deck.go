package sim

import (
	"math/bits"
	"math/rand/v2"

	"holecard/blackjack"
)

// deck plays rounds from cards in an order: those of a shoe that goes on from round to round, that
// is riffled, or that has no end.
type deck struct {
	automaton *automaton
	rules     *blackjack.Rules
	shuffle   Shuffle
	riffles   int
	riffler   *riffler
	source    generator
	random    *rand.Rand
	full      []blackjack.Card // symbols, as in a new shoe
	cards     []blackjack.Card
	ordered   int // cards that are in order
	dealt     int
	cut       int // after a round that ends with as many dealt, or more, the shoe is shuffled
	state     uint32
	last      [ChunkRounds]uint32 // states of the rounds
	sums      []int64
	ways      [allCards]uint64 // see ways, by the cards that are in order
}

func newDeck(c *Config, a *automaton) *deck {
	d := &deck{automaton: a, sums: a.sums(), rules: &c.Rules, shuffle: c.Shuffle,
		riffles: c.Riffles, riffler: newRiffler(c.Shuffle, c.Riffles)}
	d.random = rand.New(&d.source)
	for _, card := range c.Rules.Full() {
		d.full = append(d.full, blackjack.Card(symbolOf(&c.Rules, card)))
	}
	switch {
	case c.Rules.Endless():
		d.full = make([]blackjack.Card, 64*atOnce)
		d.cut = len(d.full)
	case !c.Rules.Fresh:
		d.cut = len(d.full) - c.Rules.ReshuffleBelow + 1
	}
	for i := 0; i <= len(d.full)-atOnce; i++ {
		d.ways[i] = ways(len(d.full) - i)
	}
	d.cards = make([]blackjack.Card, len(d.full))
	return d
}

// chunk plays the rounds of a chunk.
func (d *deck) chunk(seed uint64, number, rounds int64, c *counts) {
	d.source = newGenerator(seed, number)
	d.riffler.reset()
	copy(d.cards, d.full)
	d.state = start
	d.again()
	for n := 0; n < int(rounds); {
		switch {
		case d.dealt == len(d.cards) && d.rules.EmptyWins && d.state < d.automaton.firstEnd:
			d.state = d.automaton.next[d.state+d.automaton.symbols-1]
			d.last[n] = d.state
			n++
			d.again()
		case d.dealt == d.ordered:
			d.more()
		case d.dealt < d.cut:
			n = d.run(min(d.ordered, d.cut, d.dealt+int(rounds)-n), n, c)
		default:
			n = d.run(d.dealt+1, n, c)
		}
		if d.dealt >= d.cut && d.state >= d.automaton.firstEnd {
			d.again()
		}
	}
	d.automaton.tell(d.last[:rounds], c, d.sums)
}

// run deals cards until so many are dealt, or a hand was split; n rounds have been played.
func (d *deck) run(until, n int, c *counts) int {
	next, firstEnd, firstSplit := d.automaton.next, d.automaton.firstEnd, d.automaton.firstSplit
	state := d.state
	for i, symbol := range d.cards[d.dealt:until] {
		state = next[state+uint32(symbol)]
		d.last[n&(ChunkRounds-1)] = state
		if state >= firstEnd {
			n++
		}
		if state >= firstSplit {
			d.dealt += i + 1
			d.automaton.finish(state, d.draw, c)
			d.last[n-1] = d.automaton.counted()
			d.state = firstEnd // as good as any other end
			return n
		}
	}
	d.dealt, d.state = until, state
	return n
}

func (d *deck) draw() uint32 {
	if d.dealt == d.ordered {
		d.more()
	}
	d.dealt++
	return uint32(d.cards[d.dealt-1])
}

func (d *deck) more() {
	if d.ordered == len(d.cards) {
		d.again()
	} else {
		d.order(d.ordered + atOnce)
	}
}

// again shuffles.
func (d *deck) again() {
	d.dealt, d.ordered = 0, len(d.cards)
	switch {
	case d.rules.Endless():
		d.drawAny()
		return
	case d.shuffle == FisherYates:
		d.ordered = 0
		d.order(d.cut)
		return
	case d.riffles > 0:
		copy(d.cards, d.full)
	}
	d.riffler.riffle(d.cards, &d.source)
}

// order puts so many cards in order, and a few more: most rounds end soon after the cut card.
func (d *deck) order(most int) {
	var l lot
	for n := len(d.cards); d.ordered < min(most, n); {
		if n-d.ordered < atOnce {
			FisherYates.Cards(d.cards[d.ordered:], nil, d.random)
			d.ordered = n
			return
		}
		for ways := d.ways[d.ordered]; !l.draw(d.source.Uint64(), d.ordered, n, ways); {
		}
		first := (*[atOnce]blackjack.Card)(d.cards[d.ordered:])
		for i := range first {
			other := &d.cards[l[i]]
			first[i], *other = *other, first[i]
		}
		d.ordered += atOnce
	}
}

// drawAny draws cards from 1 to 10, as many of each random number as a lot.
func (d *deck) drawAny() {
	const ways = 10_000_000 // 10 to the power of atOnce
	for i := 0; i < len(d.cards); {
		rest := d.source.Uint64()
		for j := range atOnce {
			var digit uint64
			digit, rest = bits.Mul64(rest, 10)
			d.cards[i+j] = blackjack.Card(digit)
		}
		if rest >= (1<<64-ways)%ways {
			i += atOnce
		}
	}
}
