package storage

import (
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"holecard/blackjack"
)

// Chips are the game's: what the engine deals with is what the ledger moves.
type Chips = blackjack.Chips

// GuildID is a Discord server, or the direct messages of a user.
type GuildID uint64

// direct marks the direct messages of the user whose id is in the other bits.
// Snowflakes, which begin in 2015, have the bit from 2084 on.
const direct GuildID = 1 << 63

// DirectMessages returns the guild of a user's direct messages.
func DirectMessages(user UserID) GuildID { return direct | GuildID(user) }

// Direct reports whether the guild is a user's direct messages.
func (id GuildID) Direct() bool { return id&direct != 0 }

// String names the guild for people.
func (id GuildID) String() string {
	if id.Direct() {
		return fmt.Sprintf("the direct messages of user %d", uint64(id&^direct))
	}
	return fmt.Sprintf("guild %d", uint64(id))
}

// UserID is a Discord user.
type UserID uint64

// Player is the owner of a wallet: a user in one guild.
type Player struct {
	Guild GuildID
	User  UserID
}

// RoundID is the interaction that dealt the round, or the number of the deadline that
// did, so none is dealt twice.
type RoundID uint64

// SeatingID is the interaction that opened a seating.
type SeatingID uint64

// InteractionID is a Discord snowflake, which carries the time of its making.
type InteractionID uint64

// discordEpoch is the first moment of 2015, in milliseconds of Unix time.
const discordEpoch = 1_420_070_400_000

// Ids are logged as text: programs that read JSON lose digits of numbers above 2^53.

func (id GuildID) LogValue() slog.Value {
	if id.Direct() {
		return slog.StringValue(id.String())
	}
	return logID(uint64(id))
}

func (id UserID) LogValue() slog.Value        { return logID(uint64(id)) }
func (id RoundID) LogValue() slog.Value       { return logID(uint64(id)) }
func (id SeatingID) LogValue() slog.Value     { return logID(uint64(id)) }
func (id InteractionID) LogValue() slog.Value { return logID(uint64(id)) }

func logID(id uint64) slog.Value { return slog.StringValue(strconv.FormatUint(id, 10)) }

// Time returns when Discord made the id. Source: Discord's API reference, "Snowflakes".
func (id InteractionID) Time() time.Time { return snowflakeTime(uint64(id)) }

// InteractionAt returns the first id that Discord can have made at a time.
func InteractionAt(at time.Time) InteractionID {
	return InteractionID(max(0, at.UnixMilli()-discordEpoch) << 22)
}

// Time returns when the user's account was made.
func (id UserID) Time() time.Time { return snowflakeTime(uint64(id)) }

func snowflakeTime(id uint64) time.Time {
	return time.UnixMilli(int64(id&^uint64(deadlines)>>22) + discordEpoch)
}

// Profile is what is kept of a player besides the chips.
type Profile struct {
	Player Player    `storage:"key"`
	Name   string    // as Discord last showed it: hostile text, escape it
	Opened time.Time // when the wallet was opened
	// what the player last named as a bet, 0 before any: the first stake, or the most that a
	// strategy that bets might stake
	LastBet  Chips
	OpenHand RoundID // the player's own hand that is being played, 0 for none
	LastHand RoundID // their newest hand, open or over, 0 for none
	// what open rounds at seatings hold of theirs and can bring at most: the wallet keeps room
	Seated   Chips
	Daily    Daily
	Refilled time.Time // when they were last given chips because they had none, zero for never
	Given    Given
	Fair     Fairness
	Stats    Stats
	Taste    Taste
	Day      DayOf
	Sitting  Sitting
	Awards   AwardSet // given
	Untold   AwardSet // given, and not shown yet
	// shown to nobody else, and on no board; not on the server any more
	Hidden, Away bool
	Erased       bool // being erased: nothing else is left of the profile
}

// check refuses what the numbers of a profile do not mean.
func (p Profile) check() error {
	if p.Taste.Cards >= CardStyles || (p.Awards|p.Untold)>>Awards != 0 {
		return fmt.Errorf("%w: the profile of user %d has cards or awards that do not exist",
			ErrRecord, p.Player.User)
	}
	return nil
}

// Ranked reports whether the player has a place on the boards.
func (p Profile) Ranked() bool { return !p.Hidden && !p.Away && !p.Erased }

// Playing reports whether chips of the player are, or may be, at stake.
func (p Profile) Playing() bool { return p.OpenHand != 0 || p.Seated != 0 }

// Taste is how somebody wants hands to look, and what they read. The zero Taste
// leaves it to the server, and the server to the bot.
type Taste struct {
	Cards       CardStyle
	FourColours bool   // clubs are green and diamonds blue, in pictures
	Language    string // a language of the bot, such as "pt-BR"; empty for what Discord says
}

// CardStyle is how the cards of a hand are shown.
type CardStyle uint8

// The styles. Their numbers are stored.
const (
	AnyCards CardStyle = iota // not chosen
	EmojiCards
	PictureCards
	TextCards
	CardStyles = 4 // how many there are
)

// Given is what a player has given away on the last day they gave any.
type Given struct {
	At    time.Time // of the last gift, zero before the first
	Chips Chips     // on that day of UTC, in all
}

// Fairness is what a player's next shuffle follows from, besides the
// interaction that starts it.
type Fairness struct {
	Next Secret // the server seed, zero before the player's first hand
	// when the player was first shown its commitment, zero for not yet
	Shown  time.Time
	Client string // the client seed, empty for none chosen or drawn yet
}

// Secret is a server seed. Nobody may see it before the last hand of its
// shuffle is over, so no way of printing shows it.
type Secret [32]byte

// Zero reports whether there is none.
func (s Secret) Zero() bool { return s == Secret{} }

// Format implements [fmt.Formatter] for all verbs.
func (s Secret) Format(f fmt.State, _ rune) { io.WriteString(f, "secret") }

// MarshalText implements [encoding.TextMarshaler], which JSON and logs use.
func (s Secret) MarshalText() ([]byte, error) { return []byte("secret"), nil }

// Digest is the SHA-256 of a server seed, which anyone may see.
type Digest [32]byte

// String returns the digest in lower-case hex, "" for none.
func (d Digest) String() string {
	if d == (Digest{}) {
		return ""
	}
	return hex.EncodeToString(d[:])
}

// Shuffle is what the order of a shoe follows from, for ever.
type Shuffle struct {
	Server Secret
	Client string
	By     InteractionID // that started the hand it was made for
	First  bool          // it was drawn with the deal: the player's very first
	// when the player was first shown its commitment, zero where it was not before the deal
	Shown time.Time
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

// Round is one deal, as the bot keeps it. A hand of a player's own is the round of
// one seat.
type Round struct {
	ID       RoundID   `storage:"key"`
	Guild    GuildID   `storage:"key"`
	Version  uint32    // 1 when dealt, one more with each change
	Table    string    // the name of the rule set
	Seating  SeatingID // where it is played, 0 for a hand of a player's own
	Place    Place     // of the message that shows it, where it is known: at a seating
	Private  bool      // shown to its player only
	Practice bool      // no chips are at stake, and no statistics count it
	Dropped  bool      // its cards and its seeds were forgotten, when it was old
	House    string    // the strategy of the house, as an expression; empty for the table's own
	Shoe     ShoeOrigin
	Shuffled bool    // the shoe was shuffled before the round, although there was one
	Open     bool    // still being played
	Next     RoundID // the hand that was dealt from this one's buttons, 0 for none
	// the commitment to the next shuffle, shown with the settled round; zero for none
	Promised Digest
	Record   []byte // the engine's own
	Dealt    time.Time
	Changed  time.Time
	Seats    []Seat // 1 to [MostSeats]
}

// Seat is a player in a round.
type Seat struct {
	User   UserID
	Plays  string // the strategy that plays it, as an expression; empty for the player
	Held   Chips  // all stakes; the balance of [HeldFor] this seat while the round is open, 0 after
	Net    Chips  // winnings less losses, once settled
	Client string // the client seed that went into the shuffle, at a seating
	// what the player has answered to a question that all seats are asked at once, until the
	// round takes it: a number of the session's, 0 for nothing yet
	Answer uint8
}

// Check returns nil for a round that makes sense by itself, and otherwise [ErrRecord]
// wrapped with the fault. Every engine asks it before it saves, and every audit.
func (r Round) Check() error {
	switch seats := len(r.Seats); {
	case r.ID == 0:
		return fmt.Errorf("%w: a round has no id", ErrRecord)
	case seats < 1 || seats > MostSeats:
		return fmt.Errorf("%w: round %d has %d seats, not 1 to %d", ErrRecord, r.ID, seats,
			MostSeats)
	case seats > 1 && r.Seating == 0:
		return fmt.Errorf("%w: round %d has %d seats and no seating", ErrRecord, r.ID, seats)
	}
	for i, s := range r.Seats {
		if s.User == 0 || r.SeatOf(s.User) != i {
			return fmt.Errorf("%w: seat %d of round %d is user %d's", ErrRecord, i+1, r.ID, s.User)
		}
	}
	return nil
}

// Drop returns a settled round without its cards, and without what they follow from.
func (r Round) Drop() Round {
	r.Dropped, r.Record, r.Shoe, r.Promised = true, nil, ShoeOrigin{}, Digest{}
	return r
}

// Users points to who has a seat, in seats of its own.
func (r *Round) Users() (users []*UserID) {
	r.Seats = slices.Clone(r.Seats)
	for i := range r.Seats {
		users = append(users, &r.Seats[i].User)
	}
	return users
}

// Player returns who has a seat.
func (r Round) Player(seat int) Player { return Player{r.Guild, r.Seats[seat].User} }

// DeckOwner is whose deck holds what is left of the round's shoe: the player of a hand
// of their own, or the seating.
func (r Round) DeckOwner() Player {
	if r.Seating != 0 {
		return Player{r.Guild, UserID(r.Seating)}
	}
	return r.Player(0)
}

// SeatOf returns the seat of a user, -1 for none.
func (r Round) SeatOf(user UserID) int {
	return slices.IndexFunc(r.Seats, func(s Seat) bool { return s.User == user })
}

// Held returns the stakes of all seats.
func (r Round) Held() (sum Chips) {
	for _, s := range r.Seats {
		sum += s.Held
	}
	return sum
}

// MostSeats is the most players in a round, and at a seating.
const MostSeats = 7

// ShoeOrigin tells which shuffles a hand's cards are of. All zero for a hand
// kept by a version that did not note it.
type ShoeOrigin struct {
	Shuffle Shuffle
	Dealt   int     // cards of the shuffle dealt in earlier hands
	Behind  Shuffle // the shuffle that follows when the first is dealt out; zero for none
}

// Settings are what the admins of a guild have chosen. The zero Settings leave
// everything as it comes.
type Settings struct {
	Guild  GuildID      `storage:"key"`
	Tables []string     // the tables that may be played, the first where none is named; nil for all
	Rules  []RuleChange // in the order they were made
	NoGive bool         // players may not give each other chips
	Taste  Taste        // what hands look like here by default, and the language of public answers

	NewMessage bool // another hand is dealt in a message of its own
	NoRefill   bool // who has no chips is given none
	// what the server gives and allows instead of the bot, 0 for what the bot does
	Starting, Daily, Refill, GiveDaily Chips

	LossCap Chips     // the most that a player may lose here in a day, 0 for any
	Left    time.Time // when the bot was first found to have left, zero where it is there
}

func (s Settings) check() error {
	if s.Taste.Cards >= CardStyles {
		return fmt.Errorf("%w: the settings have the cards %d", ErrRecord, s.Taste.Cards)
	}
	return nil
}

// Emojis are those that the bot has at Discord.
type Emojis struct {
	Application string            // whose they are
	IDs         map[string]string // by name
}

// LogEntry is what an interaction has changed of a guild's settings.
type LogEntry struct {
	By      InteractionID `storage:"key"`
	Guild   GuildID       `storage:"key"`
	Who     UserID
	At      time.Time
	Changes []SettingChange
}

func (e LogEntry) check() error {
	for _, c := range e.Changes {
		if !c.What.Valid() {
			return fmt.Errorf("%w: an entry of the log changes the setting %d", ErrRecord, c.What)
		}
	}
	return nil
}

// SettingChange is a change of one setting. What it was and is are codes or
// numbers, never words for people.
type SettingChange struct {
	What   Setting
	Table  string // whose rule it is; empty for none
	Rule   string // its key
	Before string
	After  string
}

// Setting is what a change of the settings is about.
type Setting uint8

// The settings. Their numbers are stored.
const (
	SetTables Setting = iota + 1 // their names with spaces between, the first first
	SetRule
	SetGifts
	SetGiveDaily
	SetStarting
	SetDaily
	SetRefill
	SetCards
	SetFourColours
	SetLanguage
	SetNewMessage
	SetLossCap
	Settable = 12 // how many there are
)

// Valid reports whether there is such a setting.
func (s Setting) Valid() bool { return s > 0 && s <= Settable }

// RuleChange changes one rule of a table.
type RuleChange struct {
	Table  string
	Change string // "key=value", as the rule sets take it
}

// Deck is what a player's last hand left of the shoe, at a table whose shoe
// goes on from hand to hand.
type Deck struct {
	Player  Player  `storage:"key"` // whose it is: a player, or a seating by its id
	Table   string  `storage:"key"`
	Cards   []byte  // the cards not dealt, first card first; none when the next hand shuffles
	Shuffle Shuffle // what they are left of; zero as long as no cards are
	Dealt   int     // cards of the shuffle dealt so far
}

// Confirmation is a question whether to move chips, and its answer. It is known by
// the interaction that asks.
type Confirmation struct {
	Asked  InteractionID `storage:"key"`
	Guild  GuildID       `storage:"key"`
	By     UserID        // who asks, and alone may answer
	Why    Reason        // [Gift], [Grant], [Confiscation] or [Reset]
	To     UserID        // whose wallet it is, besides the giver's
	ToName string        // as Discord showed it: hostile text
	Chips  Chips         // to move; 0 for a reset
	Note   string        // why, in the admin's words: hostile text
	Answer Answer
}

// Answer is what became of a confirmation.
type Answer uint8

// The answers.
const (
	Unanswered Answer = iota
	Moved             // yes, and chips were moved
	Unmoved           // no, or yes when there was nothing to move
)
