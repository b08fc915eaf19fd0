package blackjack

// order says whose hand each card is that is dealt before anyone plays: a
// seat's, or the dealer's.
type order [1 + 2*(MaxSeats+1)]uint8

// dealers stands for the dealer in an order.
const dealers = MaxSeats

// order returns the order of the deal to so many seats, and its length.
func (r *Rules) order(seats int) (o order, n int) {
	deal := func(who, cards int) {
		for range cards {
			o[n] = uint8(who)
			n++
		}
	}
	if r.BankShows {
		deal(dealers, 1)
	}
	each, times := 1, dealt[r.Start]
	left := times // for the dealer
	if r.HoleCard == NoHoleCard {
		left = min(left, 1)
	}
	if r.SeatBySeat {
		each, times = times, 1
	}
	for range times {
		for i := range seats {
			deal(i, each)
		}
		deal(dealers, min(each, left))
		left -= min(each, left)
	}
	return o, n
}

// dealt is how many cards each seat is dealt.
var dealt = [...]int{TwoEach: 2, OneEach: 1, Nothing: 0}
