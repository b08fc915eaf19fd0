package blackjack

// Once hands have been split a round falls into parts that know nothing of one another: each hand
// is played against the upcard alone, and the dealer draws as long as one of them stands.

// HandState is [Course.State] as far as the play of one hand of a split depends on it: without the
// other hands, and with no more of the dealer than the upcard.
func (c *Course) HandState() State {
	s := c.State()
	return State{phase: s.phase, owed: s.owed, nhands: s.nhands,
		hands: [MaxSplitHands]handState{s.hands[s.hand]}, up: s.up}
}

// DealerState is [Course.State] as far as the dealer's cards after those of the hands depend on it:
// of the hands only whether one of them waits.
func (c *Course) DealerState() State {
	s := c.State()
	if c.phase == Over {
		return State{phase: Over, insured: s.insured,
			dealer: handState{total: uint8(c.score(&c.dealer))}}
	}
	alone := State{phase: s.phase, insured: s.insured, dealer: s.dealer, up: s.up}
	if c.awaited() {
		alone.hands[0].end = stood
	}
	return alone
}

// EndState is all that counts of a hand that has ended.
func (c *Course) EndState(hand int) State {
	return State{hands: [MaxSplitHands]handState{c.State().hands[hand]}}
}

// Progress returns how many hands of the first seat have been played, and how many it has.
func (c *Course) Progress() (played, hands int) {
	if hands = c.seats[0].nhands; c.phase == Playing {
		return c.hand, hands
	}
	return hands, hands
}

// Against returns a course that is over like this one, but in which the first seat has one hand
// alone: that of another course.
func (c *Course) Against(other *Course, hand int) Course {
	alone := *c
	alone.seats[0] = seat{bet: other.seats[0].bet, nhands: 1}
	alone.seats[0].hands[0] = other.seats[0].hands[hand]
	return alone
}

// Stands reports whether a hand of the first seat waits for the dealer.
func (c *Course) Stands(hand int) bool { return c.waits(&c.seats[0].hands[hand]) }

// Insured returns what the first seat's insurance wins less what it loses, once the round is over.
func (c *Course) Insured() Chips {
	won, lost := c.insured(0)
	return won - lost
}
