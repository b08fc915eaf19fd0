package blackjack

// Total returns the total of the hand that is asked about, and whether it is soft.
func (c *Course) Total() (total int, soft bool) {
	h := c.asked()
	return int(h.total), h.soft
}

// Cards returns the cards of the hand that is asked about, in the order drawn.
// They are the course's own, and not to be changed.
func (c *Course) Cards() []Card { return c.asked().held() }

// Natural reports whether the hand that is asked about is a natural.
func (c *Course) Natural() bool { return c.natural(c.asked()) }

// Hands returns how many hands the seat has whose turn it is.
func (c *Course) Hands() int {
	if c.turn == House {
		return 1
	}
	return c.seat().nhands
}

// Upcard returns the card that the seat whose turn it is sees of its opponent,
// if it sees one. The house sees the first card of the first seat.
func (c *Course) Upcard() (card Card, seen bool) {
	if c.turn == House {
		h := &c.seats[0].hands[0]
		return h.cards[0], h.ncards > 0
	}
	if n := int(c.dealer.ncards); n == 0 || n == 1 && c.faceDown() == 0 {
		return 0, false
	}
	return c.upcard(), true
}

// Hole returns the dealer's card that lies face down, if one does.
func (c *Course) Hole() (card Card, hidden bool) {
	at := c.faceDown()
	if at < 0 {
		return 0, false
	}
	return c.dealer.cards[at], true
}
