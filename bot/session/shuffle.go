package session

import (
	"crypto/rand"
	mathrand "math/rand/v2"

	"holecard/blackjack"
)

// endless is how many cards are drawn ahead where there is no deck: more than a
// hand of 21 aces and a card, and the house's, together.
const endless = 64

// Shuffle is the [Shuffler] of real play: Fisher-Yates by ChaCha8, with a key
// from the system for each shuffle.
func Shuffle(r blackjack.Rules) ([]blackjack.Card, error) {
	var key [32]byte
	if _, err := rand.Read(key[:]); err != nil {
		return nil, err
	}
	random := mathrand.New(mathrand.NewChaCha8(key))
	cards := r.Full()
	if r.Infinite {
		drawn := make([]blackjack.Card, endless)
		for i := range drawn {
			drawn[i] = cards[random.IntN(len(cards))]
		}
		return drawn, nil
	}
	random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return cards, nil
}
