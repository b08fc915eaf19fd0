package blackjack

import (
	"fmt"
	"slices"
)

// check returns an error that wraps [ErrBroken] where the round contradicts itself. Each step
// is checked before and after, so that a fault of this program stops a round instead of
// settling it.
func (r *Round) check() error {
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
				return broken("%v is %d, and has ended as %d", slices.Clone(h.held()), h.total, h.end)
			}
		}
	}
	return c.checkHand(&c.dealer)
}

func broken(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrBroken, fmt.Sprintf(format, args...))
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
		return broken("%v is %d, soft %t, and counted as %d, soft %t", slices.Clone(h.held()), total, soft,
			h.total, h.soft)
	}
	return nil
}

// checkChips checks what a seat has on the table: as many stakes as hands, insurance of
// nothing or of half of one, and a purse that is not overdrawn.
func (s *seat) checkChips() error {
	switch {
	case s.nhands < 1 || s.nhands > MaxSplitHands:
		return broken("%d hands", s.nhands)
	case s.bet < 1 || s.purse < 0:
		return broken("a stake of %d and a purse of %d", s.bet, s.purse)
	case s.insurance != 0 && s.insurance != half.Of(s.bet):
		return broken("insurance of %d for a stake of %d", s.insurance, s.bet)
	}
	return nil
}

// checkTurn checks that the phase, the turn and what is wanted agree: between steps the round
// is over, or somebody who has something to decide is asked what the rules allow.
func (c *Course) checkTurn() error {
	switch {
	case c.phase == Over:
		if c.wants != WantsNothing || c.may != 0 {
			return broken("it is over, and wants %d and %v", c.wants, c.may)
		}
		return nil
	case c.wants != WantsAction || c.may.Empty() || c.owed:
		return broken("in phase %d it wants %d and %v", c.phase, c.wants, c.may)
	case c.phase == Deciding && c.turn == House:
		return c.checkMay(0)
	case (c.phase == Insuring || c.phase == Playing) && c.turn >= 0 && int(c.turn) < c.nseats &&
		c.hand >= 0 && c.hand < c.seat().nhands && c.asked().end == open:
		return c.checkMay(c.seat().purse)
	}
	return broken("in phase %d seat %d is asked about hand %d", c.phase, c.turn, c.hand)
}

func (c *Course) checkMay(purse Chips) error {
	if c.may != c.legal(purse) {
		return broken("%v may be done, and the rules say %v", c.may, c.legal(purse))
	}
	return nil
}

// account is what a seat has in its purse and on its hands.
type account struct{ purse, staked Chips }

func (c *Course) accounts() (list [MaxSeats]account) {
	for i := range c.nseats {
		s := &c.seats[i]
		list[i] = account{s.purse, s.staked()}
	}
	return list
}

// checkPaid checks that what left each purse since before is on the hands of its seat.
func (c *Course) checkPaid(before [MaxSeats]account) error {
	for i, now := range c.accounts() {
		if paid := before[i].purse - now.purse; now.staked-before[i].staked != paid {
			return broken("seat %d has paid %d, and its stakes are %d after %d", i, paid,
				now.staked, before[i].staked)
		}
	}
	return nil
}
