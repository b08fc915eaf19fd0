package strategy

import "holecard/blackjack"

// node is a strategy of this package. Most of them answer one question.
type node interface {
	Strategy
	// takes answers "another card?". It may change s for the time of the call.
	takes(s *Situation) (bool, error)
	needs() Needs
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

// decide is Decide of the strategies that only answer "another card?": they hit
// where they take one, else stand, and decline insurance. Where nothing can be
// taken the question is not put.
func decide(n node, s *Situation) (blackjack.Action, error) {
	if !s.Legal.Has(blackjack.Hit) {
		return Stand.In(s.Legal), nil
	}
	yes, err := n.takes(s)
	if err != nil || !yes {
		return Stand.In(s.Legal), err
	}
	return blackjack.Hit, nil
}
