package review

import "holecard/blackjack"

// Cell is the kind of a decision, by which those who learn tell it from others.
type Cell struct {
	Kind   Kind
	Total  int // of the hand; the value of one card of a pair; 0 of an answer to insurance
	Upcard int // its value, 1 for an ace or a joker; 0 where none is seen
}

// Kind is what a hand is to those who learn.
type Kind uint8

// The kinds.
const (
	Hard Kind = iota
	Soft
	Pair // that may be split
)

// CellOf returns the cell of the decision that is asked for.
func CellOf(v blackjack.View) Cell { return cellOf(v, v.Turn) }

// cellOf returns the cell of a seat's decision.
func cellOf(v blackjack.View, seat blackjack.Seat) Cell {
	me := v.Seats[seat]
	if me.Legal.Has(blackjack.Decline) {
		return Cell{}
	}
	hand := me.Hands[me.Turn]
	c := Cell{Total: hand.Total}
	if len(v.Dealer.Cards) > 0 {
		c.Upcard = v.Dealer.Cards[0].Value()
	}
	switch {
	case me.Legal.Has(blackjack.Split):
		c.Kind, c.Total = Pair, hand.Cards[0].Value()
	case hand.Soft:
		c.Kind = Soft
	}
	return c
}
