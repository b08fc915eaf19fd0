package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"holecard/bot"
	"holecard/bot/figures"
	"holecard/bot/session"
	"holecard/storage"
	"holecard/storage/bolt"
)

// runCmd is the bot on Discord.
type runCmd struct{}

// Run runs until ctx ends.
func (runCmd) Run(ctx context.Context, p process) error {
	file, err := readDotEnv()
	if err != nil {
		return err
	}
	c, err := loadConfig(p.lookup, file)
	if err != nil {
		return err
	}
	if c.Token == "" {
		return usageError{errors.New("there is no DISCORD_TOKEN. Put your bot's token into .env (the README says where to get one), " +
			"or play without one: bot playground")}
	}
	log := c.logger(p.err)
	store, err := openStore(c.Database, log)
	if err != nil {
		return err
	}
	err = serve(ctx, c, store, log, func(on bot.Connected) {
		fmt.Fprintf(p.out, "The bot is ready. Add it to a server with this link:\n%s\n", on.Invite)
	})
	return errors.Join(err, store.Close())
}

// openStore opens the database, with words for whoever runs the bot.
func openStore(path string, log *slog.Logger) (*bolt.Store, error) {
	store, err := bolt.Open(path, bolt.Options{Logger: log})
	if errors.Is(err, storage.ErrInUse) {
		return nil, fmt.Errorf("%w: stop the other bot first, or set DATABASE to another file", err)
	}
	return store, err
}

// serve answers Discord from a store until ctx ends.
func serve(ctx context.Context, c config, store storage.Store, log *slog.Logger, ready func(bot.Connected)) error {
	book := figures.New()
	sessions := session.New(session.Config{
		Store:         store,
		Shuffle:       session.Shuffle,
		Basic:         book.Basic,
		Now:           time.Now,
		StartingChips: c.StartingChips,
		DailyChips:    c.DailyChips,
		MaxBet:        c.MaxBet,
	})
	discord, err := bot.Connect(bot.New(sessions, book, log), bot.Options{
		Token:  c.Token,
		APIURL: c.APIURL,
		Logger: log,
		Ready:  ready,
	})
	if err != nil {
		return usageError{err}
	}
	return discord.Run(ctx)
}
