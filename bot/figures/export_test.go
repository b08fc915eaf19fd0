package figures

import (
	"context"

	"holecard/blackjack"
)

// Forget forgets all advice.
func (c *Cache) Forget() { c.advice = advice{} }

// ForgetTables forgets what hints have in common.
func (c *Cache) ForgetTables() { c.kept = kept{} }

// WarmHints computes the hints of a table.
func (c *Cache) WarmHints(ctx context.Context, r blackjack.Rules) {
	c.warm(ctx, match{rules: plain(r)})
}
