package storage

import (
	"fmt"
	"slices"
	"time"
)

// AccountKind tells whose chips an account holds.
type AccountKind uint8

// The kinds of account.
const (
	PlayerAccount AccountKind = iota + 1 // a player's wallet
	HeldAccount                          // the stakes of one seat in a round
	HouseAccount                         // what the tables of a guild have won, or lost if negative
	MintAccount                          // minus all chips ever given out in a guild
)

var kindNames = [...]string{PlayerAccount: "player", HeldAccount: "held", HouseAccount: "house",
	MintAccount: "mint"}

// String names the kind in a word.
func (k AccountKind) String() string {
	if k == 0 || int(k) >= len(kindNames) {
		return fmt.Sprintf("kind %d", uint8(k))
	}
	return kindNames[k]
}

// Account is one side of a posting. Make it with [WalletOf], [HeldFor], [HouseOf] or [MintOf].
type Account struct {
	Kind  AccountKind
	Guild GuildID
	Owner uint64 // the user of a wallet, the round of a held account, else 0
	Seat  uint8  // of the round of a held account, else 0
}

// WalletOf returns a player's account.
func WalletOf(p Player) Account {
	return Account{Kind: PlayerAccount, Guild: p.Guild, Owner: uint64(p.User)}
}

// HeldFor returns the account that holds the stakes of a seat in a round.
func HeldFor(g GuildID, id RoundID, seat int) Account {
	return Account{HeldAccount, g, uint64(id), uint8(seat)}
}

// HouseOf returns the account of a guild's tables.
func HouseOf(g GuildID) Account { return Account{Kind: HouseAccount, Guild: g} }

// MintOf returns the account that a guild's new chips come from.
func MintOf(g GuildID) Account { return Account{Kind: MintAccount, Guild: g} }

// MayOwe reports whether the account's balance may be below zero.
func (a Account) MayOwe() bool { return a.Kind == HouseAccount || a.Kind == MintAccount }

// String names the account as audits print it.
func (a Account) String() string {
	switch {
	case a.MayOwe():
		return fmt.Sprintf("%v of %v", a.Kind, a.Guild)
	case a.Kind == PlayerAccount:
		return fmt.Sprintf("player %d of %v", a.Owner, a.Guild)
	case a.Kind == HeldAccount && a.Seat > 0:
		return fmt.Sprintf("held for seat %d of hand %d of %v", a.Seat+1, a.Owner, a.Guild)
	case a.Kind == HeldAccount:
		return fmt.Sprintf("held for hand %d of %v", a.Owner, a.Guild)
	}
	return fmt.Sprintf("account of unknown kind %d", a.Kind)
}

// Reason tells why chips moved.
type Reason uint8

// The reasons: what they are is in a table, [reasons].
const (
	Opening      Reason = iota + 1 // the chips a wallet starts with
	DailyChips                     // the daily chips
	Hold                           // a stake, or more of it
	Release                        // a stake or a part of it comes back
	Win                            // winnings
	Lose                           // a lost stake
	Gift                           // chips given away
	Grant                          // chips an admin gives out
	Confiscation                   // chips an admin takes
	Reset                          // an admin sets a wallet to what it starts with
	Refill                         // chips for who has none
	Reasons      = 11              // how many there are
)

// movement is a pair of accounts that chips move between.
type movement struct{ from, to AccountKind }

// reasons have names for people, codes in keys of postings that never change, and the accounts
// that chips move between.
var reasons = [Reasons + 1]struct {
	name, code string
	moves      []movement
	byAdmin    bool // to or from another's wallet
}{
	Opening:      {"opening", "open", []movement{{MintAccount, PlayerAccount}}, false},
	DailyChips:   {"daily", "daily", []movement{{MintAccount, PlayerAccount}}, false},
	Hold:         {"hold", "hold", []movement{{PlayerAccount, HeldAccount}}, false},
	Release:      {"release", "release", []movement{{HeldAccount, PlayerAccount}}, false},
	Win:          {"win", "win", []movement{{HouseAccount, PlayerAccount}}, false},
	Lose:         {"lose", "lose", []movement{{HeldAccount, HouseAccount}}, false},
	Gift:         {"gift", "give", []movement{{PlayerAccount, PlayerAccount}}, false},
	Grant:        {"grant", "chips", []movement{{MintAccount, PlayerAccount}}, true},
	Confiscation: {"confiscation", "chips", []movement{{PlayerAccount, MintAccount}}, true},
	Reset: {"reset", "reset", []movement{{MintAccount, PlayerAccount},
		{PlayerAccount, MintAccount}}, true},
	Refill: {"refill", "refill", []movement{{MintAccount, PlayerAccount}}, false},
}

// String names the reason for people.
func (r Reason) String() string {
	if r == 0 || r > Reasons {
		return fmt.Sprintf("reason %d", uint8(r))
	}
	return reasons[r].name
}

// Play reports whether the chips moved in a hand. What moves them otherwise is a
// transfer of each wallet that it changes.
func (r Reason) Play() bool { return r == Hold || r == Release || r == Win || r == Lose }

// MaxChips is the largest number of chips in one posting and in a wallet: the
// largest whole number that Discord and JSON carry exactly (2^53-1).
const MaxChips Chips = 1<<53 - 1

// Posting is one movement of chips. It is never changed or deleted.
type Posting struct {
	// unique in the guild for ever: what makes a repeated posting a refusal
	Key    string `storage:"key"`
	Clock  uint64 // where it stands, behind earlier ones of its accounts: [Tx.Post] sets it
	From   Account
	To     Account
	Chips  Chips // 1 to MaxChips
	Reason Reason
	Round  RoundID // the hand it belongs to, 0 for none
	By     InteractionID
	Who    UserID // the admin who did it to another's wallet, 0 for the player's own doing
	// why, in the admin's words: hostile text, escape it; empty for none. It is one of [Remarks]
	Note string `storage:"apart"`
	At   time.Time
}

// Users points to the users of the posting: whose wallets it changes, and who did it.
func (p *Posting) Users() []*UserID {
	users := []*UserID{&p.Who}
	for _, a := range []*Account{&p.From, &p.To} {
		if a.Kind == PlayerAccount {
			users = append(users, (*UserID)(&a.Owner))
		}
	}
	return users
}

// Remark names what an admin has written about the posting to a player.
func (p Posting) Remark(of Player) RemarkKey { return RemarkKey{of, p.Key} }

// MaxKey is the longest key of a posting, in bytes.
const MaxKey = 255

// MaxNote is the longest note of a posting, in bytes.
const MaxNote = 400

// Check returns nil for a posting that makes sense by itself, and otherwise
// [ErrPosting] wrapped with what is wrong. Every engine asks it before it
// posts, and every audit of what was posted.
func (p Posting) Check() error {
	switch {
	case p.Key == "" || len(p.Key) > MaxKey:
		return fmt.Errorf("%w: its key has %d bytes, not 1 to %d", ErrPosting, len(p.Key), MaxKey)
	case p.Chips < 1 || p.Chips > MaxChips:
		return fmt.Errorf("%w: it moves %d chips, not 1 to %d", ErrPosting, p.Chips, MaxChips)
	case p.Reason < 1 || p.Reason > Reasons:
		return fmt.Errorf("%w: its reason %d is unknown", ErrPosting, p.Reason)
	case !slices.Contains(reasons[p.Reason].moves, movement{p.From.Kind, p.To.Kind}):
		return fmt.Errorf("%w: its reason %d does not move chips from %v to %v", ErrPosting,
			p.Reason, p.From, p.To)
	case p.From == p.To:
		return fmt.Errorf("%w: it moves chips from the %v to itself", ErrPosting, p.From)
	case len(p.Note) > MaxNote:
		return fmt.Errorf("%w: its note has %d bytes, not up to %d", ErrPosting, len(p.Note),
			MaxNote)
	case reasons[p.Reason].byAdmin != (p.Who != 0):
		return fmt.Errorf("%w: its reason is %v and user %d did it", ErrPosting, p.Reason, p.Who)
	case p.From.Guild != p.To.Guild:
		return fmt.Errorf("%w: it moves chips from %v to %v", ErrPosting, p.From.Guild,
			p.To.Guild)
	}
	for _, a := range []Account{p.From, p.To} {
		switch {
		case a.MayOwe() && a.Owner != 0:
			return fmt.Errorf("%w: the %v has an owner", ErrPosting, a)
		case a.Seat >= MostSeats || a.Kind != HeldAccount && a.Seat != 0:
			return fmt.Errorf("%w: the %v has seat %d", ErrPosting, a, a.Seat)
		case a.Kind == HeldAccount && a.Owner != uint64(p.Round):
			return fmt.Errorf("%w: it is of hand %d but moves chips %v", ErrPosting, p.Round, a)
		}
	}
	return nil
}

// Adds returns what the posting adds to an account, or takes from it if below zero.
func (p Posting) Adds(a Account) Chips {
	switch a {
	case p.To:
		return p.Chips
	case p.From:
		return -p.Chips
	}
	return 0
}

// Transferred returns the players whose wallets the posting changes other than
// by play.
func (p Posting) Transferred() []Player {
	var players []Player
	for _, a := range []Account{p.From, p.To} {
		if a.Kind == PlayerAccount && !p.Reason.Play() {
			players = append(players, Player{Guild: a.Guild, User: UserID(a.Owner)})
		}
	}
	return players
}

// Give returns the account's balance after chips were taken from it, or an
// [*OverdrawnError].
func (a Account) Give(balance, chips Chips) (Chips, error) {
	left := balance - chips
	if left > balance || left < 0 && !a.MayOwe() {
		return balance, &OverdrawnError{Account: a, Balance: balance, Need: chips}
	}
	return left, nil
}

// Take returns the account's balance after chips were added to it, or an
// [*OverflowError].
func (a Account) Take(balance, chips Chips) (Chips, error) {
	sum := balance + chips
	if sum < balance || sum > MaxChips && !a.MayOwe() {
		return balance, &OverflowError{Account: a, Balance: balance, Chips: chips}
	}
	return sum, nil
}
