package blackjack

import (
	"fmt"
	"strings"
)

// Card is one of the 52 cards, or a joker. The 52 are 0 to 51: suit n / 13 in
// the order clubs, diamonds, hearts, spades; rank n % 13 from ace to king.
type Card uint8

// Joker is the first of the two jokers, 52 and 53.
const Joker Card = 52

const maxCard = 54

// The number of cards in a deck, and in one of four each of 1 to 10.
const (
	DeckSize  = 52
	FortySize = 40
)

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

// Suit returns the card's suit. A joker's is not one of the four.
func (c Card) Suit() Suit { return Suit(c / ranks) }

// Rank returns the card's rank, which a joker does not have.
func (c Card) Rank() Rank { return Rank(c % ranks) }

// Joker reports whether the card is a joker.
func (c Card) Joker() bool { return c >= Joker }

// Ace reports whether the card is an ace.
func (c Card) Ace() bool { return c < Joker && c%ranks == Card(Ace) }

// Value returns the least that the card counts: an ace or a joker 1, pictures 10.
func (c Card) Value() int { return int(values[c]) }

// values is by card, in which the jokers come last.
var values = [256]uint8{
	1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10,
	1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10,
	1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10,
	1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10,
	1, 1,
}

// JokerClass is the class of jokers.
const JokerClass = 11

// Class returns what rules tell apart in a card beside its suit: its value from 1,
// for aces, to 10, or [JokerClass].
func (c Card) Class() int {
	if c.Joker() {
		return JokerClass
	}
	return c.Value()
}

// Pairs reports whether two cards are a pair: of one class, and no jokers.
func (c Card) Pairs(d Card) bool { return c.Class() == d.Class() && !c.Joker() }

// makesNatural reports whether a second card can make a natural of this one.
func (c Card) makesNatural() bool { return c.Ace() || c.Value() == 10 }

func (c Card) heart() bool { return c.Suit() == Hearts }

var (
	rankNames = [ranks]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
	suitNames = [4]string{"♣", "♦", "♥", "♠"}
)

// String returns the card as players write it: "A♠", "10♥".
func (c Card) String() string {
	if c >= maxCard {
		return fmt.Sprintf("card %d", uint8(c))
	}
	if c.Joker() {
		return "🃏"
	}
	return rankNames[c.Rank()] + suitNames[c.Suit()]
}

// ParseCard reads a card: a rank (A, 2 to 10 or T, J, Q, K) and a suit (♣♦♥♠
// or C, D, H, S), in capitals or not: "A♠", "10h", "TS"; or a joker: "joker", "jo", "jr", "🃏".
func ParseCard(text string) (Card, error) {
	// The emoji form of a suit ends in a selector.
	name := strings.ToUpper(strings.TrimSuffix(text, "\uFE0F"))
	switch name {
	case "JOKER", "JO", "JR", "🃏":
		return Joker, nil
	}
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
	return 0, fmt.Errorf("%q is not a card: write a rank and a suit, such as A♠, 10h or TS, or a "+
		"joker as joker, jo, jr or 🃏", text)
}

// ParseCards reads cards between spaces. Jokers are the one and the other in turn.
func ParseCards(text string) ([]Card, error) {
	var cards []Card
	jokers := Card(0)
	for _, word := range strings.Fields(text) {
		c, err := ParseCard(word)
		if err != nil {
			return nil, err
		}
		if c.Joker() {
			c = Joker + jokers%2
			jokers++
		}
		cards = append(cards, c)
	}
	return cards, nil
}
