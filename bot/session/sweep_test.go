package session_test

import (
	"errors"
	"testing"
	"time"

	"holecard/bot/session"
	"holecard/storage"
)

const day = 24 * time.Hour

// there notes which guilds the bot is in, after some time, and returns how many were erased.
func (b *bench) there(after time.Duration, guilds ...storage.GuildID) int {
	b.t.Helper()
	b.now = b.now.Add(after)
	erased := must(b.Present(b.t.Context(), "1", guilds))(b)
	if a := b.audit(); !a.OK {
		b.t.Fatalf("the audit: %+v", a)
	}
	return erased
}

// leaves fails the test unless the guild is kept, and noted as left or not.
func (b *bench) leaves(left bool) {
	b.t.Helper()
	b.view(func(r storage.Reader) error {
		settings, err := r.Settings()
		if settings.Left.IsZero() == left {
			b.t.Errorf("the bot left at %v", settings.Left)
		}
		return err
	})
	b.wants(ada, 100, 0)
}

func TestAServerThatTheBotHasLeftIsErasedAfterThirtyDays(t *testing.T) {
	b := newBench(t)
	b.opens(ada)
	dm := b.visit(ada)
	dm.Player.Guild = storage.DirectMessages(ada)
	b.ok(b.Start(t.Context(), dm, session.Deal{Bet: 1}))
	for _, step := range []struct {
		fact  string
		after time.Duration
		there []storage.GuildID
		left  bool
	}{
		{"it is there", 0, []storage.GuildID{5, guild}, false},
		{"an empty answer is none", day, nil, false},
		{"it has left", day, []storage.GuildID{5}, true},
		{"29 days are too few", 29 * day, []storage.GuildID{5}, true},
		{"it is back", 2 * day, []storage.GuildID{5, guild}, false},
		{"it has left again", 40 * day, []storage.GuildID{5}, true},
		{"the days begin anew", 29 * day, []storage.GuildID{5}, true},
		{"an empty answer erases nothing", 40 * day, nil, true},
	} {
		if n := b.there(step.after, step.there...); n != 0 {
			t.Fatalf("%s: %d guilds are erased", step.fact, n)
		}
		b.leaves(step.left)
	}
	if n := b.there(day, 5); n != 1 {
		t.Errorf("%d guilds are erased", n)
	}
	if a := b.audit(); a.Wallets != 99 || a.OpenHands != 1 {
		t.Errorf("but for the direct messages there is %+v", a)
	}
	b.leaves(false) // with a new wallet
}

func TestAnotherBotsTokenErasesNoServer(t *testing.T) {
	b := newBench(t)
	b.opens(ada)
	for _, step := range []struct {
		fact, application string
		there             []storage.GuildID
		left              bool
	}{
		{"its own bot is there", "1", []storage.GuildID{guild}, false},
		{"another is not", "2", []storage.GuildID{5}, false},
		{"its own has left", "1", []storage.GuildID{5}, true},
		{"another is there", "2", []storage.GuildID{guild}, true},
		{"another counts no days", "2", []storage.GuildID{5}, true},
	} {
		var want error
		if step.application != "1" {
			want = session.ErrOtherApplication
		}
		n, err := b.Present(t.Context(), step.application, step.there)
		if n != 0 || !errors.Is(err, want) {
			t.Errorf("%s: %d guilds are erased, %v", step.fact, n, err)
		}
		b.leaves(step.left)
		b.now = b.now.Add(40 * day)
	}
}
