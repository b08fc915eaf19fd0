package strategy_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

// senseAt parses a text at a table, and returns why it is refused, nil where it is taken.
func senseAt(t failer, table, text string) *strategy.SyntaxError {
	t.Helper()
	env := anywhere()
	env.Rules = rules(t, table)
	_, err := strategy.Parse(text, env)
	wrong, ok := errors.AsType[*strategy.SyntaxError](err)
	if !ok && err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return wrong
}

// What cannot be meant is refused where it stands.
func TestWhatMakesNoSenseIsRefused(t *testing.T) {
	for text, want := range map[string]struct {
		fault strategy.Fault
		at    string // the text from where it is wrong
	}{
		"total > 40":                          {strategy.NeverHolds, "40"},
		"total > 21":                          {strategy.NeverHolds, "21"}, // nobody is asked
		"hit if soft && 30 <= total":          {strategy.NeverHolds, "30"},
		"total == 16.5":                       {strategy.NeverHolds, "16.5"},
		"pair == 11 || pair == 1":             {strategy.NeverHolds, "11"}, // a jack is 10
		"upcard == 11":                        {strategy.NeverHolds, "11"}, // an ace is 1
		"hit if upcard != 11":                 {strategy.AlwaysHolds, "11"},
		"7 <= upcard <= 11":                   {strategy.AlwaysHolds, "11"},
		"total < 40 && soft":                  {strategy.AlwaysHolds, "40"},
		"cards >= -1":                         {strategy.AlwaysHolds, "-1"},
		"has(10) == 3":                        {strategy.NeverHolds, "3"}, // 30 is over
		"aces > 21":                           {strategy.NeverHolds, "21"},
		"hearts < 0":                          {strategy.NeverHolds, "0"},
		"total + 2 * cards > 99":              {strategy.NeverHolds, "99"},
		"-total > 0":                          {strategy.NeverHolds, "0"},
		"min(total, 12) > 12":                 {strategy.NeverHolds, "12"},
		"max(total, 12) < 12":                 {strategy.NeverHolds, "12"},
		"floor(total / 2) == 11":              {strategy.NeverHolds, "11"},
		"floor(trueCount(ko)) == 0.5":         {strategy.NeverHolds, "0.5"},
		"decksLeft < 0":                       {strategy.NeverHolds, "0"},
		"count(0,0,0,0,0,0,0,0,0,0) > 0":      {strategy.NeverHolds, "0"},
		"bet 2 if bankroll < 0; basic":        {strategy.NeverHolds, "0"},
		"bet 2 if lastBet > -1; basic":        {strategy.AlwaysHolds, "-1"},
		"let most = 40; total > most":         {strategy.NeverHolds, "most"},
		"17 <= total <= 12":                   {strategy.Contradicts, "12"},
		"2 > trueCount(hilo) >= 2":            {strategy.Contradicts, "2"},
		"12 < total < 13":                     {strategy.Contradicts, "13"},
		"17 / 0 > total":                      {strategy.DividesByZero, "0 >"},
		"bet 1/0; basic":                      {strategy.DividesByZero, "0;"},
		"let x = 3 / (2 - 2); basic":          {strategy.DividesByZero, "(2"},
		"min(3, cards / floor(0.5)) < 2":      {strategy.DividesByZero, "floor"},
		"(soft && total < 1 / (0%)) && !pair": {strategy.DividesByZero, "(0%)"},
		"total / (cards * 0) < 2":             {strategy.DividesByZero, "(cards"},
		"let none = 0; total / none < 2":      {strategy.DividesByZero, "none"},
		"hit if 140%":                         {strategy.TooLikely, "140%"},
		"soft && 100.5 %":                     {strategy.TooLikely, "100.5"},
		"bet 0; basic":                        {strategy.NoBet, "0"},
		"bet 0 if trueCount(hilo) < 0; basic": {strategy.NoBet, "0 if"},
		"bet -1; basic":                       {strategy.NoBet, "-1"},
		"bet -bankroll / 2; basic":            {strategy.NoBet, "-b"},
		"bet min(0, trueCount(hilo)); basic":  {strategy.NoBet, "min"},
		"let total = 5; basic":                {strategy.NameTaken, "total"},
		"let x = 5; let X = 6; basic":         {strategy.NameTaken, "X"},
		"let if = 5; basic":                   {strategy.NameTaken, "if"},
		"# hit if total < 17":                 {strategy.Commented, "#"},
		"hit if # small total < 12":           {strategy.Commented, "#"},
	} {
		wrong := senseAt(t, "vegas", text)
		if wrong == nil || wrong.Fault != want.fault ||
			!strings.HasPrefix(text[wrong.Column-1:], want.at) {
			t.Errorf("%s: %+v, want fault %s at %s", text, wrong, want.fault, want.at)
		}
		if want.fault == strategy.NameTaken || want.fault == strategy.Commented {
			continue
		}
		// What was accepted before goes on: a hand is read without the rules.
		if _, err := strategy.Parse(text, anywhere()); err != nil {
			t.Errorf("%s: a hand that is played by it is refused: %v", text, err)
		}
	}
}

// What has an effect, or none that anybody could miss, is taken.
func TestWhatMakesALittleSenseIsTaken(t *testing.T) {
	for text, why := range map[string]string{
		"total < 22":               "always, as stopAt(22)",
		"total <= 21 && soft":      "the highest total is a limit like others",
		"7 <= upcard < 11":         "how people write a range",
		"upcard > 0 && upcard < 7": "0 stands for no card",
		"cards >= 0":               "the lowest number is a limit like others",
		"stopAt(0)":                "never has a name",
		"stopAt(22)":               "so has always",
		"true || false":            "so have these",
		"0% || 100%":               "chances that people turn up and down",
		"let level = 2; hit if level == 2 && soft": "a switch: two constants are compared",
		"let spare = 12 / 5; basic":                "a name that is left over from an attempt",
		"basic; let spare = 12":                    "also behind the rules",
		"hit; stand":                               "where no card can be taken",
		"bet 140% * lastBet if lost; bet 1; basic": "as a number it is 1.4",
		"bet 0.5; basic":                           "half of a unit above the minimum",
		"bet 999; basic":                           "the table's maximum",
		"bet trueCount(hilo) - 1; basic":           "below 1 it is the smallest bet",
		"total / pair > 2":                         "divided by 0 it is 0",
		"bet bankroll / lastBet; basic":            "likewise, before the first bet",
		"12 <= total <= 12":                        "one number",
		"total > 17 && total < 12":                 "two conditions, each with a sense of its own",
		"has(7) == 3":                              "21 in three cards",
		"cards == 7":                               "rare",
		"both(soft, soft)":                         "said twice",
		"pair 7 < 5":                               "",
		"basic # 17 / 0":                           "a comment",
	} {
		if wrong := senseAt(t, "vegas", text); (wrong == nil) != (why != "") {
			t.Errorf("%s: %+v; %s", text, wrong, why)
		}
	}
}

// The slow twin asks each comparison about each total that there is.
func TestAComparisonIsRefusedIfNoTotalChangesIt(t *testing.T) {
	compare := map[string]func(a, b float64) bool{
		"<":  func(a, b float64) bool { return a < b },
		"<=": func(a, b float64) bool { return a <= b },
		">":  func(a, b float64) bool { return a > b },
		">=": func(a, b float64) bool { return a >= b },
		"==": func(a, b float64) bool { return a == b },
		"!=": func(a, b float64) bool { return a != b },
	}
	for halves := -6; halves <= 50; halves++ {
		n := float64(halves) / 2
		for sign, holds := range compare {
			yes, no, tight := 0, 0, false
			for total := -1; total <= 22; total++ { // -1 and 22 stand for all beyond
				is := holds(float64(total), n)
				switch {
				case total < 0 || total > 21:
					tight = tight || !is && sign != "!="
				case is:
					yes++
				default:
					no++
				}
			}
			want := strategy.Fault("")
			if yes == 0 {
				want = strategy.NeverHolds
			} else if no == 0 && !tight {
				want = strategy.AlwaysHolds
			}
			for _, text := range []string{fmt.Sprintf("total %s %g", sign, n),
				fmt.Sprintf("%g %s total", n, map[string]string{"<": ">", "<=": ">=", ">": "<",
					">=": "<=", "==": "==", "!=": "!="}[sign])} {
				got := strategy.Fault("")
				if wrong := senseAt(t, "vegas", text); wrong != nil {
					got = wrong.Fault
				}
				if got != want {
					t.Errorf("%s: fault %s, want %s", text, got, want)
				}
			}
		}
	}
}

// What is said to hold never or always does so with every hand: numbers are calculated with,
// and compared with some that are at the edge of what they can be.
func TestAComparisonThatIsRefusedNeverChanges(t *testing.T) {
	var seen []*strategy.Situation
	for _, hand := range []string{"2S 2D", "AS AD", "TS TD", "AS TD", "8S 3D TC",
		"2S 2D 2C 2H AS AD", "AS AD AC AH 2S 2D 3C", "TH 6H"} {
		for _, up := range []string{"AC", "2C", "TC"} {
			seen = append(seen, at(t, "vegas", hand, up))
		}
	}
	refused := 0
	check := func(number string) {
		for _, sign := range []string{"<", "<=", "==", "!=", ">=", ">"} {
			for _, n := range []float64{-21, -10.5, -1, 0, 1, 2, 10, 11, 21, 22, 42} {
				text := fmt.Sprintf("%s %s %g", number, sign, n)
				wrong := senseAt(t, "vegas", text)
				if wrong == nil {
					continue
				}
				refused++
				always := wrong.Fault == strategy.AlwaysHolds
				if !always && wrong.Fault != strategy.NeverHolds {
					t.Fatalf("%s: %+v", text, wrong)
				}
				a := parse(t, text) // without the rules it is taken
				for _, s := range seen {
					if (decide(t, a, s) == blackjack.Hit) != always {
						t.Errorf("%s with %v: %+v", text, s.Cards, wrong)
					}
				}
			}
		}
	}
	numbers := []string{"total", "upcard", "pair", "aces", "has(10)", "-cards", "hearts", "3",
		"0.5"}
	for _, a := range numbers {
		for _, b := range numbers {
			for _, form := range []string{"%s + %s", "%s - %s", "%s * %s", "min(%s, %s)",
				"max(%s, %s)", "floor(%s / 3) - %s"} {
				check(fmt.Sprintf(form, a, b))
			}
		}
		check(a + " / 2")
		check(a + " / -0.5")
		check("20 / " + a)
	}
	if refused < 1000 {
		t.Errorf("only %d were refused", refused)
	}
}

// What every table has is refused at none.
func TestNamedStrategiesMakeSenseAtEveryTable(t *testing.T) {
	for _, table := range tables.All() {
		for _, text := range []string{"stopAt(17)", "stupid", "louis", "dealerSensitive", "basic",
			"valentine", "upcard > 5", "total < 12 || upcard >= 7 && total < 17", "cards < 5"} {
			wrong := senseAt(t, table.Name, text)
			if wrong != nil && wrong.Fault != strategy.UnseenUpcard &&
				wrong.Fault != strategy.NoSuits {
				t.Errorf("%s at %s: %+v", text, table.Name, wrong)
			}
		}
	}
}

func TestAnErrorOfSenseNamesTheReach(t *testing.T) {
	inf := math.Inf(1)
	for text, want := range map[string]struct {
		name, piece string
		reach       strategy.Reach
	}{
		"40 < total":       {"total", "40 < total", strategy.Reach{Least: 0, Most: 21}},
		"total == 3.5":     {"total", "total == 3.5", strategy.Reach{Whole: true}},
		"decksLeft <= -1":  {"decksLeft", "decksLeft <= -1", strategy.Reach{Most: inf}},
		"1 < -decksLeft":   {"-decksLeft", "1 < -decksLeft", strategy.Reach{Least: -inf}},
		"5 < total < 2.25": {"", "5 < total < 2.25", strategy.Reach{}},
	} {
		wrong := senseAt(t, "vegas", text)
		if wrong == nil || wrong.Name != want.name || wrong.Piece != want.piece ||
			wrong.Reach != want.reach {
			t.Errorf("%s: %+v, want %+v", text, wrong, want)
		}
	}
}
