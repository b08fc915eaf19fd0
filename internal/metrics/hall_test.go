package metrics

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"testing"
	"time"

	"holecard/blackjack/fair"
	"holecard/bot"
	"holecard/bot/discord"
	"holecard/bot/figures"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/internal/localdiscord"
	"holecard/storage"
	"holecard/storage/memory"
)

// hall is a bot that keeps nothing, on local Discord, and somebody who plays on it.
type hall struct {
	discord *localdiscord.Server
	channel localdiscord.ID
	ada     localdiscord.Actor
}

// open opens a hall, whose bot is measured unless m is nil.
func open(t testing.TB, m *Metrics) hall {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := localdiscord.New(localdiscord.Config{KeepRequests: -1})
	go server.Serve(listener)
	var store storage.Store = memory.New()
	options := discord.Options{Token: server.Token(),
		APIURL:    fmt.Sprintf("http://%v/api/v9", listener.Addr()),
		Allowance: discord.Allowance{PerSecond: 1_000_000, Burst: 1_000_000},
	}
	if m != nil {
		store, options.Observer = m.Store(store), m
	}
	cache := figures.New()
	rounds := round.New(wallet.New(guild.New(&interact.Desk{Store: store, Now: time.Now},
		guild.Config{StartingChips: 100, DailyChips: 50, MaxBet: 100})), round.Config{
		Seed: interact.NewSeed, Shuffle: fair.Inputs.Cards, Basic: cache.Basic, Edge: cache.Edge})
	player := bot.New(bot.Config{Figures: cache, Log: slog.New(slog.DiscardHandler),
		Stories: story.New(rounds, nil)})
	ready := make(chan struct{})
	options.Ready = func(discord.Connected) { close(ready) }
	connection, err := player.Connect(options)
	if err != nil {
		t.Fatal(err)
	}
	if m != nil {
		m.Connection(connection)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- connection.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		cache.Close()
		server.Close()
	})
	<-ready
	return hall{server, server.Channel("blackjack").ID, server.As(server.People()[0])}
}
