package storage

import (
	"slices"
	"time"
)

// Seating is an open table in a channel: two to seven chairs around one message, a
// shuffle and a clock of their own.
type Seating struct {
	ID      SeatingID
	Guild   GuildID
	Version uint32 // 1 when opened, one more with each change
	Table   string // the name of the rule set
	By      UserID // who opened it
	ByName  string // as Discord showed it: hostile text
	Place   Place
	Size    int   // how many chairs there may be, 2 to [MostSeats]
	Min     Chips // the least bet, 0 for the table's
	Max     Chips // the largest, 0 for the table's
	Pace    Pace
	Invited []UserID // who may sit besides By, nil for everybody
	Chairs  []Chair  // who sits, in the order of their places
	Fair    Fairness // its next shuffle; there is no client seed
	Round   RoundID  // the newest, 0 before any
	Playing bool     // that round is open
	// counts what was asked so far: bets, insurance, each hand's turn. A button carries it
	Turn    uint32
	Due     Due
	Closing bool      // it closes when the round is over
	Idle    time.Time // since when nobody has bet
	Opened  time.Time
	Changed time.Time
}

// Chair is a place at a seating, and who sits there.
type Chair struct {
	User  UserID
	Name  string // as Discord last showed it: hostile text
	Plays string // the strategy that plays for them, as an expression; empty for themselves
	Bet   Bet    // for the next round, none yet where no chips are staked
	Last  Bet    // for the last round they were dealt into
	Ready bool   // waits for nobody
	// rounds in a row that they did not bet in, turns in a row that they let pass
	Skipped, Slept uint8
	Leaving        bool // stands up when the round is over
}

// Bet is what a player stakes in a round.
type Bet struct {
	Stake Chips
	Sides [3]Chips // on side bets, by their numbers
}

// Place is where a message is.
type Place struct{ Channel, Message uint64 }

// Pace is how long people have at a seating.
type Pace uint8

// The paces. Their numbers are stored.
const (
	Normal Pace = iota
	Fast
	Slow
	Paces = 3 // how many there are
)

// Due is when something happens at a seating although nobody does anything; zero
// for never. Its number is no interaction's: see [DeadlineID].
type Due struct {
	At     time.Time
	Number InteractionID
}

// Deadline is a Due and whose it is.
type Deadline struct {
	Guild   GuildID
	Seating SeatingID
	Due
}

// deadlines marks the numbers of deadlines. Snowflakes, which begin in 2015, have the
// bit from 2084 on.
const deadlines InteractionID = 1 << 63

// DeadlineID returns the number of a deadline. Like a snowflake it carries its time;
// the chance keeps two of one moment apart.
func DeadlineID(at time.Time, chance uint32) InteractionID {
	moment := InteractionID(at.UnixMilli()-discordEpoch) << 22
	return deadlines | moment | InteractionID(chance&(1<<22-1))
}

// ChairOf returns the chair of a user, -1 for none.
func (s Seating) ChairOf(user UserID) int {
	return slices.IndexFunc(s.Chairs, func(c Chair) bool { return c.User == user })
}

// DeckOwner is whose deck holds what is left of the seating's shoe.
func (s Seating) DeckOwner() Player { return Player{s.Guild, UserID(s.ID)} }
