package storage

import (
	"fmt"
	"slices"
	"time"

	"holecard/blackjack"
)

// Seating is an open table in a channel: two to seven chairs around one message, a
// shuffle and a clock of their own.
type Seating struct {
	ID      SeatingID `storage:"key"`
	Guild   GuildID   `storage:"key"`
	Version uint32    // 1 when opened, one more with each change
	Table   string    // the name of the rule set
	By      UserID    // who opened it
	ByName  string    // as Discord showed it: hostile text
	Locale  string    // of the server when it was opened, empty where Discord did not say
	Place   Place
	Size    int   // how many chairs there may be, 2 to [MostSeats]
	Min     Chips // the least bet, 0 for the table's
	Max     Chips // the largest, 0 for the table's
	Pace    Pace
	Invited []UserID // who may sit besides By, nil for everybody
	Chairs  []Chair  // who sits, in the order of their places
	Fair    Fairness // its next shuffle; the client seed is not kept
	Round   RoundID  // the newest, 0 before any
	Playing bool     // that round is open
	// counts what was asked so far: bets, insurance, each hand's turn. A button carries it
	Turn    uint32
	Due     Due
	Closing bool // it closes when the round is over
	// what happened since the last deal that the cards do not show, [MostNews] at most
	News    []News
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
	Remind         bool // is to be told, with their next press, how long they have played
}

// Bet is what a player stakes in a round.
type Bet struct {
	Stake Chips
	Sides blackjack.Sides // on side bets
}

// News is something that happened at a seating, to one of its players.
type News struct {
	What NewsKind
	User UserID
	Name string // as Discord showed it: hostile text
}

// NewsKind is what happened.
type NewsKind uint8

// The kinds. Their numbers are stored.
const (
	Slept    NewsKind = iota + 1 // let a turn pass: the seat stood
	Asleep                       // stood up, because they let two turns in a row pass
	Idle                         // stood up, because they did not bet twice
	Short                        // was not dealt: the wallet has fewer chips than the bet
	Declined                     // let the question of insurance pass
	// was not dealt: the table does not take the bet any more, or the wallet cannot hold what
	// it may win
	Refused
	Limited       // was not dealt: the player's own limits or the server's cap forbid the bet
	NewsKinds = 7 // how many there are
)

// MostNews is how much is kept of what happened.
const MostNews = 8

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

// DeadlineID returns the number of the deadline that an interaction sets, or another
// deadline: nobody but Discord has chosen it. [Tx.See] does not record it: a deadline is
// carried out once because its seating then has another.
func DeadlineID(by InteractionID) InteractionID { return by | deadlines }

// Check returns nil for a seating that makes sense by itself, and otherwise [ErrRecord]
// wrapped with the fault. Every engine asks it before it saves, and every audit.
func (s Seating) Check() error {
	switch {
	case s.ID == 0:
		return fmt.Errorf("%w: a seating has no id", ErrRecord)
	case s.Size < 2 || s.Size > MostSeats || len(s.Chairs) > s.Size:
		return fmt.Errorf("%w: seating %d has %d of %d chairs taken, of 2 to %d", ErrRecord, s.ID,
			len(s.Chairs), s.Size, MostSeats)
	case s.Pace >= Paces:
		return fmt.Errorf("%w: seating %d has the pace %d", ErrRecord, s.ID, s.Pace)
	case len(s.News) > MostNews:
		return fmt.Errorf("%w: seating %d has %d news, not up to %d", ErrRecord, s.ID, len(s.News),
			MostNews)
	case s.Playing && s.Round == 0:
		return fmt.Errorf("%w: seating %d plays no round", ErrRecord, s.ID)
	case s.Due.At.IsZero() != (s.Due.Number == 0):
		return fmt.Errorf("%w: seating %d has a deadline at %v with the number %d", ErrRecord, s.ID,
			s.Due.At, s.Due.Number)
	}
	for _, n := range s.News {
		if n.What == 0 || n.What > NewsKinds {
			return fmt.Errorf("%w: seating %d has news of the kind %d", ErrRecord, s.ID, n.What)
		}
	}
	for i, c := range s.Chairs {
		if c.User == 0 || s.ChairOf(c.User) != i {
			return fmt.Errorf("%w: chair %d of seating %d is user %d's", ErrRecord, i+1, s.ID,
				c.User)
		}
	}
	return nil
}

// ChairOf returns the chair of a user, -1 for none.
func (s Seating) ChairOf(user UserID) int {
	return slices.IndexFunc(s.Chairs, func(c Chair) bool { return c.User == user })
}

// DeckOwner is whose deck holds what is left of the seating's shoe.
func (s Seating) DeckOwner() Player { return Player{s.Guild, UserID(s.ID)} }

// CloseSeating forgets a seating and what is left of its shoe.
func CloseSeating(tx Changing, id SeatingID) error {
	s, open, err := Seatings.Get(tx, id)
	if err != nil || !open {
		return err
	}
	if err := Decks.Delete(tx, DeckKey{s.DeckOwner(), s.Table}); err != nil {
		return err
	}
	return Seatings.Delete(tx, id)
}
