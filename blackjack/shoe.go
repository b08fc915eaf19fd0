package blackjack

import (
	"fmt"
	"slices"
)

// Shoe is the cards to deal, first card first. It never changes: drawing is
// done by a round, which remembers how far it has come.
type Shoe struct {
	cards []Card
}

// NewShoe returns a shoe of the cards in the order they will be dealt. It is an
// error to name a card that does not exist.
func NewShoe(cards ...Card) (Shoe, error) {
	for _, c := range cards {
		if c >= DeckSize {
			return Shoe{}, fmt.Errorf("%v does not exist: cards are numbered 0 to %d", c, DeckSize-1)
		}
	}
	return Shoe{slices.Clone(cards)}, nil
}

// Decks returns the cards of so many decks, in order: the shoe before a shuffle.
func Decks(n int) []Card {
	cards := make([]Card, 0, n*DeckSize)
	for range n {
		for c := range Card(DeckSize) {
			cards = append(cards, c)
		}
	}
	return cards
}

// Cards returns a copy of the cards, in the order they are dealt.
func (s Shoe) Cards() []Card { return slices.Clone(s.cards) }

// Len returns the number of cards.
func (s Shoe) Len() int { return len(s.cards) }

// fits reports whether no card is there more often than in so many decks.
func (s Shoe) fits(decks int) error {
	var count [DeckSize]int
	for _, c := range s.cards {
		if count[c]++; count[c] > decks {
			return fmt.Errorf("the shoe has %v %d times, but %d in all: %w", c, count[c], decks, ErrShoe)
		}
	}
	return nil
}
