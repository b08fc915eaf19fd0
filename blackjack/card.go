package blackjack

import (
	"fmt"
	"strings"
)

// Card is one of the 52 cards: suit n / 13 in the order clubs, diamonds,
// hearts, spades; rank n % 13 from ace to king.
type Card uint8

// DeckSize is the number of cards in a deck.
const DeckSize = 52

// Suit of a card.
type Suit uint8

// The suits.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// Rank of a card, ace to king.
type Rank uint8

// The ranks that code names.
const (
	Ace  Rank = 0
	Ten  Rank = 9
	King Rank = 12
)

const ranks = 13

// NewCard returns the card of a rank and suit.
func NewCard(r Rank, s Suit) Card { return Card(uint8(s)*ranks + uint8(r)) }

// Suit returns the card's suit.
func (c Card) Suit() Suit { return Suit(c / ranks) }

// Rank returns the card's rank.
func (c Card) Rank() Rank { return Rank(c % ranks) }

// Value returns what the card counts, with an ace as 1 and pictures as 10.
func (c Card) Value() int { return int(values[c%ranks]) }

var values = [ranks]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10}

var (
	rankNames = [ranks]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
	suitNames = [4]string{"♣", "♦", "♥", "♠"}
)

// String returns the card as players write it: "A♠", "10♥".
func (c Card) String() string {
	if c >= DeckSize {
		return fmt.Sprintf("card %d", uint8(c))
	}
	return rankNames[c.Rank()] + suitNames[c.Suit()]
}

// ParseCard reads a card: a rank (A, 2 to 10 or T, J, Q, K) and a suit (♣♦♥♠
// or C, D, H, S), in capitals or not: "A♠", "10h", "TS".
func ParseCard(text string) (Card, error) {
	name := strings.ToUpper(strings.TrimSuffix(text, "\uFE0F")) // the emoji form of a suit ends in a selector
	for s, sign := range suitNames {
		rank, ok := strings.CutSuffix(name, sign)
		if !ok {
			rank, ok = strings.CutSuffix(name, "CDHS"[s:s+1])
		}
		if !ok {
			continue
		}
		if rank == "T" {
			rank = "10"
		}
		for r, n := range rankNames {
			if n == rank {
				return NewCard(Rank(r), Suit(s)), nil
			}
		}
	}
	return 0, fmt.Errorf("%q is not a card: write a rank and a suit, such as A♠, 10h or TS", text)
}

// ParseCards reads cards between spaces.
func ParseCards(text string) ([]Card, error) {
	var cards []Card
	for _, word := range strings.Fields(text) {
		c, err := ParseCard(word)
		if err != nil {
			return nil, err
		}
		cards = append(cards, c)
	}
	return cards, nil
}
