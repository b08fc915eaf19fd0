package wallet

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/storage"
)

// Gift is chips for another player of the guild.
type Gift struct {
	To     storage.UserID
	ToName string // as Discord shows it; for the wallet that is opened, if there is none
	Chips  storage.Chips
	Asked  storage.InteractionID // the command that asks for it
}

// Gave is what a gift leaves its giver with.
type Gave struct {
	Balance storage.Chips
	Left    storage.Chips // that may be given away today besides
	Daily   storage.Chips // that may be given away in a day
}

// Why chips are not given.
var (
	ErrNoGifts    = refuse.New("gifts.never", "this bot lets nobody give chips")
	ErrGiftsOff   = refuse.New("gifts.off", "the admins of the guild let nobody give chips")
	ErrNoGuild    = refuse.New("server", "chips are given in guilds only")
	ErrSelf       = refuse.New("self", "a player gives chips to themselves")
	ErrNoChips    = refuse.New("no.chips", "less than one chip")
	ErrTheirsFull = refuse.New("theirs.full", "the other wallet could not hold as many")
	ErrCap        = refuse.New("cap", "fewer are left to give away today", "chips", "daily", "time")
	ErrCapReached = refuse.New("cap.reached", "none are left to give away today", "chips", "time")
	ErrYoung      = refuse.New("young", "the account of the receiver is too new", "time")
)

// AskGift returns what a gift would leave its giver with, and stores it to be
// confirmed. The errors are those of [Wallets.Give], except those of answers.
func (s *Wallets) AskGift(ctx context.Context, v interact.By, g Gift) (after Gave, err error) {
	reads := storage.Wanted{Players: []storage.UserID{g.To},
		Confirmations: []storage.InteractionID{g.Asked}}
	err = s.Staking(ctx, v, reads, func(tx storage.Tx, _ bool, a guild.Checker) error {
		p, err := s.prepare(tx, v, g, a)
		if after = p.after; err != nil {
			return err
		}
		return ask(tx, v, storage.Confirmation{Asked: g.Asked, Why: storage.Gift, To: g.To,
			ToName: g.ToName, Chips: g.Chips}, a.Now)
	})
	if err != nil {
		return Gave{}, err
	}
	return after, nil
}

// Give gives the chips that were asked about from the visitor's wallet to another's,
// which is opened if it is not there yet. That it was answered before is the
// [ErrMoved] or [ErrUnmoved]; that it is too old, [interact.ErrExpired]; else the error is
// [ErrNotAsked], one of the above, a [*ShortError], [ErrCap], [ErrYoung]
// or the store's.
func (s *Wallets) Give(
	ctx context.Context, v interact.By, asked storage.InteractionID,
) (g Gift, after Gave, err error) {
	reads := storage.Wanted{Confirmations: []storage.InteractionID{asked},
		Keys: []string{storage.AskedKey(storage.Gift, asked)}}
	err = s.Staking(ctx, v, reads, func(tx storage.Tx, again bool, a guild.Checker) error {
		after = Gave{}
		c, err := confirmed(tx, v, asked, storage.Gift)
		g = Gift{To: c.To, ToName: c.ToName, Chips: c.Chips, Asked: asked}
		if again && errors.Is(err, ErrMoved) { // how things stand is shown again
			settings, err := storage.SettingsOf.Read(tx, storage.Only{})
			if err != nil {
				return err
			}
			w, err := s.Of(tx, v)
			after = gave(s.Guilds.Allowance(settings).GiveDaily, w.Balance,
				givenToday(w.Profile.Given, v))
			return err
		}
		if err != nil {
			return err
		}
		p, err := s.prepare(tx, v, g, a)
		if err != nil {
			return err
		}
		after = p.after
		c.Answer = storage.Moved
		return errors.Join(s.carryOut(tx, v, g, p, a.Now), storage.Confirmations.Save(tx, c))
	})
	if err != nil {
		return Gift{}, Gave{}, err
	}
	return g, after, nil
}

// prepared is a gift that can be given.
type prepared struct {
	giver, receiver Wallet
	to              interact.By   // the receiver, as somebody whose wallet is opened
	given           storage.Chips // by the giver today, with this gift
	after           Gave
}

// prepare decides whether a gift can be given. It only reads.
func (s *Wallets) prepare(r storage.Reader, v interact.By, g Gift, a guild.Checker) (p prepared,
	err error) {
	p.to = interact.By{ID: v.ID, Player: storage.Player{Guild: v.Player.Guild, User: g.To},
		Name: g.ToName}
	daily, err := s.mayGive(r, v, g)
	if err != nil {
		return p, err
	}
	if p.giver, err = s.Of(r, v); err != nil {
		return p, err
	}
	facts, err := a.Facts(r, p.giver.Profile)
	if err != nil {
		return p, err
	}
	if p.giver.Leave, err = facts.Gift(); err != nil {
		return p, err
	}
	if p.receiver, err = s.theirWallet(r, p.to); err != nil {
		return p, err
	}
	room, err := p.receiver.Room(r)
	if err != nil {
		return p, err
	}
	before := givenToday(p.giver.Profile.Given, v)
	switch {
	case g.Chips > p.giver.Balance:
		short, err := s.Short(r, v, p.giver, g.Chips)
		return p, cmp.Or[error](err, short)
	case g.Chips > daily-before:
		next := midnightAfter(today(p.giver.Profile.Given.At, v))
		if before >= daily {
			return p, ErrCapReached.With(daily, next)
		}
		return p, ErrCap.With(daily-before, int64(daily), next)
	case g.Chips > room:
		return p, ErrTheirsFull
	}
	p.given = before + g.Chips
	p.after = gave(daily, p.giver.Balance-g.Chips, p.given)
	return p, nil
}

// mayGive decides what does not depend on anybody's wallet, and returns what may be
// given away in a day.
func (s *Wallets) mayGive(r storage.Reader, v interact.By, g Gift) (storage.Chips, error) {
	settings, err := storage.SettingsOf.Read(r, storage.Only{})
	daily, old := s.Guilds.Allowance(settings).GiveDaily, g.To.Time().Add(s.Guilds.GiveMinAge)
	switch {
	case err != nil:
		return 0, err
	case v.Player.Guild.Direct():
		return 0, ErrNoGuild
	case daily < 1:
		return 0, ErrNoGifts
	case settings.NoGive:
		return 0, ErrGiftsOff
	case g.To == v.Player.User:
		return 0, ErrSelf
	case g.Chips < 1:
		return 0, ErrNoChips
	case v.ID.Time().Before(old):
		return 0, ErrYoung.With(old)
	}
	return daily, nil
}

// carryOut is the writing of a gift.
func (s *Wallets) carryOut(tx storage.Tx, v interact.By, g Gift, p prepared, now time.Time) error {
	if err := s.Begin(tx, v, &p.giver, now); err != nil {
		return err
	}
	if err := s.openAndKeep(tx, p.to, &p.receiver, now); err != nil {
		return err
	}
	if err := Spend(tx, storage.Posting{
		Key:    storage.AskedKey(storage.Gift, g.Asked),
		From:   storage.WalletOf(v.Player),
		To:     storage.WalletOf(p.to.Player),
		Chips:  g.Chips,
		Reason: storage.Gift,
		By:     v.ID,
		At:     now,
	}, &p.giver); err != nil {
		return err
	}
	p.giver.Profile.Given = storage.Given{At: today(p.giver.Profile.Given.At, v), Chips: p.given}
	return storage.Profiles.Save(tx, p.giver.Profile)
}

// openAndKeep opens the wallet of somebody who did nothing for it.
func (s *Wallets) openAndKeep(tx storage.Tx, v interact.By, w *Wallet, now time.Time) error {
	if !w.Fresh {
		return nil
	}
	if err := s.open(tx, v, w, now); err != nil {
		return err
	}
	return storage.Profiles.Save(tx, w.Profile)
}

func gave(daily, balance, given storage.Chips) Gave {
	return Gave{Balance: balance, Left: max(0, daily-given), Daily: daily}
}

// givenToday returns what was given away on the day of an interaction.
func givenToday(g storage.Given, v interact.By) storage.Chips {
	if daysSince(g.At, v) > 0 {
		return 0
	}
	return g.Chips
}

// Moving chips between people, or by an admin, needs a confirmation first: the
// command asks for it, and its buttons move the chips or decline. It is stored, and
// known by the command's interaction:
//
//	unanswered ──yes──▶ moved: a posting with the confirmation's key
//	    │ └──no, or a yes that has nothing to move──▶ unmoved
//	    └──15 minutes──▶ expired, and forgotten some minutes later
//
// So it can be answered once only, whatever is delivered twice or restarted.

// ErrElsewhere tells that a confirmation was not asked for in this guild.
var ErrElsewhere = refuse.New("elsewhere", "the confirmation was not asked for here")

// ErrNotAsked tells that somebody else was asked.
var ErrNotAsked = refuse.New("not.asked", "the confirmation is for somebody else")

// What tells that a confirmation was answered before: with yes, if that moved chips, else with no,
// or with yes when there was nothing to move.
var (
	ErrMoved   = refuse.New("done", "the confirmation was answered before, and chips were moved")
	ErrUnmoved = refuse.New("answered", "the confirmation was answered before, nothing was moved")
)

// ask stores what is to be confirmed, once.
func ask(tx storage.Tx, v interact.By, c storage.Confirmation, now time.Time) error {
	if _, asked, err := storage.Confirmations.Get(tx, c.Asked); asked || err != nil {
		return err
	}
	if err := tx.See(v.ID, now); err != nil {
		return err
	}
	c.Guild, c.By = v.Player.Guild, v.Player.User
	return storage.Confirmations.Save(tx, c)
}

// confirmed returns what was asked, and an error unless the interaction may answer.
func confirmed(
	r storage.Reader, v interact.By, asked storage.InteractionID, kinds ...storage.Reason,
) (storage.Confirmation, error) {
	c, ok, err := storage.Confirmations.Get(r, asked)
	switch {
	case err != nil:
		return c, err
	case !ok || !slices.Contains(kinds, c.Why):
		return c, unknown(v, asked)
	case c.By != v.Player.User:
		return c, ErrNotAsked
	case c.Answer == storage.Moved:
		return c, ErrMoved
	case c.Answer != storage.Unanswered:
		return c, ErrUnmoved
	case v.Expired(asked):
		return c, interact.ErrExpired
	}
	return c, nil
}

// unknown returns why a confirmation is not stored in a guild.
func unknown(v interact.By, asked storage.InteractionID) error {
	if v.Expired(asked) {
		return interact.ErrExpired
	}
	return ErrElsewhere
}

// Decline declines what was to be confirmed. The error is [ErrNotAsked],
// [ErrElsewhere], [interact.ErrExpired] when it is forgotten, or [ErrMoved] when it moved
// chips before.
func (s *Wallets) Decline(ctx context.Context, v interact.By, asked storage.InteractionID) error {
	now := s.Desk.Now()
	reads := storage.Wanted{Confirmations: []storage.InteractionID{asked}}
	return s.Desk.Once(ctx, v, reads, func(tx storage.Tx, _ bool) error {
		c, ok, err := storage.Confirmations.Get(tx, asked)
		switch {
		case err != nil:
			return err
		case !ok:
			return unknown(v, asked)
		case c.By != v.Player.User:
			return ErrNotAsked
		case c.Answer == storage.Moved:
			return ErrMoved
		case c.Answer == storage.Unmoved:
			return nil
		}
		if err := tx.See(v.ID, now); err != nil {
			return err
		}
		c.Answer = storage.Unmoved
		return storage.Confirmations.Save(tx, c)
	})
}
