package storage

import "time"

// The tables. Their names, the order of the fields of their keys and the layouts of their
// values are stored: fields are only added, at the end of a struct. What a key that begins
// with a [Player] names is the player's own, and is forgotten with them.
var (
	Profiles = NewTable[Player, Profile]("profiles", Checked(Profile.check))
	Rounds   = NewTable[RoundID, Round]("hands", Checked(Round.Check), Versioned(),
		Pseudonymous((*Round).Users))
	Seatings = NewTable[SeatingID, Seating]("seatings", Checked(Seating.Check),
		Versioned())
	SettingsOf = NewTable[Only, Settings]("settings", Checked(Settings.check))
	Log        = NewTable[InteractionID, LogEntry]("log", Checked(LogEntry.check),
		Pseudonymous(func(e *LogEntry) []*UserID { return []*UserID{&e.Who} }))
	Remarks = NewTable[RemarkKey, Remark]("remarks",
		Pseudonymous(func(r *Remark) []*UserID { return []*UserID{&r.By} }))
	EmojisOf      = NewTable[Only, Emojis]("emojis")
	Decks         = NewTable[DeckKey, Deck]("decks")
	Confirmations = NewTable[InteractionID, Confirmation]("confirmations")
	Lines         = NewTable[LineKey, Line]("history", Checked(Line.check))
	Notes         = NewSet[Note]("unreviewed")
	Hints         = NewSet[Hint]("hints")
	Tallies       = NewTable[TallyKey, Tally]("tallies", ZeroIsNone())
	LessonsOf     = NewTable[Player, Lessons]("lessons", Checked(Lessons.check))
	Drills        = NewTable[Player, Drill]("drills")
	LimitsOf      = Everywhere[Alias, Limits]{NewTable[Alias, Limits]("limits", ZeroIsNone())}
	Journal       = NewTable[string, Posting]("journal", Checked(Posting.Check))
	// users' pseudonyms, and whose those are: each by the other
	Pseudonyms = NewTable[UserID, UserID]("pseudonyms")
	Erasures   = NewTable[UserID, Erasure]("erasures")
	Marks      = NewTable[string, []byte]("marks", ZeroIsNone())
)

// Tables returns all tables, in an order that stays: what says something of others' records
// comes after them.
func Tables() []*Kind {
	return []*Kind{Pseudonyms.Kind, Rounds.Kind, Seatings.Kind, Profiles.Kind, Decks.Kind,
		SettingsOf.Kind, Log.Kind, Remarks.Kind, Confirmations.Kind, EmojisOf.Kind, Lines.Kind,
		Notes.Kind, Hints.Kind, Tallies.Kind, LessonsOf.Kind, Drills.Kind, LimitsOf.Kind, Marks.Kind,
		Erasures.Kind}
}

// Only is the key of the one record of a guild.
type Only struct{}

// RemarkKey names what an admin has written about a posting, by the wallet that it changed.
type RemarkKey struct {
	Player  Player
	Posting string // its key
}

// Remark is what an admin has written about a posting.
type Remark struct {
	By   UserID
	Text string // hostile text, escape it
}

// DeckKey names a deck: whose it is, and the table.
type DeckKey struct {
	Player Player
	Table  string
}

// LineKey names a line of a player's history.
type LineKey struct {
	Player Player
	Dealt  time.Time
	Round  RoundID
}

// Hint says that a player had a hint for a decision of a round, or that it was made for them.
type Hint struct {
	Player   Player
	Round    RoundID
	Decision uint32 // by its number among all of the round, from 1
}

// TallyKey names a tally of a player.
type TallyKey struct {
	Player Player
	In     Period
}

// Deck returns the key of the player's deck at a table.
func (p Player) Deck(table string) DeckKey { return DeckKey{p, table} }

// Line returns the key of a line of the player's history.
func (p Player) Line(dealt time.Time, id RoundID) LineKey { return LineKey{p, dealt, id} }

// Tally returns the key of the player's tally of a period.
func (p Player) Tally(in Period) TallyKey { return TallyKey{p, in} }
