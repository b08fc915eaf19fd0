package blackjack

// maxCards is the most cards a hand can have: 21 aces and one card more.
const maxCards = 22

// hand is one set of cards with the stake on it, counted as cards arrive.
type hand struct {
	stake Chips
	tally tally
	total uint8 // by the table's way to count aces
	soft  bool  // an ace or a joker counts more than 1, and could count less
	end   ending

	doubled bool
	split   bool // came of a split: 21 on two cards is no natural
	cards   [1 << cardBits]Card
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
	h.tally, h.total, h.soft = 0, 0, false
	h.end, h.doubled, h.split = playing, false, false
}

func (h *hand) add(c Card, a Aces) {
	h.cards[h.len()] = c
	h.tally += tallies[c]
	h.total, h.soft = a.count(h.tally)
}

// len returns the number of cards.
func (h *hand) len() int { return int(h.tally >> cardShift & (1<<cardBits - 1)) }

// hearts reports whether there is a heart in the hand.
func (h *hand) hearts() bool { return h.tally&heartMask != 0 }

// natural reports an ace and a ten-value as the first two cards.
func (h *hand) natural() bool { return h.tally&naturalMask == natural && !h.split }

// pair reports two cards of the same value.
func (h *hand) pair() bool {
	return h.len() == 2 && values[h.cards[0]] == values[h.cards[1]] && h.tally&jokerMask == 0
}
