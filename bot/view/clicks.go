package view

import (
	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
)

// Click is what a button does: one of the types below.
type Click interface {
	Name() string // what logs call it
	about() any   // the hand, the confirmation or whatever else its message shows
}

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

// Prefer changes how the player is shown things. What is chosen comes as the value of
// the select.
type Prefer struct{ What Preference }

// Preference is what a player can choose.
type Preference uint8

// The preferences.
const (
	PreferCards Preference = iota
	PreferDeck
	PreferLanguage
	Preferences = 3 // how many there are
)

// Turn shows a page of a leaderboard.
type Turn struct {
	Order storage.Order
	Page  int // the first is 0
}

// ShowHelp shows a page of the help.
type ShowHelp struct{ Page HelpPage }

// Hint shows the best action for a hand as it is now.
type Hint struct{ Hand storage.HandID }

// Proof shows what proves the shuffle of a hand.
type Proof struct{ Hand storage.HandID }

// Give gives the chips that were asked about.
type Give struct{ Asked storage.InteractionID }

// Adjust does to a wallet what an admin asked for.
type Adjust struct{ Asked storage.InteractionID }

// Decline declines what was to be confirmed.
type Decline struct{ Asked storage.InteractionID }

// Outdated is a button of a confirmation that an earlier version asked for, and
// that cannot be answered any more.
type Outdated struct{ ID string }

// Sort shows a leaderboard from its best in another order.
type Sort struct{ Order storage.Order }

func (c Press) Name() string  { return c.Action.String() }
func (Again) Name() string    { return "play again" }
func (Prefer) Name() string   { return "preference" }
func (Turn) Name() string     { return "leaderboard" }
func (Sort) Name() string     { return "leaderboard" }
func (ShowHelp) Name() string { return "help" }
func (Hint) Name() string     { return "hint" }
func (Proof) Name() string    { return "proof" }
func (Give) Name() string     { return "give" }
func (Adjust) Name() string   { return "change chips" }
func (Decline) Name() string  { return "decline" }
func (Outdated) Name() string { return "outdated" }

func (c Press) about() any    { return c.Hand }
func (c Again) about() any    { return c.Hand }
func (c Hint) about() any     { return c.Hand }
func (c Proof) about() any    { return c.Hand }
func (Prefer) about() any     { return "preferences" }
func (Turn) about() any       { return "leaderboard" }
func (Sort) about() any       { return "leaderboard" }
func (ShowHelp) about() any   { return "help" }
func (c Give) about() any     { return c.Asked }
func (c Adjust) about() any   { return c.Asked }
func (c Decline) about() any  { return c.Asked }
func (c Outdated) about() any { return c }
