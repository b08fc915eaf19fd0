package session

import (
	"context"
	"errors"
	"time"

	"holecard/bot/refuse"
	"holecard/storage"
)

// Allowance is the chips that a guild gives and allows.
type Allowance struct {
	Starting  storage.Chips // what a wallet is opened with
	Daily     storage.Chips // for the first day in a row
	Refill    storage.Chips // for who has none, once an hour; 0 for nothing
	GiveDaily storage.Chips // what a player may give away in a day; 0 for no gifts
}

// Allowance returns what a guild's admins have chosen, and what the bot gives where
// they have not. A bot that lets nobody give chips lets nobody anywhere.
func (s *Sessions) Allowance(settings storage.Settings) Allowance {
	a := Allowance{s.StartingChips, s.DailyChips, s.RefillChips, s.GiveDaily}
	for _, own := range []struct {
		chips storage.Chips
		of    *storage.Chips
	}{{settings.Starting, &a.Starting}, {settings.Daily, &a.Daily}, {settings.Refill, &a.Refill},
		{settings.GiveDaily, &a.GiveDaily}} {
		if own.chips > 0 {
			*own.of = own.chips
		}
	}
	if settings.NoRefill {
		a.Refill = 0
	}
	if s.GiveDaily == 0 {
		a.GiveDaily = 0
	}
	return a
}

// RefillEvery is how long players without chips wait from refill to refill.
const RefillEvery = time.Hour

// Due is chips to come.
type Due struct {
	Chips storage.Chips // 0 for none at all
	At    time.Time     // zero for now
}

// Now reports whether the chips are there to be taken.
func (d Due) Now() bool { return d.Chips > 0 && d.At.IsZero() }

// Relief is what a player without chips gets next.
type Relief struct{ Daily, Refill Due }

// relief returns what a player gets next, as seen from an interaction.
func (s *Sessions) relief(p storage.Profile, settings storage.Settings, v Interaction) Relief {
	gives := s.Allowance(settings)
	r := Relief{Daily: Due{Chips: gives.daily(streakNow(p.Daily, v))},
		Refill: Due{Chips: gives.Refill}}
	if daysSince(p.Daily.At, v) == 0 {
		r.Daily = Due{gives.daily(p.Daily.Streak + 1), midnightAfter(p.Daily.At)}
	}
	if since := v.ID.Time().Sub(p.Refilled); since.Abs() < RefillEvery {
		r.Refill.At = p.Refilled.Add(RefillEvery)
	}
	if gives.Refill == 0 {
		r.Refill = Due{}
	}
	return r
}

// short returns the refusal of what a wallet has too few chips for.
func (s *Sessions) short(r storage.Reader, v Interaction, w wallet,
	need storage.Chips) (*ShortError, error) {
	e := &ShortError{Need: need, Balance: w.balance}
	var err error
	if e.Held, err = heldBy(r, w.profile); err != nil || w.balance > 0 || w.profile.Playing() {
		return e, err
	}
	settings, err := storage.SettingsOf.Read(r, storage.Only{})
	relief := s.relief(w.profile, settings, v)
	e.Relief = &relief
	return e, err
}

// Why no refill is given.
var (
	ErrNotBroke = refuse.New("refill.rich", "the player has chips, or a hand open")
	ErrNoRefill = refuse.New("refill.off", "players without chips are given none here")
)

// Refill is what came of asking for a refill.
type Refill struct {
	Given   bool // now; else it is too early
	Chips   storage.Chips
	Next    time.Time // when there are more, for who has none then
	Balance storage.Chips
}

// Refill gives a player who has no chips some, once an hour by Discord's clock. The
// error is [ErrNotBroke], [ErrNoRefill] or the store's.
func (s *Sessions) Refill(ctx context.Context, v Interaction) (f Refill, err error) {
	now := s.Now()
	key := storage.AskedKey(storage.Refill, v.ID)
	reads := storage.Wanted{Keys: []string{key}}
	err = s.once(ctx, v, reads, func(tx storage.Tx, again bool) error {
		w, err := s.wallet(tx, v)
		if err != nil {
			return err
		}
		settings, err := storage.SettingsOf.Read(tx, storage.Only{})
		if err != nil {
			return err
		}
		due := s.relief(w.profile, settings, v).Refill
		f = Refill{Chips: due.Chips, Next: due.At, Balance: w.balance}
		switch at := v.ID.Time().UTC(); {
		case again && w.profile.Refilled.Equal(at): // it is shown again
			f.Given = true
			return nil
		case due.Chips == 0:
			return ErrNoRefill
		case w.balance > 0 || w.profile.Playing():
			return ErrNotBroke
		case !due.Now():
			return nil
		default:
			w.profile.Refilled = at
			f = Refill{Given: true, Chips: due.Chips, Next: at.Add(RefillEvery), Balance: due.Chips}
		}
		if err := s.begin(tx, v, &w, now); err != nil {
			return err
		}
		return errors.Join(storage.Profiles.Save(tx, w.profile),
			mint(tx, v, key, due.Chips, storage.Refill, now))
	})
	return f, err
}
