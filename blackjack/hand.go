package blackjack

// hand is one set of cards with the stake on it, counted as cards arrive.
type hand struct {
	stake Chips
	tally tally
	sum   sum // of the tally, by the table's way to count aces
	end   ending

	doubled bool
	cards   [1 << cardBits]Card
}

// ending is how a hand came to take no more cards.
type ending uint8

const (
	playing    ending = iota
	hasNatural        // which is 1, as a bit says
	stood
	busted
	surrendered
	tookEvenMoney
)

// add adds a card. The hand is to be counted again after it.
func (h *hand) add(c Card) {
	t := h.tally
	h.cards[t.cards()] = c
	h.tally = t + tallies[c]
}

func (h *hand) count(a Aces) { h.sum = a.count(h.tally) }

func (h *hand) total() int { return h.sum.total() }

// soft reports whether an ace or a joker counts more than 1 in the total, and
// could count less.
func (h *hand) soft() bool { return h.sum.soft() }

func (h *hand) len() int { return int(h.tally.cards()) }

func (h *hand) hearts() bool { return h.tally&heartMask != 0 }

// split reports whether the hand is of a split: 21 on two cards is not a natural.
func (h *hand) split() bool { return h.tally&splitMask != 0 }
