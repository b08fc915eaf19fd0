package bot

import (
	"context"
	"strconv"
	"strings"

	"holecard/bot/discord"
	"holecard/bot/view"
	"holecard/storage"
)

func (b *Bot) fairRoutes(to *discord.Routes) {
	b.on(to, spec("fair", textOption("hand", 0), textOption("seed", 0)), b.fairness)
	onClick(to, "proof", b.proof)
}

// fairness shows the promise of the next shuffle and the proof of a hand, or
// sets the client seed.
func (b *Bot) fairness(ctx context.Context, c *call) error {
	if client := c.Option("seed"); client != "" {
		f, err := b.rounds.Reseed(ctx, c.by, client)
		if err == nil {
			c.Answer(view.Reseeded(b.own(ctx, c), f))
		}
		return err
	}
	var hand storage.RoundID
	if text := c.Option("hand"); text != "" {
		id, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
		if err != nil || id == 0 {
			return errHandNumber
		}
		hand = storage.RoundID(id)
	}
	return b.proof(ctx, c, view.Proof{Hand: hand})
}

// proof shows the proof of a hand, 0 for the newest.
func (b *Bot) proof(ctx context.Context, c *call, p view.Proof) error {
	f, err := b.rounds.Fair(ctx, c.by, p.Hand)
	if err == nil {
		c.Answer(view.Fair(b.own(ctx, c), f, b.desk.Now(), b.verify))
	}
	return err
}
