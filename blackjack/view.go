package blackjack

import "slices"

// View is what everyone at the table may see of a round: no hole card before
// its time, no shoe.
type View struct {
	Rules  Rules
	Phase  Phase
	Turn   Seat // the seat that is asked, while the round is not over
	Seats  []SeatView
	Dealer DealerView

	Reshuffled bool // a new shuffle has continued the round
	Emptied    bool // the shoe ran out, and so the round is the players'
}

// SeatView is a seat as all see it.
type SeatView struct {
	Hands     []HandView
	Turn      int // the hand that is played, when it is the seat's turn
	Insurance Chips
	Sides     []SideView // the side bets that it has made
	Legal     Actions    // what the seat may do now
	Payout    Payout     // final once the round is over
}

// HandView is a hand as all see it. A hand that a split has just made has one
// card until its turn comes.
type HandView struct {
	Cards   []Card
	Total   int
	Soft    bool // an ace counts 11
	Stake   Chips
	Doubled bool
	Split   bool // of a split
	Natural bool
	Outcome Outcome
	Won     Chips // what the house pays beyond the stake, once the round is over
	Lost    Chips // the part of the stake that is lost, once the round is over
}

// SideView is a side bet as all see it.
type SideView struct {
	Bet     SideBet
	Stake   Chips
	Decided bool
	Result  SideResult // once it is decided, as are Won and Lost
	Won     Chips      // what the house pays beyond the stake
	Lost    Chips      // the stake, if it is lost
}

// DealerView is the dealer's hand as all see it.
type DealerView struct {
	Cards   []Card // the upcard alone, until the hole card is turned over
	Hidden  int    // cards lying face down
	Total   int    // of the cards shown
	Soft    bool
	Natural bool
}

// View returns what everyone may see.
func (r *Round) View() View {
	c := &r.course
	v := View{Rules: c.rules, Phase: c.phase, Turn: c.turn, Dealer: c.viewDealer(),
		Reshuffled: r.Reshuffled(), Emptied: c.emptied}
	for who := range Seat(c.nseats) {
		s := &c.seats[who]
		seat := SeatView{
			Insurance: s.insurance,
			Sides:     c.viewSides(who),
			Legal:     r.Legal(who),
			Payout:    r.Payout(who),
		}
		if c.turn == who {
			seat.Turn = c.hand
		}
		for i := range s.nhands {
			seat.Hands = append(seat.Hands, c.viewHand(s, &s.hands[i]))
		}
		v.Seats = append(v.Seats, seat)
	}
	return v
}

func (c *Course) viewHand(s *seat, h *hand) HandView {
	v := HandView{
		Cards:   slices.Clone(h.held()),
		Total:   int(h.total),
		Soft:    h.soft,
		Stake:   s.stake(h),
		Doubled: h.doubled,
		Split:   h.split,
		Natural: c.natural(h),
		Outcome: c.outcome(h),
	}
	if c.phase == Over {
		v.Won, v.Lost = c.pays(s, h)
	}
	return v
}

func (c *Course) viewDealer() DealerView {
	shown, v := slices.Clone(c.dealer.held()), DealerView{}
	if at := c.faceDown(); at >= 0 {
		shown, v.Hidden = slices.Delete(shown, at, at+1), 1
	}
	v.Cards = shown
	v.Total, v.Soft = c.rules.Aces.Total(shown...)
	v.Natural = c.phase == Over && c.natural(&c.dealer)
	return v
}
