package bot

import (
	"context"
	"strconv"

	"holecard/bot/discord"
	"holecard/bot/view"
	"holecard/storage"
)

func (b *Bot) walletRoutes(to *discord.Routes) {
	b.on(to, spec("balance", personOption("player")), b.balance)
	b.on(to, spec("daily"), b.daily)
}

// balance shows what the caller, or the player named, has.
func (b *Bot) balance(ctx context.Context, c *call) error {
	who := player(c)
	a, err := b.wallets.Account(ctx, c.by, who)
	if err == nil {
		c.Answer(view.Balance(b.own(ctx, c), a, who == c.Player.User))
	}
	return err
}

// player returns who the command names, or else the caller.
func player(c *call) storage.UserID {
	if id, err := strconv.ParseUint(c.Option("player"), 10, 64); err == nil {
		return storage.UserID(id)
	}
	return c.Player.User
}

func (b *Bot) daily(ctx context.Context, c *call) error {
	d, err := b.wallets.Daily(ctx, c.by)
	w := b.own(ctx, c)
	if d.Collected {
		w = b.here(ctx, c)
	}
	if err == nil {
		c.Answer(view.Daily(w, d))
	}
	return err
}
