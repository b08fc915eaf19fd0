package blackjack

import "fmt"

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

// outcomeBits are as many as an outcome needs.
const outcomeBits = 3

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
func (r Round) Staked(who Seat) Chips {
	sum := r.seats[who].insurance + r.sidesOf(who).Sum()
	for _, h := range r.handsOf(who) {
		sum += h.stake
	}
	return sum
}

// Payout returns how the chips of a seat end, once the round is over.
func (r Round) Payout(who Seat) Payout {
	p := Payout{Staked: r.Staked(who)}
	if r.phase == Over {
		p.Won, p.Lost = r.settle(who)
	}
	return p
}

// MostWon returns the most that a seat can win with what it bet at first.
func (r Round) MostWon(who Seat) Chips {
	return r.rules.MostWon(Bet{Stake: r.Bet(who), Sides: r.sidesOf(who)})
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
func (r *Round) settle(who Seat) (won, lost Chips) {
	won, lost = r.insured(who)
	bank, hands := r.bankScore(), r.handsOf(who)
	for i := range hands {
		w, l := r.pays(&hands[i], r.outcomeAgainst(&hands[i], bank))
		won, lost = won+w, lost+l
	}
	for _, s := range r.viewSides(who) {
		won, lost = won+s.Won, lost+s.Lost
	}
	return won, lost
}

func (r *Round) insured(who Seat) (won, lost Chips) {
	switch insurance := r.seats[who].insurance; {
	case insurance == 0:
		return 0, 0
	case r.natural(r.bank()):
		return insurancePays.Of(insurance), 0
	default:
		return 0, insurance
	}
}

func (r *Round) pays(h *hand, o Outcome) (won, lost Chips) {
	return r.rules.Pays(o, h.stake, h.hearts())
}

// Pays returns what a stake on a hand of this outcome wins and what it loses.
// Hearts reports a heart in the hand.
func (r *Rules) Pays(o Outcome, stake Chips, hearts bool) (won, lost Chips) {
	switch {
	case o == WonNatural:
		return r.NaturalPays.Of(stake), 0
	case o == Surrendered:
		return 0, stake - half.Of(stake)
	case r.HeartsDouble && o == Won && hearts:
		return 2 * stake, 0
	}
	return stake * wins[o&(1<<outcomeBits-1)], stake * losses[o&(1<<outcomeBits-1)]
}

// wins and losses are what outcomes bring in stakes, where nothing else is said.
var (
	wins   = [1 << outcomeBits]Chips{Won: 1, WonEven: 1}
	losses = [1 << outcomeBits]Chips{Lost: 1, Busted: 1}
)

// outcome compares a hand with the dealer's, once the round is over or the hand
// waits for nothing.
func (r *Round) outcome(h *hand) Outcome { return r.outcomeAgainst(h, r.bankScore()) }

// Bet returns the first stake of a seat: that of its first hand, undoubled.
func (r Round) Bet(who Seat) Chips {
	h := &r.handsOf(who)[0]
	if h.doubled {
		return h.stake / 2
	}
	return h.stake
}

// Cost returns what an action adds to the stakes of the seat whose turn it is.
func (r Round) Cost(a Action) Chips {
	if r.phase == Over || r.turn() == House {
		return 0
	}
	switch a {
	case Double, Split:
		return r.asked().stake
	case Insure:
		return half.Of(r.asked().stake)
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

// insurancePays is the usual payment on insurance.
var insurancePays = Ratio{2, 1}
