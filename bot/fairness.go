package bot

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"holecard/bot/view"
	"holecard/storage"
)

// fairness shows the promise of the next shuffle and the proof of a hand, or
// sets the client seed.
func (b *Bot) fairness(ctx context.Context, c Command) (view.Reply, error) {
	if client := c.option("seed"); client != "" {
		f, err := b.sessions.Reseed(ctx, c.visit(), client)
		if err != nil {
			return view.Reply{}, fmt.Errorf("set the client seed: %w", err)
		}
		return view.Fair(f, true), nil
	}
	var hand storage.HandID
	if text := c.option("hand"); text != "" {
		id, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
		if err != nil || id == 0 {
			return view.Reply{}, errHandNumber
		}
		hand = storage.HandID(id)
	}
	f, err := b.sessions.Fair(ctx, c.visit(), hand)
	if err != nil {
		return view.Reply{}, fmt.Errorf("prove hand %d: %w", hand, err)
	}
	return view.Fair(f, false), nil
}

// proof shows the proof of the hand whose button was pressed.
func (b *Bot) proof(ctx context.Context, c Caller, p view.Proof) (view.Reply, error) {
	f, err := b.sessions.Fair(ctx, c.visit(), p.Hand)
	if err != nil {
		return view.Reply{}, fmt.Errorf("prove hand %d: %w", p.Hand, err)
	}
	return view.Proven(f), nil
}
