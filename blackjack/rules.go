package blackjack

import (
	"errors"
	"fmt"
)

// Rules say how a table plays. They are plain data, comparable with ==; what
// cannot be played is refused by [Rules.Validate].
type Rules struct {
	Decks            int      // 1 to 8, shuffled for each round
	DealerHitsSoft17 bool     // else the dealer stands on all 17
	HoleCard         HoleCard // when the dealer takes the second card
	NaturalPays      Ratio    // 3:2, or 6:5 at a worse table
	Double           DoubleOn // which first two cards may be doubled
	DoubleAfterSplit bool     // also on the first two cards of a split hand
	MaxHands         int      // hands a seat may have after splits, 1 to 4: 1 for no splits
	MaxAceHands      int      // the same for aces, 1 to MaxHands
	HitSplitAces     bool     // else split aces get one card each
	LateSurrender    bool     // half the stake back, as first action, after the peek
	Insurance        bool     // half the stake against an ace, pays 2:1
	EvenMoney        bool     // a natural may take 1:1 against an ace
	MinBet, MaxBet   Chips    // the first stake of a hand
}

// HoleCard is when the dealer takes the second card.
type HoleCard uint8

// The ways to take it.
const (
	Peek       HoleCard = iota // dealt face down; the dealer looks for a natural before anyone acts
	NoHoleCard                 // drawn after the players: a natural then takes all doubled and split stakes
)

// DoubleOn is the set of totals on which the first two cards may be doubled.
type DoubleOn uint8

// The sets.
const (
	DoubleAny     DoubleOn = iota
	DoubleNine             // hard 9, 10 and 11
	DoubleTen              // hard 10 and 11
	DoubleNothing          // no doubling
)

// MaxSplitHands is the most hands that any table lets a seat have.
const MaxSplitHands = 4

// Validate returns an error that says what cannot be played and why.
func (r Rules) Validate() error {
	switch {
	case r.Decks < 1 || r.Decks > 8:
		return fmt.Errorf("%w: %d decks; a shoe has 1 to 8", ErrRules, r.Decks)
	case r.HoleCard > NoHoleCard:
		return fmt.Errorf("%w: the hole card is taken in no known way (%d)", ErrRules, r.HoleCard)
	case r.Double > DoubleNothing:
		return fmt.Errorf("%w: doubling on an unknown set of totals (%d)", ErrRules, r.Double)
	case r.NaturalPays.Per < 1 || r.NaturalPays.Per > 100 || r.NaturalPays.Win < r.NaturalPays.Per || r.NaturalPays.Win > 10*r.NaturalPays.Per:
		return fmt.Errorf("%w: a natural pays %v; it must pay from 1:1 to 10:1", ErrRules, r.NaturalPays)
	case r.MaxHands < 1 || r.MaxHands > MaxSplitHands:
		return fmt.Errorf("%w: up to %d hands; a seat has 1 to %d", ErrRules, r.MaxHands, MaxSplitHands)
	case r.MaxAceHands < 1 || r.MaxAceHands > r.MaxHands:
		return fmt.Errorf("%w: aces up to %d hands, but other cards up to %d", ErrRules, r.MaxAceHands, r.MaxHands)
	case r.DoubleAfterSplit && (r.MaxHands == 1 || r.Double == DoubleNothing):
		return fmt.Errorf("%w: doubling after a split needs both splits and doubling", ErrRules)
	case r.HitSplitAces && r.MaxAceHands == 1:
		return fmt.Errorf("%w: split aces cannot be hit where aces are not split", ErrRules)
	case r.LateSurrender && r.HoleCard == NoHoleCard:
		return fmt.Errorf("%w: late surrender comes after the peek, and without a hole card there is none", ErrRules)
	case r.EvenMoney && !r.Insurance:
		return fmt.Errorf("%w: even money is insurance on a natural, and there is no insurance", ErrRules)
	case r.MinBet < 1 || r.MaxBet < r.MinBet || r.MaxBet > MaxStake:
		return fmt.Errorf("%w: bets from %d to %d; they go from 1 to at most %d", ErrRules, r.MinBet, r.MaxBet, MaxStake)
	}
	return nil
}

// Ever reports whether the rules allow an action at some time.
func (r Rules) Ever(a Action) bool {
	switch a {
	case Double:
		return r.Double != DoubleNothing
	case Split:
		return r.MaxHands > 1
	case Surrender:
		return r.LateSurrender
	case Insure, Decline:
		return r.Insurance
	case EvenMoney:
		return r.EvenMoney
	}
	return true
}

// doubles reports whether the total of the first two cards may be doubled.
// Soft totals are 12 or more, so only DoubleAny takes them.
func (d DoubleOn) doubles(total int) bool {
	switch d {
	case DoubleAny:
		return true
	case DoubleNine:
		return total >= 9 && total <= 11
	case DoubleTen:
		return total == 10 || total == 11
	}
	return false
}

// What the engine refuses.
var (
	ErrRules       = errors.New("rules that cannot be played")
	ErrSeats       = errors.New("a round has 1 to 7 seats")
	ErrShoe        = errors.New("a shoe that the table does not have")
	ErrShoeEmpty   = errors.New("the shoe has no card left")
	ErrNotYourTurn = errors.New("it is not this seat's turn")
	ErrOver        = errors.New("the round is over")
	ErrRecord      = errors.New("not a record of a round")
)

// IllegalError tells that an action is not allowed now.
type IllegalError struct {
	Action Action
	Legal  Actions // what is
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("%v is not allowed now: %v", e.Action, e.Legal)
}

// StakeError tells that a stake is outside the table's limits.
type StakeError struct {
	Stake, Min, Max Chips
}

func (e *StakeError) Error() string {
	return fmt.Sprintf("a stake of %d: the table takes %d to %d", e.Stake, e.Min, e.Max)
}
