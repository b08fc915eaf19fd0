package bot

import (
	"context"
	"unicode/utf8"

	"holecard/bot/discord"
	"holecard/bot/refuse"
	"holecard/bot/view"
	"holecard/bot/wallet"
	"holecard/storage"
)

func (b *Bot) chipsRoutes(to *discord.Routes) {
	player, why := personOption("player"), textOption("why", longestReason)
	amount := required(numberOption("amount", 1, 0))
	b.on(to, adminSpec("settings chips show", player), b.showTransfers)
	b.on(to, adminSpec("settings chips grant", required(player), amount, why),
		b.asking(wallet.Grant))
	b.on(to, adminSpec("settings chips take", required(player), amount, why),
		b.asking(wallet.Take))
	b.on(to, adminSpec("settings chips reset", required(player), why), b.asking(wallet.Reset))
	onClick(to, "change chips", b.adjust)
}

// longestReason is how long an admin's reason may be, in characters. As UTF-8
// it has at most four bytes for each, which is [storage.MaxNote].
const longestReason = 100

var errLongReason = refuse.New("reason", "the reason is too long", "most")

// showTransfers shows an admin what changed a wallet other than by play.
func (b *Bot) showTransfers(ctx context.Context, c *call) error {
	who := c.Player.User
	if c.Option("player") != "" {
		var err error
		if who, _, err = named(c, "player"); err != nil {
			return err
		}
	}
	a, list, err := b.wallets.Transfers(ctx, c.by, who)
	if err == nil {
		c.Answer(view.Transfers(b.own(ctx, c), a, list))
	}
	return err
}

// asking asks an admin whether to do it.
func (b *Bot) asking(do storage.Reason) answerer {
	return func(ctx context.Context, c *call) error {
		to, who, err := named(c, "player")
		if err != nil {
			return err
		}
		ask := wallet.Adjustment{Do: do, To: to, ToName: who.Name, Asked: c.Interaction,
			Why: view.Plain(c.Option("why"))}
		if do != wallet.Reset {
			if ask.Chips, err = amount(c); err != nil {
				return err
			}
		}
		if utf8.RuneCountInString(c.Option("why")) > longestReason {
			return errLongReason.With(longestReason)
		}
		would, err := b.wallets.AskAdjustment(ctx, c.by, ask)
		if err == nil {
			c.Answer(view.AskAdjustment(b.own(ctx, c), ask, would))
		}
		return err
	}
}

// adjust does what was confirmed. Who asked for it may have lost the
// permission since.
func (b *Bot) adjust(ctx context.Context, c *call, a view.Adjust) error {
	if err := admin(c); err != nil {
		return err
	}
	adjustment, done, err := b.wallets.Adjust(ctx, c.by, a.Asked)
	if err == nil {
		c.Update(view.AdjustmentDone(b.own(ctx, c), adjustment, done))
	}
	return err
}
