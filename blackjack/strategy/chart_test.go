package strategy_test

import (
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

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

func TestAMoveDoesWhatIsLegal(t *testing.T) {
	const (
		hit, stand, double = blackjack.Hit, blackjack.Stand, blackjack.Double
		split, surrender   = blackjack.Split, blackjack.Surrender
	)
	all := blackjack.ActionsOf(hit, stand, double, split, surrender)
	for _, c := range []struct {
		move  strategy.Move
		legal blackjack.Actions
		want  blackjack.Action
	}{
		{strategy.Unset, all, stand},
		{strategy.Hit, all, hit},
		{strategy.Hit, blackjack.ActionsOf(stand, split), stand},
		{strategy.Stand, all, stand},
		{strategy.DoubleElseHit, all, double},
		{strategy.DoubleElseHit, hitOrStand, hit},
		{strategy.DoubleElseHit, blackjack.ActionsOf(stand), stand},
		{strategy.DoubleElseStand, all, double},
		{strategy.DoubleElseStand, hitOrStand, stand},
		{strategy.Split, all, split},
		{strategy.Split, hitOrStand, hit},
		{strategy.SurrenderElseHit, all, surrender},
		{strategy.SurrenderElseHit, hitOrStand, hit},
		{strategy.SurrenderElseStand, all, surrender},
		{strategy.SurrenderElseStand, hitOrStand, stand},
		{strategy.SurrenderElseSplit, all, surrender},
		{strategy.SurrenderElseSplit, hitOrStand.With(split), split},
		{strategy.Hit, blackjack.ActionsOf(blackjack.Insure, blackjack.Decline), blackjack.Decline},
		{strategy.Split, blackjack.ActionsOf(blackjack.EvenMoney, blackjack.Decline),
			blackjack.Decline},
		{strategy.Move(250), all, stand},
	} {
		if did := c.move.In(c.legal); did != c.want {
			t.Errorf("%v among %v: %v, not %v", c.move, c.legal, did, c.want)
		}
	}
}

func TestAChartSplitsOnlyWhereItMay(t *testing.T) {
	c := sample()
	more := hitOrStand.With(blackjack.Double).With(blackjack.Surrender)
	for _, f := range []struct {
		name, hand, up string
		legal          blackjack.Actions
		want           blackjack.Action
	}{
		{"a pair is split", "8S 8D", "6C", more.With(blackjack.Split), blackjack.Split},
		{"a pair that may not be split is its total", "8S 8D", "TC", more, blackjack.Surrender},
		{"and where nothing else is allowed, hit", "8S 8D", "TC", hitOrStand, blackjack.Hit},
		{"a pair without a move of its own is its total", "TS KD", "6C", more.With(blackjack.Split),
			blackjack.Stand},
		{"surrender goes before the split", "8S 8D", "AC", more.With(blackjack.Split),
			blackjack.Surrender},
		{"else it is split", "8S 8D", "AC", hitOrStand.With(blackjack.Split), blackjack.Split},
		{"a soft double that is not allowed stands", "AS 2D 5C", "6C", hitOrStand, blackjack.Stand},
		{"pictures are the column of the ten", "TS 6D", "KC", more, blackjack.Surrender},
	} {
		s := at(t, "vegas", f.hand, f.up)
		s.Legal = f.legal
		if did := decide(t, &c, s); did != f.want {
			t.Errorf("%s: %v, not %v", f.name, did, f.want)
		}
	}
}

func TestAChartInsideAnotherStrategyAnswersWhetherItTakesACard(t *testing.T) {
	all := hitOrStand.With(blackjack.Double).With(blackjack.Surrender)
	for _, f := range []struct {
		name, text, hand, up string
		legal                blackjack.Actions
		want                 blackjack.Action
	}{
		{"a double is a card taken", "both(stopAt(17), basic)", "6S 5D", "6C", all, blackjack.Hit},
		{"also one on which it would else stand", "basic && soft", "AS 7D", "6C", all,
			blackjack.Hit},
		{"but not where it cannot double", "basic && soft", "AS 7D", "6C", hitOrStand,
			blackjack.Stand},
		{"a surrender is played by the total", "basic || false", "TS 6D", "TC", all, blackjack.Hit},
		{"a split too", "!basic", "8S 8D", "6C", all.With(blackjack.Split), blackjack.Stand},
		{"a suit passes on what it plays with", `suit("spades", soft, basic)`, "TS 6D", "TC", all,
			blackjack.Surrender},
		{"watching passes it on", "watch(basic)", "8S 8D", "6C", all.With(blackjack.Split),
			blackjack.Split},
		{"the hand without its last card cannot be doubled", "reckless(basic)", "AS 7D 9C", "6C",
			hitOrStand, blackjack.Stand},
		{"reckless takes what the hand before took", "reckless(basic)", "9S 2D 9C", "6C",
			hitOrStand, blackjack.Hit},
	} {
		s := at(t, "vegas", f.hand, f.up)
		s.Legal = f.legal
		if did := decide(t, parse(t, f.text), s); did != f.want {
			t.Errorf("%s: %s: %v, not %v", f.name, f.text, did, f.want)
		}
	}
}

func TestRecklessDoesNotDoubleTheHandWithoutItsLastCard(t *testing.T) {
	c := sample()
	c.Soft[11][6] = strategy.DoubleElseStand // an ace alone
	s := at(t, "vegas", "AS 7D", "6C")
	s.Legal = hitOrStand.With(blackjack.Double)
	if did := decide(t, strategy.Reckless(&c), s); did != blackjack.Stand {
		t.Errorf("it did %v", did)
	}
}

func TestACompiledChartPlaysAPairWithAJokerByItsTotal(t *testing.T) {
	var c strategy.Chart
	c.Soft[21][3] = strategy.Hit
	c.Soft[12][3] = strategy.Split // of two aces
	s := at(t, "vegas", "AS joker", "3C")
	s.Legal = hitOrStand.With(blackjack.Split)
	table, ok := strategy.Compile(&c, s.Rules)
	if !ok {
		t.Fatal("a chart is not compiled")
	}
	compiled := table.Action(s.Total, s.Soft, s.Cards[0].Value(), strategy.Column(s.Upcard, s.Seen),
		s.Legal)
	if did := decide(t, &c, s); did != blackjack.Hit || compiled != did {
		t.Errorf("the chart does %v, compiled %v; its move for 21 is to hit", did, compiled)
	}
}
