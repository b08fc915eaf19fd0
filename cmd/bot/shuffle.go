package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/sim"
)

// seedFlag makes chance repeatable.
type seedFlag struct {
	Seed *uint64 `help:"${seed}" placeholder:"N"`
}

// seed returns the seed. Random ones are short enough to type.
func (f seedFlag) seed() uint64 {
	if f.Seed != nil {
		return *f.Seed
	}
	return uint64(rand.Uint32())
}

// again says how to have the same again, where the seed was random.
func (f seedFlag) again(p process, same string, seed uint64) (err error) {
	if f.Seed == nil {
		_, err = fmt.Fprintf(p.out, "For the same %s again: --seed %d\n", same, seed)
	}
	return err
}

type shuffleFlags struct {
	Shuffle string `default:"fisher-yates" help:"${shuffle}" placeholder:"NAME"`
	Riffles int    `most:"1000" help:"${riffles}" placeholder:"N"`
}

// shuffle returns the shuffle, and how often a new deck is riffled, 0 for once as
// it lies.
func (f shuffleFlags) shuffle(r blackjack.Rules) (how sim.Shuffle, riffles int, err error) {
	if how, err = sim.ParseShuffle(f.Shuffle); err != nil {
		return how, 0, usageError{err}
	}
	switch {
	case f.Riffles > 0 && how == sim.FisherYates:
		return how, 0, usagef("--riffles goes with --shuffle %v or %v.",
			sim.Riffle, sim.RandomRiffle)
	case r.Endless() && how != sim.FisherYates:
		return how, 0, usagef("--shuffle %v: an endless deck is not shuffled. Add --deck finite "+
			"or --deck forty.", how)
	}
	return how, f.Riffles, nil
}

// drawnAhead is how many cards are drawn at once where the deck has no end: more
// than the two hands of a round can have.
const drawnAhead = 64

// shuffler returns a function that shuffles the shoe of a table by a seed.
func (f shuffleFlags) shuffler(
	r blackjack.Rules, seed uint64,
) (func() ([]blackjack.Card, error), error) {
	how, riffles, err := f.shuffle(r)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, 0))
	lie, space := r.Unshuffled(), r.Full()
	return func() ([]blackjack.Card, error) {
		switch {
		case r.Endless():
			drawn := make([]blackjack.Card, drawnAhead)
			for i := range drawn {
				drawn[i] = lie[random.IntN(len(lie))]
			}
			return drawn, nil
		case how == sim.FisherYates: // in the order that a seed has always given
			cards := r.Full()
			random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
			return cards, nil
		case riffles > 0:
			lie = r.Unshuffled()
		}
		for range max(riffles, 1) {
			how.Cards(lie, space, random)
		}
		return slices.Clone(lie), nil
	}, nil
}
