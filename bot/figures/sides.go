package figures

import (
	"sync"

	"holecard/blackjack"
	"holecard/blackjack/odds"
)

// sides are the odds of side bets that somebody asked for, by rules that offer no other.
type sides struct {
	mu    sync.Mutex
	known map[blackjack.Rules]odds.SideOdds
}

// Side returns what a side bet is worth at a table. It takes less than ten milliseconds the
// first time, so nobody is told to wait.
func (c *Cache) Side(r blackjack.Rules, b blackjack.SideBet) odds.SideOdds {
	one := plain(r)
	*[blackjack.SideBets]*blackjack.PayTable{&one.Pairs, &one.Poker, &one.Bust}[b] = r.PayTable(b)
	c.sides.mu.Lock()
	found, ok := c.sides.known[one]
	c.sides.mu.Unlock()
	if ok {
		return found
	}
	found = odds.Side(one, b)
	c.sides.mu.Lock()
	defer c.sides.mu.Unlock()
	if c.sides.known == nil || len(c.sides.known) >= mostEntries {
		c.sides.known = make(map[blackjack.Rules]odds.SideOdds)
	}
	c.sides.known[one] = found
	return found
}
