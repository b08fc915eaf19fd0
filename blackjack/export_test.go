package blackjack

import "slices"

// Same reports whether two rounds are the same in every field.
func Same(a, b Round) bool {
	shoes := slices.Equal(a.shoe.cards, b.shoe.cards) && a.shoe.first == b.shoe.first
	a.shoe, b.shoe = Shoe{}, Shoe{}
	return shoes && slices.Equal(a.sides, b.sides) && equal(a, b)
}

// equal compares rounds whose slices are compared apart.
func equal(a, b Round) bool {
	return a.rules == b.rules && a.next == b.next && a.emptied == b.emptied && a.phase == b.phase &&
		a.at == b.at && a.may == b.may &&
		a.nseats == b.nseats && a.seats == b.seats && a.hands == b.hands && a.nlog == b.nlog &&
		a.log == b.log
}

// Purse returns what a seat could still add.
func (r Round) Purse(who Seat) Chips { return r.seats[who].purse }

// Seats returns the number of seats.
func (r Round) Seats() int { return r.nseats }

// Log returns what was done.
func (r Round) Log() []Action { return r.log[:r.nlog] }
