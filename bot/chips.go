package bot

import (
	"context"
	"errors"
	"unicode/utf8"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// longestReason is how long an admin's reason may be, in characters. As UTF-8
// it has at most four bytes for each, which is [storage.MaxNote].
const longestReason = 100

var errLongReason = errors.New("the reason is too long")

func (b *Bot) chipsRoutes() []command {
	amount, why := required(numberOption("amount", 1, 0)), textOption("why")
	why.MaxLength = longestReason
	anybody := personOption("player")
	player := required(anybody)
	chips := func(name string, answer answerer, options ...*option) command {
		return on(adminSpec("settings chips "+name, options...), byAdmins(answer), nil)
	}
	return []command{
		chips("show", b.showTransfers, anybody),
		chips("grant", b.asking(session.Grant), player, amount, why),
		chips("take", b.asking(session.Take), player, amount, why),
		chips("reset", b.asking(session.Reset), player, why),
	}
}

// showTransfers shows an admin what changed a wallet other than by play.
func (b *Bot) showTransfers(ctx context.Context, c discord.Command) (message.Reply, error) {
	who := c.Player.User
	if c.Option("player") != "" {
		var err error
		if who, _, err = named(c, "player"); err != nil {
			return message.Reply{}, err
		}
	}
	a, list, err := b.sessions.Transfers(ctx, interaction(c.Caller), who)
	if err != nil {
		return message.Reply{}, err
	}
	return view.Transfers(b.own(ctx, c.Caller), a, list), nil
}

// asking asks an admin whether to do it.
func (b *Bot) asking(do storage.Reason) answerer {
	return func(ctx context.Context, c discord.Command) (message.Reply, error) {
		to, who, err := named(c, "player")
		if err != nil {
			return message.Reply{}, err
		}
		ask := session.Adjustment{Do: do, To: to, ToName: who.Name, Asked: c.Interaction,
			Why: view.Plain(c.Option("why"))}
		if do != session.Reset {
			if ask.Chips, err = amount(c); err != nil {
				return message.Reply{}, err
			}
		}
		if utf8.RuneCountInString(c.Option("why")) > longestReason {
			return message.Reply{}, errLongReason
		}
		return reply(func(would session.Adjusted) message.Reply {
			return view.AskAdjustment(b.own(ctx, c.Caller), ask, would)
		})(b.sessions.AskAdjustment(ctx, interaction(c.Caller), ask))
	}
}

// adjust does what was confirmed. Who asked for it may have lost the
// permission since.
func (b *Bot) adjust(ctx context.Context, c discord.Click, a view.Adjust) (
	message.Reply, error) {
	if err := admin(c.Caller); err != nil {
		return message.Reply{}, err
	}
	adjustment, done, err := b.sessions.Adjust(ctx, interaction(c.Caller), a.Asked)
	if err != nil {
		return message.Reply{}, err
	}
	return view.AdjustmentDone(b.own(ctx, c.Caller), adjustment, done), nil
}
