package view

import (
	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
)

// Click is what a button does: one of the types below. Name is what logs call it.
type Click interface{ Name() string }

// Press plays an action on a hand, as long as the hand still has the version.
type Press struct {
	Hand    storage.HandID
	Version uint32
	Action  blackjack.Action
}

// Again deals another hand after the one named.
type Again struct {
	Hand    storage.HandID
	Version uint32
	Stake   session.Stake
}

// Turn shows a page of a leaderboard.
type Turn struct {
	Order storage.Order
	Page  int // the first is 0
}

// Hint shows the best action for a hand as it is now.
type Hint struct{ Hand storage.HandID }

// Proof shows what proves the shuffle of a hand.
type Proof struct{ Hand storage.HandID }

// Give gives chips, as a command asked for: once, by the giver.
type Give struct {
	From  storage.Player
	To    storage.UserID
	Chips storage.Chips
	Asked storage.InteractionID
}

// Adjust does what an admin was asked about: once, by that admin. The mark is
// that of the reason.
type Adjust struct {
	By    storage.Player
	Do    session.AdjustmentKind
	To    storage.UserID
	Chips storage.Chips
	Asked storage.InteractionID
	Mark  uint64
}

// Decline declines what was to be confirmed.
type Decline struct {
	By    storage.Player
	Asked storage.InteractionID
}

// Sort shows a leaderboard from its best in another order.
type Sort struct{ Order storage.Order }

func (c Press) Name() string { return c.Action.String() }
func (Again) Name() string   { return "play again" }
func (Turn) Name() string    { return "leaderboard" }
func (Sort) Name() string    { return "leaderboard" }
func (Hint) Name() string    { return "hint" }
func (Proof) Name() string   { return "proof" }
func (Give) Name() string    { return "give" }
func (Adjust) Name() string  { return "change chips" }
func (Decline) Name() string { return "decline" }
