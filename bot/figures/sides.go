package figures

import (
	"sync"

	"holecard/blackjack"
	"holecard/blackjack/odds"
)

// side is a side bet by rules that offer no other.
type side struct {
	rules blackjack.Rules
	bet   blackjack.SideBet
}

// sides are the odds of side bets that somebody asked for.
type sides struct {
	mu    sync.Mutex
	known map[side]odds.SideOdds
}

// Side returns what a side bet is worth at a table. It takes less than ten milliseconds the
// first time, so nobody is told to wait.
func (c *Cache) Side(r blackjack.Rules, b blackjack.SideBet) odds.SideOdds {
	of := side{plain(r), b}
	switch pays := r.PayTable(b); b {
	case blackjack.PerfectPairs:
		of.rules.Pairs = pays
	case blackjack.TwentyOnePlusThree:
		of.rules.Poker = pays
	case blackjack.DealerBust:
		of.rules.Bust = pays
	}
	c.sides.mu.Lock()
	found, ok := c.sides.known[of]
	c.sides.mu.Unlock()
	if ok {
		return found
	}
	found = odds.Side(of.rules, b)
	c.sides.mu.Lock()
	defer c.sides.mu.Unlock()
	if c.sides.known == nil || len(c.sides.known) >= mostEntries {
		c.sides.known = make(map[side]odds.SideOdds)
	}
	c.sides.known[of] = found
	return found
}
