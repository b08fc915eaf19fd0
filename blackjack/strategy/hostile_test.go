package strategy_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/internal/long"
)

// hostile are texts that somebody would write who wants the bot to fall.
func hostile() map[string]string {
	deep := strategy.MaxLength/2 - 4
	return map[string]string{
		"ten million letters":       strings.Repeat("a", 10_000_000),
		"ten million blanks":        strings.Repeat(" ", 10_000_000),
		"a hundred thousand parens": strings.Repeat("(", 100_000),
		"parens that match": strings.Repeat("(", deep) + "soft" +
			strings.Repeat(")", deep),
		"one paren too deep": strings.Repeat("(", strategy.MaxDepth+1) + "soft" +
			strings.Repeat(")", strategy.MaxDepth+1),
		"functions in functions": strings.Repeat("both(soft,", 90) + "soft" +
			strings.Repeat(")", 90),
		"a function not ended":   strings.Repeat("reckless(", 110),
		"nots":                   strings.Repeat("!", 995) + "soft",
		"minuses":                "0<" + strings.Repeat("-", 990) + "1",
		"ors":                    strings.Repeat("soft||", 165) + "soft",
		"commas":                 "both(" + strings.Repeat(",", 900),
		"closing":                strings.Repeat(")", 1000),
		"quotes":                 strings.Repeat(`"`, 1000),
		"a long name":            strings.Repeat("x", 1000),
		"a long number":          "total < " + strings.Repeat("9", 990),
		"1e999":                  "total < 1e999",
		"hexadecimal":            "total < 0x7fffffff",
		"a sum over all bounds":  "total < " + strings.Repeat("9999+", 190) + "1",
		"less than nothing":      "stopAt(-1)",
		"NUL":                    "\x00",
		"NUL among words":        "soft\x00hard",
		"not UTF-8":              strings.Repeat("\xff\xfe", 400),
		"right to left":          "soft \u202e&& hard",
		"a letter like another":  "sоft", // the o is Cyrillic
		"emoji":                  strings.Repeat("🃏", 250),
		"small digits":           "stopAt(¹⁷)",
		"a format":               "%s%n%x",
		"formats in a text":      `suit("%s%!d", soft, soft)`,
		"other quotes":           "suit('hearts', soft, soft)",
		"names of names":         "let a1 = soft && hard; " + doubled(30) + "a30",
		"names of names in bets": "let a1 = won && lost; " + doubled(30) + "bet 1 if a30; soft",
		"names not ended":        strings.Repeat("let a = ", 120),
		"rules in rules": strings.Repeat("(hit if soft; ", 60) + "soft" +
			strings.Repeat(")", 60),
		"rules without end":      strings.Repeat(";", 900),
		"elses":                  strings.Repeat("hit else ", 110),
		"ifs":                    strings.Repeat("if ", 250),
		"counts of nothing":      "count(" + strings.Repeat("-", 900) + ")",
		"counts of too much":     "count(" + strings.Repeat("999,", 240) + ")",
		"products over all":      "total < " + strings.Repeat("999*", 150) + "1.00000001",
		"percents":               "total < 1" + strings.Repeat("%", 900),
		"a decimal":              "total < 1." + strings.Repeat("0", 900) + "1",
		"a chain of comparisons": "1" + strings.Repeat("<2", 200),
		"charts not ended":       strings.Repeat("chart(", 160),
		"charts in charts": strings.Repeat("chart(5 hard 16 ", 50) + "H" +
			strings.Repeat(")", 50),
		"a chart of ten million cells":    "chart(5 hard 16 " + strings.Repeat("H ", 5_000_000),
		"a chart of columns":              "chart(" + strings.Repeat("5 ", 1900) + ")",
		"a chart of rows":                 "chart(5 " + strings.Repeat("hard 16 H ", 390) + ")",
		"a chart of dashes":               "chart(" + strings.Repeat("-", 3900) + ")",
		"a chart of huge totals":          "chart(5 hard 0-" + strings.Repeat("9", 3900) + " H)",
		"many charts":                     strings.Repeat("chart(5 hard 16 H)||", 240) + "soft",
		"comments without end":            strings.Repeat("#", 10_000_000),
		"a canonical form that is longer": strings.Repeat("soft||", 130) + "soft",
	}
}

// doubled defines names that are each twice the one before.
func doubled(n int) string {
	var b strings.Builder
	for i := 2; i <= n; i++ {
		fmt.Fprintf(&b, "let a%d = a%d && a%d;", i, i-1, i-1)
	}
	return b.String()
}

func TestAHostileExpressionIsRefusedAtLittleCost(t *testing.T) {
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := strategy.Parse(text, strategy.Env{})
			runtime.ReadMemStats(&after)
			var wrong *strategy.SyntaxError
			if !errors.As(err, &wrong) {
				t.Fatalf("got %v", err)
			}
			if len(err.Error()) > 500 || !utf8.ValidString(err.Error()) ||
				strings.ContainsAny(err.Error(), "\x00\n\u202e") {
				t.Errorf("not a line to show: %q", err)
			}
			// Mostly much less. It is the whole process's, so it is judged with -long only.
			if cost := after.TotalAlloc - before.TotalAlloc; long.Enabled() && cost > 32<<20 {
				t.Errorf("it cost %d bytes", cost)
			}
		})
	}
}

func TestTheLongestExpressionsAreRead(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", strategy.MaxDepth) + "soft" + strings.Repeat(")", strategy.MaxDepth),
		strings.Repeat("!", strategy.MaxTokens-1) + "soft",
		strings.Repeat("hard||", 123) + "soft",
		"soft" + strings.Repeat(" ", strategy.MaxLength-4),
		strings.Repeat("reckless(", strategy.MaxDepth) + "soft" +
			strings.Repeat(")", strategy.MaxDepth),
	} {
		a := parse(t, text)
		if again := parse(t, a.String()); again.String() != a.String() {
			t.Errorf("%s is written %s", a, again)
		}
		decide(t, a, at(t, "berkeley", "2S 3D 4C", "6C"))
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range hostile() {
		if len(text) <= strategy.MaxLength+1 {
			f.Add(text)
		}
	}
	for _, text := range []string{
		"majority(stopAt(17), dealerSensitive, valentine)",
		"total < 12 || upcard >= 7 && total < 17", "both(stopAt(19), ask)",
		`suit("hearts", stopAt(19), stopAt(17))`, "watch(reckless(basic))",
		"!(total - (cards + 1) != -hearts) && !pair || true", drawn,
		"surrender if total == 16 && upcard == 10; split if aces == 2; double else hit if soft",
		"let tc = trueCount(hilo); bet min(12, max(1, 2 * tc)); insure if tc >= 3; basic",
		"bet 2 * lastBet if lost; hit if 40% && 12 <= total <= 16; both((hit if pair; soft), hard)",
		short, "bet 2; insure if " + short + "; let mine = " + short + "; mine # as it was",
		"count(-1, 0.5, 1, 1, 1.5, 1, 0.5, 0, -0.5, -1) / decksLeft > 2 || has(8) == 2",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := strategy.Parse(text, anywhere())
		if err != nil {
			var wrong *strategy.SyntaxError
			if !errors.As(err, &wrong) || wrong.Column < 0 ||
				wrong.Column > utf8.RuneCountInString(text)+1 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if len(a.String()) > strategy.MaxLength+strategy.MaxChart ||
			len(strategy.Brief(a.String())) > strategy.MaxLength {
			t.Fatalf("%q is written with %d bytes", text, len(a.String()))
		}
		again, err := strategy.Parse(a.String(), anywhere())
		if err != nil || again.String() != a.String() {
			t.Fatalf("%q is written %s, and that %v, %v", text, a, again, err)
		}
		for _, hand := range []string{"", "AS", "8S 8H", "AS 2D 3C"} {
			s := at(t, "vegas", hand, "6C")
			did := decide(t, a, s)
			if decide(t, again, s) != did {
				t.Fatalf("%q and %s differ on %s", text, a, hand)
			}
			table, ok := strategy.Compile(a, s.Rules)
			if ok && table.Action(s.Total, s.Soft, 0, strategy.Column(s.Upcard, true),
				s.Legal) != did {
				t.Fatalf("%q compiled differs on %s", text, hand)
			}
		}
	})
}

// house is a strategy from elsewhere, which knows nothing of this package.
type house struct{}

func (house) Decide(s *strategy.Situation) (blackjack.Action, error) {
	if s.Legal.Has(blackjack.Surrender) {
		return blackjack.Surrender, nil
	}
	return blackjack.Double, nil
}
func (house) String() string { return "house" }

func TestAStrategyFromElsewhereCombinesToo(t *testing.T) {
	s := at(t, "vegas", "TS 6D", "6C")
	s.Legal = hitOrStand.With(blackjack.Double).With(blackjack.Surrender)
	if did := decide(t, strategy.Both(house{}, strategy.StopAt(17)), s); did != blackjack.Hit {
		t.Errorf("a double is a card taken, but it did %v", did)
	}
	if s.Legal != hitOrStand.With(blackjack.Double).With(blackjack.Surrender) {
		t.Errorf("left %v", s.Legal)
	}
	if _, ok := strategy.Compile(strategy.Both(house{}, strategy.StopAt(17)), s.Rules); ok {
		t.Error("what it looks at is not known, but it is compiled")
	}
}
