package bot

import (
	"context"
	"errors"

	"holecard/bot/figures"
	"holecard/bot/fleet"
	"holecard/bot/story"
	"holecard/storage"
)

// review looks at settled rounds until ctx ends: at those of this process at once, and at what
// was left in the parts of all guilds that it has. It computes in turns with simulations, so
// presses come first; and what a hint computes, it waits for.
func (c *clock) review(ctx context.Context) {
	failing := false
	c.reviewer = c.stories.Reviewer(story.ReviewerConfig{
		Of: func(g storage.GuildID) bool {
			parts := c.shares.Load()
			return parts != nil && parts.Has(g)
		},
		Turn: c.turns.take,
		Note: func(g storage.GuildID, err error) {
			if ctx.Err() != nil || errors.Is(err, figures.ErrBusy) ||
				errors.Is(err, figures.ErrPending) {
				return
			}
			if err != nil && !failing {
				c.log.Warn("settled hands are not reviewed", "guild", g, "error", err)
			}
			failing = err != nil
		},
	})
	c.group.Go(func() { c.wire.Guard(func() { c.reviewer.Run(ctx) }) })
}

// share notes this process's share of the reviews, and has the reviewer look at more of them.
func (c *clock) share(parts fleet.Parts) {
	before := c.shares.Swap(&parts)
	if before == nil || len(parts.Numbers) > len(before.Numbers) {
		c.reviewer.Sweep()
	}
}
