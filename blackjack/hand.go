package blackjack

// maxCards is the most cards a hand can have: 21 aces and one card more.
const maxCards = 22

// hand is one set of cards with the stake on it, counted as cards arrive.
type hand struct {
	stake Chips
	cards [maxCards]Card
	n     uint8
	hard  uint8 // the total with every ace as 1
	aces  uint8
	end   ending

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

func (h *hand) add(c Card) {
	v := values[c%ranks]
	h.cards[h.n] = c
	h.n++
	h.hard += v
	if v == 1 {
		h.aces++
	}
}

// total returns the best total: an ace counts 11 where that does not bust.
// Two aces at 11 always would.
func (h *hand) total() (total int, soft bool) {
	if h.aces > 0 && h.hard <= 11 {
		return int(h.hard) + 10, true
	}
	return int(h.hard), false
}

// natural reports an ace and a ten-value as the first two cards.
func (h *hand) natural() bool {
	return h.n == 2 && h.aces == 1 && h.hard == 11 && !h.split
}

// pair reports two cards of the same value.
func (h *hand) pair() bool {
	return h.n == 2 && h.cards[0].Value() == h.cards[1].Value()
}

// Total returns the best total of cards, and whether an ace counts 11 in it.
func Total(cards ...Card) (total int, soft bool) {
	for _, c := range cards {
		total += c.Value()
		soft = soft || c.Rank() == Ace
	}
	soft = soft && total <= 11
	if soft {
		total += 10
	}
	return total, soft
}
