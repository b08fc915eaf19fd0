package strategy_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// short is a chart that leaves most hands out: those stand.
const short = `chart(2 3 4 5 6 7 8 9 10 A
	hard 5-10 H H H H H H H H H H  # a comment (with parentheses)
	hard 11 Dh Dh Dh Dh Dh Dh Dh Dh Dh H
	soft 18 S Ds Ds Ds Ds S S H H H
	pair 8 P P P P P P P P P Rp
	pair A . . . P · · · · · ·)`

func TestAChartStandsWhereAStrategyMay(t *testing.T) {
	const text = short
	for _, c := range []struct {
		text, hand, up string
		legal          blackjack.Actions
		want           blackjack.Action
	}{
		{text, "5S 6D", "6C", all, blackjack.Double},
		{"insure if count(hilo) >= 0; " + text, "5S 6D", "6C", all, blackjack.Double},
		{"insure if total == 11; " + text, "5S 6D", "AC",
			blackjack.ActionsOf(blackjack.Insure, blackjack.Decline), blackjack.Insure},
		{"insure if total == 12; " + text, "5S 6D", "AC",
			blackjack.ActionsOf(blackjack.Insure, blackjack.Decline), blackjack.Decline},
		{"stand if upcard == 6; " + text, "8S 8D", "6C", all, blackjack.Stand},
		{"stand if upcard == 6; " + text, "8S 8D", "5C", all, blackjack.Split},
		{"let mine = " + text + "; stand if upcard == 6; mine", "8S 8D", "AC", all,
			blackjack.Surrender},
		{"bet 8 if trueCount(hilo) >= 2; bet 1; " + text, "8S 8D", "AC",
			hitOrStand.With(blackjack.Split), blackjack.Split},
		{"suit(spades, stand, " + text + ")", "8S 8D", "5C", all, blackjack.Split},
		{"watch(" + text + ")", "8S 8D", "5C", all, blackjack.Split},
		{"hit if " + text + "; surrender", "5S 6D", "5C", all, blackjack.Hit},
		{"hit if !" + text + "; surrender", "5S 6D", "5C", all, blackjack.Surrender},
		{"both(" + text + ", chart(6 pair 8 P hard 11 H))", "5S 6D", "6C", all, blackjack.Hit},
		{"both(" + text + ", chart(6 pair 8 P hard 11 H))", "5S 6D", "5C", all, blackjack.Stand},
		{"soft || Chart (\n5 hard 11 H)", "5S 6D", "5C", all, blackjack.Hit},
	} {
		s := at(t, "vegas", c.hand, c.up)
		s.Legal = c.legal
		a := parse(t, c.text)
		again := parse(t, a.String())
		if did, back := decide(t, a, s), decide(t, again, s); did != c.want || back != c.want ||
			again.String() != a.String() {
			t.Errorf("%s with %s: %v, and as %s %v, want %v", c.text, c.hand, did, again, back,
				c.want)
		}
	}
}

// A chart in an expression is written and read as the same chart, and decides as it does
// alone.
func TestAChartInAnExpressionIsTheChart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, s := drawChart(t), drawSituation(t)
		c.Written = true
		s.Legal = rapid.SampledFrom([]blackjack.Actions{hitOrStand, all,
			hitOrStand.With(blackjack.Double), blackjack.ActionsOf(blackjack.Stand),
			blackjack.ActionsOf(blackjack.Insure, blackjack.Decline)}).Draw(t, "legal")
		if len(s.Cards) != 2 || !s.Cards[0].Pairs(s.Cards[1]) {
			s.Legal &^= blackjack.ActionsOf(blackjack.Split)
		}
		form := rapid.SampledFrom([]string{"%s", "stand if false; %s", "(%s)",
			"let mine = %s; mine", "let mine = %s; hit if false && mine; mine",
			"watch(%s)"}).Draw(t, "form")
		text := fmt.Sprintf(form, c.String())
		a := parse(t, text)
		again := parse(t, a.String())
		want := decide(t, &c, s)
		if did := decide(t, a, s); did != want || decide(t, again, s) != want ||
			again.String() != a.String() {
			t.Fatalf("%s with %v of %v: %v, want %v", text, s.Cards, s.Legal, did, want)
		}
	})
}

// The caret is below the word of the chart that is wrong.
func TestAWrongChartInAnExpressionSaysWhere(t *testing.T) {
	const before = "bet 2; insure if count(ko) > 3; "
	env := anywhere()
	env.Rules = rules(t, "vegas")
	for _, c := range []struct {
		text, at string // the text from where it is wrong
		want     strategy.SyntaxError
		chart    strategy.ChartFault
	}{
		{before + "chart(2 3 4 5 6 7 8 9 10 A hard 16 S S X S S H H H H H)", "X S",
			strategy.SyntaxError{}, strategy.ChartMove},
		{before + "chart(2 3 4 5 6 7 8 9 10 A hard 16 S S)", ")", strategy.SyntaxError{},
			strategy.ChartMove},
		{before + "chart()", ")", strategy.SyntaxError{}, strategy.ChartColumn},
		{before + "chart(basic)", "basic", strategy.SyntaxError{}, strategy.ChartColumn},
		{before + "chart(2 3 4 5 6 7 8 9 A hard 16 S S S S S H H H H)", "hard",
			strategy.SyntaxError{}, strategy.ChartLacksColumn},
		{before + "chart(2 3 4 5 6 7 8 9 10 A hard 16 · · · · · · · · · ·)", ")",
			strategy.SyntaxError{}, strategy.ChartEmpty},
		{"both(chart(2 3), soft)", "), ", strategy.SyntaxError{}, strategy.ChartColumn},
		{before + short + " 5", "5", strategy.SyntaxError{Want: strategy.PartEnd}, ""},
		{before + strings.TrimSuffix(short, ")"), "", strategy.SyntaxError{
			Want: strategy.PartClose}, ""},
		{"bet 2 if " + short + "; basic", "chart",
			strategy.SyntaxError{Fault: strategy.OnlyPlays}, ""},
		{"chart", "chart", strategy.SyntaxError{Fault: strategy.TakesArguments}, ""},
		{"chart 2 3", "2 3", strategy.SyntaxError{Want: strategy.PartOpen}, ""},
		{"let chart = 2; basic", "chart", strategy.SyntaxError{Fault: strategy.NameTaken}, ""},
		{"charts(2 3)", "charts", strategy.SyntaxError{Fault: strategy.UnknownName}, ""},
	} {
		_, err := strategy.Parse(c.text, env)
		e, ok := errors.AsType[*strategy.SyntaxError](err)
		if !ok {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if c.chart != "" {
			c.want.Fault = strategy.WrongChart
		} else if c.want.Want != "" {
			c.want.Fault = strategy.Unexpected
		}
		wrong, is := errors.AsType[*strategy.ChartError](err)
		if is != (c.chart != "") || is && wrong.Fault != c.chart || e.Fault != c.want.Fault ||
			e.Want != c.want.Want {
			t.Errorf("%s: %+v, %+v", c.text, e, wrong)
		}
		if rest := string([]rune(e.Text)[e.Column-1:]); !strings.HasPrefix(rest, c.at) ||
			c.at == "" && rest != "" {
			t.Errorf("%s: the caret is at %q", c.text, rest)
		}
	}
}

// Charts have bounds of their own, and the expression beside them keeps its own.
func TestChartsInAnExpressionAreBounded(t *testing.T) {
	long := func(n int) string {
		return "chart(5 hard 16 H" + strings.Repeat(" ", n-len("chart(5 hard 16 H)")) + ")"
	}
	const half = strategy.MaxChart / 2
	rest := strings.Repeat(" ", strategy.MaxLength-len("both(,)"))
	for text, want := range map[string]strategy.Fault{
		long(strategy.MaxChart):                                         "",
		long(strategy.MaxChart + 1):                                     strategy.TooLongCharts,
		"both(" + long(half) + "," + rest + long(half) + ")":            "",
		"both(" + long(half) + "," + rest + long(half+1) + ")":          strategy.TooLong,
		"both(" + long(half) + ", " + long(half+1) + ")":                strategy.TooLongCharts,
		"both(" + long(half) + ", " + rest + long(half-1) + ")":         strategy.TooLong,
		"5 hard 16 H" + strings.Repeat(" ", strategy.MaxChart-11):       "",
		"5 hard 16 H" + strings.Repeat(" ", strategy.MaxChart-11) + " ": strategy.TooLongCharts,
	} {
		_, err := strategy.Parse(text, strategy.Env{})
		e, _ := errors.AsType[*strategy.SyntaxError](err)
		if (err == nil) != (want == "") || e != nil && (e.Fault != want || e.Count == 0) {
			t.Errorf("%.30s of %d bytes: %v, want %s", text, len(text), err, want)
		}
	}
}

func TestAnExpressionWithChartsHasAShortName(t *testing.T) {
	for text, want := range map[string]string{
		"basic": "basic", "stopAt(17) && soft": "stopAt(17) && soft",
		short: "chart(…)", "bet 2; " + short + "; ": "bet 2; chart(…); ",
		strings.TrimSuffix(short, ")"):                          "chart(…)",
		"both(CHART (5 hard 16 H), chart(6 hard 12 S)) || soft": "both(chart(…), chart(…)) || soft",
		drawn: "chart(…)", "charts(2)": "charts(2)", "chart": "chart",
	} {
		if got := strategy.Brief(text); got != want {
			t.Errorf("%s is called %s", text, got)
		}
		if strategy.IsChart(text) != (want == "chart(…)") {
			t.Errorf("whether %s is a chart", text)
		}
	}
}

func TestExamplesOfChartsStandInCharts(t *testing.T) {
	for _, fault := range []strategy.ChartFault{strategy.ChartColumn, strategy.ChartRow,
		strategy.ChartTotal, strategy.ChartValue, strategy.ChartMove, strategy.ChartTwice,
		strategy.ChartEmpty, strategy.ChartNoUpcard, strategy.ChartLacksColumn} {
		e := strategy.SyntaxError{Fault: strategy.WrongChart,
			Cause: &strategy.ChartError{Fault: fault}}
		list := e.Examples()
		if len(list) != 3 {
			t.Errorf("fault %s: %q", fault, list)
		}
		for _, example := range list {
			read := 0
			for _, form := range []string{"chart(5 hard 16 %s)", "chart(5 %s H)",
				"chart(%s hard 16" + strings.Repeat(" H", len(strings.Fields(example))) + ")"} {
				if _, err := strategy.Parse(fmt.Sprintf(form, example), anywhere()); err == nil {
					read++
				}
			}
			if read != 1 {
				t.Errorf("fault %s: %s stands in %d charts", fault, example, read)
			}
		}
	}
}
