package strategy

import "holecard/blackjack"

// Standing is what a strategy may see when it is asked for the bet of the next
// round.
type Standing struct {
	Bankroll blackjack.Chips // what the player has
	First    blackjack.Chips // what the player began with
	Goal     blackjack.Chips // with which the player leaves; 0 for none
	Unit     blackjack.Chips // a bet of 1: the table's minimum unless the player says another
	Min, Max blackjack.Chips // the table's limits

	LastBet blackjack.Chips // the bet of the round before; 0 before the first
	Last    blackjack.Chips // what that round brought: below 0 for a loss, 0 for a push

	Memory *Memory // of the shoe; nil where nobody keeps it
	Random Random  // nil where there is no chance

	asked Situation // in which the conditions of bets are looked at
}

// Bettor is a strategy that also decides how much to bet. [NeedsOf] tells
// whether a strategy that could be one is: one of this package may say nothing
// of bets.
type Bettor interface {
	Strategy
	// Bet returns how many chips to bet, as a number that need not be whole nor
	// within the limits of the table: [Stake] makes it so.
	Bet(s *Standing) float64
}

// Stake returns what a strategy bets: what it says, and a unit where it says
// nothing. A bet is rounded down to whole chips, then raised to the table's minimum
// or lowered to its maximum, and never more than the bankroll. It is 0 where the
// bankroll is below the minimum: the player is ruined.
func Stake(a Strategy, s *Standing) blackjack.Chips {
	wanted := float64(s.Unit)
	if b, ok := a.(Bettor); ok && NeedsOf(a).Bets {
		wanted = b.Bet(s)
	}
	most := min(s.Max, s.Bankroll)
	switch {
	case most < s.Min:
		return 0
	case wanted >= float64(most):
		return most
	case wanted >= float64(s.Min):
		return blackjack.Chips(wanted)
	}
	return s.Min // also for what is not a number
}
