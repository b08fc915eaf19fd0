package strategy_test

import (
	"errors"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// anywhere is where all that an expression can need is to be had.
func anywhere() strategy.Env {
	return strategy.Env{
		Basic: func() (strategy.Chart, error) { return sample(), nil },
		Ask:   func(*strategy.Situation) (blackjack.Action, error) { return blackjack.Stand, nil },
	}
}

func parse(t failer, text string) strategy.Strategy {
	t.Helper()
	a, err := strategy.Parse(text, anywhere())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return a
}

func TestExpressionsHaveOneCanonicalForm(t *testing.T) {
	for text, want := range map[string]string{
		"majority(stopAt(17), dealerSensitive, valentine)": "",
		"total < 12 || upcard >= 7 && total < 17":          "",
		"both(stopAt(19), ask)":                            "",
		"total < 17 && upcard > 6 || soft && total < 18":   "",
		`suit("hearts", stopAt(17), stopAt(19))`:           "",
		"stopAt(17) && upcard > 6":                         "",
		"both(total < 12, !pair)":                          "",
		"watch(reckless(basic))":                           "",
		"hearts > 0 && cards < 5":                          "",
		"true":                                             "",

		" ( stopAt( 007 ) ) ":              "stopAt(7)",
		"StopAt(17)&&!DEALERSENSITIVE":     "stopAt(17) && !dealerSensitive",
		"suit(“hearts”, soft, hard)":       `suit("hearts", soft, hard)`,
		"(soft || (pair || hard)) && true": "(soft || pair || hard) && true",
		"soft && (hard && (pair))":         "soft && hard && pair",
		"(soft && hard) || pair":           "soft && hard || pair",
		"!total < 17":                      "!(total < 17)",
		"!!soft":                           "!!soft",
		"!(soft && hard)":                  "!(soft && hard)",
		"(total + 1) - (cards - 2) == --3": "total + 1 - (cards - 2) == --3",
		"-(total + 1) <= - upcard":         "-(total + 1) <= -upcard",
		`suit("h", c > 0, D + s < 2)`:      `suit("hearts", clubs > 0, diamonds + spades < 2)`,
		"suit(hearts, soft, hard)":         `suit("hearts", soft, hard)`,
		"suit(S, soft, hard)":              `suit("spades", soft, hard)`,
		"total\n!=\t12":                    "total != 12",
	} {
		if want == "" {
			want = text
		}
		if got := parse(t, text).String(); got != want {
			t.Errorf("%s is written %s, not %s", text, got, want)
		}
	}
}

func TestAnExpressionIsRefusedWhereItsNeedsCannotBeMet(t *testing.T) {
	broken := errors.New("the odds are out")
	out := strategy.Env{Basic: func() (chart strategy.Chart, _ error) { return chart, broken }}
	chalmers := strategy.Env{Rules: rules(t, "chalmers")}
	shows := *rules(t, "chalmers")
	shows.BankShows = true
	mit := strategy.Env{Rules: rules(t, "mit")}
	finite := *rules(t, "mit")
	finite.Pack, finite.Fresh = blackjack.Numbers, false
	for _, c := range []struct {
		text   string
		env    strategy.Env
		fault  strategy.Fault // "" where it is taken
		column int
		name   string
	}{
		{"soft && ask", strategy.Env{}, strategy.NoPerson, 9, ""},
		{"basic", strategy.Env{}, strategy.NoTable, 1, ""},
		{"basic", out, strategy.NoBasic, 1, ""},
		{"total < upcard", chalmers, strategy.UnseenUpcard, 9, "upcard"},
		{"stupid", chalmers, strategy.UnseenUpcard, 1, "stupid"},
		{"soft || louis", chalmers, strategy.UnseenUpcard, 9, "louis"},
		{"dealerSensitive", chalmers, strategy.UnseenUpcard, 1, "dealerSensitive"},
		{"valentine", chalmers, "", 0, ""},
		{"soft || hard", chalmers, "", 0, ""},
		{"clubs > 0", mit, strategy.NoSuits, 1, "clubs"},
		{"total < 12 || h > 0", mit, strategy.NoSuits, 15, "hearts"},
		{`suit("clubs", stopAt(12), stopAt(16))`, mit, strategy.NoSuits, 1, "suit"},
		{"both(true, valentine)", mit, strategy.NoSuits, 12, "valentine"},
		{"valentine", strategy.Env{Rules: &finite}, strategy.NoSuits, 1, "valentine"},
		{"soft && total < 18", mit, strategy.FixedAces, 1, "soft"},
		{"!hard", strategy.Env{Rules: rules(t, "amherst")}, strategy.FixedAces, 2, "hard"},
		{"pair && upcard > 6 || louis", mit, "", 0, ""},
		{"clubs > 0 && soft", strategy.Env{Rules: rules(t, "berkeley")}, "", 0, ""},
		{"louis", strategy.Env{Rules: &shows}, "", 0, ""},
		{"louis", strategy.Env{}, "", 0, ""},
		{"watch(louis)", strategy.Env{}, "", 0, ""},
	} {
		_, err := strategy.Parse(c.text, c.env)
		wrong, refused := errors.AsType[*strategy.SyntaxError](err)
		switch {
		case refused != (c.fault != ""):
			t.Errorf("%s: %v, want fault %s", c.text, err, c.fault)
		case refused &&
			(wrong.Fault != c.fault || wrong.Column != c.column || wrong.Name != c.name):
			t.Errorf("%s: %+v, want fault %s at %d of %q", c.text, wrong, c.fault, c.column, c.name)
		}
	}
	_, err := strategy.Parse("basic", out)
	if !errors.Is(err, broken) {
		t.Errorf("%v does not wrap its cause", err)
	}
}

func TestBasicIsMadeOnce(t *testing.T) {
	made := 0
	env := strategy.Env{Basic: func() (strategy.Chart, error) { made++; return sample(), nil }}
	_, err := strategy.Parse("majority(basic, basic, both(basic, soft))", env)
	if err != nil || made != 1 {
		t.Errorf("made %d times, %v", made, err)
	}
}
