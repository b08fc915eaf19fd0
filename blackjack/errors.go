package blackjack

import (
	"errors"
	"fmt"
)

// What the engine refuses.
var (
	ErrRules       = errors.New("rules that cannot be played")
	ErrSeats       = errors.New("a round has 1 to 7 seats")
	ErrShoe        = errors.New("a shoe that the table does not have")
	ErrShoeEmpty   = errors.New("the shoe has no card left")
	ErrNotYourTurn = errors.New("it is not this seat's turn")
	ErrOver        = errors.New("the round is over")
	ErrRecord      = errors.New("not a record of a round")

	// ErrInvariant is a fault of this program: a round that contradicts itself is not played on.
	ErrInvariant = errors.New("a round that contradicts itself")
)

// IllegalError reports an action that is not allowed now.
type IllegalError struct {
	Action Action
	Legal  Actions
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("%v is not allowed now: %v", e.Action, e.Legal)
}

// Refusal returns the key of the words for players, and their facts.
func (e *IllegalError) Refusal() (string, []any) { return "illegal", []any{e.Action, e.Legal} }

// StakeError reports a stake outside the table's limits.
type StakeError struct {
	Stake, Min, Max Chips
}

func (e *StakeError) Error() string {
	return fmt.Sprintf("a stake of %d: the table takes %d to %d", e.Stake, e.Min, e.Max)
}

// Refusal returns the key of the words for players, and their facts.
func (e *StakeError) Refusal() (string, []any) {
	return "limits", []any{int64(e.Min), int64(e.Max)}
}

// SideBetError reports a side bet that is not offered, or a stake on it outside the
// table's limits.
type SideBetError struct {
	Bet             SideBet
	Stake, Min, Max Chips
	Offered         bool
}

func (e *SideBetError) Error() string {
	if !e.Offered {
		return fmt.Sprintf("the table does not offer %v", e.Bet)
	}
	return fmt.Sprintf("%d on %v: the table takes %d to %d", e.Stake, e.Bet, e.Min, e.Max)
}

// Refusal returns the key of the words for players, and their facts.
func (e *SideBetError) Refusal() (string, []any) {
	if !e.Offered {
		return "side.off", []any{e.Bet}
	}
	return "side.limits", []any{e.Bet, int64(e.Min), int64(e.Max)}
}
