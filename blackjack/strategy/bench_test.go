package strategy_test

import (
	"strings"
	"testing"

	"holecard/blackjack"
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

func BenchmarkParse(b *testing.B) {
	for name, text := range map[string]string{
		"stopAt": "stopAt(17)",
		"usual": "majority(stopAt(17), dealerSensitive, " +
			"total < 12 || upcard >= 7 && total < 17)",
		"longest":  strings.Repeat("!soft && ", 90) + "hard",
		"refused":  strings.Repeat("reckless(", 30) + strings.Repeat("soft||", 110) + ")",
		"too long": strings.Repeat("(", 10_000_000),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = strategy.Parse(text, strategy.Env{}) // some are refused
			}
		})
	}
}

func BenchmarkDecide(b *testing.B) {
	for _, text := range []string{"stopAt(17)", "louis", "valentine", "basic",
		"majority(stopAt(17), dealerSensitive, valentine)",
		"total < 12 || upcard >= 7 && total < 17", "reckless(stopAt(17))"} {
		b.Run(text, func(b *testing.B) {
			a, s := parse(b, text), at(b, "vegas", "2H 3D 9S", "TC")
			for b.Loop() {
				if _, err := a.Decide(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// hands are what a table is asked about, in no order that a processor could learn.
func hands() (list [1024]struct {
	total, pair, column int
	soft                bool
	legal               blackjack.Actions
}) {
	next := uint32(1)
	for i := range list {
		next = next*1664525 + 1013904223
		h := &list[i]
		h.total, h.column, h.soft = int(next>>8%18)+4, int(next>>16%10)+1, next>>24%5 == 0
		h.legal = hitOrStand
		if next>>28%3 > 0 {
			h.legal = h.legal.With(blackjack.Double).With(blackjack.Surrender)
		}
		if next>>20%13 == 0 {
			h.legal, h.pair = h.legal.With(blackjack.Split), int(next>>4%10)+1
		}
	}
	return list
}

func BenchmarkTable(b *testing.B) {
	c := sample()
	table, _ := strategy.Compile(&c, rules(b, "vegas"))
	list := hands()
	sum := 0
	for i := 0; b.Loop(); i++ {
		h := &list[i&1023]
		sum += int(table.Action(h.total, h.soft, h.pair, h.column, h.legal))
	}
	if sum < 0 {
		b.Fatal(sum)
	}
}

func BenchmarkCompile(b *testing.B) {
	r := rules(b, "vegas")
	a := parse(b, "majority(stopAt(17), dealerSensitive, total < 12 || upcard >= 7 && total < 17)")
	for b.Loop() {
		if _, ok := strategy.Compile(a, r); !ok {
			b.Fatal("not compiled")
		}
	}
}
