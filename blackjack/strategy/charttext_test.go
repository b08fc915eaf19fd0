package strategy_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"

	"pgregory.net/rapid"
)

// drawn is the text of sample.
const drawn = `
           2  3  4  5  6  7  8  9  10 A
hard 4-10  H  H  H  H  H  H  H  H  H  H
hard 11    Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh
hard 12-15 H  H  H  H  H  H  H  H  H  H
hard 16    H  H  H  H  H  H  H  H  Rh H
hard 17    S  S  S  S  S  S  S  S  S  Rs
hard 18-21 S  S  S  S  S  S  S  S  S  S
soft 4-17  H  H  H  H  H  H  H  H  H  H
soft 18    S  S  S  S  Ds S  S  S  S  S
soft 19-21 S  S  S  S  S  S  S  S  S  S
pair 2-7   H  H  H  H  H  H  H  H  H  H
pair 8     P  P  P  P  P  P  P  P  P  Rp
pair 9-10  S  S  S  S  S  S  S  S  S  S
pair A     H  H  H  H  H  H  H  H  H  P
`

func TestAChartIsPrintedAsPeoplePrintThem(t *testing.T) {
	c := sample()
	if got := "\n" + c.Text(); got != drawn {
		t.Errorf("got %s\nwant %s", got, drawn)
	}
}

func TestAChartWithoutUpcardsOrPairsShowsNone(t *testing.T) {
	var c strategy.Chart
	for total := range strategy.Totals {
		c.Hard[total][strategy.Unseen] = strategy.Hit
		if total >= 16 {
			c.Hard[total][strategy.Unseen] = strategy.Stand
		}
	}
	c.Soft[11][strategy.JokerUp] = strategy.Hit
	const want = `           Jo -
hard 0-15  ·  H
hard 16-21 ·  S
soft 11    H  ·
`
	if got := c.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Of charts that differ only in what no hand is asked about, or in pairs that repeat
// their totals, one is written and read.
func TestAChartIsReadAsItIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawChart(t)
		for pair := range strategy.Pairs {
			whole := c.Soft[12]
			if pair != strategy.AceColumn {
				whole = c.Hard[2*pair]
			}
			for up, m := range c.Pair[pair] {
				if m == whole[up] || pair == 0 {
					c.Pair[pair][up] = strategy.Unset
				}
			}
		}
		c.Written = true
		for _, text := range []string{c.Text(), c.String(), strings.ToLower(c.Text()),
			"# a chart\n" + c.Text() + "# 9 10 hard"} {
			read, ok := parse(t, text).(*strategy.Chart)
			if !ok || *read != c {
				t.Fatalf("%s\nis read as\n%v", text, read)
			}
			if read.String() != c.String() || len(text) > strategy.MaxChart {
				t.Fatalf("%s\nis written\n%s", c.String(), read)
			}
		}
	})
}

func TestAWrittenChartPlaysAsItSays(t *testing.T) {
	env := anywhere()
	env.Rules = rules(t, "vegas")
	chart, err := strategy.Parse(drawn, env)
	if err != nil {
		t.Fatal(err)
	}
	all := hitOrStand.With(blackjack.Double).With(blackjack.Surrender)
	for hand, want := range map[string]blackjack.Action{
		"6S 5D/6C": blackjack.Double, "AS 7D/6C": blackjack.Double, "AS 7D/5C": blackjack.Stand,
		"TS 6D/TC": blackjack.Surrender, "TS 6D/9C": blackjack.Hit, "8S 8D/6C": blackjack.Split,
		"8S 8D/AC": blackjack.Surrender, "AS AD/AC": blackjack.Split, "AS AD/2C": blackjack.Hit,
	} {
		cards, up, _ := strings.Cut(hand, "/")
		s := at(t, "vegas", cards, up)
		if s.Legal = all; s.Cards[0].Value() == s.Cards[1].Value() {
			s.Legal = all.With(blackjack.Split)
		}
		if did := decide(t, chart, s); did != want {
			t.Errorf("%s: %v, want %v", hand, did, want)
		}
	}
}

// A chart says at which cell it is wrong; the column counts characters of the text.
func TestAWrongChartSaysAtWhichCell(t *testing.T) {
	const columns = "2 3 4 5 6 7 8 9 10 A "
	for _, c := range []struct {
		table, text string
		column      int
		want        strategy.ChartError
	}{
		{"vegas", columns + "hard 16 S S S S S H H Q H H", 44,
			strategy.ChartError{Fault: strategy.ChartMove, Row: "hard 16", Up: "9", Found: "Q"}},
		{"vegas", columns + "hard 16 S S S S S H H H H\nsoft 18 S", 48,
			strategy.ChartError{Fault: strategy.ChartMove, Row: "hard 16", Up: "A", Found: "soft"}},
		{"vegas", columns + "hard 13-16 S S S", 38,
			strategy.ChartError{Fault: strategy.ChartMove, Row: "hard 13-16", Up: "5"}},
		{"vegas", columns + "hard 16 S S S S S H H H H H H", 50,
			strategy.ChartError{Fault: strategy.ChartRow, Found: "H"}},
		{"vegas", columns + "hard 22 S", 27,
			strategy.ChartError{Fault: strategy.ChartTotal, Row: "hard", Found: "22"}},
		{"vegas", columns + "soft 18-17 S", 27,
			strategy.ChartError{Fault: strategy.ChartTotal, Row: "soft", Found: "18-17"}},
		{"vegas", columns + "pairs 16 S", 28,
			strategy.ChartError{Fault: strategy.ChartValue, Row: "pair", Found: "16"}},
		{"vegas", columns + "pairs A-2 S", 28,
			strategy.ChartError{Fault: strategy.ChartValue, Row: "pair", Found: "A-2"}},
		{"vegas", columns + "hard", 26,
			strategy.ChartError{Fault: strategy.ChartTotal, Row: "hard"}},
		{"vegas", columns + "hard 12-16 H H H H H H H H H H hard 16 S", 58,
			strategy.ChartError{Fault: strategy.ChartTwice, Row: "hard 16", Found: "16"}},
		{"vegas", "2 3 4 5 6 7 8 9 10 A 9 hard 16 S", 22,
			strategy.ChartError{Fault: strategy.ChartTwice, Up: "9", Found: "9"}},
		{"vegas", "2 3 4 5 6 7 8 9 10 ace hard 16 S", 20,
			strategy.ChartError{Fault: strategy.ChartColumn, Found: "ace"}},
		{"vegas", "2 3", 4, strategy.ChartError{Fault: strategy.ChartColumn}},
		{"vegas", "2 3 4 5 6 7 8 9 A hard 16 S S S S S H H H H", 19,
			strategy.ChartError{Fault: strategy.ChartLacksColumn, Up: "10", Found: "hard"}},
		{"joker", columns + "hard 16 S S S S S H H H H H", 22,
			strategy.ChartError{Fault: strategy.ChartLacksColumn, Up: "Jo", Found: "hard"}},
		{"chalmers", columns + "hard 16 S S S S S H H H H H", 22,
			strategy.ChartError{Fault: strategy.ChartNoUpcard, Up: "-", Found: "hard"}},
		{"vegas", columns + "hard 3 S S S S S S S S S S", 27,
			strategy.ChartError{Fault: strategy.ChartNever, Row: "hard 3", Found: "3"}},
		{"vegas", columns + "soft 0-11 H H H H H H H H H H", 27,
			strategy.ChartError{Fault: strategy.ChartNever, Row: "soft 0-11", Found: "0-11"}},
		{"vegas", columns + "hard 16 S S S S S H H H H H hard 21 H H H H H H H H H H", 55,
			strategy.ChartError{Fault: strategy.ChartNever, Row: "hard 21", Found: "21"}},
		{"amherst", columns + "soft 18 H H H H H H H H H H", 27,
			strategy.ChartError{Fault: strategy.ChartNever, Row: "soft 18", Found: "18"}},
		{"vegas", columns + "hard 16 · · · · · · · · · ·", 49,
			strategy.ChartError{Fault: strategy.ChartEmpty}},
	} {
		env := anywhere()
		env.Rules = rules(t, c.table)
		_, err := strategy.Parse(c.text, env)
		syntax, ok := errors.AsType[*strategy.SyntaxError](err)
		wrong, is := errors.AsType[*strategy.ChartError](err)
		if !ok || !is || *wrong != c.want || syntax.Column != c.column ||
			syntax.Fault != strategy.WrongChart {
			t.Errorf("%.60q: %+v, %+v, want %d, %+v", c.text, syntax, wrong, c.column, c.want)
		}
	}
}

// The engine is played through every hand of each table to see which are asked about. A row of
// several totals is about those of them that are.
func TestARowIsRefusedThatNobodyIsAskedAbout(t *testing.T) {
	always := parse(t, "true")
	for _, table := range tables.All() {
		sketch, err := strategy.SketchOf(always, table.Rules)
		if err != nil {
			t.Fatal(err)
		}
		columns, all := "2 3 4 5 6 7 8 9 10 A", 10
		if table.Rules.Jokers > 0 {
			columns, all = columns+" Jo", 11
		}
		if !table.Rules.ShowsUpcard() {
			columns, all = "-", 1
		}
		takes := func(row, move string) bool {
			text := columns + " " + row + strings.Repeat(" "+move, all)
			_, err := strategy.Parse(text, strategy.Env{Rules: &table.Rules})
			wrong, _ := errors.AsType[*strategy.ChartError](err)
			if err != nil && (wrong == nil || wrong.Fault != strategy.ChartNever) {
				t.Fatalf("%s at %s: %v", row, table.Name, err)
			}
			return err == nil
		}
		for _, rows := range []struct {
			kind  string
			moves *[strategy.Totals][strategy.Columns]strategy.Move
		}{{"hard", &sketch.Hard}, {"soft", &sketch.Soft}} {
			least, most := strategy.Totals, -1
			for total, moves := range rows.moves {
				if moves != [strategy.Columns]strategy.Move{} {
					least, most = min(least, total), total
				}
			}
			for total := range strategy.Totals {
				row := fmt.Sprint(rows.kind, " ", total)
				asked := least <= total && total <= most
				if takes(row, "H") != asked {
					t.Errorf("%s at %s: taken if it hits: %v", row, table.Name, !asked)
				}
				if stands := asked || total == 21 && most > 0; takes(row, "S") != stands {
					t.Errorf("%s at %s: taken if it stands %v", row, table.Name, !stands)
				}
			}
			if most > 0 && !takes(rows.kind+" 0-21", "H") {
				t.Errorf("%s 0-21 is refused at %s", rows.kind, table.Name)
			}
		}
	}
}

// Discord's options drop line breaks: a comment would hide all that comes behind it.
func TestAChartInOneLineEndsTheCommentBeforeIt(t *testing.T) {
	env := anywhere()
	env.Rules = rules(t, "vegas")
	read := func(text string) (strategy.Strategy, error) {
		return strategy.Parse(strings.ReplaceAll(text, "\n", " "), env)
	}
	want := parse(t, drawn).String()
	for _, text := range []string{
		"# vegas: basic\n# H Hit · S Stand · Second letter: where that isn't allowed" + drawn,
		"# the best at table 6" + drawn, "# vegas -" + drawn, "# 10 A, hard" + drawn,
		"＃ full width" + drawn, drawn + "# hard 17 S",
		strings.Replace(drawn, "soft", "# aces\nsoft", 1),
		strings.Replace(drawn, "hard 11", "# 2 cards\nhard 11", 1),
	} {
		a, err := read(text)
		if err != nil || a.String() != want || !strategy.IsChart(text) {
			t.Errorf("%s\nis read as %v, %v", text, a, err)
		}
	}
	long := "let mine = chart(  # my own\n" + drawn + "); stand if soft; mine"
	a, err := read(long)
	if err != nil || a.String() != "let mine = "+want+"; stand if soft; mine" {
		t.Errorf("%s\nis read as %v, %v", long, a, err)
	}
	env.Rules = rules(t, "chalmers")
	if a, err := read("# chalmers\n- hard 0-15 H hard 16-21 S"); err != nil {
		t.Errorf("%v, %v", a, err)
	}
	lines := "# 2 3 hard 16 S S\nstopAt(17) # 10 A hard 12 S S"
	if a, err := strategy.Parse(lines, env); err != nil || a.String() != "stopAt(17)" {
		t.Errorf("%s\nis read as %v, %v", lines, a, err)
	}
}

// Discord's marks around a copied chart are passed over. Anything else that does not belong to
// the chart is pointed at.
func TestACopiedChartIsReadOrShowsItsFirstOddMark(t *testing.T) {
	const legend = "-# H\u00a0Hit · S\u00a0Stand · D\u00a0Double"
	const fence = "```"
	line := strings.ReplaceAll(drawn, "\n", " ")
	for text, want := range map[string]string{ // the text from where it is wrong
		fence + drawn + fence:                                "",
		fence + drawn + fence + "\n" + legend:                "",
		fence + line + fence + " " + legend:                  "",
		strings.ReplaceAll(drawn, " ", "\u00a0"):             "",
		"Vegas · chart\nBest play\n" + fence + drawn:         "Vegas",
		drawn + "; basic":                                    "; basic",
		strings.TrimSpace(drawn) + "; basic":                 "; basic",
		"stand if total == 12; " + drawn:                     "stand",
		"both(" + line + ", soft)":                           "both",
		strings.Replace(drawn, "hard 11  ", "hard 11 * ", 1): "*   Dh",
	} {
		env := anywhere()
		env.Rules = rules(t, "vegas")
		a, err := strategy.Parse(text, env)
		if want == "" {
			if err != nil || !strategy.IsChart(text) || a.String() != parse(t, drawn).String() {
				t.Errorf("%s\nis read as %v, %v", text, a, err)
			}
			continue
		}
		e, ok := errors.AsType[*strategy.SyntaxError](err)
		wrong, is := errors.AsType[*strategy.ChartError](err)
		if !ok || !is {
			t.Errorf("%s\nis refused by %v", text, err)
			continue
		}
		if rest := string([]rune(text)[e.Column-1:]); !strings.HasPrefix(rest, want) {
			t.Errorf("%s\nis wrong at %.20q, want %q", text, rest, want)
		}
		longer := strings.ContainsAny(text, ";(")
		if (wrong.Fault == strategy.ChartWithin) != longer {
			t.Errorf("%s\nhas the fault %s", text, wrong.Fault)
		}
	}
}

func TestSignsOfFullWidthArePlain(t *testing.T) {
	for wide, plain := range map[string]string{
		"stopAt（１７）": "stopAt(17)", "ｔｏｔａｌ　＜　１７ ＆＆ ｓｏｆｔ": "total < 17 && soft",
		"stand if total\u00a0>= 17； basic ＃ all": "stand if total >= 17; basic",
	} {
		if got, want := parse(t, wide).String(), parse(t, plain).String(); got != want {
			t.Errorf("%s is read as %s, want %s", wide, got, want)
		}
	}
	_, err := strategy.Parse("soft ＆＆ ｔｏｔａｌ ＜ ）", anywhere())
	e, _ := errors.AsType[*strategy.SyntaxError](err)
	if e == nil || e.Column != 17 || []rune(e.Text)[16] != '）' {
		t.Errorf("wrong at the parenthesis: %+v", e)
	}
}

func TestOnlyTheTextOfAChartIsReadAsOne(t *testing.T) {
	env := anywhere()
	env.Rules = rules(t, "vegas")
	for _, text := range []string{"17 < total", "- 3 < total", "10 > total && soft", "2",
		"2 +3 < 6", "0 - 0 < cards", "-upcard < 3", "a", "0 - pair - cards < cards",
		"10 - pair > 2"} {
		_, err := strategy.Parse(text, env)
		if wrong, is := errors.AsType[*strategy.ChartError](err); is {
			t.Errorf("%q is refused as a chart: %v", text, wrong)
		}
	}
	env.Rules = rules(t, "chalmers")
	if _, err := strategy.Parse("- hard 0-15 H", env); err != nil {
		t.Error(err)
	}
}
