package sim

import (
	"slices"

	"holecard/blackjack"
	"holecard/internal/nearest"
)

// Shuffle is a way to shuffle a shoe.
type Shuffle uint8

// The shuffles.
const (
	// FisherYates gives each order of the cards with the same probability.
	FisherYates Shuffle = iota
	// Riffle cuts the cards into equal halves and takes one card from each in
	// turn. There is no chance in it: from a new deck the same cards follow,
	// and each shuffle goes on from the order that the last one made.
	Riffle
	// RandomRiffle cuts the cards into equal halves and takes runs of 1 to 5
	// cards, each length equally likely, from each in turn; when a half is used
	// up, what is left of the other goes whole.
	RandomRiffle
)

var shuffleNames = [...]string{"fisher-yates", "riffle", "random-riffle"}

// String returns the name of the shuffle: "random-riffle".
func (s Shuffle) String() string {
	if int(s) < len(shuffleNames) {
		return shuffleNames[s]
	}
	return "no shuffle"
}

// ParseShuffle returns the shuffle of a name, or a [*nearest.UnknownError].
func ParseShuffle(name string) (Shuffle, error) {
	if i := slices.Index(shuffleNames[:], name); i >= 0 {
		return Shuffle(i), nil
	}
	return 0, &nearest.UnknownError{What: "shuffle", Name: name, Names: shuffleNames[:]}
}

// longestRun is the most cards that a random riffle takes from a half at once.
const longestRun = 5

// Source gives random numbers, such as [math/rand/v2.Rand] does.
type Source interface {
	// IntN returns a number from 0 to n-1, each with the same probability.
	IntN(n int) int
}

// Cards shuffles the cards in place. The work space must be as long as they are.
func (s Shuffle) Cards(cards, space []blackjack.Card, random Source) {
	switch s {
	case FisherYates:
		for i := range len(cards) - 1 {
			j := i + random.IntN(len(cards)-i)
			cards[i], cards[j] = cards[j], cards[i]
		}
	case Riffle:
		riffle(cards, space, func() int { return 1 })
	case RandomRiffle:
		riffle(cards, space, func() int { return 1 + random.IntN(longestRun) })
	}
}

// riffle takes runs of cards from each half in turn. Of an odd number of cards
// the first half has one more.
func riffle(cards, space []blackjack.Card, run func() int) {
	cut := (len(cards) + 1) / 2
	halves := [2][]blackjack.Card{cards[:cut], cards[cut:]}
	mixed := space[:0]
	for turn := 0; len(halves[0])+len(halves[1]) > 0; turn = 1 - turn {
		if len(halves[1-turn]) == 0 {
			mixed = append(mixed, halves[turn]...)
			break
		}
		n := min(run(), len(halves[turn]))
		mixed = append(mixed, halves[turn][:n]...)
		halves[turn] = halves[turn][n:]
	}
	copy(cards, mixed)
}
