package view

import (
	"holecard/blackjack"
	"holecard/storage"
)

// The clicks that lead from one hand to the next.

// Rebet deals another hand after the one named, for so many chips.
type Rebet struct {
	Hand    storage.RoundID
	Version uint32
	Chips   storage.Chips
}

// AllIn asks whether to deal another hand for all chips.
type AllIn struct {
	Hand    storage.RoundID
	Version uint32
}

// Cancel shows a hand as it is.
type Cancel struct {
	Hand    storage.RoundID
	Version uint32
}

// ChangeBet asks for the bet of another hand.
type ChangeBet struct {
	Hand    storage.RoundID
	Version uint32
}

// NewBet deals another hand for the bet that was entered.
type NewBet struct {
	Hand    storage.RoundID
	Version uint32
}

// Bet deals what another interaction of a user was refused, for so many chips and side bets.
type Bet struct {
	User    storage.UserID
	Asked   storage.InteractionID
	Chips   storage.Chips
	Sides   blackjack.Sides
	Private bool
	// no chips are at stake, and whoever presses plays
	Practice bool
	Table    string
	Seating  storage.SeatingID // where it is a bet at a table of several, else 0
}

// Claim collects the daily chips for the player of a hand, 0 for anybody.
type Claim struct{ Hand storage.RoundID }

// Refill gives chips to the player of a hand, 0 for anybody, who has none.
type Refill struct{ Hand storage.RoundID }

func (Rebet) Name() string     { return "bet" }
func (AllIn) Name() string     { return "all in" }
func (Cancel) Name() string    { return "cancel" }
func (ChangeBet) Name() string { return "change bet" }
func (NewBet) Name() string    { return "bet" }
func (Bet) Name() string       { return "bet all" }
func (Claim) Name() string     { return "daily" }
func (Refill) Name() string    { return "refill" }

func (c Rebet) about() any     { return c.Hand }
func (c AllIn) about() any     { return c.Hand }
func (c Cancel) about() any    { return c.Hand }
func (c ChangeBet) about() any { return c.Hand }
func (c NewBet) about() any    { return c.Hand }
func (c Bet) about() any       { return c.Asked }
func (c Claim) about() any     { return c.Hand }
func (c Refill) about() any    { return c.Hand }
