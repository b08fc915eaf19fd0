// Package strategy holds players that decide by rule: from "stop at 17" to the
// published basic strategy, and whatever people write as an expression.
//
//	"total < 12 || both(stopAt(19), ask)"
//	      │ Parse: scan (what it may cost) ─▶ grammar ─▶ bind (kinds, names, the table)
//	      ▼
//	  Strategy ── Decide(Situation) ─▶ an action      String ─▶ the expression again
//	      │ Compile, where total, softness and upcard are all there is to it
//	      ▼
//	    Table ── Action(total, soft, ...) ─▶ an action, in a few nanoseconds
//
// Most strategies answer one question, "another card?". They hit or stand,
// decline insurance, and stand where a card cannot be taken. Such an answer is a
// condition, and so strategies and conditions stand for one another, as in
// "stopAt(17) && upcard > 6" and "both(soft, stopAt(19))". What combines
// strategies asks each of them that question; a [Chart], which does more, answers
// it so: a double is a card taken, and what it would split or surrender it plays
// by its total. Only watch and suit pass on all that a chart does.
//
// An upcard is 1 if it is an ace, 10 if a picture, at every table; a joker is
// like an ace, and 0 stands for none.
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
	Memory  *Memory           // of the shoe; nil where nobody keeps it
	Random  Random            // nil where there is no chance

	standing *Standing // where a bet is asked

	decided bool // the answer changes nothing: it is asked for those who watch, and no person is
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
