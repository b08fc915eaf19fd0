package strategy

import (
	"fmt"

	"holecard/blackjack"
)

// Asker asks a person what to do and returns one of the legal actions. Where
// the question is only whether to take another card, those are hit and stand.
// Its error ends the decision and comes out of Decide as it is: a program that
// cannot wait for the answer returns one, and decides again once it has it.
// The situation is only lent.
type Asker func(s *Situation) (blackjack.Action, error)

// Ask does what the person says.
func Ask(person Asker) Strategy { return ask{person} }

type ask struct{ person Asker }

func (a ask) Decide(s *Situation) (blackjack.Action, error) { return a.person(s) }
func (a ask) String() string                                { return "ask" }
func (a ask) needs() Needs                                  { return everything() }

func (a ask) takes(s *Situation) (bool, error) {
	if s.decided {
		return false, nil
	}
	legal := s.Legal
	if s.Legal &= blackjack.ActionsOf(blackjack.Hit, blackjack.Stand); s.Legal == 0 {
		s.Legal = legal // insurance: whether it is taken
	}
	did, err := a.person(s)
	s.Legal = legal
	yes := did == blackjack.Hit || did == blackjack.Insure || did == blackjack.EvenMoney
	return yes, err
}

// Watcher is told what a strategy saw and what it did. The situation is only
// lent.
type Watcher func(s *Situation, a Strategy, did blackjack.Action)

// Watch plays as a, and tells the watcher of each decision. Inside another
// strategy it hears the questions that reach it: hit or stand. A question
// that [Both] or [Majority] puts only so that it is heard is not put to a person.
func Watch(a Strategy, tell Watcher) Strategy { return &watch{a, tell} }

type watch struct {
	a    Strategy
	tell Watcher // nil where nobody watches
}

func (w *watch) Decide(s *Situation) (blackjack.Action, error) {
	did, err := w.a.Decide(s)
	if err == nil && w.tell != nil {
		w.tell(s, w.a, did)
	}
	return did, err
}

func (w *watch) takes(s *Situation) (bool, error) {
	yes, err := takes(w.a, s)
	unheard := s.decided && NeedsOf(w.a).Asks
	if err == nil && w.tell != nil && !unheard {
		did := blackjack.Stand
		if yes {
			did = blackjack.Hit
		}
		w.tell(s, w.a, did)
	}
	return yes, err
}

func (w *watch) String() string { return fmt.Sprintf("watch(%v)", w.a) }

func (w *watch) needs() Needs {
	return Needs{Watches: w.tell != nil}.And(NeedsOf(w.a))
}
