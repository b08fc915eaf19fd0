package session

import (
	"crypto/rand"
	mathrand "math/rand/v2"

	"holecard/blackjack"
)

// Shuffle is the [Shuffler] of real play: Fisher-Yates by ChaCha8, with a key
// from the system for each shuffle.
func Shuffle(decks int) (blackjack.Shoe, error) {
	var key [32]byte
	if _, err := rand.Read(key[:]); err != nil {
		return blackjack.Shoe{}, err
	}
	cards := blackjack.Decks(decks)
	mathrand.New(mathrand.NewChaCha8(key)).Shuffle(len(cards), func(i, j int) {
		cards[i], cards[j] = cards[j], cards[i]
	})
	return blackjack.NewShoe(cards...)
}
