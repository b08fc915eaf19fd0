package figures

import (
	"context"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// The pauses after a table's figures and after a hint: warming takes about a tenth of a
// processor, and whoever asks meanwhile waits for one computation at most.
const (
	tablePause = 3 * time.Second
	hintPause  = 20 * time.Millisecond
)

// Warm computes the figures of tables one after the other, and then what each first decision at
// them is worth from a full shoe, so that whoever asks first does not wait. It returns when all
// are known or ctx ends. A figure that is refused is left to those who ask for it.
func (c *Cache) Warm(ctx context.Context, all []tables.Table) {
	for i, t := range all {
		if i > 0 && !pause(ctx, tablePause) {
			return
		}
		_, _ = c.Best(ctx, t.Rules, nil)
		_, _ = c.Basic(ctx, t.Rules)
	}
	for _, t := range all {
		for _, q := range firsts(plain(t.Rules)) {
			if _, err := c.answer(ctx, q, nil); err != nil || !pause(ctx, hintPause) {
				break
			}
		}
	}
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

// firsts returns the first decisions of a player with two cards and chips enough, after any
// insurance. Where a house decides there are too many.
func firsts(r blackjack.Rules) (list []situation) {
	if r.HouseDecides || r.Start != blackjack.TwoEach || !r.ShowsUpcard() {
		return nil
	}
	suits := [4]bool{blackjack.Hearts: r.HeartsDouble}
	var full pile
	full.add(r.Full(), suits)
	kinds := full.kinds()
	for _, up := range kinds {
		for i, one := range kinds {
			for _, other := range kinds[i:] {
				q := situation{rules: r, up: up, first: unseen}
				cards := []blackjack.Card{one, other}
				q.hand.add(cards, suits)
				total, _ := r.Aces.Total(cards...)
				q.legal = r.MayPlay(blackjack.First, total)
				if one.Pairs(other) && r.HandsOf(one.Value()) > 1 {
					q.legal, q.hands = q.legal.With(blackjack.Split), 1
				}
				if q.legal.Len() > 1 && !r.IsNatural(cards...) && q.enough(full) {
					list = append(list, q)
				}
			}
		}
	}
	return list
}
