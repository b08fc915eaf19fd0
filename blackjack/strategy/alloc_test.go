package strategy_test

import (
	"testing"

	"holecard/blackjack/strategy"
)

func TestADecisionAllocatesNothing(t *testing.T) {
	for _, text := range []string{
		"stopAt(17)", "stupid", "louis", "dealerSensitive", "valentine", "basic",
		"majority(stopAt(17), dealerSensitive, valentine)", "both(basic, soft)",
		"reckless(reckless(stopAt(17)))", `suit("hearts", stopAt(19), basic)`, "watch(basic)",
		"total + 1 < 17 - cards || !soft && hearts > 0", "both(ask, true)",
	} {
		a, s := parse(t, text), at(t, "vegas", "2H 3D 9S", "TC")
		if n := testing.AllocsPerRun(100, func() { decide(t, a, s) }); n > 0 {
			t.Errorf("%s allocates %v times", text, n)
		}
	}
	table, _ := strategy.Compile(strategy.Louis(), rules(t, "vegas"))
	if n := testing.AllocsPerRun(100,
		func() { table.Action(16, false, 8, 10, hitOrStand) }); n > 0 {
		t.Errorf("a table allocates %v times", n)
	}
}
