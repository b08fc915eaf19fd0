package blackjack

import "slices"

// NextShoe returns the shoe of the next round at a table where left is what the
// round before left of its shoe, nil before the first. shuffle returns the full
// shoe, newly shuffled; it is called as often as the rules need one, and twice
// at most. Again reports that the shoe was shuffled although there was one before.
//
// A table that is fresh shuffles for each round. Elsewhere the shoe goes on: it
// is shuffled before the round when it is low. Behind what so many seats could empty
// lies a second shuffle, from which the round goes on; or none, where such a round is
// the players'.
func (r Rules) NextShoe(
	seats int, left []Card, shuffle func() ([]Card, error),
) (shoe Shoe, again bool, err error) {
	low := r.Low(left)
	again = low && left != nil && !r.Fresh
	if low {
		if left, err = shuffle(); err != nil {
			return Shoe{}, false, err
		}
	}
	var next []Card
	if !r.EmptyWins && (!r.Fresh || r.Scarce(seats)) {
		if next, err = shuffle(); err != nil {
			return Shoe{}, false, err
		}
	}
	shoe, err = NewShoeThen(left, next)
	return shoe, again, err
}

// Scarce reports whether the hands of so many seats, and the dealer's, may take more
// cards than a full shoe has. A hand ends at 31 or below, and the cards of a shoe count
// more than 5 on average, the ace as 1.
func (r *Rules) Scarce(seats int) bool {
	return !r.Endless() && 31*(seats*r.MaxHands+1) > 5*r.Cards()
}

// Low reports whether the shoe is shuffled before a round when this is left of
// it: nil for none yet.
func (r *Rules) Low(left []Card) bool {
	return left == nil || r.Fresh || len(left) < r.ReshuffleBelow || r.EmptyWins && len(left) == 0
}

// Dealt returns the cards that the round has dealt, in their order: those of
// the shuffle it began with, and those of the one behind it.
func (r *Round) Dealt() (first, behind []Card) {
	end := min(r.next, r.shoe.first)
	return slices.Clone(r.shoe.cards[:end]), slices.Clone(r.shoe.cards[end:r.next])
}

// Began returns how many cards were left of the shuffle that the round began
// with, before it dealt any.
func (r *Round) Began() int { return r.shoe.first }

// Rest returns what the round leaves of its shoe for the next: the cards not
// dealt of the shuffle that it has come to. It is empty, not nil, when that is
// used up.
func (r *Round) Rest() []Card {
	end := r.shoe.first
	if r.next > end {
		end = len(r.shoe.cards)
	}
	return append([]Card{}, r.shoe.cards[r.next:end]...)
}
