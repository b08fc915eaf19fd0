package sim

import (
	"math/rand/v2"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// pack is the shoe of a counter. It hands out one card at a time, and remembers
// each.
type pack struct {
	rules    *blackjack.Rules
	shuffle  Shuffle
	riffles  int
	source   generator
	random   *rand.Rand
	full     []blackjack.Card // a new shoe
	cards    []blackjack.Card
	riffler  *riffler
	dealt    int
	shuffles int // so far
	one      [1]blackjack.Card
	observer strategy.Observer // of who sits at the table
}

func newPack(c *Config) *pack {
	p := &pack{rules: &c.Rules, shuffle: c.Shuffle, riffles: c.Riffles, full: c.Rules.Unshuffled(),
		observer: strategy.NewObserver(&c.Rules, max(c.Seats, 1))}
	p.cards = slices.Clone(p.full)
	p.random = rand.New(&p.source)
	p.riffler = newRiffler(c.Shuffle, c.Riffles)
	return p
}

func (p *pack) reset(seed uint64, chunk int64) {
	p.source = newGenerator(seed, chunk)
	p.riffler.reset()
	copy(p.cards, p.full)
	p.again()
}

// again shuffles. By Fisher-Yates that is done as cards are handed out.
func (p *pack) again() {
	p.dealt = 0
	p.shuffles++
	p.observer.Shuffle()
	if p.shuffle == FisherYates {
		return
	}
	if p.riffles > 0 {
		copy(p.cards, p.full)
	}
	p.riffler.riffle(p.cards, &p.source)
}

// next begins a round, after a shuffle where the cut card has come.
func (p *pack) next() {
	if p.rules.Low(p.cards[p.dealt:]) {
		p.again()
	}
	p.observer.Begin()
}

// More hands out the next card.
func (p *pack) More() ([]blackjack.Card, error) {
	if p.rules.Endless() {
		p.one[0] = p.cards[p.random.IntN(len(p.cards))]
		return p.one[:], nil
	}
	if p.dealt == len(p.cards) {
		if p.rules.EmptyWins {
			return nil, blackjack.ErrShoeEmpty
		}
		p.again()
	}
	i := p.dealt
	if p.shuffle == FisherYates {
		j := i + p.random.IntN(len(p.cards)-i)
		p.cards[i], p.cards[j] = p.cards[j], p.cards[i]
	}
	p.one[0] = p.cards[i]
	p.dealt++
	p.observer.Deal(p.one[0])
	return p.one[:], nil
}
