package bot

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/view"
	"holecard/storage"
)

// fairness shows the promise of the next shuffle and the proof of a hand, or
// sets the client seed.
func (b *Bot) fairness(ctx context.Context, c discord.Command) (message.Reply, error) {
	if client := c.Option("seed"); client != "" {
		f, err := b.sessions.Reseed(ctx, interaction(c.Caller), client)
		if err != nil {
			return message.Reply{}, fmt.Errorf("set the client seed: %w", err)
		}
		return view.Fair(f, true), nil
	}
	var hand storage.HandID
	if text := c.Option("hand"); text != "" {
		id, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
		if err != nil || id == 0 {
			return message.Reply{}, errHandNumber
		}
		hand = storage.HandID(id)
	}
	f, err := b.sessions.Fair(ctx, interaction(c.Caller), hand)
	if err != nil {
		return message.Reply{}, fmt.Errorf("prove hand %d: %w", hand, err)
	}
	return view.Fair(f, false), nil
}

// proof shows the proof of the hand whose button was pressed.
func (b *Bot) proof(ctx context.Context, c discord.Caller, p view.Proof) (message.Reply, error) {
	f, err := b.sessions.Fair(ctx, interaction(c), p.Hand)
	if err != nil {
		return message.Reply{}, fmt.Errorf("prove hand %d: %w", p.Hand, err)
	}
	return view.Proven(f), nil
}
