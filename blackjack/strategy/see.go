package strategy

import "holecard/blackjack"

// See returns what the player whose turn it is may see of a round that is not
// over: its own hand and the opponent's upcard. The house, where it decides,
// sees the first card of the first seat.
func See(r blackjack.Round) Situation { return SeeView(r.View(), r.Legal(r.Turn())) }

// SeeView is [See] for callers who have the view and the legal actions only.
func SeeView(v blackjack.View, legal blackjack.Actions) Situation {
	s := Situation{Rules: &v.Rules, Legal: legal, Hands: 1}
	if v.Turn == blackjack.House {
		s.Cards, s.Total, s.Soft = v.Dealer.Cards, v.Dealer.Total, v.Dealer.Soft
		if first := v.Seats[0].Hands[0].Cards; len(first) > 0 {
			s.Upcard, s.Seen = first[0], true
		}
		return s
	}
	seat := v.Seats[v.Turn]
	hand := seat.Hands[seat.Turn]
	s.Cards, s.Total, s.Soft = hand.Cards, hand.Total, hand.Soft
	s.Natural, s.Hands = hand.Natural, len(seat.Hands)
	if len(v.Dealer.Cards) > 0 {
		s.Upcard, s.Seen = v.Dealer.Cards[0], true
	}
	return s
}
