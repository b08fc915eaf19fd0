package sim

import (
	"math/rand/v2"

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
	cards    []blackjack.Card
	riffler  *riffler
	dealt    int
	shuffles int // so far
	hidden   int // the shuffle that the hole card is of; 0 for none of these
	one      [1]blackjack.Card
	memory   strategy.Memory
}

func newPack(c *Config) *pack {
	p := &pack{rules: &c.Rules, shuffle: c.Shuffle, riffles: c.Riffles, cards: c.Rules.Full()}
	p.random = rand.New(&p.source)
	p.riffler = newRiffler(c.Shuffle, c.Riffles)
	return p
}

func (p *pack) reset(seed uint64, chunk int64) {
	p.source = newGenerator(seed, chunk)
	p.riffler.reset()
	copy(p.cards, p.rules.Full())
	p.again()
}

// again shuffles. By Fisher-Yates that is done as cards are handed out.
func (p *pack) again() {
	p.dealt = 0
	p.shuffles++
	p.memory = strategy.NewMemory(p.rules)
	if p.shuffle == FisherYates {
		return
	}
	if p.riffles > 0 {
		copy(p.cards, p.rules.Full())
	}
	p.riffler.riffle(p.cards, &p.source)
}

// next begins a round, after a shuffle where the cut card has come.
func (p *pack) next() {
	if p.rules.Low(p.cards[p.dealt:]) {
		p.again()
	}
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
	p.memory.See(p.one[0])
	return p.one[:], nil
}

// hide forgets a card that was dealt face down, and show sees it when it is
// turned over. A shuffle within the round leaves it behind.
func (p *pack) hide(c blackjack.Card) {
	p.hidden = 0
	if p.memory.Seen[c.Class()] > 0 { // not so where cards have no end, or a shuffle came since
		p.memory.Unsee(c)
		p.hidden = p.shuffles
	}
}

func (p *pack) show(c blackjack.Card) {
	if p.hidden == p.shuffles {
		p.memory.See(c)
	}
}
