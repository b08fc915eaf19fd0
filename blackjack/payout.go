package blackjack

import "fmt"

// Payout is how the chips of a seat end: what was staked is released or lost,
// and what was won comes from the house.
type Payout struct {
	Staked Chips // stakes, insurance and side bets
	Lost   Chips // of Staked
	Won    Chips // beyond it
}

// Net returns winnings less losses.
func (p Payout) Net() Chips { return p.Won - p.Lost }

// Staked returns what a seat has on the table: stakes, insurance and side bets.
func (r *Round) Staked(who Seat) Chips {
	s := &r.course.seats[who]
	return s.staked() + s.sides.Sum()
}

// staked returns what a seat has on its hands, insurance included.
func (s *seat) staked() Chips {
	sum := s.insurance
	for i := range s.nhands {
		sum += s.stake(&s.hands[i])
	}
	return sum
}

// paid returns what a seat has added to its bet.
func (s *seat) paid() Chips { return s.staked() - s.bet }

// stake returns the stake on a hand of the seat.
func (s *seat) stake(h *hand) Chips {
	if h.doubled {
		return 2 * s.bet
	}
	return s.bet
}

// Payout returns how the chips of a seat end, once the round is over.
func (r *Round) Payout(who Seat) Payout {
	p := Payout{Staked: r.Staked(who)}
	if r.course.phase == Over {
		p.Won, p.Lost = r.course.settle(who)
	}
	return p
}

// MostWon returns the most that a seat can win with what it bet at first.
func (r *Round) MostWon(who Seat) Chips {
	return r.course.rules.MostWon(Bet{Stake: r.Bet(who), Sides: r.Sides(who)})
}

// MostWon returns the most that a bet can win by these rules: every hand that the stake can
// be split into doubled and won, or a natural; and each side bet at its best. Insurance wins
// no more than the stake, and only where no hand wins.
func (r Rules) MostWon(b Bet) Chips {
	hands := Chips(r.MaxHands)
	switch {
	case r.Double == DoubleNothing:
	case r.DoubleAfterSplit:
		hands *= 2
	default:
		hands = max(hands, 2)
	}
	if r.HeartsDouble {
		hands *= 2
	}
	most := hands * b.Stake
	if r.Naturals() {
		most = max(most, r.NaturalPays.Of(b.Stake))
	}
	for side, stake := range b.Sides {
		if stake > 0 {
			won, _ := r.paysSide(SideBet(side), best[side], stake)
			most += won
		}
	}
	return most
}

// settle returns what a seat wins and what it loses, once the round is over.
func (c *Course) settle(who Seat) (won, lost Chips) {
	won, lost = c.insured(who)
	s := &c.seats[who]
	for i := range s.nhands {
		w, l := c.pays(s, &s.hands[i])
		won, lost = won+w, lost+l
	}
	for _, s := range c.viewSides(who) {
		won, lost = won+s.Won, lost+s.Lost
	}
	return won, lost
}

// pays returns what a hand of a seat wins and what it loses.
func (c *Course) pays(s *seat, h *hand) (won, lost Chips) {
	return c.rules.Pays(c.outcome(h), s.stake(h), h.hearts())
}

// Bet returns the first stake of a seat: its hands have that each, or twice that once doubled.
func (r *Round) Bet(who Seat) Chips { return r.course.seats[who].bet }

// Cost returns what an action adds to the stakes of the seat whose turn it is.
func (r *Round) Cost(a Action) Chips {
	c := &r.course
	if c.phase == Over || c.turn == House {
		return 0
	}
	switch a {
	case Double, Split:
		return c.seat().bet
	case Insure:
		return half.Of(c.seat().bet)
	}
	return 0
}

// Chips counts whole chips. Money is never a float.
type Chips int64

// Micro is a millionth of a chip: what is computed, and so has fractions. Sums and
// differences of whole numbers are exact on every machine.
type Micro int64

// million is how many millionths a chip has.
const million = 1_000_000

// Micro returns chips in millionths.
func (c Chips) Micro() Micro { return Micro(c) * million }

// MaxStake is the largest stake that any table takes, and MaxSide the largest of a side
// bet. They leave room: with four hands doubled and insured, and side bets that together win
// up to 2^9 times as much, a round moves less than 2^51 chips, which Discord and JSON still
// carry exactly.
const (
	MaxStake Chips = 1 << 47
	MaxSide  Chips = 1 << 41
)

// Ratio is what a bet pays: Win chips for every Per staked.
type Ratio struct {
	Win, Per Chips
}

// Of returns the winnings on a stake, rounded down: the house keeps the odd chip.
func (r Ratio) Of(stake Chips) Chips { return stake * r.Win / r.Per }

// String returns the ratio as tables print it: "3:2".
func (r Ratio) String() string { return fmt.Sprintf("%d:%d", r.Win, r.Per) }

// half is what a surrender gives back and what insurance costs, rounded down.
var half = Ratio{1, 2}
