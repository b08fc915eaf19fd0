package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"holecard/blackjack/fair"
	"holecard/blackjack/tables"
	"holecard/bot"
	"holecard/bot/figures"
	"holecard/bot/session"
	"holecard/storage"
)

// runCmd is the bot on Discord.
type runCmd struct{}

// Run runs until ctx ends.
func (runCmd) Run(ctx context.Context, p process) error {
	c, err := p.config()
	if err != nil {
		return err
	}
	if c.Token == "" {
		return usageError{errors.New("there is no DISCORD_TOKEN. Put your bot's token into .env (the README says where to get one), " +
			"or play without one: bot playground")}
	}
	log := c.logger(p.err)
	if err := c.discord(log, nil).Check(); err != nil { // before there is a database for nothing
		return usageError{err}
	}
	store, err := c.database().open(ctx, log)
	if err != nil {
		return err
	}
	stop := c.startBackups(store, log)
	err = serve(ctx, c, store, log, func(on bot.Connected) {
		fmt.Fprintf(p.out, "The bot is ready. Add it to a server with this link:\n%s\n", on.Invite)
	})
	stop()
	return errors.Join(err, store.Close())
}

// serve answers Discord from a store until ctx ends.
func serve(ctx context.Context, c config, store storage.Store, log *slog.Logger, ready func(bot.Connected)) error {
	book := figures.New()
	defer book.Close()
	defer context.AfterFunc(ctx, book.Close)() // while presses are still answered
	sessions := session.New(session.Config{
		Store:         store,
		Seed:          session.NewSeed,
		Shuffle:       fair.Inputs.Cards,
		Basic:         book.Basic,
		Now:           time.Now,
		StartingChips: c.StartingChips,
		DailyChips:    c.DailyChips,
		MaxBet:        c.MaxBet,
		GiveDaily:     c.GiveDaily,
		GiveMinAge:    c.GiveMinAge,
	})
	discord, err := bot.Connect(bot.New(sessions, book, log), c.discord(log, ready))
	if err != nil {
		return usageError{err}
	}
	go book.Warm(ctx, tables.All()[0].Rules) // most first hands are dealt there
	return discord.Run(ctx)
}

// discord returns how the bot reaches Discord.
func (c config) discord(log *slog.Logger, ready func(bot.Connected)) bot.Options {
	return bot.Options{Token: c.Token, APIURL: c.APIURL, Logger: log, Ready: ready}
}
