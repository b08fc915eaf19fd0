package strategy_test

import (
	"errors"
	"strings"
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
		`suit("hearts", stopAt(19), stopAt(17))`:           "",
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

func TestErrorsPointAtThePlaceAndSayWhatWasExpected(t *testing.T) {
	const condition = "a strategy or a condition"
	for text, want := range map[string]string{
		"":                          "column 1: expected " + condition + ", found the end",
		"stopAt(17) + )":            `column 14: expected a number, found ")"`,
		"total < 12 || )":           `column 15: expected ` + condition + `, found ")"`,
		"total <":                   "column 8: expected a number, found the end",
		"stopAt()":                  "column 1: expected 1 in the parentheses of stopAt(n), found 0",
		"stopAt(":                   "column 8: expected a number from 0 to 22, found the end",
		"stopAt(17":                 `column 10: expected ")" or an operator, found the end`,
		"stopAt 17":                 `column 8: expected "(", found "17"`,
		"stopAt":                    "column 1: expected stopAt(n), found stopAt alone",
		"stopAt(23)":                "column 8: expected a number from 0 to 22, found 23",
		"stopAt(-1)":                "column 9: expected a number from 0 to 22, found -1",
		"stopAt(1e999)":             `column 8: expected a whole number up to 999, found "1e999"`,
		"total < 1000":              `column 9: expected a whole number up to 999, found "1000"`,
		"stopAt(total)":             "column 8: expected a number from 0 to 22, found total",
		"both(stopAt(19) ask)":      `column 17: expected "," or an operator, found "ask"`,
		"both(stopAt(19), )":        `column 18: expected ` + condition + `, found ")"`,
		"both(stopAt(19))":          "column 1: expected 2 in the parentheses of both(a, b), found 1",
		"ask(1)":                    "column 1: ask takes nothing in parentheses",
		"soft)":                     `column 5: expected an operator or the end, found ")"`,
		"soft hard":                 `column 6: expected an operator or the end, found "hard"`,
		"soft and hard":             `column 6: expected an operator or the end, found "and": write &&`,
		"not soft":                  `column 1: expected ` + condition + `, found "not": write !`,
		"total = 12":                `column 7: expected an operator or the end, found "=": write ==`,
		"1 < 2 < 3":                 `column 7: expected an operator or the end, found "<"`,
		"total":                     "column 1: expected " + condition + ", found the number total",
		"total < soft":              "column 9: expected a number, found the condition soft",
		"soft && (hearts)":          "column 9: expected " + condition + ", found the number hearts",
		`suit("harts", soft, 1)`:    "column 21: expected " + condition + ", found the number 1",
		`suit("harts", soft, hard)`: `column 6: expected a suit in quotes, "clubs", "diamonds", "hearts" or "spades", found "harts"`,
		"suit(,)":                   `column 6: expected a suit in quotes, "clubs", "diamonds", "hearts" or "spades", found ","`,
		"stopAr(17)":                `column 1: there is no "stopAr": did you mean stopAt(n)?`,
		"soft && lois":              `column 9: there is no "lois": did you mean louis?`,
		"“♥” soft":                  `column 5: expected an operator or the end, found "soft"`,
		"soft \xff":                 `column 6: expected an operator or the end, found "\xff"`,
		"\x00":                      `column 1: expected ` + condition + `, found "\x00"`,
	} {
		_, err := strategy.Parse(text, anywhere())
		var wrong *strategy.SyntaxError
		if !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestAnUnknownNameIsAnsweredWithThoseThereAre(t *testing.T) {
	for _, name := range []string{"frobnicate", "a"} {
		_, err := strategy.Parse(name, anywhere())
		for _, w := range strategy.Words() {
			if err == nil || !strings.Contains(err.Error(), w.Name) {
				t.Errorf("%v does not name %s", err, w.Name)
			}
		}
	}
}

func TestAnExpressionIsRefusedWhereItsNeedsCannotBeMet(t *testing.T) {
	broken := errors.New("the odds are out")
	chalmers := strategy.Env{Rules: rules(t, "chalmers")}
	shows := *rules(t, "chalmers")
	shows.BankShows = true
	mit := strategy.Env{Rules: rules(t, "mit")}
	finite := *rules(t, "mit")
	finite.Pack, finite.Fresh = blackjack.Numbers, false
	for _, c := range []struct {
		text string
		env  strategy.Env
		want string
	}{
		{"soft && ask", strategy.Env{}, "column 9: ask asks a person, and here nobody can be asked"},
		{"basic", strategy.Env{}, "column 1: basic is a table's own strategy, and here is no table"},
		{"basic", strategy.Env{Basic: func() (strategy.Chart, error) { return strategy.Chart{}, broken }}, "column 1: basic: the odds are out"},
		{"total < upcard", chalmers, "column 9: upcard goes by the opponent's card, and this table shows none before play"},
		{"stupid", chalmers, "column 1: stupid goes by the opponent's card, and this table shows none before play"},
		{"soft || louis", chalmers, "column 9: louis goes by the opponent's card, and this table shows none before play"},
		{"dealerSensitive", chalmers, "column 1: dealerSensitive goes by the opponent's card, and this table shows none before play"},
		{"valentine", chalmers, ""},
		{"soft || hard", chalmers, ""},
		{"clubs > 0", mit, "column 1: clubs goes by suits, and this table's cards have none"},
		{"total < 12 || h > 0", mit, "column 15: hearts goes by suits, and this table's cards have none"},
		{`suit("clubs", stopAt(12), stopAt(16))`, mit, "column 1: suit goes by suits, and this table's cards have none"},
		{"both(true, valentine)", mit, "column 12: valentine goes by suits, and this table's cards have none"},
		{"valentine", strategy.Env{Rules: &finite}, "column 1: valentine goes by suits, and this table's cards have none"},
		{"soft && total < 18", mit, "column 1: soft goes by how an ace counts, and at this table that never changes"},
		{"!hard", strategy.Env{Rules: rules(t, "amherst")}, "column 2: hard goes by how an ace counts, and at this table that never changes"},
		{"pair && upcard > 6 || louis", mit, ""},
		{"clubs > 0 && soft", strategy.Env{Rules: rules(t, "berkeley")}, ""},
		{"louis", strategy.Env{Rules: &shows}, ""},
		{"louis", strategy.Env{}, ""},
		{"watch(louis)", strategy.Env{}, ""},
	} {
		_, err := strategy.Parse(c.text, c.env)
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%s: %v, not %q", c.text, err, c.want)
		}
	}
	_, err := strategy.Parse("basic", strategy.Env{Basic: func() (strategy.Chart, error) { return strategy.Chart{}, broken }})
	if !errors.Is(err, broken) {
		t.Errorf("%v does not wrap its cause", err)
	}
}

func TestBasicIsMadeOnce(t *testing.T) {
	made := 0
	env := strategy.Env{Basic: func() (strategy.Chart, error) { made++; return sample(), nil }}
	if _, err := strategy.Parse("majority(basic, basic, both(basic, soft))", env); err != nil || made != 1 {
		t.Errorf("made %d times, %v", made, err)
	}
}
