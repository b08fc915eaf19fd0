package blackjack

import "slices"

// Same reports whether two rounds are the same in every field.
func Same(a, b Round) bool {
	shoes := slices.Equal(a.shoe.cards, b.shoe.cards)
	a.shoe, b.shoe = Shoe{}, Shoe{}
	return shoes && equal(a, b)
}

// equal compares rounds whose shoes have been taken away: only they hold a slice.
func equal(a, b Round) bool {
	return a.rules == b.rules && a.next == b.next && a.phase == b.phase && a.turn == b.turn &&
		a.nseats == b.nseats && a.seats == b.seats && a.dealer == b.dealer && a.nlog == b.nlog && a.log == b.log
}
