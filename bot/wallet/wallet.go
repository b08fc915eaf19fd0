// Package wallet is the chips of players, and how they come and go without play: by the day, for
// who has none, as gifts, and by admins.
//
//	what may be staked            within a transaction        the ledger
//	guild.Checker ─▶ care.Leave ─▶ [Wallet] ─▶ [Spend], [Post] ─▶ storage
//
// Who puts chips at stake or gives them away begins with [Wallets.Staking], and nothing but
// [Spend] takes them: it takes no more than limits leave.
package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holecard/blackjack"
	"holecard/bot/care"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/storage"
)

// Wallets are the wallets of all players.
type Wallets struct {
	Desk   *interact.Desk
	Guilds *guild.Guilds
	Limits guild.Limits
}

// New returns the wallets of players in guilds.
func New(g *guild.Guilds) *Wallets {
	return &Wallets{g.Desk, g, guild.Limits{Desk: g.Desk}}
}

// What a wallet refuses.
var (
	ErrNoPlayer = refuse.New("player.new", "the player has no wallet here")
	ErrFull     = refuse.New("full", "the wallet could not hold what this may win")

	// ErrHidden refuses to show a player who shows nothing to others.
	ErrHidden = refuse.New("hidden", "the player shows this to nobody else")
)

// Wallet is a player's chips and profile within a transaction.
type Wallet struct {
	Profile storage.Profile
	Stored  storage.Profile // the profile as it is in the store
	Balance storage.Chips
	Fresh   bool          // not stored yet: Begin opens it
	opening storage.Chips // with so much
	Leave   care.Leave    // to stake chips, zero where nobody has asked
}

// Of reads the player's wallet, or says what it will be when it is opened.
func (s *Wallets) Of(r storage.Reader, v interact.By) (Wallet, error) {
	p, ok, err := storage.Profiles.Get(r, v.Player)
	if err != nil {
		return Wallet{}, err
	}
	if p.Erased {
		return Wallet{}, guild.ErrErasing
	}
	if !ok {
		if err := guild.Forgotten(s.Desk, r, v.Player); err != nil {
			return Wallet{}, err
		}
		settings, err := storage.SettingsOf.Read(r, storage.Only{})
		chips := s.Guilds.Allowance(settings).Starting
		return Wallet{Profile: storage.Profile{Player: v.Player}, Balance: chips, opening: chips,
			Fresh: true}, err
	}
	balance, err := r.Balance(storage.WalletOf(v.Player))
	return Wallet{Profile: p, Stored: p, Balance: balance}, err
}

// theirWallet reads the wallet of somebody else than who acts, or says what it will be. That
// their data was erased is told to nobody else.
func (s *Wallets) theirWallet(r storage.Reader, of interact.By) (Wallet, error) {
	w, err := s.Of(r, of)
	if wasForgotten(err) {
		err = ErrNoPlayer
	}
	return w, err
}

// Read reads the wallet of a player who has one.
func Read(r storage.Reader, of storage.Player) (Wallet, error) {
	p, ok, err := storage.Profiles.Get(r, of)
	if err == nil && (!ok || p.Erased) {
		err = ErrNoPlayer
	}
	if err != nil {
		return Wallet{}, err
	}
	balance, err := r.Balance(storage.WalletOf(of))
	return Wallet{Profile: p, Stored: p, Balance: balance}, err
}

// Begin is the first write of a transaction: it records the interaction and
// opens a wallet that is not there yet.
func (s *Wallets) Begin(tx storage.Tx, v interact.By, w *Wallet, now time.Time) error {
	if err := tx.See(v.ID, now); err != nil {
		return err
	}
	if v.Name != "" {
		w.Profile.Name = v.Name
	}
	return s.open(tx, v, w, now)
}

// open opens the wallet of a player, if it is not there yet. The interaction
// may be one that somebody else made: a gift opens a wallet too.
func (s *Wallets) open(tx storage.Tx, v interact.By, w *Wallet, now time.Time) error {
	if !w.Fresh {
		return nil
	}
	w.Fresh = false
	w.Profile.Name = v.Name
	w.Profile.Opened = now
	key, err := storage.OpeningKey(tx, v.Player.User)
	if err != nil {
		return err
	}
	return mint(tx, v, key, w.opening, storage.Opening, now)
}

// mint gives the player of an interaction new chips.
func mint(tx storage.Tx, v interact.By, key string, chips storage.Chips, why storage.Reason,
	now time.Time) error {
	return Post(tx, storage.Posting{Key: key, From: storage.MintOf(v.Player.Guild),
		To: storage.WalletOf(v.Player), Chips: chips, Reason: why, By: v.ID, At: now})
}

// Room returns how many chips the wallet can still be given. What an open hand
// may bring it is kept free, because a hand that could not be settled would be
// stuck for ever: whoever fills a wallet asks here first.
func (w *Wallet) Room(r storage.Reader) (storage.Chips, error) {
	room := storage.MaxChips - w.Balance - w.Profile.Seated
	if w.Profile.OpenHand == 0 {
		return room, nil
	}
	k, found, err := storage.Rounds.Get(r, w.Profile.OpenHand)
	if err == nil && !found {
		err = fmt.Errorf("hand %d: %w", w.Profile.OpenHand, storage.ErrCorrupt)
	}
	if err != nil {
		return room, err
	}
	round, err := blackjack.ReadRecord(k.Record)
	if err != nil {
		return room, fmt.Errorf("hand %d: %w: %w", k.ID, storage.ErrCorrupt, err)
	}
	return max(0, room-MayBring(k, round, 0)), nil
}

// MayBring returns the most that a seat of a round can bring its wallet from now on: its stakes
// and what they can win, nothing in practice.
func MayBring(k storage.Round, round blackjack.Round, seat int) storage.Chips {
	if !k.Open || k.Practice {
		return 0
	}
	return k.Seats[seat].Held + round.MostWon(blackjack.Seat(seat))
}

// Post makes a posting, if there is anything to move. Who puts chips at stake or gives them
// away asks first: see [Spend].
func Post(tx storage.Tx, p storage.Posting) error {
	switch {
	case p.Reason == storage.Hold || p.Reason == storage.Gift:
		return care.ErrNoLeave
	case p.Chips == 0:
		return nil
	}
	return tx.Post(p)
}

// Staking is [interact.Desk.Once] for what may put chips at stake: do is given who asks for the
// leave.
func (s *Wallets) Staking(ctx context.Context, v interact.By, reads storage.Wanted,
	do func(tx storage.Tx, again bool, a guild.Checker) error) error {
	a, err := s.Limits.Checker(ctx)
	if err != nil {
		return err
	}
	a.Wants(&reads, v.Player.Guild, v.Player.User)
	return s.Desk.Once(ctx, v, reads, func(tx storage.Tx, again bool) error {
		return do(tx, again, a)
	})
}

// Spend makes a posting that puts a player's chips at stake or gives them away. It is the
// only way to do so, and takes what only [care.Facts] can give.
func Spend(tx storage.Tx, p storage.Posting, w *Wallet) (err error) {
	if p.Chips == 0 {
		return nil
	}
	if w.Leave, err = w.Leave.Pay(w.Profile.Player, p.Chips); err != nil {
		return err
	}
	return tx.Post(p)
}

// Stakes returns the chips of the wallet that may be staked, as far as that was asked.
func (w *Wallet) Stakes() storage.Chips {
	if w.Leave == (care.Leave{}) {
		return w.Balance
	}
	return w.Leave.Purse(w.Balance)
}

// Lacking returns why a wallet lacks chips: that it has fewer, or which limit forbids more.
func (w *Wallet) Lacking(err error) error {
	short, ok := errors.AsType[*ShortError](err)
	if !ok || short.Need > w.Balance {
		return err
	}
	return w.Leave.Refuses(short.Need)
}

// ShortError reports that a wallet has fewer chips than an action takes.
type ShortError struct {
	Need, Balance storage.Chips
	Held          storage.Chips // stakes of open hands
	Relief        *Relief       // for who has no chips at all, nil for others
}

func (e *ShortError) Error() string {
	return fmt.Sprintf("it takes %d chips, the wallet has %d", e.Need, e.Balance)
}

// Refusal implements [refuse.Error].
func (e *ShortError) Refusal() (string, []any) {
	switch {
	case e.Held > 0:
		return "short.held", []any{e.Balance, int64(e.Held)}
	case e.Balance == 0:
		return "broke", nil
	}
	return "short", []any{e.Balance}
}

// Award gives a player something that is given once. They are told with the next hand that
// they see.
func Award(p *storage.Profile, a storage.Award) {
	if !p.Awards.Has(a) {
		p.Awards, p.Untold = p.Awards.With(a), p.Untold.With(a)
	}
}

// wasForgotten reports whether a wallet is missing because its data was erased.
func wasForgotten(err error) bool {
	return errors.Is(err, guild.ErrErasing) || errors.Is(err, guild.ErrForgotten)
}
