package strategy_test

import "holecard/blackjack/strategy"

// sample is a chart with every move in it.
func sample() strategy.Chart {
	var c strategy.Chart
	for up := 1; up <= 10; up++ {
		for total := 4; total <= 21; total++ {
			c.Hard[total][up], c.Soft[total][up] = strategy.Hit, strategy.Hit
			if total >= 17 {
				c.Hard[total][up] = strategy.Stand
			}
			if total >= 18 {
				c.Soft[total][up] = strategy.Stand
			}
		}
		c.Hard[11][up] = strategy.DoubleElseHit
		c.Pair[8][up] = strategy.Split
	}
	c.Soft[18][6] = strategy.DoubleElseStand
	c.Hard[16][10] = strategy.SurrenderElseHit
	c.Hard[17][1] = strategy.SurrenderElseStand
	c.Pair[8][1] = strategy.SurrenderElseSplit
	c.Pair[1][1] = strategy.Split
	return c
}
