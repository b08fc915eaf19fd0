package strategy

import (
	"strconv"

	"holecard/blackjack"
)

// node is a strategy of this package. Most of them are rules.
type node interface {
	Strategy
	// takes answers "another card?". It may change s for the time of the call.
	takes(s *Situation) (bool, error)
	needs() Needs
}

// rule is a strategy that only answers "another card?".
type rule struct {
	text  string
	loose looseness // of the text's outermost operator
	looks Needs
	asks  func(s *Situation) (bool, error)
}

// holds returns the rule that takes a card when something holds.
func holds(text string, looks Needs, when func(s *Situation) bool) *rule {
	return &rule{text: text, looks: looks,
		asks: func(s *Situation) (bool, error) { return when(s), nil }}
}

func (r *rule) takes(s *Situation) (bool, error) { return r.asks(s) }
func (r *rule) needs() Needs                     { return r.looks }
func (r *rule) String() string                   { return r.text }

// Decide hits where the rule takes a card, else stands, and declines insurance.
// Where no card can be taken it is not asked.
func (r *rule) Decide(s *Situation) (blackjack.Action, error) {
	if !s.Legal.Has(blackjack.Hit) {
		return Stand.In(s.Legal), nil
	}
	yes, err := r.asks(s)
	if err != nil || !yes {
		return Stand.In(s.Legal), err
	}
	return blackjack.Hit, nil
}

// another is the actions among which "another card?" is answered: no split, no
// surrender.
const another = blackjack.Actions(1<<blackjack.Hit | 1<<blackjack.Stand | 1<<blackjack.Double)

// takes asks any strategy whether it takes a card. A double is a card taken; a
// strategy that would split or surrender says what it does where it cannot.
func takes(a Strategy, s *Situation) (bool, error) {
	if n, ok := a.(node); ok {
		return n.takes(s)
	}
	if s.decided {
		return false, nil // it may ask a person
	}
	asked := *s
	asked.Legal &= another
	did, err := a.Decide(&asked)
	return did == blackjack.Hit || did == blackjack.Double, err
}

// MaxStop is the largest n of stopAt(n): below 22 is every hand that is not bust.
const MaxStop = 22

// StopAt takes a card if the best total is below n. stopAt(17) is the dealer's
// own strategy.
func StopAt(n int) Strategy {
	return holds("stopAt("+strconv.Itoa(n)+")", Needs{Total: true},
		func(s *Situation) bool { return s.Total < n })
}

// Stupid takes a card if the upcard is greater than 5. As in all conditions
// here an ace is 1 and a picture 10, so it stands against an ace.
func Stupid() Strategy {
	return holds("stupid", Needs{Upcard: true}, func(s *Situation) bool { return upcard(s) > 5 })
}

// Louis takes a card below 12 and none above 16; with 12 if the upcard is below
// 4, with 16 unless it is 10, with 13, 14 and 15 if it is above 6.
func Louis() Strategy {
	return holds("louis", Needs{Total: true, Upcard: true}, func(s *Situation) bool {
		switch up := upcard(s); {
		case s.Total < 12:
			return true
		case s.Total > 16:
			return false
		case s.Total == 12:
			return up < 4
		case s.Total == 16:
			return up != 10
		default:
			return up > 6
		}
	})
}

// DealerSensitive takes a card below 17 if the upcard is an ace or 7 to 10, a
// picture being 10; below 12 if it is 2 to 6.
func DealerSensitive() Strategy {
	return holds("dealerSensitive", Needs{Total: true, Upcard: true}, func(s *Situation) bool {
		up := upcard(s)
		return s.Total < 12 && up != 0 || s.Total < 17 && (up == 1 || up >= 7)
	})
}

// Valentine stops at 17, but at 19 while it holds a heart.
func Valentine() Strategy {
	looks := Needs{Total: true}.And(needsSuit(blackjack.Hearts))
	return holds("valentine", looks, func(s *Situation) bool {
		return s.Total < 17 || s.Total < 19 && has(s.Cards, blackjack.Hearts)
	})
}

// upcard is the upcard as conditions count it: 1 for an ace or a joker, 10 for
// pictures, 0 where there is none to see.
func upcard(s *Situation) int {
	if !s.Seen {
		return 0
	}
	return s.Upcard.Value()
}
