package blackjack

import "slices"

// hand is one set of cards.
type hand struct {
	ncards  uint8
	total   uint8
	soft    bool // an ace or a joker counts more than 1 in the total, and could count less
	end     ending
	doubled bool // for twice the stake
	split   bool // of a split: 21 on two cards is not a natural
	cards   [maxHand]Card
}

// maxHand is the most cards of a hand: 21 that count 1, and a last one.
const maxHand = 22

// ending is how a hand came to take no more cards.
type ending uint8

const (
	open ending = iota // it has not ended, or is a natural, which nobody ends
	stood
	busted
	surrendered
	tookEvenMoney
)

// take adds a card to the hand.
func (h *hand) take(card Card, aces Aces) {
	h.cards[h.ncards] = card
	h.ncards++
	total, soft := aces.Total(h.held()...)
	h.total, h.soft = uint8(total), soft
}

// held returns the cards of the hand in the order drawn. They are the hand's own.
func (h *hand) held() []Card { return h.cards[:h.ncards] }

func (h *hand) hearts() bool { return slices.ContainsFunc(h.held(), Card.heart) }

// natural reports an ace and a ten-value as the first two cards of a hand, where the rules
// make something of it. A hand of a split has none.
func (c *Course) natural(h *hand) bool { return !h.split && c.rules.IsNatural(h.held()...) }

// IsNatural reports whether these cards, the first of a hand, are a natural.
func (r *Rules) IsNatural(cards ...Card) bool {
	if !r.Naturals() || len(cards) != 2 {
		return false
	}
	a, b := cards[0], cards[1]
	return a.Ace() && b.Value() == 10 || b.Ace() && a.Value() == 10
}

// Total returns the total of cards, and whether an ace or a joker counts more
// than 1 in it while it could count less.
func (a Aces) Total(cards ...Card) (total int, soft bool) {
	low, aces, jokers := 0, 0, 0 // low is the total with every ace and joker as 1
	for _, c := range cards {
		value := c.Value()
		low += value
		switch {
		case value > 1: // neither an ace nor a joker
		case c.Joker():
			jokers++
		default:
			aces++
		}
	}
	switch {
	case jokers > 0:
		return withJokers(low, aces, jokers)
	case aces == 0 || a == AcesOne:
		return low, false
	case a == AcesEleven:
		return low + 10*aces, false
	case a == AcesBest:
		aces = 1 // two aces at 11 would always exceed 21
	}
	if low+10*aces <= 21 {
		return low + 10*aces, true
	}
	return low, false
}

// withJokers returns the best total: a joker makes every total from 1 to 11
// more, and an ace one of 10 more.
func withJokers(low, aces, jokers int) (total int, soft bool) {
	if low >= 21 {
		return low, false
	}
	most := low + 10*jokers
	if aces > 0 {
		most += 10
	}
	return min(21, most), true
}
