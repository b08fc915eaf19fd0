package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"holecard/blackjack/tables"
	"holecard/bot"
	"holecard/bot/discord"
	"holecard/bot/figures"
	"holecard/bot/fleet"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/storage"
)

type runCmd struct{}

// Run runs until ctx ends.
func (runCmd) Run(ctx context.Context, p process) error { return runBot(ctx, p, nil) }

// runBot runs the bot until ctx ends, with interactions from the gateway, or over HTTP where
// http says how.
func runBot(ctx context.Context, p process, http *serveCmd) error {
	signal.Ignore(syscall.SIGPIPE) // people play on when whoever reads the log goes away
	c, err := p.readConfig()
	slog.SetLogLoggerLevel(slog.LevelWarn) // of what the standard library logs
	slog.SetDefault(c.logger(p.err))
	if err == nil {
		err = c.run(ctx, p, http)
	}
	if err != nil && c.LogFormat == "json" { // whatever is printed then is for a program
		c.logger(p.err).Error("the bot ends", "error", err)
		err = errors.Join(err, errReported)
	}
	return err
}

func (c config) run(ctx context.Context, p process, http *serveCmd) error {
	log := c.logger(p.err)
	for _, warning := range c.warnings {
		log.Warn(warning)
	}
	if err := c.readToken(ctx); err != nil { // before there is a database for nothing
		return err
	}
	if http != nil {
		if _, err := c.publicKey(); err != nil {
			return err
		}
	}
	if c.Database == inMemory {
		log.Warn("DATABASE is memory:, so NOTHING IS KEPT: wallets and hands are gone when the " +
			"bot ends, and there are no backups")
	}
	return c.host(ctx, c.database(), http, log, func(on discord.Connected) {
		if c.LogFormat != "json" { // else the log has the link, and nothing but JSON is printed
			fmt.Fprintf(p.out, "The bot is ready. Add it to a server with this link:\n%s\n",
				on.Invite)
		}
	})
}

// host runs a bot on a database, with all that belongs to it, until ctx ends:
//
//	open ──▶ upkeep ──▶ metrics ──▶ endpoint ──▶ serve ──ctx──▶ each ends, the last begun first
func (c config) host(ctx context.Context, d database, http *serveCmd, log *slog.Logger,
	ready func(discord.Connected)) (err error) {
	store, err := d.open(ctx, log)
	if err != nil {
		return err
	}
	told := make(chan struct{}) // that ctx has ended
	defer func() {
		if err = errors.Join(err, store.Close()); err == nil {
			<-told
			log.Info("stopped")
		}
	}()
	version, commit := build()
	log.Info("starting", "version", version, "commit", commit, "database", d.name())
	about, stop := c.startUpkeep(store, log)
	defer stop()
	stopMetrics, err := c.startMetrics(store, about, log)
	if err != nil {
		return err
	}
	defer stopMetrics()
	answering := ctx
	if http != nil {
		var end context.CancelFunc
		answering, end = after(ctx, http.Leave)
		defer end()
		if c.endpoint, err = http.endpoint(c, ctx.Done(), about); err != nil {
			return err
		}
	}
	context.AfterFunc(ctx, func() {
		about.stopping.Store(true)
		log.Info("stopping")
		close(told)
	})
	return serve(answering, c, store, log, about, func(on discord.Connected) {
		log.Info("ready", "servers", on.Servers, "shards", on.Shards)
		ready(on)
	})
}

// serve answers Discord from a store until ctx ends.
func serve(ctx context.Context, c config, store storage.Store, log *slog.Logger, about *instance,
	ready func(discord.Connected)) error {
	cache := figures.New()
	defer cache.Close()
	defer context.AfterFunc(ctx, cache.Close)() // while presses are still answered
	desk := &interact.Desk{Store: about.measured(store), Now: time.Now}
	guilds := guild.New(desk, guild.Config{
		StartingChips: c.StartingChips,
		DailyChips:    c.DailyChips,
		RefillChips:   c.RefillChips,
		MaxBet:        c.MaxBet,
		GiveDaily:     c.GiveDaily,
		GiveMinAge:    c.GiveMinAge,
		HistoryDays:   c.HistoryDays,
		ClassTables:   c.playground,
	})
	rounds := round.New(wallet.New(guilds), round.Config{Seed: interact.NewSeed, Shuffle: shoe,
		Basic: cache.Basic, Edge: cache.Edge, PlayersEdge: c.playground})
	others := fleet.New(store, log)
	about.fleet.Store(others)
	player := bot.New(bot.Config{Stories: story.New(rounds, cache), Figures: cache, Log: log,
		Instance: about.shown, Verify: c.VerifyURL, Fleet: others})
	options := c.discord(log, func(on discord.Connected) {
		about.servers.Store(int64(on.Servers))
		ready(on)
	})
	if about.metrics != nil {
		options.Observer = about.metrics
	}
	options.Fleet = others
	options.Emojis = player.Emojis()
	options.Registered = player.Registered
	options.Beside = func(ctx context.Context, c *discord.Connection) {
		var swept sync.WaitGroup
		defer swept.Wait()
		swept.Go(func() { player.Sweep(ctx, c) })
		player.Run(ctx)
	}
	connection, err := player.Connect(options)
	if err != nil {
		return usageError{err}
	}
	on := linked(connection)
	about.connection.Store(&on)
	if about.metrics != nil {
		about.metrics.Fleet(others.Size)
		about.metrics.Connection(connection)
	}
	go warm(ctx, cache, guilds, log)
	return connection.Run(ctx)
}

// warmPause is between two servers whose tables are read after the start.
const warmPause = 5 * time.Millisecond

// warm computes the figures of tables until ctx ends: first of those that there are, then of those
// whose rules the admins of a server have changed.
func warm(
	ctx context.Context, cache *figures.Cache, here *guild.Guilds, log *slog.Logger,
) {
	cache.Warm(ctx, tables.All())
	guilds, err := here.Desk.Store.Guilds(ctx)
	for _, g := range guilds {
		var played []tables.Table
		if played, err = here.Tables(ctx, g); err != nil {
			break
		}
		for _, t := range played {
			cache.Play(t.Rules)
		}
		time.Sleep(warmPause)
	}
	if err != nil && ctx.Err() == nil {
		log.Warn("figures of changed tables are not computed ahead", "error", err)
	}
	cache.WarmPlayed(ctx)
}

func (c config) discord(log *slog.Logger, ready func(discord.Connected)) discord.Options {
	return discord.Options{Token: c.Token, APIURL: c.APIURL, Logger: log, Ready: ready,
		Endpoint: c.endpoint, Shards: c.ShardCount, Mine: c.shards}
}
