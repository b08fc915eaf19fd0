package main

import (
	"math/rand/v2"

	"holecard/blackjack"
)

// seedFlag makes chance repeatable.
type seedFlag struct {
	Seed *uint64 `help:"Number from which the cards follow; the same number, the same cards. Default: a random one, which is printed." placeholder:"N"`
}

// seed returns the seed. Random ones are short enough to type.
func (f seedFlag) seed() uint64 {
	if f.Seed != nil {
		return *f.Seed
	}
	return uint64(rand.Uint32())
}

// drawnAhead is how many cards are drawn at once where there is no deck: more
// than the two hands of a round can have.
const drawnAhead = 64

// shuffler returns what shuffles the shoe of a table, in an order that follows
// from the seed.
func shuffler(r blackjack.Rules, seed uint64) func() ([]blackjack.Card, error) {
	random := rand.New(rand.NewPCG(seed, 0))
	return func() ([]blackjack.Card, error) {
		cards := r.Full()
		if r.Endless() {
			drawn := make([]blackjack.Card, drawnAhead)
			for i := range drawn {
				drawn[i] = cards[random.IntN(len(cards))]
			}
			return drawn, nil
		}
		random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		return cards, nil
	}
}
