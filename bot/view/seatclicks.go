package view

import (
	"holecard/blackjack"
	"holecard/storage"
)

// The clicks at a seating.

// Sit takes a chair.
type Sit struct{ Seating storage.SeatingID }

// Leave leaves it.
type Leave struct{ Seating storage.SeatingID }

// ChangeSeatBet asks for a bet.
type ChangeSeatBet struct{ Seating storage.SeatingID }

// SeatBet bets what was entered.
type SeatBet struct{ Seating storage.SeatingID }

// SameBet bets what the player bet last there.
type SameBet struct{ Seating storage.SeatingID }

// Ready says that the player waits for nobody.
type Ready struct{ Seating storage.SeatingID }

// Move plays an action, as long as what is asked has the turn.
type Move struct {
	Seating storage.SeatingID
	Turn    uint32
	Action  blackjack.Action
}

func (Sit) Name() string           { return "sit" }
func (Leave) Name() string         { return "leave" }
func (ChangeSeatBet) Name() string { return "ask for a bet" }
func (SeatBet) Name() string       { return "bet at a table" }
func (SameBet) Name() string       { return "same bet" }
func (Ready) Name() string         { return "ready" }
func (c Move) Name() string        { return c.Action.String() }

func (c Sit) about() any           { return c.Seating }
func (c Leave) about() any         { return c.Seating }
func (c ChangeSeatBet) about() any { return c.Seating }
func (c SeatBet) about() any       { return c.Seating }
func (c SameBet) about() any       { return c.Seating }
func (c Ready) about() any         { return c.Seating }
func (c Move) about() any          { return c.Seating }
