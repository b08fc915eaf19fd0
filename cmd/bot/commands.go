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
func (commandsRemoveCmd) Run(ctx context.Context, p process) error {
	c, err := p.config()
	if err != nil {
		return err
	}
	if err := c.readToken(); err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(p.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	removed, err := discord.RemoveCommands(ctx, c.discord(log, nil))
	if err != nil {
		return fmt.Errorf("the commands are not removed: %w", err)
	}
	fmt.Fprintf(p.out, "Removed %s. The bot registers them again when it starts.\n",
		quantity(removed, "command"))
	return nil
}
