package figures

import (
	"context"
	"errors"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/tables"
)

// The pauses after a table's figures and after the hints of an upcard: warming takes about a
// tenth of a processor. A hint does not wait for it.
const (
	tablePause = 3 * time.Second
	hintPause  = 200 * time.Millisecond
)

// mostPlayed is how many tables wait to be warmed; others are warmed when they are asked for
// again.
const mostPlayed = 64

// Warm computes the figures of tables one after the other, and then what each hand at them is
// worth from a full shoe, so that the first player to ask does not wait. It returns when all are
// known or ctx ends. A figure that is refused is left to those who ask for it.
func (c *Cache) Warm(ctx context.Context, all []tables.Table) {
	for i, t := range all {
		if i > 0 && !pause(ctx, tablePause) {
			return
		}
		_, _ = c.Best(ctx, t.Rules, nil)
		_, _ = c.Basic(ctx, t.Rules)
	}
	for _, t := range all {
		c.warm(ctx, match{rules: plain(t.Rules)})
	}
}

// WarmPlayed does the same for tables whose best play or whose hints somebody has asked for,
// such as those whose rules an admin has changed, until ctx ends.
func (c *Cache) WarmPlayed(ctx context.Context) {
	for pause(ctx, tablePause) {
		if m, ok := c.next(); ok {
			_, _ = c.Best(ctx, m.rules, nil)
			_, _ = c.Basic(ctx, m.rules)
			c.warm(ctx, m)
		}
	}
}

// Play has a table warmed that a server plays.
func (c *Cache) Play(r blackjack.Rules) { c.note(match{rules: plain(r)}) }

// note has a table warmed soon, unless it is warm or too many wait.
func (c *Cache) note(m match) {
	if m.rules.HouseDecides {
		return // there are too many hints, by the player's first card too
	}
	if t, ok := known[*odds.Table](c.memo, hintsAt(m)); ok && t.Knows(t.Upcards()-1) {
		return
	}
	c.waiting.Lock()
	defer c.waiting.Unlock()
	if !slices.Contains(c.played, m) && len(c.played) < mostPlayed {
		c.played = append(c.played, m)
	}
}

// next returns a table that waits to be warmed.
func (c *Cache) next() (m match, ok bool) {
	c.waiting.Lock()
	defer c.waiting.Unlock()
	if len(c.played) == 0 {
		return match{}, false
	}
	m = c.played[0]
	c.played = slices.Delete(c.played, 0, 1)
	return m, true
}

// warm computes the hints of a table, in turns with other long computations.
func (c *Cache) warm(ctx context.Context, m match) {
	if m.rules.HouseDecides {
		return
	}
	var t *odds.Table
	err := c.long.run(ctx, odds.OfBest, func(ctx context.Context) (err error) {
		t, err = c.table(ctx, m, nil)
		return err
	})
	if err != nil {
		return
	}
	for up := range t.Upcards() {
		if t.Knows(up) {
			continue
		}
		err := c.long.run(ctx, odds.OfBest, func(ctx context.Context) error {
			return t.Warm(ctx, up)
		})
		if errors.Is(err, ErrBusy) { // others come first
			err = nil
		}
		if err != nil || !pause(ctx, hintPause) {
			return
		}
	}
	_, _ = known[*odds.Table](c.memo, hintsAt(m)) // it has grown
}

// pause waits, and reports whether ctx goes on.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
