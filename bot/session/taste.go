package session

import (
	"context"
	"errors"

	"holecard/storage"
)

// Look is how a player is shown things: by their own taste, and by their server's
// where they have none.
type Look struct {
	Cards       storage.CardStyle
	FourColours bool
	// The languages of private and of public answers, empty for what Discord says.
	Own, Here string
	Away      bool // the player was taken for gone, and is off the leaderboards
	Known     bool // it was read
}

func look(own, here storage.Taste) Look {
	l := Look{Cards: own.Cards, FourColours: own.FourColours || here.FourColours,
		Own: own.Language, Here: here.Language}
	if l.Cards == storage.AnyCards {
		l.Cards = here.Cards
	}
	return l
}

// Look returns how a player is shown things.
func (s *Sessions) Look(ctx context.Context, p storage.Player) (l Look, err error) {
	err = s.Store.View(ctx, p.Guild, func(r storage.Reader) error {
		r.Load(storage.Wanted{Settings: true, Players: []storage.UserID{p.User}})
		l, err = readLook(r, p)
		return err
	})
	return l, err
}

func readLook(r storage.Reader, p storage.Player) (Look, error) {
	profile, _, err := storage.Profiles.Get(r, p)
	if err != nil {
		return Look{}, err
	}
	settings, err := storage.SettingsOf.Read(r, storage.Only{})
	l := look(profile.Taste, settings.Taste)
	l.Away, l.Known = profile.Away, err == nil
	return l, err
}

// learn sets how the player of an interaction is shown things.
func (v Interaction) learn(r storage.Reader) error {
	if v.Look == nil {
		return nil
	}
	r.Load(storage.Wanted{Settings: true, Players: []storage.UserID{v.Player.User}})
	l, err := readLook(r, v.Player)
	if err == nil {
		*v.Look = l
	}
	return err
}

// read reads for an interaction in its player's guild, and how they are shown things besides.
func (s *Sessions) read(ctx context.Context, v Interaction,
	do func(storage.Reader) error) error {
	return s.Store.View(ctx, v.Player.Guild, func(r storage.Reader) error {
		return errors.Join(do(r), v.learn(r))
	})
}

// Taste returns what a player has chosen.
func (s *Sessions) Taste(ctx context.Context, p storage.Player) (t storage.Taste, err error) {
	err = s.Store.View(ctx, p.Guild, func(r storage.Reader) error {
		profile, _, err := storage.Profiles.Get(r, p)
		t = profile.Taste
		return err
	})
	return t, err
}

// Prefer changes what a player has chosen, and returns it.
func (s *Sessions) Prefer(ctx context.Context, v Interaction,
	change func(*storage.Taste)) (storage.Taste, error) {
	p, err := s.prefer(ctx, v, func(p *storage.Profile) { change(&p.Taste) })
	return p.Taste, err
}

// prefer changes what a player has chosen in their profile, and returns it. A repeat changes
// nothing.
func (s *Sessions) prefer(ctx context.Context, v Interaction,
	change func(*storage.Profile)) (p storage.Profile, err error) {
	now := s.Now()
	err = s.once(ctx, v, storage.Wanted{}, func(tx storage.Tx, again bool) error {
		w, err := s.wallet(tx, v)
		if p = w.profile; err != nil || again {
			return err
		}
		change(&w.profile)
		p = w.profile
		if err := s.begin(tx, v, &w, now); err != nil {
			return err
		}
		return storage.Profiles.Save(tx, w.profile)
	})
	return p, err
}

// botsOwn is the bot's own guild, which is nobody's.
const botsOwn storage.GuildID = 0

// Emojis returns the emojis that the bot has at Discord.
func (s *Sessions) Emojis(ctx context.Context) (kept storage.Emojis, err error) {
	err = s.Store.View(ctx, botsOwn, func(r storage.Reader) error {
		kept, err = storage.EmojisOf.Read(r, storage.Only{})
		return err
	})
	return kept, err
}

// KeepEmojis keeps the emojis that the bot has at Discord.
func (s *Sessions) KeepEmojis(ctx context.Context, e storage.Emojis) error {
	return s.Store.Update(ctx, botsOwn, func(tx storage.Tx) error {
		return storage.EmojisOf.Save(tx, e)
	})
}
