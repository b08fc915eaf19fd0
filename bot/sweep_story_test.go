package bot_test

import (
	"context"
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
		return storage.Marks.Put(tx, "present", nil)
	})
	if err != nil {
		s.t.Fatal(err)
	}
	time.Sleep(11 * time.Minute)
	if a := s.audit(); !a.OK {
		s.t.Fatalf("the audit: %+v", a)
	}
}

// notes fails the test unless the server is noted as left or not.
func (s *stage) notes(left bool) {
	s.t.Helper()
	if at := s.settings().Left; at.IsZero() == left {
		s.t.Fatalf("the bot left at %v", at)
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
		s.sets(func(settings *storage.Settings) {
			settings.Left = time.Now().Add(-30 * 24 * time.Hour)
		})
		s.looks()
		if a := s.audit(); a.Accounts != 0 {
			t.Errorf("of the server there is left: %+v", a)
		}
	})
}
