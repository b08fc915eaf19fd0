package session

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"time"

	"holecard/bot/care"
	"holecard/bot/interact"
	"holecard/storage"
)

// LeftFor is how long a guild is kept that the bot has left.
const LeftFor = 30 * 24 * time.Hour

// Sweep goes on with erasures that are not done, removes limits that say nothing any more, and
// drops the cards of old rounds. Several processes may do it.
func (s *Sessions) Sweep(ctx context.Context) error {
	guilds, err := s.Store.Guilds(ctx)
	if err == nil {
		err = s.forgetSpent(ctx, interact.BotsOwn)
	}
	for _, g := range guilds {
		if err == nil {
			err = storage.CarryOn(ctx, s.Store, g)
		}
		if err == nil {
			err = s.forgetSpent(ctx, g)
		}
		if err == nil && s.HistoryDays > 0 {
			err = s.drop(ctx, g)
		}
	}
	return err
}

// forgetSpent removes limits of a guild that say nothing any more.
func (s *Sessions) forgetSpent(ctx context.Context, g storage.GuildID) error {
	type row = storage.Row[storage.Alias, storage.Limits]
	now := s.Now()
	_, err := storage.Sweep(ctx, s.Store, g, storage.LimitsOf.Table, storage.Alias{},
		func(l row) (spent, end bool) { return care.Spent(l.Value, now), false },
		func(tx storage.Tx, l row) error { return storage.LimitsOf.Delete(tx, l.Key) })
	return err
}

// drop drops the cards of a guild's rounds that were settled long ago, in steps. It goes on
// where it was, and once a day from the beginning: a shuffle may be over by then that was not.
func (s *Sessions) drop(ctx context.Context, g storage.GuildID) error {
	now := s.Now()
	before, today := now.AddDate(0, 0, -s.HistoryDays), uint64(now.Unix()/(24*60*60))
	at := dropping{today, 0, lastSnowflake}
	var was []byte
	err := s.Store.View(ctx, g, func(r storage.Reader) (err error) {
		was, err = storage.Marks.Read(r, droppingMark)
		return err
	})
	if kept := (dropping{}); err == nil {
		n, bad := binary.Decode(was, binary.BigEndian, &kept)
		if bad == nil && n == len(was) && kept[0] == today {
			at = kept
		}
	}
	for i := range at[1:] {
		if err == nil {
			at[i+1], err = s.dropFrom(ctx, g, storage.RoundID(at[i+1]), before)
		}
	}
	is, bad := binary.Append(nil, binary.BigEndian, at)
	if err = cmp.Or(err, bad); err != nil || bytes.Equal(is, was) {
		return err
	}
	return s.Store.Update(ctx, g, func(tx storage.Tx) error {
		return storage.Marks.Put(tx, droppingMark, is)
	})
}

// dropping is a day, and behind which rounds that day's dropping goes on: of those that
// interactions dealt, and of those that deadlines did. Either are in the order of their time.
type dropping [3]uint64

const (
	droppingMark  = "dropping"
	lastSnowflake = 1<<63 - 1
)

// dropFrom drops rounds behind one, up to the first that was dealt too late, and returns the
// last that it looked at.
func (s *Sessions) dropFrom(ctx context.Context, g storage.GuildID, after storage.RoundID,
	before time.Time) (uint64, error) {
	type row = storage.Row[storage.RoundID, storage.Round]
	deadlines := after >= lastSnowflake
	last, err := storage.Sweep(ctx, s.Store, g, storage.Rounds, after,
		func(r row) (old, end bool) {
			old = !r.Value.Open && !r.Value.Dropped && r.Value.Changed.Before(before)
			return old, !r.Value.Dealt.Before(before) || !deadlines && r.Key > lastSnowflake
		}, func(tx storage.Tx, r row) error { return dropRound(tx, r.Value, s.Now()) })
	return uint64(last), err
}

// dropRound drops the cards of an old round, and what follows from them. It keeps those of a shuffle of
// which cards are still to be dealt: its seed was shown to nobody.
func dropRound(tx storage.Tx, r storage.Round, now time.Time) error {
	for _, of := range []storage.Shuffle{r.Shoe.Shuffle, r.Shoe.Behind} {
		ended, err := over(tx, r.DeckOwner(), r.Table, of)
		if err != nil || !ended {
			return err
		}
	}
	if err := countUnreviewed(tx, r, now); err != nil {
		return err
	}
	for _, seat := range r.Seats {
		p := storage.Player{Guild: r.Guild, User: seat.User}
		hints, err := storage.Hints.Keys(tx, storage.Range[storage.Hint]{
			Under: storage.Hint{Player: p, Round: r.ID}, Fields: 2})
		for _, h := range hints {
			err = errors.Join(err, storage.Hints.Delete(tx, h))
		}
		if err != nil {
			return err
		}
		if err := storage.Lines.Delete(tx, p.Line(r.Dealt, r.ID)); err != nil {
			return err
		}
	}
	if err := storage.Notes.Delete(tx, storage.Note{Round: r.ID, Settled: r.Changed}); err != nil {
		return err
	}
	r = r.Drop()
	r.Version++
	return storage.Rounds.Save(tx, r)
}

// ErrOtherApplication tells that the store has the servers of another bot.
var ErrOtherApplication = errors.New("the store has the servers of another bot")

// Present notes which guilds an application's bot is in, and erases those that it has left for
// longer than [LeftFor]. Direct messages are no guild that a bot can leave. It returns how many
// it erased. A bot of another application than the first changes nothing, with an
// [ErrOtherApplication], and an answer without any guild changes nothing either.
func (s *Sessions) Present(ctx context.Context, application string, there []storage.GuildID) (
	erased int, err error) {
	now := s.Now()
	if err := s.asked(ctx, application, now); err != nil || len(there) == 0 {
		return 0, err
	}
	guilds, err := s.Store.Guilds(ctx)
	for _, g := range guilds {
		if err != nil {
			return erased, err
		}
		if g.Direct() {
			continue
		}
		var settings storage.Settings
		forgotten, locks := false, false
		err = s.Store.View(ctx, g, func(r storage.Reader) (err error) {
			if settings, err = storage.SettingsOf.Read(r, storage.Only{}); err == nil {
				forgotten, locks, err = isForgotten(r, g)
			}
			return err
		})
		here, left := slices.Contains(there, g), settings.Left
		switch {
		case err != nil:
		case !here && left.IsZero() && forgotten && locks: // until they end
		case !here && left.IsZero() && forgotten:
			err = EraseServer(ctx, s.Store, g, now) // its number
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
func isForgotten(r storage.Reader, g storage.GuildID) (forgotten, locks bool, err error) {
	issued, err1 := r.Balance(storage.MintOf(g))
	rounds, err2 := storage.Rounds.List(r, storage.Range[storage.RoundID]{Limit: 1})
	logged, err3 := storage.Log.Newest(r, 0, 1)
	limits, err4 := storage.LimitsOf.Keys(r, storage.Range[storage.Alias]{Limit: 1})
	return issued == 0 && len(rounds)+len(logged) == 0, len(limits) > 0,
		errors.Join(err1, err2, err3, err4)
}

// asked notes that Discord was asked, and for which application the first time.
func (s *Sessions) asked(ctx context.Context, application string, now time.Time) error {
	noted, err := now.MarshalBinary()
	if err != nil {
		return err
	}
	other := false
	err = s.Store.Update(ctx, interact.BotsOwn, func(tx storage.Tx) error {
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
func (s *Sessions) left(ctx context.Context, g storage.GuildID, here bool, now time.Time) error {
	return s.Store.Update(ctx, g, func(tx storage.Tx) error {
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
func (s *Sessions) eraseGuild(ctx context.Context, g storage.GuildID) error {
	now := s.Now()
	err := s.Store.Update(ctx, g, func(tx storage.Tx) error {
		settings, err := storage.SettingsOf.Read(tx, storage.Only{})
		if err != nil || settings.Left.IsZero() || now.Sub(settings.Left) < LeftFor {
			return err // the bot is back
		}
		return tx.Erase(storage.Erasure{Begun: now})
	})
	if err != nil {
		return err
	}
	return storage.CarryOn(ctx, s.Store, g)
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

// PresenceDue reports whether it is time for [Sessions.Present].
func (s *Sessions) PresenceDue(ctx context.Context) (due bool, err error) {
	err = s.Store.View(ctx, interact.BotsOwn, func(r storage.Reader) error {
		raw, err := storage.Marks.Read(r, presenceMark)
		var last time.Time
		if err == nil && raw != nil {
			err = last.UnmarshalBinary(raw)
		}
		due = s.Now().Sub(last) >= PresenceEvery
		return err
	})
	return due, err
}
