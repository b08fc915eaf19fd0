package faults

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holecard/bot"
	"holecard/bot/discord"
	"holecard/bot/figures"
	"holecard/internal/localdiscord"
	"holecard/internal/postgrestest"
	"holecard/storage"
)

// connection is how a players' process is a bot on local Discord instead.
type connection struct {
	URL, Token string // of Discord
	Listen     string // for interactions over HTTP; empty for those of the gateway
	Key        string // by which Discord signs those
}

// serve answers Discord.
func (c connection) serve(ctx context.Context, w *witness) error {
	w.live = true
	sessions := newSessions(w, time.Now)
	player := bot.New(bot.Config{Sessions: sessions, Figures: figures.New(),
		Log: slog.New(slog.DiscardHandler)})
	options := discord.Options{Token: c.Token, APIURL: c.URL, Emojis: player.Emojis(),
		Registered: player.Registered,
		Beside:     func(ctx context.Context, on *discord.Connection) { player.Run(ctx, on) }}
	if c.Listen != "" {
		key, err := hex.DecodeString(c.Key)
		if err != nil {
			return err
		}
		listener, err := net.Listen("tcp", c.Listen)
		if err != nil {
			return err
		}
		options.Endpoint = &discord.Endpoint{Listener: listener, Key: ed25519.PublicKey(key)}
	}
	link, err := discord.Connect(player, bot.Specs(), options)
	if err != nil {
		return err
	}
	return link.Run(ctx)
}

// crowd is people on local Discord who press whatever there is.
type crowd struct {
	*localdiscord.Server
	asked, answered atomic.Int64
}

// newCrowd returns people whose interactions go to bots: to one on the gateway and the others
// over HTTP, some to two of them.
func newCrowd(t testing.TB, s *service) *crowd {
	t.Helper()
	var people []localdiscord.Person
	for n := range players {
		people = append(people, localdiscord.Person{Name: string(rune('A' + n))})
	}
	c := &crowd{Server: localdiscord.New(localdiscord.Config{People: people,
		Log: slog.New(slog.DiscardHandler)})}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go c.Serve(l)
	t.Cleanup(func() { c.Close() })
	url := "http://" + l.Addr().String()
	d := localdiscord.Delivery{Gateway: true, Twice: 0.2, Seed: s.seed}
	for i := range s.bots {
		s.bots[i] = &connection{URL: url + "/api/v9", Token: c.Token()}
		if i > 0 {
			s.bots[i].Listen = postgrestest.FreeAddress()
			s.bots[i].Key = c.PublicKey()
			d.Endpoints = append(d.Endpoints, "http://"+s.bots[i].Listen+"/interactions")
		}
	}
	c.SetDelivery(d)
	s.book.guild = storage.GuildID(c.GuildID())
	return c
}

// play lets all people play until something is over.
func (c *crowd) play(seed uint64, over <-chan struct{}) {
	var all sync.WaitGroup
	for n, person := range c.People() {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		all.Go(func() {
			for !after(over, 0) {
				i, err := c.act(person, r)
				if err != nil {
					time.Sleep(time.Millisecond) // the button has just gone
					continue
				}
				c.asked.Add(1)
				ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
				if _, err := i.Wait(ctx); err == nil {
					c.answered.Add(1)
				}
				cancel()
			}
		})
	}
	all.Wait()
}

// act presses a button of the newest messages, or gives a command.
func (c *crowd) act(person localdiscord.Person, r *rand.Rand) (*localdiscord.Interaction, error) {
	seen, _, stop, err := c.Watch(person)
	if err != nil {
		return nil, err
	}
	stop()
	type button struct {
		message localdiscord.ID
		id      string
	}
	var buttons []button
	const newest = 8
	for _, m := range seen[max(0, len(seen)-newest):] {
		for _, b := range m.Buttons() {
			if b.CustomID != "" && !b.Disabled && b.Style != 0 {
				buttons = append(buttons, button{m.ID, b.CustomID})
			}
		}
	}
	actor, room := c.As(person), c.Channel("blackjack").ID
	switch whim := r.IntN(60); {
	case whim == 0:
		return actor.Command(room, "daily")
	case whim == 1:
		return actor.Command(room, "table", localdiscord.Given{Name: "open"})
	case whim < 12 || len(buttons) == 0:
		return actor.Command(room, "blackjack",
			localdiscord.Given{Name: "bet", Value: 1 + r.IntN(500)})
	}
	b := buttons[r.IntN(len(buttons))]
	return actor.Click(b.message, b.id)
}

func TestChaosOfBotsLosesNothingAndDoesNothingTwice_long(t *testing.T) {
	t.Parallel()
	db := postgrestest.Server(t)
	s := newService(t, db.Database(t), honest)
	c := newCrowd(t, s)
	play := func(over <-chan struct{}) { c.play(s.seed, over) }
	problems := chaos(s, db, max(crashes, int(*chaosFor/crashEvery)), play)
	if len(problems) > 0 {
		t.Fatalf("after %d actions: %.2000q", s.book.done, problems)
	}
	if s.book.done < 10 {
		t.Errorf("only %d actions: this tries nothing", s.book.done)
	}
	t.Logf("%d of %d interactions were answered; %d processes were killed; %v",
		c.answered.Load(), c.asked.Load(), s.kills, s.book)
}
