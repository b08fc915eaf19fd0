package blackjack

// Outcome is what became of a hand.
type Outcome uint8

// The outcomes.
const (
	Undecided   Outcome = iota
	Won                 // higher than the dealer, or the dealer bust: 1:1
	WonNatural          // a natural that the dealer did not match
	WonEven             // a natural that took even money: 1:1
	Pushed              // stake returned
	Lost                // lower than the dealer, or against a natural
	Busted              // over 21, whatever the dealer has
	Surrendered         // half the stake returned
)

// Payout is how the chips of a seat end: what was staked is released or lost,
// and what was won comes from the house.
type Payout struct {
	Staked Chips // stakes and insurance
	Lost   Chips // of Staked
	Won    Chips // beyond it
}

// Net returns winnings less losses.
func (p Payout) Net() Chips { return p.Won - p.Lost }

// Staked returns what a seat has on the table, stakes and insurance.
func (r Round) Staked(who Seat) Chips { return r.seats[who].staked() }

func (s *seat) staked() Chips {
	sum := s.insurance
	for i := range s.nhands {
		sum += s.hands[i].stake
	}
	return sum
}

// Payout returns how the chips of a seat end, once the round is over.
func (r Round) Payout(who Seat) Payout {
	if r.phase != Over {
		return Payout{Staked: r.Staked(who)}
	}
	return r.payout(&r.seats[who])
}

func (r *Round) payout(s *seat) Payout {
	p := Payout{Staked: s.staked()}
	for i := range s.nhands {
		won, lost := r.pays(&s.hands[i])
		p.Won += won
		p.Lost += lost
	}
	if r.natural(&r.dealer) {
		p.Won += insurancePays.Of(s.insurance)
	} else {
		p.Lost += s.insurance
	}
	return p
}

// pays returns what a hand wins and what it loses.
func (r *Round) pays(h *hand) (won, lost Chips) {
	switch r.outcome(h) {
	case Won:
		if r.rules.HeartsDouble && h.hearts() {
			return 2 * h.stake, 0
		}
		return h.stake, 0
	case WonEven:
		return h.stake, 0
	case WonNatural:
		return r.rules.NaturalPays.Of(h.stake), 0
	case Lost, Busted:
		return 0, h.stake
	case Surrendered:
		return 0, h.stake - half.Of(h.stake)
	}
	return 0, 0
}

// endings is what becomes of a hand that waits for nothing.
var endings = [...]Outcome{busted: Busted, surrendered: Surrendered, tookEvenMoney: WonEven}

// outcome compares a hand with the dealer's.
func (r *Round) outcome(h *hand) Outcome {
	switch {
	case h.end > stood:
		return endings[h.end]
	case r.phase != Over:
		return Undecided
	case r.emptied:
		return Won
	}
	mine, bank := h.total(), r.dealer.total()
	switch first := r.natural(h); {
	case r.natural(&r.dealer):
		if first {
			return Pushed
		}
		return Lost
	case first:
		return WonNatural
	case bank == 21 && r.rules.DealerWins21:
		return Lost
	case bank > 21 || mine > bank:
		return Won
	case mine == bank && !r.rules.TieLoses:
		return Pushed
	}
	return Lost
}

// Bet returns the first stake of a seat.
func (r Round) Bet(who Seat) Chips { return r.seats[who].bet() }

// Cost returns what an action adds to the stakes of the seat whose turn it is.
func (r Round) Cost(a Action) Chips {
	if r.phase == Over || r.turn == House {
		return 0
	}
	s := &r.seats[r.turn]
	switch a {
	case Double, Split:
		return s.hands[s.turn].stake
	case Insure:
		return half.Of(s.hands[s.turn].stake)
	}
	return 0
}
