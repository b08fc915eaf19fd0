package faults

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"holecard/bot"
	"holecard/bot/discord"
	"holecard/bot/figures"
	"holecard/internal/localdiscord"
	"holecard/storage"
	"holecard/storage/bolt"
)

// connected is the bot on local Discord.
type connected struct {
	t       *testing.T
	discord *localdiscord.Server
	log     *bytes.Buffer // read it when the bot has ended
	end     func()
}

// connect lets the bot answer from a store until the test ends.
func connect(t *testing.T, store *bolt.Store) *connected {
	t.Helper()
	c := &connected{t: t, log: &bytes.Buffer{}}
	log := slog.New(slog.NewTextHandler(c.log, &slog.HandlerOptions{Level: slog.LevelError}))
	pipe := localdiscord.NewPipeListener()
	c.discord = localdiscord.New(localdiscord.Config{
		Log:    slog.New(slog.DiscardHandler),
		People: []localdiscord.Person{{Name: "Ada"}, {Name: "Grace"}, {Name: "Edward"}},
	})
	go c.discord.Serve(pipe)
	t.Cleanup(func() { c.discord.Close() })
	ready := make(chan discord.Connected, 1)
	b := bot.New(bot.Config{Sessions: newSessions(store, newClock(1).now), Figures: figures.New(),
		Log: log})
	link, err := discord.Connect(b, bot.Specs(), discord.Options{
		Token: c.discord.Token(), APIURL: "http://127.0.0.1/api/v9", Dial: pipe.Dial,
		Ready: func(c discord.Connected) { ready <- c },
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- link.Run(ctx) }()
	c.end = func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	select {
	case <-ready:
	case <-time.After(time.Minute):
		t.Fatal("the bot does not get ready")
	}
	return c
}

// daily lets one of three people collect chips, and returns what everybody reads of it.
func (c *connected) daily(n int) string {
	c.t.Helper()
	player, room := c.discord.As(c.discord.People()[n]), c.discord.Channel("blackjack")
	answer, err := player.Do(c.t.Context(), room.ID, "daily")
	if err != nil || answer.Message == nil {
		c.t.Fatalf("no answer: %+v, %v", answer, err)
	}
	m := answer.Message
	for _, e := range m.Embeds {
		if e.Author != nil {
			m.Content += e.Author.Name + " "
		}
		m.Content += e.Title + " " + e.Description
	}
	return m.Content
}

func TestPlayersReadThatTheDiskIsFullAndThatItHasFailed_long(t *testing.T) {
	t.Parallel()
	d := newDisk(t, 16)
	store := openOn(t, d)
	c, on := newCrew(t, store, firstSeed), connect(t, store)
	d.fill()
	said, who := "", -1
	for who < 2 && !strings.Contains(said, "disk") { // room for one more may have been left
		who++
		c.play(func(_ int, err error) bool { return errors.Is(err, storage.ErrNoSpace) })
		said = on.daily(who)
	}
	const full = "The bot's disk is full. No chips moved."
	if !strings.Contains(said, full) {
		t.Errorf("with a full disk a player reads %q", said)
	}
	d.free()
	d.cutPower()
	if said = on.daily(who); !strings.Contains(said, "The bot's disk failed") {
		t.Errorf("with a failed disk a player reads %q", said)
	}
	on.end()
	for _, told := range []string{"the disk is full: make room", "the disk has failed: look at"} {
		if !strings.Contains(on.log.String(), told) {
			t.Errorf("the operator does not read %q in\n%s", told, on.log)
		}
	}
}
