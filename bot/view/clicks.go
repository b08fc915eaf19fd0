package view

import (
	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/bot/session"
	"holecard/storage"
)

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
	Asked   storage.InteractionID
	User    storage.UserID
	Chips   storage.Chips
	Sides   blackjack.Sides
	Private bool
	// no chips are at stake, and whoever presses plays
	Practice bool
	Seating  storage.SeatingID // where it is a bet at a table of several, else 0
	Table    string
}

// Claim collects the daily chips for the player of a hand, 0 for anybody.
type Claim struct{ Hand storage.RoundID }

// Refill gives chips to the player of a hand, 0 for anybody, who has none.
type Refill struct{ Hand storage.RoundID }

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

// The clicks that look back on rounds which are over.

// Past is a page of somebody's history.
type Past struct {
	Of    storage.UserID
	Page  int // as it is called; 0 for the newest rounds
	At    session.HistoryPlace
	Table string // whose rounds alone it lists, empty for all
}

// TurnHistory shows a page of a history.
type TurnHistory struct{ Past }

// OpenRound opens the round that was chosen from a page of a history. It comes as the value
// of the select, which is the custom ID of a [StepTo].
type OpenRound struct{}

// StepTo shows a round at one of its moments: 0 is what the deal has left to decide.
type StepTo struct {
	Round  storage.RoundID
	Moment int
	Button uint8 // of those of its message, whose custom IDs differ
	Past
}

// ReviewPast shows the review of a round in the message of a history.
type ReviewPast struct {
	Round storage.RoundID
	Past
}

// Review shows whoever had a seat in a round what their decisions have cost.
type Review struct{ Hand storage.RoundID }

// A drill has the clicks below.

// Tell answers a question: by the number of an action, or by a count.
type Tell struct {
	Drill    storage.InteractionID
	Question uint8 // from 1
	Answer   int16
}

// Resume shows a drill that is open.
type Resume struct{ Drill storage.InteractionID }

// Retrain begins another drill instead of one.
type Retrain struct {
	Drill storage.InteractionID
	Kind  drill.Kind
	Table string // empty for the guild's first
}
