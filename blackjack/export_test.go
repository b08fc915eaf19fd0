package blackjack

import "slices"

// Same reports whether two rounds are the same in every field.
func Same(a, b Round) bool {
	return a.course == b.course && a.next == b.next && a.dealt == b.dealt &&
		a.shoe.first == b.shoe.first && slices.Equal(a.shoe.cards, b.shoe.cards)
}

// Purse returns what a seat could still add.
func (r *Round) Purse(who Seat) Chips { return r.course.seats[who].purse }

// Seats returns the number of seats.
func (r *Round) Seats() int { return r.course.nseats }

// Log returns what was done.
func (r *Round) Log() []Action { return r.Actions() }

// MaxLog bounds the actions of a round.
const MaxLog = maxLog

// Acted returns how many actions the log of a course has.
func (c *Course) Acted() int { return c.nlog }

// FirstCard returns the first card of the hand in turn while seats play or the house decides.
func (c *Course) FirstCard() Card { return c.asked().cards[0] }

// ParseAction returns the action with a name, which [Action.String] gives.
func ParseAction(name string) (Action, bool) {
	i := slices.Index(actionNames[:], name)
	return Action(max(0, i)), i >= 0
}
