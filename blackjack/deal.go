package blackjack

// dealt returns how many cards are dealt before anyone plays: to each seat, and to the dealer.
func (r *Rules) dealt() (each, dealers int) {
	each = r.Start.Cards()
	switch {
	case r.BankShows:
		return each, 1
	case r.HoleCard == NoHoleCard:
		return each, min(each, 1)
	}
	return each, each
}

// deal wants a card until everyone has the first cards.
func (c *Course) deal() Want {
	if c.nextDealt() == nil {
		return WantsNothing
	}
	return WantsCard
}

// nextDealt returns the hand that the next of the first cards is for, nil once all are dealt.
// The cards go around the table, from the first seat to the dealer: one to each, and then a
// second one, or both at once where the table deals seat by seat.
func (c *Course) nextDealt() *hand {
	each, dealers := c.rules.dealt()
	atOnce := 1
	if c.rules.SeatBySeat {
		atOnce = 2
	}
	for cards := atOnce; cards <= 2; cards += atOnce {
		for i := range c.nseats {
			if h := &c.seats[i].hands[0]; int(h.ncards) < min(cards, each) {
				return h
			}
		}
		if int(c.dealer.ncards) < min(cards, dealers) {
			return &c.dealer
		}
	}
	return nil
}

// DealtFaceDown returns which of the cards of a round, from 0, is dealt face down, -1 for none.
func (r Rules) DealtFaceDown(seats int) int {
	c := Course{rules: r, nseats: seats}
	for i := 0; ; i++ {
		h := c.nextDealt()
		switch {
		case h == nil:
			return -1
		case h == &c.dealer && int(h.ncards) == r.hole():
			return i
		}
		h.ncards++
	}
}

// Stacked returns the cards on top of a shoe that give the only seat of a round these
// cards, hits included, and the dealer an upcard and then a hole card. The dealer's are
// used as far as the table deals them.
func (r Rules) Stacked(hand []Card, upcard, hole Card) []Card {
	dealers := []Card{upcard, hole}
	if r.LastUp {
		dealers = []Card{hole, upcard}
	}
	var cards []Card
	c := Course{rules: r, nseats: 1}
	for c.begin(make([]Bet, 1)); c.phase == Dealing; c.Give(cards[len(cards)-1]) {
		from := &hand
		if c.nextDealt() == &c.dealer {
			from = &dealers
		}
		cards, *from = append(cards, (*from)[0]), (*from)[1:]
	}
	return append(cards, hand...)
}
