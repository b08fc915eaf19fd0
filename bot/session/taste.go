package session

import (
	"context"

	"holecard/bot/interact"
	"holecard/storage"
)

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
func (s *Sessions) Prefer(ctx context.Context, v interact.By,
	change func(*storage.Taste)) (storage.Taste, error) {
	p, err := s.prefer(ctx, v, func(p *storage.Profile) { change(&p.Taste) })
	return p.Taste, err
}

// prefer changes what a player has chosen in their profile, and returns it. A repeat changes
// nothing.
func (s *Sessions) prefer(ctx context.Context, v interact.By,
	change func(*storage.Profile)) (p storage.Profile, err error) {
	now := s.Now()
	err = s.Once(ctx, v, storage.Wanted{}, func(tx storage.Tx, again bool) error {
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

// Hide has the player shown to nobody else, and on no board; or shown again. It returns which.
func (s *Sessions) Hide(ctx context.Context, v interact.By) (hidden bool, err error) {
	p, err := s.prefer(ctx, v, func(p *storage.Profile) { p.Hidden = !p.Hidden })
	return p.Hidden, err
}
