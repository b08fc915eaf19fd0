package blackjack

// upcard returns the dealer's card that lies face up from the start.
func (c *Course) upcard() Card {
	if c.rules.LastUp {
		return c.dealer.cards[1]
	}
	return c.dealer.cards[0]
}

// hole returns which of the dealer's first two cards lies face down: the second, or the first
// where the later is the upcard. Nobody else gets one.
func (r *Rules) hole() int {
	if r.LastUp {
		return 0
	}
	return 1
}

// faceDown returns which card of the dealer's lies face down, -1 for none and from the dealer's
// turn on.
func (c *Course) faceDown() int {
	if at := c.rules.hole(); c.phase < Deciding && int(c.dealer.ncards) > at {
		return at
	}
	return -1
}

// dealersTurn begins the dealer's turn, after those of all seats.
func (c *Course) dealersTurn() Phase {
	if c.rules.HouseDecides && c.awaited() {
		c.turn, c.hand = House, 0
		return Deciding
	}
	return Drawing
}

// decide asks the house until it stands or is over 21.
func (c *Course) decide() Want {
	switch {
	case c.owed:
		return WantsCard
	case c.dealer.end == open:
		return WantsAction
	}
	return WantsNothing
}

// draw wants the dealer's cards: all that the table's rule says where somebody waits for the
// dealer's total, and only the second where it could complete a natural and nothing else counts.
func (c *Course) draw() Want {
	h := &c.dealer
	switch {
	case c.awaited():
		if c.rules.DealerDraws(int(h.total), h.soft) {
			return WantsCard
		}
	case c.naturalAwaited():
		if h.ncards == 1 && c.upcard().makesNatural() {
			return WantsCard
		}
	}
	return WantsNothing
}

// waits reports whether what becomes of a hand goes by the dealer's total.
func (c *Course) waits(h *hand) bool {
	return h.end == stood || h.end == busted && c.rules.BothBustTie
}

// awaited reports whether a hand waits for the dealer's total, or a side bet is on it.
func (c *Course) awaited() bool {
	for i := range c.nseats {
		s := &c.seats[i]
		if s.sides[DealerBust] > 0 {
			return true
		}
		for j := range s.nhands {
			if c.waits(&s.hands[j]) {
				return true
			}
		}
	}
	return false
}

// DealerDraws reports whether the dealer takes a card by the table's rule.
func (r *Rules) DealerDraws(total int, soft bool) bool {
	return total < r.DealerStands || r.DealerHitsSoft17 && total == 17 && soft
}
