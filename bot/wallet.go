package bot

import (
	"context"
	"fmt"
	"strconv"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/view"
	"holecard/storage"
)

// balance shows what the caller, or the player named, has.
func (b *Bot) balance(ctx context.Context, c discord.Command) (message.Reply, error) {
	who := player(c)
	a, err := b.sessions.Account(ctx, interaction(c.Caller), who)
	if err != nil {
		return message.Reply{}, fmt.Errorf("look up user %d: %w", who, err)
	}
	return view.Balance(a, who == c.Player.User), nil
}

// stats shows the history of the caller or of the player named.
func (b *Bot) stats(ctx context.Context, c discord.Command) (message.Reply, error) {
	who := player(c)
	a, err := b.sessions.Account(ctx, interaction(c.Caller), who)
	if err != nil {
		return message.Reply{}, fmt.Errorf("look up user %d: %w", who, err)
	}
	return view.Stats(a), nil
}

// player returns who the command names, or else the caller.
func player(c discord.Command) storage.UserID {
	if id, err := strconv.ParseUint(c.Option("player"), 10, 64); err == nil {
		return storage.UserID(id)
	}
	return c.Player.User
}

// daily collects the daily chips.
func (b *Bot) daily(ctx context.Context, c discord.Command) (message.Reply, error) {
	d, err := b.sessions.Daily(ctx, interaction(c.Caller))
	if err != nil {
		return message.Reply{}, fmt.Errorf("collect the daily chips: %w", err)
	}
	return view.Daily(d), nil
}
