package strategy_test

import (
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

func TestWhatStrategiesLookAtSaysWhetherTheyAreCompiled(t *testing.T) {
	hearts := [4]bool{blackjack.Hearts: true}
	for _, c := range []struct {
		text     string
		watched  bool
		want     strategy.Needs
		compiled bool
	}{
		{"true", false, strategy.Needs{}, true},
		{"stopAt(17)", false, strategy.Needs{Total: true}, true},
		{"stupid", false, strategy.Needs{Upcard: true}, true},
		{"louis", false, strategy.Needs{Total: true, Upcard: true}, true},
		{"soft", false, strategy.Needs{Soft: true}, true},
		{"both(hard, upcard < total)", false, strategy.Needs{Total: true, Soft: true, Upcard: true},
			true},
		{"watch(louis)", false, strategy.Needs{Total: true, Upcard: true}, true},
		{"watch(basic)", false, strategy.Needs{Total: true, Soft: true, Upcard: true, Legal: true},
			true},
		{"basic", false, strategy.Needs{Total: true, Soft: true, Upcard: true, Legal: true}, true},
		{"basic && true", false, strategy.Needs{Total: true, Soft: true, Upcard: true, Legal: true},
			false},
		{"watch(louis)", true, strategy.Needs{Total: true, Upcard: true, Watches: true}, false},
		{"true && watch(louis)", true, strategy.Needs{Total: true, Upcard: true, Watches: true},
			false},
		{"watch(basic)", true, strategy.Needs{Total: true, Soft: true, Upcard: true, Legal: true,
			Watches: true}, false},
		{"pair", false, strategy.Needs{Cards: true}, false},
		{"cards < 3 || soft", false, strategy.Needs{Soft: true, Cards: true}, false},
		{"!(hearts > 0)", false, strategy.Needs{Suits: hearts, Suited: true}, false},
		{"valentine", false, strategy.Needs{Total: true, Suits: hearts}, false},
		{"reckless(stopAt(17))", false, strategy.Needs{Total: true, Cards: true, Last: 1}, false},
		{"reckless(both(valentine, reckless(suit(\"clubs\", true, false))))", false,
			strategy.Needs{Total: true, Cards: true, Last: 2,
				Suits: [4]bool{blackjack.Hearts: true, blackjack.Clubs: true}}, false},
		{"false && ask", false, strategy.Needs{Total: true, Soft: true, Upcard: true, Cards: true,
			Last: 22, Suits: [4]bool{true, true, true, true}, Suited: true, Legal: true,
			Asks: true}, false},
	} {
		env := anywhere()
		if c.watched {
			env.Watch = func(*strategy.Situation, strategy.Strategy, blackjack.Action) {}
		}
		a, err := strategy.Parse(c.text, env)
		if err != nil {
			t.Fatal(err)
		}
		if got := strategy.NeedsOf(a); got != c.want {
			t.Errorf("%s looks at %+v, not %+v", c.text, got, c.want)
		}
		if _, ok := strategy.Compile(a, rules(t, "vegas")); ok != c.compiled {
			t.Errorf("%s is compiled: %v", c.text, ok)
		}
	}
}
