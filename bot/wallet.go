package bot

import (
	"context"
	"strconv"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// balance shows what the caller, or the player named, has.
func (b *Bot) balance(ctx context.Context, c discord.Command) (message.Reply, error) {
	who := player(c)
	return reply(func(a session.Account) message.Reply {
		return view.Balance(b.own(ctx, c.Caller), a, who == c.Player.User)
	})(b.sessions.Account(ctx, interaction(c.Caller), who))
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
	return reply(func(d session.Daily) message.Reply {
		if d.Collected {
			return view.Daily(b.here(ctx, c.Caller), d)
		}
		return view.Daily(b.own(ctx, c.Caller), d)
	})(b.sessions.Daily(ctx, interaction(c.Caller)))
}
