package wallet

import (
	"context"
	"errors"
	"time"

	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/storage"
)

// What an admin can do to a wallet.
const (
	Grant = storage.Grant        // new chips
	Take  = storage.Confiscation // some of the wallet's chips
	Reset = storage.Reset        // as many chips as a wallet starts with
)

// Adjustment is what an admin does to a player's wallet. Stakes of an open hand
// and statistics stay as they are.
type Adjustment struct {
	Do storage.Reason
	To storage.UserID
	// as Discord shows it; for the wallet that is opened, if there is none
	ToName string
	Chips  storage.Chips         // to grant or to take
	Why    string                // up to [storage.MaxNote] bytes, for the ledger
	Asked  storage.InteractionID // the command that asks for it
}

// Adjusted is what an adjustment does to the chips.
type Adjusted struct {
	Before, After storage.Chips // in the wallet
	Held          storage.Chips // on the table, where they stay
	Opened        bool          // there was no wallet: it starts with Before
	Again         bool          // done by an earlier delivery: Before is not known any more
}

// Why an admin cannot take chips.
var (
	ErrTake     = refuse.New("take", "the wallet has fewer chips", "chips")
	ErrTakeHeld = refuse.New("take.held", "the wallet has fewer chips, others are staked", "chips",
		"held")
)

// AskAdjustment returns what an adjustment would do, and stores it to be confirmed.
// The errors are those of [Wallets.Adjust], except those of answers.
func (s *Wallets) AskAdjustment(
	ctx context.Context, v interact.By, c Adjustment,
) (done Adjusted, err error) {
	now := s.Desk.Now()
	reads := storage.Wanted{Players: []storage.UserID{c.To},
		Confirmations: []storage.InteractionID{c.Asked}}
	err = s.Desk.Once(ctx, v, reads, func(tx storage.Tx, _ bool) error {
		_, done, err = s.would(tx, c, c.owner(v))
		if err != nil {
			return err
		}
		return ask(tx, v, storage.Confirmation{Asked: c.Asked, Why: c.Do, To: c.To,
			ToName: c.ToName, Chips: c.Chips, Note: c.Why}, now)
	})
	return done, err
}

// Adjust makes the adjustment that was asked for, of the wallet as it is now. Whether
// the caller may is for the handler to know. That it was answered before is
// [ErrMoved] or [ErrUnmoved]; that it is too old, [interact.ErrExpired]; else the error is
// [ErrNotAsked], [ErrNoGuild], [ErrNoPlayer], [ErrNoChips], [ErrTheirsFull], [ErrTake],
// [ErrTakeHeld] or the store's.
func (s *Wallets) Adjust(
	ctx context.Context, v interact.By, asked storage.InteractionID,
) (c Adjustment, done Adjusted, err error) {
	now := s.Desk.Now()
	reads := storage.Wanted{Confirmations: []storage.InteractionID{asked},
		Keys: []string{storage.AskedKey(Grant, asked), storage.AskedKey(Reset, asked)}}
	err = s.Desk.Once(ctx, v, reads, func(tx storage.Tx, again bool) error {
		done = Adjusted{}
		q, err := confirmed(tx, v, asked, Grant, Take, Reset)
		c = Adjustment{Do: q.Why, To: q.To, ToName: q.ToName, Chips: q.Chips, Why: q.Note,
			Asked: asked}
		to := c.owner(v)
		// How things stand is shown again; only a reset may have had nothing to move.
		if again && (errors.Is(err, ErrMoved) || errors.Is(err, ErrUnmoved) && c.Do == Reset) {
			done.Again = true
			done.After, err = tx.Balance(storage.WalletOf(to.Player))
		}
		if err != nil || done.Again {
			return err
		}
		var w Wallet
		if w, done, err = s.would(tx, c, to); err != nil {
			return err
		}
		if err := tx.See(v.ID, now); err != nil {
			return err
		}
		if done.Before == done.After {
			q.Answer = storage.Unmoved
			return storage.Confirmations.Save(tx, q)
		}
		if err := s.openAndKeep(tx, to, &w, now); err != nil {
			return err
		}
		q.Answer = storage.Moved
		return errors.Join(storage.Confirmations.Save(tx, q), Post(tx, c.posting(v, to, done, now)))
	})
	return c, done, err
}

// owner is the player whose wallet it is, as somebody whose wallet is opened.
func (c Adjustment) owner(v interact.By) interact.By {
	return interact.By{ID: v.ID, Player: storage.Player{Guild: v.Player.Guild, User: c.To},
		Name: c.ToName}
}

// would decides what an adjustment does. It only reads.
func (s *Wallets) would(r storage.Reader, c Adjustment, to interact.By) (w Wallet, done Adjusted,
	err error) {
	if to.Player.Guild.Direct() {
		return w, done, ErrNoGuild
	}
	if w, err = s.theirWallet(r, to); err != nil {
		return w, done, err
	}
	done = Adjusted{Before: w.Balance, After: w.Balance, Opened: w.Fresh}
	if done.Held, err = guild.HeldBy(r, w.Profile); err != nil {
		return w, done, err
	}
	room, err := w.Room(r)
	if err != nil {
		return w, done, err
	}
	settings, err := storage.SettingsOf.Read(r, storage.Only{})
	if err != nil {
		return w, done, err
	}
	starting := s.Guilds.Allowance(settings).Starting
	switch {
	case c.Do != Grant && w.Fresh:
		return w, done, ErrNoPlayer
	case c.Do != Reset && c.Chips < 1:
		return w, done, ErrNoChips
	case c.Do == Grant && c.Chips > room, c.Do == Reset && starting-w.Balance > room:
		return w, done, ErrTheirsFull
	case c.Do == Take && c.Chips > w.Balance:
		if done.Held > 0 {
			return w, done, ErrTakeHeld.With(w.Balance, int64(done.Held))
		}
		return w, done, ErrTake.With(w.Balance)
	}
	switch c.Do {
	case Grant:
		done.After += c.Chips
	case Take:
		done.After -= c.Chips
	case Reset:
		done.After = starting
	}
	return w, done, nil
}

// posting is the one that an adjustment makes, which moves chips.
func (c Adjustment) posting(v, to interact.By, done Adjusted, now time.Time) storage.Posting {
	p := storage.Posting{
		Key:    storage.AskedKey(c.Do, c.Asked),
		From:   storage.MintOf(to.Player.Guild),
		To:     storage.WalletOf(to.Player),
		Chips:  done.After - done.Before,
		Reason: c.Do,
		By:     v.ID,
		Who:    v.Player.User,
		Note:   c.Why,
		At:     now,
	}
	if p.Chips < 0 {
		p.From, p.To, p.Chips = p.To, p.From, -p.Chips
	}
	return p
}
