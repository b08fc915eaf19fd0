package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"holecard/bot"
	"holecard/bot/discord"
	"holecard/storage"
)

type commandsCmd struct {
	Remove commandsRemoveCmd `cmd:"" help:"${commands}"`
}

type commandsRemoveCmd struct{}

// Run removes the slash commands from Discord, for a bot that is not to run any more.
func (commandsRemoveCmd) Run(ctx context.Context, p process, c config) error {
	options, err := c.atDiscord(ctx, p)
	if err != nil {
		return err
	}
	removed, err := discord.RemoveCommands(ctx, options)
	if err != nil {
		return fmt.Errorf("the commands are not removed: %w", err)
	}
	fmt.Fprintf(p.out, "Removed %s. The bot registers them again when it starts.\n",
		quantity(removed, "command"))
	return nil
}

// atDiscord returns the options of a command that asks Discord once, with its token.
func (c config) atDiscord(ctx context.Context, p process) (discord.Options, error) {
	err := c.readToken(ctx)
	log := slog.New(slog.NewTextHandler(p.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return c.discord(log, nil), err
}

type emojisCmd struct {
	Sync emojisSyncCmd `cmd:"" help:"${emojis}"`
}

type emojisSyncCmd struct{}

// Run uploads the emojis that cards are shown with, as a bot does at its start, and
// keeps their ids unless a bot has the database open: it learns them by itself.
func (emojisSyncCmd) Run(ctx context.Context, p process, c config) error {
	options, err := c.atDiscord(ctx, p)
	if err != nil {
		return err
	}
	options.Emojis = bot.EmojiSet()
	application, ids, err := discord.SyncEmojis(ctx, options)
	if err != nil {
		return fmt.Errorf("%d of %d emojis are at Discord: %w", len(ids), len(options.Emojis.Files),
			err)
	}
	fmt.Fprintf(p.out, "All %d emojis are at Discord.\n", len(ids))
	store, err := c.database().open(ctx, options.Logger)
	if _, inUse := errors.AsType[*storage.InUseError](err); inUse {
		fmt.Fprintln(p.out, "A bot is running on this database: restart it to show them.")
		return nil
	}
	if err != nil {
		return err
	}
	err = store.Update(ctx, 0, func(tx storage.Tx) error {
		return storage.EmojisOf.Save(tx, storage.Emojis{Application: application, IDs: ids})
	})
	return errors.Join(err, store.Close())
}
