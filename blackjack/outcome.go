package blackjack

// Outcome is what became of a hand.
type Outcome uint8

// The outcomes.
const (
	Undecided   Outcome = iota
	Won                 // higher than the dealer, or the dealer bust: 1:1
	WonNatural          // a natural that the dealer did not match
	WonEven             // a natural that took even money: 1:1
	Pushed              // stake returned
	Lost                // lower than the dealer, or against a natural
	Busted              // over 21, whatever the dealer has, or not both where that is a tie
	Surrendered         // half the stake returned

	outcomes = iota
)

// Score is what counts of a hand when it is compared with another: its total up to 21, or one
// of the scores below.
type Score uint8

// The scores of hands without a total up to 21.
const (
	Over21       Score = 22
	NaturalScore Score = 23
)

func (c *Course) score(h *hand) Score {
	if c.natural(h) {
		return NaturalScore
	}
	return min(Score(h.total), Over21)
}

// outcome returns what became of a hand: some end by themselves, and the others are compared
// with the dealer's once the round is over.
func (c *Course) outcome(h *hand) Outcome {
	switch {
	case h.end == busted && (c.phase != Over || !c.waits(h)):
		return Busted
	case h.end == surrendered:
		return Surrendered
	case h.end == tookEvenMoney:
		return WonEven
	case c.phase != Over:
		return Undecided
	case c.emptied:
		return Won
	}
	return c.rules.Outcome(c.score(h), c.score(&c.dealer))
}

// Outcome compares a hand with the dealer's, once the dealer has played.
func (r *Rules) Outcome(mine, dealers Score) Outcome {
	switch {
	case mine == Over21 && dealers == Over21 && r.BothBustTie:
		return Pushed
	case mine == Over21:
		return Busted
	case mine == NaturalScore && dealers == NaturalScore:
		return Pushed
	case mine == NaturalScore:
		return WonNatural
	case dealers == NaturalScore:
		return Lost
	case dealers == Over21:
		return Won
	case dealers == 21 && r.DealerWins21:
		return Lost
	case mine > dealers:
		return Won
	case mine == dealers && !r.TieLoses:
		return Pushed
	}
	return Lost
}

// Rounds reports whether what a stake on a hand of this outcome brings is rounded down: the house
// keeps the odd chip.
func (r *Rules) Rounds(o Outcome, stake Chips) bool {
	switch o {
	case WonNatural:
		return stake*r.NaturalPays.Win%max(r.NaturalPays.Per, 1) != 0
	case Surrendered:
		return stake*half.Win%half.Per != 0
	}
	return false
}

// Pays returns what a stake on a hand of this outcome wins and what it loses.
// Hearts reports a heart in the hand.
func (r *Rules) Pays(o Outcome, stake Chips, hearts bool) (won, lost Chips) {
	switch o {
	case Won:
		if r.HeartsDouble && hearts {
			return 2 * stake, 0
		}
		return stake, 0
	case WonNatural:
		return r.NaturalPays.Of(stake), 0
	case WonEven:
		return stake, 0
	case Surrendered:
		return 0, stake - half.Of(stake)
	case Lost, Busted:
		return 0, stake
	}
	return 0, 0
}
