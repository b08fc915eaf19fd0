package bot_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"holecard/storage"
)

// swept tells a story with a bot that sweeps, and is on another server too.
func swept(t *testing.T, story func(*testing.T, *stage)) {
	t.Helper()
	tellAs(t, func(s *stage) {
		s.sweeps, s.stopped, s.overHTTP = true, true, true // else months of heartbeats pass
	}, func(t *testing.T, s *stage) {
		s.discord.Invite(s.discord.GuildID() + 1)
		story(t, s)
	})
}

// looks has the bot ask Discord where it is: a day after the last time, which is now.
func (s *stage) looks() {
	s.t.Helper()
	err := s.store.Update(context.Background(), 0, func(tx storage.Tx) error {
		return tx.SaveMark("present", nil)
	})
	if err != nil {
		s.t.Fatal(err)
	}
	time.Sleep(11 * time.Minute)
	if a := s.audit(); !a.OK {
		s.t.Fatalf("the audit: %+v", a)
	}
}

// leftAt returns when the bot was noted to have left the server, and whether anything is known
// of it.
func (s *stage) leftAt() (at time.Time, known bool) {
	s.t.Helper()
	g := storage.GuildID(s.discord.GuildID())
	err := s.store.View(context.Background(), g, func(r storage.Reader) error {
		settings, err := r.Settings()
		if err != nil {
			return err
		}
		at = settings.Left
		standings, err := r.Standings(storage.Board{By: storage.ByChips}, 0, 1)
		known = len(standings) > 0
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return at, known
}

// notes fails the test unless the server is kept, and noted as left or not.
func (s *stage) notes(left bool) {
	s.t.Helper()
	if at, known := s.leftAt(); !known || at.IsZero() == left {
		s.t.Fatalf("the bot left at %v, and the server is known: %v", at, known)
	}
}

func TestAServerThatTheBotHasLeftIsErased(t *testing.T) {
	swept(t, func(t *testing.T, s *stage) {
		ada, here := s.person("Ada"), s.discord.GuildID()
		ada.opens()
		s.looks()
		s.notes(false)
		s.discord.Kick(here)
		s.looks()
		s.notes(true)
		s.discord.Invite(here)
		s.looks()
		s.notes(false)
		ada.has(100, 0)
		s.discord.Kick(here)
		s.leftAgo(30 * 24 * time.Hour)
		s.looks()
		if _, known := s.leftAt(); known || s.audit().Accounts != 0 {
			t.Errorf("of the server there is left: %+v", s.audit())
		}
		s.discord.Invite(here)
		ada.opens()
		ada.has(100, 0)
	})
}

// leftAgo has the bot noted to have left the server some time ago.
func (s *stage) leftAgo(d time.Duration) {
	s.t.Helper()
	g := storage.GuildID(s.discord.GuildID())
	err := s.store.Update(context.Background(), g, func(tx storage.Tx) error {
		settings, err := tx.Settings()
		settings.Left = time.Now().Add(-d)
		return errors.Join(err, tx.SaveSettings(settings))
	})
	if err != nil {
		s.t.Fatal(err)
	}
}
