package blackjack

// insure asks each seat for insurance that has more than one answer.
func (c *Course) insure() Want {
	for ; int(c.turn) < c.nseats; c.turn++ {
		if c.ask() {
			return WantsAction
		}
	}
	return WantsNothing
}

// legalInsurance is legal for a seat that is offered insurance.
func (c *Course) legalInsurance(purse Chips) Actions {
	h := c.asked()
	set := c.rules.InsuranceActions(c.natural(h))
	if cost := half.Of(c.seat().bet); cost == 0 || cost > purse {
		set = set.Without(Insure)
	}
	return set
}

// Insures reports whether insurance is offered against an upcard.
func (r *Rules) Insures(up Card) bool { return r.Insurance && up.Ace() }

// InsuranceActions returns what a seat may do that is offered insurance and has
// the chips for it.
func (r *Rules) InsuranceActions(natural bool) Actions {
	if natural && r.EvenMoney {
		return ActionsOf(Decline, EvenMoney)
	}
	return ActionsOf(Decline, Insure)
}

// peek lets the dealer look for a natural, which ends the round before anyone plays.
func (c *Course) peek() Phase {
	if c.natural(&c.dealer) {
		return Over
	}
	c.turn = 0
	return Playing
}

// naturalAwaited reports whether a natural of the dealer matters to somebody: to a natural,
// which it would tie, or to an insurance, which it would pay.
func (c *Course) naturalAwaited() bool {
	for i := range c.nseats {
		s := &c.seats[i]
		if s.insurance > 0 || s.hands[0].end == open && c.natural(&s.hands[0]) {
			return true
		}
	}
	return false
}

// insured returns what the insurance of a seat wins and what it loses.
func (c *Course) insured(who Seat) (won, lost Chips) {
	insurance := c.seats[who].insurance
	if c.natural(&c.dealer) {
		return insurancePays.Of(insurance), 0
	}
	return 0, insurance
}

// insurancePays is the usual payment on insurance.
var insurancePays = Ratio{2, 1}
