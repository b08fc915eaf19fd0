package guild

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

// Privacy is what is kept of players and guilds, and forgotten.
type Privacy struct{ Guilds *Guilds }

// Forgotten returns why a player without a wallet is not given one yet.
func Forgotten(d *interact.Desk, r storage.Reader, p storage.Player) error {
	known, err := d.Known()
	if err != nil {
		return err
	}
	l, _, err := storage.LimitsOf.Get(r, known.Of(p.Guild, p.User))
	if err != nil {
		return err
	}
	if until := l.Forgot.Add(care.AnewAfter); !l.Forgot.IsZero() && d.Now().Before(until) {
		return ErrForgotten.With(until)
	}
	return nil
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
func (s Privacy) Kept(ctx context.Context, v interact.By) (k Kept, err error) {
	k.Days = s.Guilds.HistoryDays
	if _, err := s.Guilds.Desk.Aliases(ctx); err != nil {
		return k, err
	}
	err = s.Guilds.Desk.View(ctx, v, func(r storage.Reader) error {
		p, known, err := storage.Profiles.Get(r, v.Player)
		if err != nil {
			return err
		}
		lines, err := storage.History(r, storage.LineKey{Player: v.Player}, MostCounted)
		if err != nil {
			return err
		}
		transfers, err := r.Transfers(v.Player, "", MostCounted)
		if err != nil {
			return err
		}
		if !known {
			if err = Forgotten(s.Guilds.Desk, r, v.Player); errors.Is(err, ErrForgotten) {
				k.Erased, err = true, nil
			}
		}
		k.Erased = k.Erased || p.Erased
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
	Failed  int               // guilds
	Tables  []storage.Seating // open, whose messages have named the visitor
}

// Erase erases the visitor's data, which was asked for and confirmed: in the guild, or in all.
// It may be repeated, and goes on with those that are left. The error is [interact.ErrExpired],
// [storage.ErrPlaying] in the one guild, or the store's; tell is called after each guild.
func (s Privacy) Erase(ctx context.Context, v interact.By, everywhere bool,
	asked storage.InteractionID, tell func(done, of int)) (e Erased, err error) {
	if v.Expired(asked) {
		return e, interact.ErrExpired
	}
	guilds := []storage.GuildID{v.Player.Guild}
	if everywhere {
		if guilds, err = s.Known(ctx, v.Player.User); err != nil {
			return e, err
		}
		if err = s.forgetLimits(ctx, v.Player.User); err != nil {
			return e, err
		}
	}
	for i, g := range guilds {
		var tables []storage.Seating
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

// Known returns the guilds that know a user.
func (s Privacy) Known(ctx context.Context, u storage.UserID) (list []storage.GuildID,
	err error) {
	all, err := s.Guilds.Desk.Store.Guilds(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range all {
		if g.Direct() && g != storage.DirectMessages(u) {
			continue
		}
		knows := g.Direct()
		err := s.Guilds.Desk.ViewOf(ctx, g, func(r storage.Reader) error {
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
// do not wait for the rest. A process that ends meanwhile leaves it to [Privacy.Sweep]. It
// returns the open tables whose messages have named the user.
func (s Privacy) eraseIn(ctx context.Context, g storage.GuildID, v interact.By) (
	named []storage.Seating, err error) {
	known, err := s.Guilds.Desk.Aliases(ctx)
	if err != nil {
		return nil, err
	}
	of := known.Of(g, v.Player.User)
	err = s.Guilds.Desk.Store.View(ctx, g, func(r storage.Reader) (err error) {
		named, err = naming(r, v.Player.User)
		return err
	})
	if err != nil {
		return nil, err
	}
	now := s.Guilds.Desk.Now()
	e := storage.Erasure{User: v.Player.User, Name: v.Name, Begun: now}
	err = s.Guilds.Desk.Store.Update(ctx, g, func(tx storage.Tx) error {
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
	return named, storage.CarryOn(ctx, s.Guilds.Desk.Store, g)
}

// naming returns the open tables of a guild whose messages name a user.
func naming(r storage.Reader, u storage.UserID) (list []storage.Seating, err error) {
	open, err := storage.Seatings.All(r)
	for _, s := range open {
		k, _, err := storage.Rounds.Get(r, s.Round)
		if err != nil {
			return nil, err
		}
		told := slices.ContainsFunc(s.News, func(n storage.News) bool { return n.User == u })
		if s.By == u || told || k.SeatOf(u) >= 0 {
			list = append(list, s)
		}
	}
	return list, err
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
func (s Privacy) forgetLimits(ctx context.Context, u storage.UserID) error {
	known, err := s.Guilds.Desk.Aliases(ctx)
	if err != nil {
		return err
	}
	return s.Guilds.Desk.Store.Update(ctx, interact.BotsOwn, func(tx storage.Tx) error {
		return keepLock(tx, known.Of(interact.BotsOwn, u), false, s.Guilds.Desk.Now())
	})
}

// LeftFor is how long a guild is kept that the bot has left.
const LeftFor = 30 * 24 * time.Hour

// Sweep goes on with erasures that are not done, and removes limits that say nothing any more.
// Several processes may do it.
func (s Privacy) Sweep(ctx context.Context) error {
	guilds, err := s.Guilds.Desk.Store.Guilds(ctx)
	if err == nil {
		err = s.forgetSpent(ctx, interact.BotsOwn)
	}
	for _, g := range guilds {
		if err == nil {
			err = storage.CarryOn(ctx, s.Guilds.Desk.Store, g)
		}
		if err == nil {
			err = s.forgetSpent(ctx, g)
		}
	}
	return err
}

// forgetSpent removes limits of a guild that say nothing any more.
func (s Privacy) forgetSpent(ctx context.Context, g storage.GuildID) error {
	type row = storage.Row[storage.Alias, storage.Limits]
	now := s.Guilds.Desk.Now()
	_, err := storage.Sweep(ctx, s.Guilds.Desk.Store, g, storage.LimitsOf.Table, storage.Alias{},
		func(l row) (spent, end bool) { return care.Spent(l.Value, now), false },
		func(tx storage.Tx, l row) error { return storage.LimitsOf.Delete(tx, l.Key) })
	return err
}

// ErrOtherApplication tells that the store has the servers of another bot.
var ErrOtherApplication = errors.New("the store has the servers of another bot")

// Present notes which guilds an application's bot is in, and erases those that it has left for
// longer than [LeftFor]. Direct messages are no guild that a bot can leave. It returns how many
// it erased. A bot of another application than the first changes nothing, with an
// [ErrOtherApplication], and an answer without any guild changes nothing either.
func (s Privacy) Present(ctx context.Context, application string, there []storage.GuildID) (
	erased int, err error) {
	now := s.Guilds.Desk.Now()
	if err := s.asked(ctx, application, now); err != nil || len(there) == 0 {
		return 0, err
	}
	guilds, err := s.Guilds.Desk.Store.Guilds(ctx)
	for _, g := range guilds {
		if err != nil {
			return erased, err
		}
		if g.Direct() {
			continue
		}
		var settings storage.Settings
		forgotten, locks := false, false
		err = s.Guilds.Desk.Store.View(ctx, g, func(r storage.Reader) (err error) {
			if settings, err = storage.SettingsOf.Read(r, storage.Only{}); err == nil {
				forgotten, locks, err = isForgotten(r)
			}
			return err
		})
		here, left := slices.Contains(there, g), settings.Left
		switch {
		case err != nil:
		case !here && left.IsZero() && forgotten && locks: // until they end
		case !here && left.IsZero() && forgotten:
			err = EraseServer(ctx, s.Guilds.Desk.Store, g, now) // its number
		case here != left.IsZero():
			err = s.left(ctx, g, here, now)
		case !here && now.Sub(left) >= LeftFor:
			err = s.eraseGuild(ctx, g)
			erased++
		}
	}
	return erased, err
}

// isForgotten reports whether nothing is kept of a guild but lock-outs and its number, and whether
// there are lock-outs.
func isForgotten(r storage.Reader) (forgotten, locks bool, err error) {
	posted, err1 := storage.Journal.Keys(r, storage.Range[string]{Limit: 1})
	rounds, err2 := storage.Rounds.List(r, storage.Range[storage.RoundID]{Limit: 1})
	logged, err3 := storage.Log.Newest(r, 0, 1)
	limits, err4 := storage.LimitsOf.Keys(r, storage.Range[storage.Alias]{Limit: 1})
	return len(posted)+len(rounds)+len(logged) == 0, len(limits) > 0,
		errors.Join(err1, err2, err3, err4)
}

// asked notes that Discord was asked, and for which application the first time.
func (s Privacy) asked(ctx context.Context, application string, now time.Time) error {
	noted, err := now.MarshalBinary()
	if err != nil {
		return err
	}
	other := false
	err = s.Guilds.Desk.Store.Update(ctx, interact.BotsOwn, func(tx storage.Tx) error {
		first, err := storage.Marks.Read(tx, applicationMark)
		if err == nil && first == nil {
			first = []byte(application)
			err = storage.Marks.Put(tx, applicationMark, first)
		}
		if err != nil {
			return err
		}
		other = string(first) != application
		return storage.Marks.Put(tx, presenceMark, noted)
	})
	if err == nil && other {
		err = ErrOtherApplication
	}
	return err
}

// left notes that the bot is in a guild, or has left it.
func (s Privacy) left(ctx context.Context, g storage.GuildID, here bool, now time.Time) error {
	return s.Guilds.Desk.Store.Update(ctx, g, func(tx storage.Tx) error {
		settings, err := storage.SettingsOf.Read(tx, storage.Only{})
		if err != nil {
			return err
		}
		if settings.Left = (time.Time{}); !here {
			settings.Left = now
		}
		return storage.SettingsOf.Save(tx, settings)
	})
}

// eraseGuild erases a guild that the bot has left.
func (s Privacy) eraseGuild(ctx context.Context, g storage.GuildID) error {
	now := s.Guilds.Desk.Now()
	err := s.Guilds.Desk.Store.Update(ctx, g, func(tx storage.Tx) error {
		settings, err := storage.SettingsOf.Read(tx, storage.Only{})
		if err != nil || settings.Left.IsZero() || now.Sub(settings.Left) < LeftFor {
			return err // the bot is back
		}
		return tx.Erase(storage.Erasure{Begun: now})
	})
	if err != nil {
		return err
	}
	return storage.CarryOn(ctx, s.Guilds.Desk.Store, g)
}

// ErrNoServer tells that a store has nothing of a guild.
var ErrNoServer = errors.New("nothing is kept of the server")

// EraseServer erases a guild whatever the bot knows of it, for an operator. Lock-outs stay until
// they end. The error is [ErrNoServer] or the store's.
func EraseServer(ctx context.Context, store storage.Store, g storage.GuildID,
	now time.Time) error {
	known, err := store.Guilds(ctx)
	if err == nil && !slices.Contains(known, g) {
		err = ErrNoServer
	}
	if err == nil {
		err = store.Update(ctx, g, func(tx storage.Tx) error {
			return tx.Erase(storage.Erasure{Begun: now})
		})
	}
	if err != nil {
		return err
	}
	return storage.CarryOn(ctx, store, g)
}

// Marks of guild 0: when Discord was last asked which guilds the bot is in, and whose bot that
// was the first time.
const (
	presenceMark    = "present"
	applicationMark = "application"
)

// PresenceEvery is how often it is noted which guilds the bot is in.
const PresenceEvery = 24 * time.Hour

// PresenceDue reports whether it is time for [Privacy.Present].
func (s Privacy) PresenceDue(ctx context.Context) (due bool, err error) {
	err = s.Guilds.Desk.Store.View(ctx, interact.BotsOwn, func(r storage.Reader) error {
		raw, err := storage.Marks.Read(r, presenceMark)
		var last time.Time
		if err == nil && raw != nil {
			err = last.UnmarshalBinary(raw)
		}
		due = s.Guilds.Desk.Now().Sub(last) >= PresenceEvery
		return err
	})
	return due, err
}
