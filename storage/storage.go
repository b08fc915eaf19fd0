// Package storage says what holecard keeps, and what every engine that keeps
// it promises. The engines are in the folders below; [holecard/storage/storagetest]
// is the suite that each of them passes.
//
// # The ledger
//
// Chips move only by a [Posting], from one [Account] to another, so the sum
// over all accounts is zero at every moment:
//
//	mint ──opening, daily, grant──▶ player ──hold──▶ held ──lose──▶ house
//	     ◀─────confiscation────────   ▲ │ ▲             │
//	     ◀────────reset───────────▶   │ │ └───release───┘
//	                      player ◀─gift─┘
//	                                  └───────win────────────────── house
//
// A player's account and a held account are never below zero; house and mint
// may be, for they are where winnings and new chips come from. The stakes of a seat
// in a round are held in an account of its own, which is empty again once the round
// is settled or voided. A hand of a player's own is a round of one seat.
//
// # Pseudonyms
//
// The journal, rounds and the log of settings know a user by a random number, from the first
// posting on: see [Pseudonyms]. Storage translates inside, and callers say [UserID]. So erasing
// somebody forgets the number and deletes the tables that they own, and rewrites no journal.
//
// # Guilds
//
// A transaction names the guild it works in, and every record belongs to one:
// wallets and hands, but also the interactions that were seen and the keys of
// postings. A transaction that is asked for another guild's record refuses with
// [ErrGuild]; only what a user has set for all guilds is read in any: [Everywhere].
// So an engine may keep guilds on different machines, and commits in
// one guild never wait for those in another unless the engine wants them to.
// Direct messages are a guild for each user: [DirectMessages]. Only [Store.Due] looks
// at all guilds, for a bot has one clock.
//
// # Transactions
//
// Everything a command or a press does is done in one call of [Store.Update]:
// all of it is stored, or none. The function given to it may run more than once
// (an engine restarts it after a conflict), so its only effects are those of its
// transaction: it reads and decides first, writes after, and assigns its results
// instead of adding to them.
//
// An engine may be at the other end of a network. [Reader.Load] reads in one
// round trip what a transaction is going to ask for.
//
// A function that ends its goroutine, as testing's FailNow does, must not be
// given: it may be run among those of other callers.
//
// Storage knows nothing of blackjack: a round is bytes to it. Times are kept
// to the microsecond and come back in UTC; the zero time comes back as zero.
package storage

import (
	"context"
	"time"
)

// Store keeps wallets, hands and the ledger. Its methods may be called at the
// same time from many goroutines.
type Store interface {
	// Update runs fn in a transaction that sees and changes one guild.
	// When fn returns nil and the changes are safe on disk, Update returns nil.
	// When fn returns an error nothing is changed and Update returns that error.
	// When the changes cannot be kept nothing is changed either: [ErrNoSpace]
	// while the disk is full; [ErrBroken] from the moment that the disk failed
	// to make a change safe, and for every later update, for what is on the disk
	// is not known any more. [ErrUnconfirmed] is the exception: the changes are made, but
	// may be lost when the database fails.
	// Concurrent calls may share one commit; each still succeeds or fails alone.
	Update(ctx context.Context, guild GuildID, fn func(Tx) error) error

	// View runs fn on a consistent state of a guild that no update changes meanwhile.
	View(ctx context.Context, guild GuildID, fn func(Reader) error) error

	// Audit replays the postings of all guilds, one after the other, and compares
	// what it finds with all the store says. The error tells that the audit could
	// not be carried out; what it found wrong is in [Audit.Problems].
	Audit(ctx context.Context) (Audit, error)

	// Due claims up to so many deadlines that are not after a time, the oldest first.
	Due(ctx context.Context, c Claim) ([]Deadline, error)

	// Guilds returns the guilds that may have records, in the order of their numbers,
	// besides guild 0, which is nobody's.
	Guilds(ctx context.Context) ([]GuildID, error)

	Fleet

	// Close waits for what is under way and closes the store.
	Close() error
}

// Reader reads a guild: the records of [Tables] by them, and the ledger. What was never saved is
// reported by a false, not by an error; another guild's player or account is an [ErrGuild].
type Reader interface {
	Records
	// Load reads in one round trip what will be asked for. It changes no answer,
	// and what cannot be read is told by whatever asks for it.
	Load(Wanted)
	// Seen reports whether the interaction was recorded by [Tx.See].
	Seen(InteractionID) (bool, error)
	// Posted reports whether a posting with the key was ever made.
	Posted(key string) (bool, error)
	// Balance returns the chips of an account, 0 for one never posted to.
	Balance(Account) (Chips, error)
	// Transfers returns up to limit postings that changed a player's wallet other than by
	// play, newest first: those before the transfer that has a key, "" for the newest.
	Transfers(p Player, before string, limit int) ([]Posting, error)
	// Standings returns up to limit ranked players of a board, best first, from the one at
	// offset (0 is the best, and so is less).
	Standings(b Board, offset, limit int) ([]Standing, error)
	// Rank returns a player's position on a board, 1 for the best and the same for equals, and
	// how many players are ranked. It returns position 0 for a player who is unknown, or not ranked: see
	// [Profile.Ranked] and [Board.Least].
	Rank(p Player, b Board) (position, of int, err error)
}

// Wanted are the records of a guild that a transaction will ask for.
type Wanted struct {
	Seen          []InteractionID
	Players       []UserID  // their profiles and wallets
	Rounds        []RoundID // with what is held for their first seats
	Seated        []RoundID // rounds at seatings: with what is held for all their seats
	Seatings      []SeatingID
	Decks         []DeckKey
	Settings      bool
	Confirmations []InteractionID
	Keys          []string // of the postings that may be made
	Limits        []Alias
	Everywhere    []Alias // their limits for all guilds
}

// Tx reads and changes. Tables write by [Changing]; boards and deadlines follow by themselves.
type Tx interface {
	Reader
	Changing
	// See records an interaction, so that its next delivery is known. Ids
	// whose own time is more than [SeenFor] before now may be forgotten, and so may
	// confirmations. It returns [ErrSeen] when the id is recorded already.
	See(id InteractionID, now time.Time) error
	// Post moves chips. It returns [ErrPosted] when the key was used before,
	// an [*OverdrawnError] when the account has not as many, an
	// [*OverflowError] when the other cannot take as many, and [ErrPosting]
	// for what [Posting.Check] refuses; then nothing is moved.
	Post(Posting) error
	// Erase begins to erase a player, or the guild where the user is 0. Limits that still
	// lock somebody out are not erased with a guild. It returns [ErrPlaying] for a player
	// with chips at stake or a chair, and does nothing for one who is being erased.
	Erase(Erasure) error
	// CarryOn deletes some of what belongs to a player who is being erased, or of the guild,
	// and reports whether that was all.
	CarryOn(UserID) (done bool, err error)
}

// SeenFor is how long an interaction is remembered: longer than its token
// lives (15 minutes), so that no delivery that Discord still honours is unknown.
const SeenFor = 20 * time.Minute

// Audit is what [Store.Audit] finds.
type Audit struct {
	OK        bool     `json:"ok"`
	Accounts  int      `json:"accounts"` // held ones only with chips
	Postings  int      `json:"postings"`
	Total     Chips    `json:"total"`      // the sum over all accounts: zero
	Wallets   Chips    `json:"-"`          // the sum over all players' wallets
	Held      Chips    `json:"held"`       // the stakes of all open hands
	OpenHands int      `json:"open_hands"` // rounds of several seats count once
	Seatings  int      `json:"open_tables"`
	Problems  []string `json:"problems"` // a sentence each; empty when OK
}

// Sums are the chips of each kind of account over all guilds. A kind that a store cannot
// add up in a moment is missing.
type Sums map[AccountKind]Chips

// Counts is how much there is in a store.
type Counts struct {
	Players, OpenHands int // rounds of several seats count once
	Seatings           int
}
