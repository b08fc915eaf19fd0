package session

import (
	"context"
	"errors"
	"slices"
	"time"

	"holecard/bot/care"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/storage"
)

// Why there is no wallet of a player whose data was erased.
var (
	ErrErasing   = refuse.New("erasing", "the data of the player is being erased")
	ErrForgotten = refuse.New("forgotten", "the data of the player was erased", "time")
)

// wasForgotten reports whether a wallet is missing because its data was erased.
func wasForgotten(err error) bool {
	return errors.Is(err, ErrErasing) || errors.Is(err, ErrForgotten)
}

// ErrDropped tells that the cards of a hand are not kept any more.
var ErrDropped = refuse.New("dropped", "the cards of the hand are not kept any more")

// forgotten returns why a player without a wallet is not given one yet.
func (s *Sessions) forgotten(r storage.Reader, p storage.Player) error {
	known, err := s.Desk.Known()
	if err != nil {
		return err
	}
	l, _, err := storage.LimitsOf.Get(r, known.Of(p.Guild, p.User))
	if err != nil {
		return err
	}
	if until := l.Forgot.Add(care.AnewAfter); !l.Forgot.IsZero() && s.Now().Before(until) {
		return ErrForgotten.With(until)
	}
	return nil
}

// Hide has the player shown to nobody else, and on no board; or shown again. It returns which.
func (s *Sessions) Hide(ctx context.Context, v interact.By) (hidden bool, err error) {
	p, err := s.prefer(ctx, v, func(p *storage.Profile) { p.Hidden = !p.Hidden })
	return p.Hidden, err
}

// Kept is how much is kept of a player.
type Kept struct {
	Known             bool // there is a wallet
	Erased            bool // there was one, and no other is opened yet
	Rounds, Transfers int  // at most [MostCounted] each
	Hidden            bool
	Days              int // how long cards are kept, 0 for ever
}

// MostCounted is how far what is kept is counted.
const MostCounted = 1000

// Kept returns how much is kept of the visitor in a guild.
func (s *Sessions) Kept(ctx context.Context, v interact.By) (k Kept, err error) {
	k.Days = s.HistoryDays
	if _, err := s.Aliases(ctx); err != nil {
		return k, err
	}
	err = s.View(ctx, v, func(r storage.Reader) error {
		p, known, err := storage.Profiles.Get(r, v.Player)
		if err != nil {
			return err
		}
		lines, err := storage.History(r, v.Player, storage.Spot{}, MostCounted)
		if err != nil {
			return err
		}
		transfers, err := r.Transfers(v.Player, "", MostCounted)
		if err != nil {
			return err
		}
		_, err = s.wallet(r, v)
		if k.Erased = wasForgotten(err); k.Erased {
			err = nil
		}
		k.Known, k.Hidden = known && !p.Erased, p.Hidden
		k.Rounds, k.Transfers = len(lines), len(transfers)
		return err
	})
	return k, err
}

// Erased is what came of an erasure.
type Erased struct {
	Done int // guilds
	// guilds where chips are at stake or a chair is taken: nothing was erased there
	Playing int
	Failed  int       // guilds
	Tables  []Seating // open, whose messages have named the visitor
}

// Erase erases the visitor's data, which was asked for and confirmed: in the guild, or in all.
// It may be repeated, and goes on with those that are left. The error is [interact.ErrExpired],
// [storage.ErrPlaying] in the one guild, or the store's; tell is called after each guild.
func (s *Sessions) Erase(ctx context.Context, v interact.By, everywhere bool,
	asked storage.InteractionID, tell func(done, of int)) (e Erased, err error) {
	if v.Expired(asked) {
		return e, interact.ErrExpired
	}
	guilds := []storage.GuildID{v.Player.Guild}
	if everywhere {
		if guilds, err = s.known(ctx, v.Player.User); err != nil {
			return e, err
		}
		if err = s.forgetLimits(ctx, v.Player.User); err != nil {
			return e, err
		}
	}
	for i, g := range guilds {
		var tables []Seating
		tables, err = s.eraseIn(ctx, g, v)
		e.Tables = append(e.Tables, tables...)
		switch {
		case errors.Is(err, storage.ErrPlaying) && everywhere:
			e.Playing++
		case err != nil && (!everywhere || ctx.Err() != nil):
			return e, err
		case err != nil:
			e.Failed++
		default:
			e.Done++
		}
		tell(i+1, len(guilds))
	}
	return e, nil
}

// known returns the guilds that know a user.
func (s *Sessions) known(ctx context.Context, u storage.UserID) (list []storage.GuildID,
	err error) {
	all, err := s.Store.Guilds(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range all {
		if g.Direct() && g != storage.DirectMessages(u) {
			continue
		}
		knows := g.Direct()
		err := s.view(ctx, g, func(r storage.Reader) error {
			_, wallet, err1 := storage.Profiles.Get(r, storage.Player{Guild: g, User: u})
			_, acted, err2 := storage.Pseudonyms.Get(r, u)
			knows = knows || wallet || acted
			return errors.Join(err1, err2)
		})
		if err != nil {
			return nil, err
		}
		if knows {
			list = append(list, g)
		}
	}
	return list, nil
}

// eraseIn erases a user in a guild. What is theirs alone goes with the first step, and others
// do not wait for the rest. A process that ends meanwhile leaves it to [Sessions.Sweep]. It
// returns the open tables whose messages have named the user, as they are now.
func (s *Sessions) eraseIn(ctx context.Context, g storage.GuildID, v interact.By) (tables []Seating,
	err error) {
	known, err := s.Aliases(ctx)
	if err != nil {
		return nil, err
	}
	of := known.Of(g, v.Player.User)
	named, err := s.naming(ctx, g, v.Player.User)
	if err != nil {
		return nil, err
	}
	now := s.Now()
	e := storage.Erasure{User: v.Player.User, Name: v.Name, Begun: now}
	err = s.Store.Update(ctx, g, func(tx storage.Tx) error {
		_, known, err := storage.Profiles.Get(tx, storage.Player{Guild: g, User: v.Player.User})
		if err != nil {
			return err
		}
		if err := errors.Join(tx.Erase(e), keepLock(tx, of, known, now)); err != nil {
			return err
		}
		if !g.Direct() {
			return nil
		}
		return tx.Erase(storage.Erasure{Begun: now}) // their number is the guild's
	})
	if err != nil {
		return nil, err
	}
	err = storage.CarryOn(ctx, s.Store, g)
	for _, was := range named {
		v, unread := s.Seating(ctx, g, was.ID)
		switch {
		case unread == nil:
			tables = append(tables, v)
		case !errors.Is(unread, ErrNoSeating): // one that has closed since is drawn by that
			err = errors.Join(err, unread)
		}
	}
	return tables, err
}

// naming returns the open tables of a guild whose messages name a user.
func (s *Sessions) naming(ctx context.Context, g storage.GuildID, u storage.UserID) (list []Seating,
	err error) {
	if list, err = s.Seatings(ctx, g); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(v Seating) bool {
		played := v.Round != nil && slices.ContainsFunc(v.Round.Players,
			func(p SeatedPlayer) bool { return p.User == u })
		told := slices.ContainsFunc(v.News, func(n storage.News) bool { return n.User == u })
		return v.By != u && !played && !told
	}), nil
}

// keepLock keeps of limits a lock-out, and when they were forgotten with a wallet; what else
// was set becomes looser as it always does, so that nobody erases their data to bet more.
func keepLock(tx storage.Tx, of storage.Alias, wallet bool, now time.Time) error {
	l, _, err := storage.LimitsOf.Get(tx, of)
	if err != nil {
		return err
	}
	kept := care.Set(l, now, func(to *storage.Limit) { *to = storage.Limit{} })
	if wallet {
		kept.Forgot = now
	}
	return storage.LimitsOf.Put(tx, of, kept)
}

// forgetLimits loosens what a user has set for all guilds, but no lock-out.
func (s *Sessions) forgetLimits(ctx context.Context, u storage.UserID) error {
	known, err := s.Aliases(ctx)
	if err != nil {
		return err
	}
	return s.Store.Update(ctx, interact.BotsOwn, func(tx storage.Tx) error {
		return keepLock(tx, known.Of(interact.BotsOwn, u), false, s.Now())
	})
}
