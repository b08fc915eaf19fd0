package blackjack

// askHouse asks the house until it stands or is over 21.
func (r *Round) askHouse() {
	if r.bank().end == playing && r.bank().total() <= 21 {
		r.may = r.legal(0)
	} else {
		r.phase = Over
	}
}

// peek looks for a dealer's natural, which ends the round before anyone plays.
func (r *Round) peek() bool {
	if r.bank().end == hasNatural {
		r.phase = Over
	}
	return r.phase == Over
}

func (r *Round) upcard() Card { return r.bank().cards[r.plan.upcard&1] }

// natural reports an ace and a ten-value as the first two cards of a hand, where
// the rules make something of it.
func (r *Round) natural(h *hand) bool { return h.tally&naturalMask == r.plan.special }

// dealerPlays draws the dealer's cards, as long as a hand stands against them,
// or leaves that to the house.
func (r *Round) dealerPlays() error {
	r.phase = Over
	switch {
	case r.waits&forAll != 0 && r.rules.HouseDecides:
		r.phase, r.at = Deciding, bankPlace
		r.may = r.legal(0)
	case r.waits&forAll != 0:
		return r.dealerDraws()
	case r.waits&forOne != 0 && r.bank().len() == 1 && r.upcard().makesNatural():
		err := r.draw(r.bank())
		r.findNatural()
		return err
	}
	return nil
}

// findNatural marks a dealer's natural, which the draw completes where there is no
// hole card.
func (r *Round) findNatural() { r.bank().end = ending(one(r.natural(r.bank()))) }

func (r *Round) dealerDraws() error {
	h := r.bank()
	for r.plan.stands[h.sum>>sumBits&1]>>(h.sum&(softBit-1))&1 == 0 {
		if err := r.draw(h); err != nil {
			return err
		}
	}
	r.findNatural()
	return nil
}
