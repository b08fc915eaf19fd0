package blackjack

import (
	"fmt"
	"slices"
)

// Shoe is the cards to deal, first card first: what is left of one shuffle and,
// where a shoe goes on from round to round, a second shuffle behind it, which
// continues a round that empties the first. It never changes: drawing is done
// by a round, which remembers how far it has come.
type Shoe struct {
	cards []Card
	first int // cards of the first shuffle; the rest are of the second
}

// NewShoe returns a shoe of the cards in the order they will be dealt. It is an
// error to name a card that does not exist.
func NewShoe(cards ...Card) (Shoe, error) { return NewShoeThen(cards, nil) }

// NewShoeThen returns a shoe of the cards left of one shuffle, and then those
// of the next.
func NewShoeThen(left, next []Card) (Shoe, error) {
	all := slices.Concat(left, next)
	for _, c := range all {
		if c >= maxCard {
			return Shoe{}, fmt.Errorf("%v does not exist: cards are numbered 0 to %d", c, maxCard-1)
		}
	}
	return Shoe{all, len(left)}, nil
}

// Decks returns the cards of n decks, in order: the shoe before a shuffle.
func Decks(n int) []Card {
	cards := make([]Card, 0, n*DeckSize+MaxJokers)
	for range n {
		for c := range Card(DeckSize) {
			cards = append(cards, c)
		}
	}
	return cards
}

// Full returns the cards of the table's full shoe in order: the decks, then the
// jokers. Where the cards are without end, it is the ten of which one is drawn
// again and again.
func (r Rules) Full() []Card {
	switch r.Pack {
	case Endless:
		return Decks(1)[:Ten+1]
	case Forty:
		return slices.DeleteFunc(Decks(1), func(c Card) bool { return c.Rank() > Ten })
	}
	cards := Decks(r.Decks)
	for i := range r.Jokers {
		cards = append(cards, Joker+Card(i%2))
	}
	return cards
}

// Unshuffled returns the full shoe as it lies when it is new. Cards that are numbers lie by them:
// 1 1 1 1 2 2 2 2 and so on. All others lie as in [Rules.Full].
func (r Rules) Unshuffled() []Card {
	cards := r.Full()
	if !r.Suits() {
		slices.SortStableFunc(cards, func(a, b Card) int { return a.Value() - b.Value() })
	}
	return cards
}

// Cards returns a copy of the cards, in the order they are dealt.
func (s Shoe) Cards() []Card { return slices.Clone(s.cards) }

// Len returns the number of cards.
func (s Shoe) Len() int { return len(s.cards) }

// fits reports whether each shuffle has no card more often than the table has it.
func (s Shoe) fits(r Rules) error {
	if r.Endless() {
		return nil
	}
	for _, shuffle := range [][]Card{s.cards[:s.first], s.cards[s.first:]} {
		var count [maxCard]int
		for _, c := range shuffle {
			most := r.Decks
			switch {
			case c >= Joker:
				most = (r.Jokers + 1 - int(c-Joker)) / 2
			case r.Pack == Forty && c.Rank() > Ten:
				most = 0
			}
			if count[c]++; count[c] > most {
				return fmt.Errorf("the shoe has %v %d times, but the table has %d of it: %w", c,
					count[c], most, ErrShoe)
			}
		}
	}
	return nil
}
