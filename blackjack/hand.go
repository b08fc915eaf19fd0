package blackjack

// maxCards is the most cards a hand can have: 21 aces and one card more.
const maxCards = 22

// hand is one set of cards with the stake on it, counted as cards arrive.
type hand struct {
	stake  Chips
	cards  [maxCards]Card
	n      uint8
	low    uint8 // the total with every ace and joker as 1
	aces   uint8
	jokers uint8
	hearts uint8
	end    ending

	doubled bool
	split   bool // came of a split: 21 on two cards is no natural
}

// ending is how a hand came to take no more cards.
type ending uint8

const (
	playing ending = iota
	stood
	busted
	surrendered
	tookEvenMoney
)

// clear takes the cards away, and what became of the hand.
func (h *hand) clear() {
	h.n, h.low, h.aces, h.jokers, h.hearts = 0, 0, 0, 0, 0
	h.end, h.doubled, h.split = playing, false, false
}

func (h *hand) add(c Card) {
	h.cards[h.n] = c
	h.n++
	h.low += values[c]
	switch {
	case c.Ace():
		h.aces++
	case c.Joker():
		h.jokers++
	}
	if c.Suit() == Hearts {
		h.hearts++
	}
}

// total returns the total of the hand, and whether an ace or a joker counts
// more than 1 in it while it could count less.
func (h *hand) total(a Aces) (total int, soft bool) {
	if h.jokers > 0 {
		return h.withJokers()
	}
	if h.aces == 0 {
		return int(h.low), false
	}
	return a.total(int(h.low), int(h.aces))
}

// total returns what aces and other cards make, low being the total with every
// ace as 1.
func (a Aces) total(low, aces int) (total int, soft bool) {
	switch a {
	case AcesBest:
		if low <= 11 { // two aces at 11 would always exceed 21
			return low + 10, true
		}
	case AcesSame:
		if low+10*aces <= 21 {
			return low + 10*aces, true
		}
	case AcesEleven:
		return low + 10*aces, false
	}
	return low, false
}

// withJokers returns the best total: a joker makes every total from 1 to 11
// more, and an ace one of 10 more.
func (h *hand) withJokers() (total int, soft bool) {
	least := int(h.low)
	if least >= 21 {
		return least, false
	}
	most := least + 10*int(h.jokers)
	if h.aces > 0 {
		most += 10
	}
	return min(21, most), true
}

// natural reports an ace and a ten-value as the first two cards.
func (h *hand) natural() bool {
	return h.n == 2 && h.aces == 1 && h.low == 11 && !h.split
}

// pair reports two cards of the same value.
func (h *hand) pair() bool {
	return h.n == 2 && values[h.cards[0]] == values[h.cards[1]] && h.jokers == 0
}

// Total returns the total of cards, and whether an ace or a joker counts more
// than 1 in it while it could count less.
func (a Aces) Total(cards ...Card) (total int, soft bool) {
	var h hand
	for _, c := range cards[:min(len(cards), maxCards)] {
		h.add(c)
	}
	return h.total(a)
}
