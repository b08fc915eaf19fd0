package blackjack

import (
	"fmt"
	"slices"
)

// Check returns an error that wraps [ErrInvariant] where the round contradicts itself. A fault of
// this program then stops the round instead of settling it. What is checked when:
//
//   - [Deal] checks the round that it returns
//   - [Round.Play] checks the round that it is given, and the one that it returns
//   - [Replay] does so at each action, and thereby [ReadRecord]: what storage holds is played
//     again, and never taken at its word
//
// Nothing but this package can change a round. [Round.Fund] and [Round.AskedOf] do between two
// steps, and the next one checks what they return. Every hand, card and chip of every seat is
// counted each time; nothing is taken over from the check before.
func (r *Round) Check() error {
	c := &r.course
	if err := c.checkTurn(); err != nil {
		return err
	}
	var held account
	for i := range c.seats[:c.nseats] {
		s := &c.seats[i]
		if err := s.checkChips(); err != nil {
			return err
		}
		for j := range s.hands[:s.nhands] {
			h := &s.hands[j]
			if err := c.checkHand(h); err != nil {
				return err
			}
			if (h.end == busted) != (h.total > 21) {
				return broken("%v is %d, and has ended as %d", slices.Clone(h.held()), h.total,
					h.end)
			}
			held.enter(h.held()...)
		}
	}
	if err := c.checkHand(&c.dealer); err != nil {
		return err
	}
	held.enter(c.dealer.held()...)
	return r.checkCards(held)
}

func broken(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvariant, fmt.Sprintf(format, args...))
}

// account says which cards there are, in whatever order. Each card that leaves the shoe is
// entered in the round's, which must say the same as one made from the hands.
type account struct {
	cards int
	sum   uint64 // of a number for each card: others come to the same by a chance of 2^-32
}

func (a *account) enter(cards ...Card) {
	var sum uint64
	for _, card := range cards {
		n := (uint64(card) + 1) * 0x9e3779b97f4a7c15
		sum += n ^ n>>32
	}
	a.cards += len(cards)
	a.sum += sum
}

// checkCards checks that each card that has left the shoe is in one hand: that these are held.
func (r *Round) checkCards(held account) error {
	if held != r.dealt || held.cards != r.next {
		return broken("%d cards dealt, %d of them entered, and %d held or others", r.next,
			r.dealt.cards, held.cards)
	}
	return nil
}

// checkHand checks that the total of a hand is that of its cards.
func (c *Course) checkHand(h *hand) error {
	if total, soft := c.rules.Aces.Total(h.held()...); int(h.total) != total || h.soft != soft {
		return broken("%v is %d, soft %t, and counted as %d, soft %t", slices.Clone(h.held()),
			total, soft, h.total, h.soft)
	}
	return nil
}

// checkChips checks that each chip that a seat could bring is in its purse or on its hands,
// and that it owes nothing.
func (s *seat) checkChips() error {
	switch {
	case s.nhands < 1 || s.nhands > MaxSplitHands:
		return broken("%d hands", s.nhands)
	case s.insurance != 0 && s.insurance != half.Of(s.bet):
		return broken("insurance of %d for a stake of %d", s.insurance, s.bet)
	case s.bet < 1 || s.purse < 0 || s.purse != s.funds-s.paid():
		return broken("%d staked, %d of it at first, and %d left of %d", s.staked(), s.bet,
			s.purse, s.funds)
	}
	return nil
}

// checkTurn checks that the phase, the turn and what is wanted agree: between steps the round
// is over, or a hand that has not ended is asked for an action.
func (c *Course) checkTurn() error {
	asked := c.wants == WantsAction && !c.owed
	switch c.phase {
	case Over:
		if c.wants == WantsNothing {
			return nil
		}
	case Deciding:
		if asked && c.turn == House && c.dealer.end == open {
			return nil
		}
	case Insuring, Playing:
		if asked && c.turn >= 0 && int(c.turn) < c.nseats && c.hand >= 0 &&
			c.hand < c.seat().nhands && (c.phase == Insuring || c.asked().end == open) {
			return nil // where aces count 11, two that are bust are insured
		}
	}
	return broken("in phase %d it wants %d of seat %d for hand %d, a card owed: %t", c.phase,
		c.wants, c.turn, c.hand, c.owed)
}
