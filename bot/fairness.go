package bot

import (
	"context"
	"strconv"
	"strings"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// fairness shows the promise of the next shuffle and the proof of a hand, or
// sets the client seed.
func (b *Bot) fairness(ctx context.Context, c discord.Command) (message.Reply, error) {
	if client := c.Option("seed"); client != "" {
		return reply(with(b.own(ctx, c.Caller), view.Reseeded))(
			b.sessions.Reseed(ctx, interaction(c.Caller), client))
	}
	var hand storage.RoundID
	if text := c.Option("hand"); text != "" {
		id, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
		if err != nil || id == 0 {
			return message.Reply{}, errHandNumber
		}
		hand = storage.RoundID(id)
	}
	return b.proof(ctx, discord.Click{Caller: c.Caller}, view.Proof{Hand: hand})
}

// proof shows the proof of a hand, 0 for the newest.
func (b *Bot) proof(ctx context.Context, c discord.Click, p view.Proof) (message.Reply, error) {
	return reply(func(f session.Fairness) message.Reply {
		return view.Fair(b.own(ctx, c.Caller), f, b.sessions.Now(), b.verify)
	})(b.sessions.Fair(ctx, interaction(c.Caller), p.Hand))
}
