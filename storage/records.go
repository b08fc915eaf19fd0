package storage

import "time"

// Chips counts whole chips.
type Chips int64

// GuildID is a Discord server; [DirectMessages] is the guild of all direct messages.
type GuildID uint64

// DirectMessages is the guild that hands played in direct messages belong to.
const DirectMessages GuildID = 0

// UserID is a Discord user.
type UserID uint64

// Player is the owner of a wallet: a user in one guild.
type Player struct {
	Guild GuildID
	User  UserID
}

// HandID is the interaction that dealt the hand, so no hand is dealt twice.
type HandID uint64

// InteractionID is a Discord snowflake, which carries the time of its making.
type InteractionID uint64

// discordEpoch is the first moment of 2015, in milliseconds of Unix time.
const discordEpoch = 1_420_070_400_000

// Time returns when Discord made the id. Source: Discord's API reference, "Snowflakes".
func (id InteractionID) Time() time.Time {
	return time.UnixMilli(int64(id>>22) + discordEpoch)
}

// Profile is what is kept of a player besides the chips.
type Profile struct {
	Player   Player
	Name     string    // as Discord last showed it: hostile text, escape it
	Opened   time.Time // when the wallet was opened
	LastBet  Chips     // the first stake of the last hand, 0 before any
	OpenHand HandID    // the hand being played, 0 for none
	Daily    Daily
	Stats    Stats
}

// Daily is a player's last collection of the daily chips.
type Daily struct {
	At     time.Time // zero before the first
	By     InteractionID
	Chips  Chips
	Streak int // days in a row, 1 for the first
}

// Stats counts a player's settled hands. A hand with splits counts once.
type Stats struct {
	Hands       int // = Wins + Losses + Pushes
	Wins        int // hands that won chips on the whole
	Losses      int // hands that lost chips on the whole
	Pushes      int // hands that did neither
	Naturals    int
	Busts       int // hands with at least one bust
	Doubles     int // hands doubled, after splits each by itself
	Splits      int
	Surrenders  int
	Wagered     Chips // all stakes and insurance
	Net         Chips // winnings less losses
	BiggestWin  Chips // the most one hand has won
	BiggestLoss Chips // the most one hand has lost, as a positive number
}

// Hand is a player's round, as the bot keeps it.
type Hand struct {
	ID       HandID
	Player   Player
	Version  uint32 // 1 when dealt, one more with each change
	Table    string // the name of the rule set
	Private  bool   // shown to its player only
	Plays    string // the strategy that plays it, as an expression; empty for the player
	Shuffled bool   // the shoe was shuffled before the hand, although there was one
	Open     bool   // still being played
	Held     Chips  // all stakes; the balance of [HeldFor] this hand while open, 0 after
	Net      Chips  // winnings less losses, once settled
	Next     HandID // the hand that was dealt from this one's buttons, 0 for none
	Round    []byte // the engine's own record
	Dealt    time.Time
	Changed  time.Time
}

// Settings are what the admins of a guild have chosen. The zero Settings leave
// everything as it comes.
type Settings struct {
	Guild  GuildID
	Tables []string     // the tables that may be played, the first where none is named; nil for all
	Rules  []RuleChange // in the order they were made
}

// RuleChange changes one rule of a table.
type RuleChange struct {
	Table  string
	Change string // "key=value", as the rule sets take it
}

// Deck is what a player's last hand left of the shoe, at a table whose shoe
// goes on from hand to hand.
type Deck struct {
	Player Player
	Table  string
	Cards  []byte // the cards not dealt, first card first
}

// Order is a way to rank the players of a guild.
type Order uint8

// The orders. Each has the best player first; equals come in the order of their ids.
const (
	ByChips Order = iota
	ByNet
	ByWinRate
	ByBiggestWin
	Orders = 4 // how many there are
)

// RatedHands is how many hands a win rate needs to count: players with fewer
// come after all who have played as many.
const RatedHands = 10

// Score returns what ranks a player: the higher, the better the place.
func (by Order) Score(balance Chips, s Stats) int64 {
	switch by {
	case ByChips:
		return int64(balance)
	case ByNet:
		return int64(s.Net)
	case ByWinRate:
		if s.Hands == 0 {
			return 0
		}
		const million = 1_000_000 // rates are compared in millionths
		rate := int64(s.Wins) * million / int64(s.Hands)
		if s.Hands >= RatedHands {
			rate += 2 * million
		}
		return rate
	case ByBiggestWin:
		return int64(s.BiggestWin)
	}
	panic("storage: no such order") // the orders are the constants above
}

// Standing is a player's line in an order.
type Standing struct {
	Player  Player
	Name    string
	Place   int // 1 is the best
	Balance Chips
	Stats   Stats
}
