// Package strategy holds players that decide by rule: from "stop at 17" to the
// published basic strategy, and whatever people write as an expression.
package strategy

import "holecard/blackjack"

// Situation is what a strategy may see of a round when it is asked.
type Situation struct {
	Rules   *blackjack.Rules
	Cards   []blackjack.Card // its own hand, in the order drawn; not to be kept or changed
	Total   int
	Soft    bool              // an ace (or joker) counts more than 1 and could count less
	Upcard  blackjack.Card    // the opponent's, when Seen
	Seen    bool              // there is an upcard to see
	Hands   int               // hands the seat has, 1 before any split
	Legal   blackjack.Actions // what may be done, never empty
	Natural bool              // the hand is a natural
}

// Strategy decides. It is a value: strategies compose, and asking one changes
// nothing in it.
type Strategy interface {
	// Decide returns one of the legal actions. The error is that of a person
	// who was asked and gave no answer; other strategies return none.
	Decide(s *Situation) (blackjack.Action, error)
	// String returns the expression that makes the strategy.
	String() string
}

// ShowsUpcard reports whether a card of the opponent is seen before play.
func ShowsUpcard(r *blackjack.Rules) bool { return r.Start != blackjack.Nothing || r.BankShows }
