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
	Hand    storage.RoundID
	Version uint32
	Action  blackjack.Action
}

// Again deals another hand after the one named.
type Again struct {
	Hand    storage.RoundID
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
	session.Ranking
	Page int // the first is 0
}

// PickBoard is a choice among leaderboards. What was chosen comes as the value of the select.
type PickBoard struct{ Line uint8 }

// ShowHelp shows a page of the help.
type ShowHelp struct{ Page HelpPage }

// Hint shows the best action for a hand as it is now.
type Hint struct{ Hand storage.RoundID }

// Proof shows what proves the shuffle of a hand.
type Proof struct{ Hand storage.RoundID }

// Give gives the chips that were asked about.
type Give struct{ Asked storage.InteractionID }

// Adjust does to a wallet what an admin asked for.
type Adjust struct{ Asked storage.InteractionID }

// Decline declines what was to be confirmed.
type Decline struct{ Asked storage.InteractionID }

// The panel of a server's settings has the clicks below. Values of its selects are
// clicks too: their custom IDs.

// Page shows a page of the panel.
type Page struct {
	Of     PageKind
	Table  string                // whose rules, limits or side bets it shows, empty for the first
	Rule   string                // of which it shows the values, empty for none
	Before storage.InteractionID // of the log: what was made before, 0 for the newest
}

// PageKind is a page of the panel.
type PageKind uint8

// The pages. Their numbers are in custom IDs.
const (
	TablesPage PageKind = iota
	LimitsPage
	GiftsPage
	LookPage
	LogPage
	RulesPage // behind the tables
	SidesPage
	PageKinds = 7
)

// Pick is a choice among clicks. What was chosen comes as the value of the select.
type Pick struct{ Line uint8 }

// Admit changes the tables that may be played from those it has, a bit each, to those
// that were chosen.
type Admit struct{ Had uint64 }

// Set changes a setting to a value, as the log has it. A table without a rule takes
// back all changes of its rules, and of the tables it becomes the first.
type Set struct {
	What               storage.Setting
	Table, Rule, Value string
}

// Ask asks for the value of a setting, or of both limits of bets at a table.
type Ask struct {
	What        storage.Setting
	Table, Rule string
}

// Enter changes a setting to what was entered.
type Enter struct {
	What        storage.Setting
	Table, Rule string
}

func (c Press) Name() string   { return c.Action.String() }
func (Again) Name() string     { return "play again" }
func (Prefer) Name() string    { return "preference" }
func (Turn) Name() string      { return "leaderboard" }
func (PickBoard) Name() string { return "leaderboard" }
func (ShowHelp) Name() string  { return "help" }
func (Hint) Name() string      { return "hint" }
func (Proof) Name() string     { return "proof" }
func (Give) Name() string      { return "give" }
func (Adjust) Name() string    { return "change chips" }
func (Decline) Name() string   { return "decline" }
func (Page) Name() string      { return "panel" }
func (Pick) Name() string      { return "panel" }
func (Admit) Name() string     { return "tables" }
func (Set) Name() string       { return "setting" }
func (Ask) Name() string       { return "panel" }
func (Enter) Name() string     { return "setting" }

func (c Press) about() any   { return c.Hand }
func (c Again) about() any   { return c.Hand }
func (c Hint) about() any    { return c.Hand }
func (c Proof) about() any   { return c.Hand }
func (Prefer) about() any    { return "preferences" }
func (Turn) about() any      { return "leaderboard" }
func (PickBoard) about() any { return "leaderboard" }
func (ShowHelp) about() any  { return "help" }
func (c Give) about() any    { return c.Asked }
func (c Adjust) about() any  { return c.Asked }
func (c Decline) about() any { return c.Asked }
func (Page) about() any      { return "panel" }
func (Pick) about() any      { return "panel" }
func (Admit) about() any     { return "panel" }
func (Set) about() any       { return "panel" }
func (Ask) about() any       { return "panel" }
func (Enter) about() any     { return "panel" }
