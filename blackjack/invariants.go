package blackjack

import (
	"fmt"
	"slices"
)

// Check returns an error that wraps [ErrInvariant] where the round contradicts itself. Each step
// is checked before and after, so that a fault of this program stops a round instead of
// settling it.
func (r *Round) Check() error {
	if err := r.checkCards(); err != nil {
		return err
	}
	c := &r.course
	if err := c.checkTurn(); err != nil {
		return err
	}
	for i := range c.nseats {
		s := &c.seats[i]
		if err := s.checkChips(); err != nil {
			return err
		}
		for j := range s.nhands {
			if err := c.checkHand(&s.hands[j]); err != nil {
				return err
			}
			if h := &s.hands[j]; (h.end == busted) != (h.total > 21) {
				return broken("%v is %d, and has ended as %d", slices.Clone(h.held()), h.total,
					h.end)
			}
		}
	}
	return c.checkHand(&c.dealer)
}

func broken(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvariant, fmt.Sprintf(format, args...))
}

// checkCards checks that each card that has left the shoe is in one hand.
func (r *Round) checkCards() error {
	if r.next < 0 || r.next > r.shoe.Len() {
		return broken("%d cards dealt of %d", r.next, r.shoe.Len())
	}
	var missing [maxCard]int16
	for _, card := range r.shoe.cards[:r.next] {
		missing[card]++
	}
	c := &r.course
	c.dealer.takeFrom(&missing)
	for i := range c.nseats {
		s := &c.seats[i]
		for j := range s.nhands {
			s.hands[j].takeFrom(&missing)
		}
	}
	if missing != [maxCard]int16{} {
		for card, n := range missing {
			if n != 0 {
				return broken("%v is dealt %d times more than held", Card(card), n)
			}
		}
	}
	return nil
}

func (h *hand) takeFrom(cards *[maxCard]int16) {
	for _, card := range h.held() {
		cards[card]--
	}
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
