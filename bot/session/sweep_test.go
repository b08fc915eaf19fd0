package session_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/session"
	"holecard/storage"
)

const day = 24 * time.Hour

// there notes which guilds the bot is in, after some time, and returns how many were erased.
func (b *bench) there(after time.Duration, guilds ...storage.GuildID) int {
	b.t.Helper()
	b.now = b.now.Add(after)
	erased := must(b.Present(b.t.Context(), "1", guilds))(b)
	b.audit()
	return erased
}

// leaves fails the test unless the guild is kept, and noted as left or not.
func (b *bench) leaves(left bool) {
	b.t.Helper()
	b.view(func(r storage.Reader) error {
		settings, err := storage.SettingsOf.Read(r, storage.Only{})
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
		{"it is there", 0, []storage.GuildID{5, home}, false},
		{"an empty answer is none", day, nil, false},
		{"it has left", day, []storage.GuildID{5}, true},
		{"29 days are too few", 29 * day, []storage.GuildID{5}, true},
		{"it is back", 2 * day, []storage.GuildID{5, home}, false},
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
		{"its own bot is there", "1", []storage.GuildID{home}, false},
		{"another is not", "2", []storage.GuildID{5}, false},
		{"its own has left", "1", []storage.GuildID{5}, true},
		{"another is there", "2", []storage.GuildID{home}, true},
		{"another counts no days", "2", []storage.GuildID{5}, true},
	} {
		var want error
		if step.application != "1" {
			want = guild.ErrOtherApplication
		}
		n, err := b.Present(t.Context(), step.application, step.there)
		if n != 0 || !errors.Is(err, want) {
			t.Errorf("%s: %d guilds are erased, %v", step.fact, n, err)
		}
		b.leaves(step.left)
		b.now = b.now.Add(40 * day)
	}
}

// keptOf returns how many hints there are of a round, and notes of rounds that wait.
func (b *bench) keptOf(h session.Hand) (hints, notes int) {
	b.t.Helper()
	b.view(func(r storage.Reader) error {
		noted, err1 := storage.Hinted(r, storage.Player{Guild: home, User: ada}, h.ID)
		waiting, err2 := storage.Notes.Keys(r, storage.Range[storage.Note]{Limit: 99})
		hints, notes = len(noted), len(waiting)
		return errors.Join(err1, err2)
	})
	return hints, notes
}

// A round can be dropped before anybody has reviewed it: the bot was off meanwhile, or its odds
// failed again and again. It counts all the same, once, and leaves no hint and no note.
func TestARoundThatIsDroppedLeavesNoNoteAndIsCountedOnce(t *testing.T) {
	for name, review := range map[string]func(b *bench, h session.Hand){
		"reviewed before": func(b *bench, h session.Hand) {
			b.reviewed()
			b.now = b.now.Add(11 * day)
			b.sweeps()
		},
		"never reviewed": func(b *bench, h session.Hand) {
			b.now = b.now.Add(11 * day)
			b.sweeps()
		},
		"dropped while it is reviewed": func(b *bench, h session.Hand) {
			b.now = b.now.Add(11 * day)
			b.Adviser = &advising{do: b.sweeps}
			b.reviewed()
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := storyBench(t)
			b.HistoryDays = 10
			b.cards = "TS TC 2D 9H 2C 3C"
			h := b.start(ada, 10)
			pressed := b.visit(ada)
			if err := b.Hinted(t.Context(), pressed, h.ID, h.Version); err != nil {
				t.Fatal(err)
			}
			version := h.Version
			h = b.act(h, blackjack.Stand)
			b.cards = ""
			if hints, notes := b.keptOf(h); hints != 1 || notes != 1 {
				t.Fatalf("%d hints and %d notes of a round that was settled", hints, notes)
			}
			review(b, h)
			counted := func() {
				t.Helper()
				if hints, notes := b.keptOf(h); !b.dropped(h.ID) || hints+notes+b.lines(ada) > 0 {
					t.Errorf("%d hints, %d notes, %d lines", hints, notes, b.lines(ada))
				}
				s := b.story(ada)
				ever := s.Tallies[storage.Ever]
				if ever.Rounds != 1 || ever.Net != s.Stats.Net || ever.LastRound != h.ID {
					t.Errorf("of %d rounds, net %v: %+v", s.Stats.Hands, s.Stats.Net, ever)
				}
			}
			counted()
			for what, v := range map[string]interact.By{"again": pressed,
				"late": b.visit(ada)} {
				if err := b.Hinted(t.Context(), v, h.ID, version); !errors.Is(err,
					session.ErrDropped) {
					t.Errorf("the hint asked for %s: %v", what, err)
				}
			}
			if _, err := b.Review(t.Context(), b.visit(ada), ada, 0); !errors.Is(err,
				session.ErrDropped) {
				t.Errorf("the newest review: %v", err)
			}
			b.reviewed()
			b.sweeps()
			b.now = b.now.Add(day)
			b.sweeps()
			counted()
		})
	}
}

// advising does something while a round is reviewed.
type advising struct {
	plain
	do func()
}

func (m *advising) Advise(ctx context.Context, v blackjack.View, who blackjack.Seat,
	earlier []blackjack.Card, house strategy.Strategy) ([]odds.Option, error) {
	m.do()
	return m.plain.Advise(ctx, v, who, earlier, house)
}
