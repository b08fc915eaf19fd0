package strategy

import "holecard/blackjack"

// Match is who plays a round: strategies by seat, nil or none for a person, and one for
// the house where it decides.
type Match struct {
	Seats []Strategy
	House Strategy

	Earlier []blackjack.Card // dealt before from the same shuffle, for those who remember
	Random  Random           // for those who draw lots; nil where nobody does
}

// show adds to what is seen in a round what a strategy looks at besides.
func (m Match) show(seen *Situation, a Strategy, r blackjack.Round) {
	seen.Random = m.Random
	if NeedsOf(a).Memory {
		memory := Remember(r, m.Earlier)
		seen.Memory = &memory
	}
}

// Of returns who plays a seat, nil for a person.
func (m Match) Of(who blackjack.Seat) Strategy {
	switch {
	case who == blackjack.House:
		return m.House
	case int(who) < len(m.Seats):
		return m.Seats[who]
	}
	return nil
}

// Play plays on until the round is over, it is a person's turn, or a decision or
// its action fails; then it returns the round as far as it came. Told, unless nil,
// hears of each action.
func (m Match) Play(
	r blackjack.Round,
	told func(seen *Situation, did blackjack.Action, before, after blackjack.Round),
) (blackjack.Round, error) {
	for r.Phase() != blackjack.Over {
		who := m.Of(r.Turn())
		if who == nil {
			return r, nil
		}
		seen := See(r)
		m.show(&seen, who, r)
		did, err := who.Decide(&seen)
		if err != nil {
			return r, err
		}
		next, err := r.Play(r.Turn(), did)
		if err != nil {
			return r, err
		}
		if told != nil {
			told(&seen, did, r, next)
		}
		r = next
	}
	return r, nil
}
