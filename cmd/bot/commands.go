package main

import (
	"context"
	"fmt"
	"log/slog"

	"holecard/bot/discord"
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
