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
func (r Round) View() View {
	v := View{Rules: r.rules, Phase: r.phase, Turn: r.turn(), Dealer: r.viewDealer(),
		Reshuffled: r.Reshuffled(), Emptied: r.emptied}
	for i := range r.nseats {
		s, hands := &r.seats[i], r.handsOf(Seat(i))
		seat := SeatView{
			Insurance: s.insurance,
			Sides:     r.viewSides(Seat(i)),
			Legal:     r.Legal(Seat(i)),
			Payout:    r.Payout(Seat(i)),
		}
		if r.turn() == Seat(i) {
			seat.Turn = int(r.at & (1<<seatShift - 1))
		}
		for j := range hands {
			seat.Hands = append(seat.Hands, r.viewHand(&hands[j]))
		}
		v.Seats = append(v.Seats, seat)
	}
	return v
}

func (r *Round) viewHand(h *hand) HandView {
	v := HandView{
		Cards:   slices.Clone(h.cards[:h.len()]),
		Total:   h.total(),
		Soft:    h.soft(),
		Stake:   h.stake,
		Doubled: h.doubled,
		Split:   h.split(),
		Natural: r.natural(h),
		Outcome: r.outcome(h),
	}
	if r.phase == Over {
		v.Won, v.Lost = r.pays(h, v.Outcome)
	}
	return v
}

func (r *Round) viewDealer() DealerView {
	bank := r.bank()
	shown := bank.cards[:bank.len()]
	if r.phase < Deciding && len(shown) > 1 {
		shown = []Card{r.upcard()}
	}
	v := DealerView{Cards: slices.Clone(shown), Hidden: bank.len() - len(shown)}
	v.Total, v.Soft = r.rules.Aces.Total(shown...)
	v.Natural = r.phase == Over && r.natural(bank)
	return v
}
