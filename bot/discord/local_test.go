package discord

import (
	"context"
	"encoding/hex"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/message"
	"holecard/internal/localdiscord"
	"holecard/internal/localdiscord/wirelog"
)

// local runs the real client against local Discord, which refuses what Discord
// would refuse.
func local(t *testing.T, h stub, specs []*discordgo.ApplicationCommand, test func(*testing.T, *localdiscord.Server)) {
	t.Helper()
	localBot(t, h, specs, func(t *testing.T, s *localdiscord.Server, _ *Connection) { test(t, s) })
}

// bothWays is local over the gateway, and over HTTP.
func bothWays(t *testing.T, h stub, specs []*discordgo.ApplicationCommand,
	test func(*testing.T, *localdiscord.Server)) {
	t.Helper()
	t.Run("gateway", func(t *testing.T) { local(t, h, specs, test) })
	t.Run("HTTP", func(t *testing.T) {
		localWith(t, h, specs, func(s *localdiscord.Server, o *Options) {
			pipe := localdiscord.NewPipeListener()
			key, err := hex.DecodeString(s.PublicKey())
			if err != nil {
				t.Fatal(err)
			}
			o.Endpoint = &Endpoint{Listener: pipe, Key: key}
			s.SetDelivery(localdiscord.Delivery{Dial: pipe.Dial,
				Endpoints: []string{"http://bot.invalid/interactions"}})
		}, func(t *testing.T, s *localdiscord.Server, _ *Connection) { test(t, s) })
	})
}

// localBot is local, and hands over the client.
func localBot(t *testing.T, h stub, specs []*discordgo.ApplicationCommand,
	test func(*testing.T, *localdiscord.Server, *Connection)) {
	t.Helper()
	localWith(t, h, specs, func(*localdiscord.Server, *Options) {}, test)
}

// localWith is localBot with options that are set otherwise.
func localWith(t *testing.T, h stub, specs []*discordgo.ApplicationCommand, set func(*localdiscord.Server, *Options),
	test func(*testing.T, *localdiscord.Server, *Connection)) {
	t.Helper()
	localDiscord(t, localdiscord.Config{}, h, specs, set, test)
}

// localDiscord is localWith on a Discord that is set otherwise.
func localDiscord(t *testing.T, config localdiscord.Config, h stub, specs []*discordgo.ApplicationCommand,
	set func(*localdiscord.Server, *Options),
	test func(*testing.T, *localdiscord.Server, *Connection)) {
	t.Helper()
	config.Check = wirelog.Check()
	synctest.Test(t, func(t *testing.T) {
		localdiscord.PassEpoch()
		pipe := localdiscord.NewPipeListener()
		server := localdiscord.New(config)
		go server.Serve(pipe)
		log := &logBuffer{}
		ready := make(chan Connected, 1)
		options := Options{
			Token: server.Token(), APIURL: "http://127.0.0.1/api/v9", Dial: pipe.Dial,
			Logger: slog.New(slog.NewTextHandler(log, nil)), Ready: func(c Connected) {
				ready <- c
			},
		}
		set(server, &options)
		d, err := Connect(h.routes(specs), options)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- d.Run(ctx) }()
		t.Cleanup(func() {
			stop()
			if err := <-ended; err != nil {
				t.Errorf("Run = %v", err)
			}
			if err := server.Close(); err != nil {
				t.Error(err)
			}
			if t.Failed() {
				t.Log(log)
			}
			time.Sleep(time.Hour) // the goroutines of both sides end
		})
		<-ready
		time.Sleep(time.Second) // discordgo's first heartbeat is over
		test(t, server, d)
	})
}

// deny has the administrator take permissions away from the bot.
func deny(t *testing.T, s *localdiscord.Server, channel localdiscord.ID, permissions uint64) {
	t.Helper()
	if err := s.As(s.People()[0]).Deny(channel, permissions); err != nil {
		t.Fatal(err)
	}
}

// ask has somebody use a command and returns the answer.
func ask(t *testing.T, a localdiscord.Actor, channel localdiscord.ID, name string,
	given ...localdiscord.Given) localdiscord.Answer {
	t.Helper()
	answer, err := a.Do(t.Context(), channel, name, given...)
	if err != nil {
		t.Fatalf("/%s: %v", name, err)
	}
	return answer
}

func TestDiscordTakesEveryKindOfAnswer(t *testing.T) {
	button := func(label string) []discordgo.MessageComponent {
		return row(discordgo.Button{Label: label, Emoji: &discordgo.ComponentEmoji{Name: "♠"},
			Style: discordgo.SuccessButton, CustomID: tapID("button")})
	}
	h := stub{
		onCommand: func(_ context.Context, r Responder, c *Call) {
			r.Answer(message.Reply{Text: c.DisplayName, Rows: button("Hit"),
				Private: len(c.Options) > 1, Embeds: []*discordgo.MessageEmbed{{
					Title: "T", Description: "D", Color: 0x112233,
					Footer: &discordgo.MessageEmbedFooter{Text: "F"},
					Fields: []*discordgo.MessageEmbedField{{Name: "a", Value: "b", Inline: true}}}}})
		},
		onComplete: func(_ context.Context, c *Call) Choices {
			return Choices{{Name: "all of " + c.Option("bet"), Value: 100}}
		},
		onClick: func(_ context.Context, r Responder, c tapped) {
			r.Update(message.Reply{Text: c.CustomID})
			r.Follow(message.Reply{Text: "psst", Private: true})
		},
	}
	bothWays(t, h, registerSpecs, func(t *testing.T, s *localdiscord.Server) {
		ada, room := s.As(s.People()[0]), s.Channel("blackjack").ID
		required := localdiscord.Given{Name: "table", Value: "vegas"}
		public := ask(t, ada, room, "blackjack", required)
		private := ask(t, ada, room, "blackjack", required,
			localdiscord.Given{Name: "private", Value: true})
		direct := ask(t, ada, ada.DM().ID, "stats")
		if public.Ephemeral() || !private.Ephemeral() || direct.Message.Content != "Ada" {
			t.Errorf("answers %s, %s, %s", public.Body, private.Body, direct.Body)
		}
		choices, err := ada.Autocomplete(t.Context(), room, "blackjack",
			localdiscord.Given{Name: "bet", Value: "5", Focused: true})
		if err != nil || len(choices) != 1 || choices[0].Name != "all of 5" {
			t.Errorf("choices %v, %v", choices, err)
		}
		press, err := ada.Click(public.Message.ID, "Hit")
		if err != nil {
			t.Fatal(err)
		}
		answer, err := press.Wait(t.Context())
		if err != nil || answer.Type != localdiscord.CallbackUpdate {
			t.Fatalf("press: %+v, %v", answer, err)
		}
		time.Sleep(time.Second)
		after, ok := s.Message(public.Message.ID)
		if !ok || after.Content != "button" || len(after.Embeds)+len(after.Components) != 0 {
			t.Errorf("the pressed message is now %+v", after)
		}
		if words := press.FollowUps(); len(words) != 1 || words[0].Content != "psst" ||
			!words[0].Ephemeral() {
			t.Errorf("words after the answer: %+v", words)
		}
	})
}
