package view_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/view"
)

// anywhere is where all that an expression can need is to be had.
func anywhere() strategy.Env {
	return strategy.Env{
		Basic: func() (chart strategy.Chart, _ error) { return chart, nil },
		Ask:   func(*strategy.Situation) (blackjack.Action, error) { return blackjack.Stand, nil },
	}
}

// wrong returns what is wrong with an expression at a table, anywhere where none is named.
func wrong(t fataller, table, text string) *strategy.SyntaxError {
	t.Helper()
	env := anywhere()
	if table != "" {
		at, err := tables.Named(table)
		if err != nil {
			t.Fatalf("%v", err)
		}
		env.Rules = &at.Rules
	}
	_, err := strategy.Parse(text, env)
	e, ok := errors.AsType[*strategy.SyntaxError](err)
	if !ok {
		t.Fatalf("%q: %v, want a syntax error", text, err)
	}
	return e
}

const columns = "2 3 4 5 6 7 8 9 10 A "

// wrongs are expressions at a table, and what is said of each in English.
var wrongs = []struct{ table, text, want string }{
	{"", "", "column 1: expected a strategy or a condition, found the end"},
	{"", "stopAt(17) + )", `column 14: expected a number, found ")"`},
	{"", "stopAt()", "column 1: expected 1 in the parentheses of stopAt(n), found 0"},
	{"", "stopAt(", "column 8: expected a number from 0 to 22, found the end"},
	{"", "stopAt(17", `column 10: expected ")" or an operator, found the end`},
	{"", "stopAt 17", `column 8: expected "(", found "17"`},
	{"", "stopAt", "column 1: expected stopAt(n), found stopAt alone"},
	{"", "stopAt(23)", "column 8: expected a number from 0 to 22, found 23"},
	{"", "total < 1000", `column 9: expected a number up to 999, found "1000"`},
	{"", "both(stopAt(19) ask)", `column 17: expected "," or an operator, found "ask"`},
	{"", "ask(1)", "column 1: ask takes nothing in parentheses"},
	{"", "soft hard", `column 6: expected an operator or the end, found "hard"`},
	{"", "soft and hard", `column 6: expected an operator or the end, found "and": write &&`},
	{"", "not soft", `column 1: expected a strategy or a condition, found "not": write !`},
	{"", "total = 12", `column 7: expected an operator or the end, found "=": write ==`},
	{"", "basic, bet 2", `column 6: expected an operator or the end, found ",": write ;`},
	{"", "hit if soft; bet 2 else 1", `column 20: expected an operator or the end, found "else"`},
	{"", "hit if soft; double hard", `column 21: expected "if", "else", ";" or the end, ` +
		`found "hard"`},
	{"", "hit else soft", `column 10: expected an action, found "soft"`},
	{"", "let 5 = soft; basic", `column 5: expected a name of your own, found "5"`},
	{"", "let x soft; basic", `column 7: expected "=", found "soft"`},
	{"", "let x = ; basic", `column 9: expected a number or a condition, found ";"`},
	{"", "let x = 5", "column 10: expected a rule to play by, found the end"},
	{"", "let x=1; let X=2; x", `column 14: "X" has a meaning already: choose another name`},
	{"", "has(11) == 1", "column 5: expected a card from 1, an ace, to 10, found 11"},
	{"", "count(foo) > 1", `column 7: expected a count such as "hilo", or its ten numbers, ` +
		`found "foo"`},
	{"", "count(1, 2) > 1", "column 11: a count has ten numbers, for the ace and for 2 to 10: " +
		"found 2"},
	{"", "basic; split if pair", "column 8: this rule is never reached: the one before it always " +
		"decides"},
	{"", "hit if won", "column 8: won is for bets, and stands in a rule that plays a hand"},
	{"", "let t = total; bet t; basic", "column 20: t goes by a hand, and a bet is made before " +
		"there is one"},
	{"", "spilt if pair", `column 1: there is no "spilt": did you mean split?`},
	{"", "total", "column 1: expected a strategy or a condition, found the number total"},
	{"", "total < soft", "column 9: expected a number, found the condition soft"},
	{"", `suit("harts", soft, hard)`, `column 6: expected a suit in quotes, "clubs", "diamonds", ` +
		`"hearts" or "spades", found "harts"`},
	{"", "soft \xff", `column 6: expected an operator or the end, found "\xff"`},
	{"", "\x00", `column 1: expected a strategy or a condition, found "\x00"`},
	{"", strings.Repeat("(", 40), "the expression is too long: it has more than 32 parentheses " +
		"in one another"},
	{"", strings.Repeat("soft||", 130) + "soft", "the expression is too long once it is written " +
		"with blanks and parentheses"},

	// What a table lacks.
	{"chalmers", "total < upcard", "column 9: upcard goes by the opponent's card, and this table " +
		"shows none before play"},
	{"mit", "h > 0", "column 1: hearts goes by suits, and this table's cards have none"},
	{"amherst", "!hard", "column 2: hard goes by how an ace counts, and at this table that never " +
		"changes"},

	// What makes no sense.
	{"vegas", "total > 40", `column 9: "total > 40" never holds: "total" is from 0 to 21`},
	{"vegas", "upcard != 11", `column 11: "upcard != 11" always holds: "upcard" is from 0 to 10`},
	{"vegas", "total == 16.5", `column 10: "total == 16.5" never holds: "total" is a whole number`},
	{"vegas", "decksLeft < 0", `column 13: "decksLeft < 0" never holds: "decksLeft" is never ` +
		`below 0`},
	{"vegas", "0 < -decksLeft", `column 1: "0 < -decksLeft" never holds: "-decksLeft" is never ` +
		`above 0`},
	{"vegas", "17 <= total <= 12", `column 16: "17 <= total <= 12" never holds: no number is ` +
		`between these limits`},
	{"vegas", "total < 17 / 0", "column 14: a number can't be divided by 0"},
	{"vegas", "hit if 140%", `column 8: a chance is at most "100%", found "140%"`},
	{"vegas", "bet 0; basic", `column 5: a bet of "0" is not possible: no round can be sat out, ` +
		`and "bet 1" is one unit`},
	{"vegas", "# hit if soft", `column 1: what follows "#" is a comment, and here that is all the ` +
		`rest of the line: leave it out`},

	// Charts.
	{"vegas", columns + "hard 16 S S S S S H H Q H H", "column 44: hard 16 against 9: expected H, " +
		`S, Dh, Ds, P, Rh, Rs or Rp, found "Q"`},
	{"vegas", columns + "hard 16 S S S S S H H H H H H", "column 50: expected a row that begins " +
		`with hard, soft or pair, found "H"`},
	{"vegas", columns + "soft 22", "column 27: expected a total from 0 to 21 after soft, such as " +
		`16 or 13-16, found "22"`},
	{"vegas", columns + "pair 1", "column 27: expected the cards of a pair, such as 8, 2-3 or A, " +
		`found "1"`},
	{"vegas", columns + "ace", "column 22: expected a column of the chart (2 to 10, A, Jo, or - " +
		`for no card) or a row (hard, soft or pair), found "ace"`},
	{"vegas", columns + "A", "column 22: A is in the chart twice"},
	{"vegas", columns + "hard 16 · · · · · · · · · ·", "column 49: the chart has no move"},
	{"vegas", "both(soft, chart(" + columns + "hard 16 S S S Q H H H H H H))", "column 53: hard " +
		`16 against 5: expected H, S, Dh, Ds, P, Rh, Rs or Rp, found "Q"`},
	{"vegas", "soft && chart", "column 9: expected chart(...), found chart alone"},
	{"vegas", columns + "hard 3 S S S S S H H H H H", "column 27: nobody is asked about hard 3 at " +
		"this table: leave the row out"},
	{"vegas", "2 3 hard 16 S S", "column 5: the chart lacks the column 4"},
	{"vegas", columns + strings.Repeat(" ", strategy.MaxChart), "the charts are too long: they " +
		"have 4,021 bytes, and may have 4,000"},
	{"chalmers", columns + "hard 16", "column 22: the chart goes by the dealer's card, and this " +
		"table shows none: its only column is -"},
}

func TestErrorsPointAtThePlaceAndSayWhatWasExpected(t *testing.T) {
	for _, w := range wrongs {
		if got := view.SyntaxLine(words, wrong(t, w.table, w.text)); got != w.want {
			t.Errorf("%.60q:\n got %s\nwant %s", w.text, got, w.want)
		}
	}
}

// A vocabulary is no answer: what is wrong is shown, and what could stand there.
func TestAnErrorShowsThePlaceAndThreeExamples(t *testing.T) {
	for text, want := range map[string]string{
		"frobnicate": "frobnicate\n^\n" +
			"For example: stopAt(17), total < 17 or hit if total < 12.",
		"a":                     "a\n^\nFor example: stopAt(17), total < 17 or hit if total < 12.",
		"total　＜ ｀":             "total < '\n        ^\nFor example: 17, total or cards + 1.",
		"total < ":              "total < \n        ^\nFor example: 17, total or cards + 1.",
		strings.Repeat("(", 40): "For example: stopAt(17), total < 17 or hit if total < 12.",
	} {
		e := wrong(t, "", text)
		if got := view.Caret(words, e); got != want {
			t.Errorf("%q is shown as\n%s", text, got)
		}
		if line := view.SyntaxLine(words, e); strings.Contains(line, "valentine") {
			t.Errorf("%q is answered with the vocabulary: %s", text, line)
		}
	}
}

// Examples are for whoever copies them.
func TestExamplesAreExpressions(t *testing.T) {
	for fault := strategy.Unexpected; fault <= strategy.TooLongWritten; fault++ {
		for part := strategy.PartCondition; part <= strategy.PartToken; part++ {
			e := &strategy.SyntaxError{Fault: fault, Want: part, Name: "Ada"}
			list := e.Examples()
			if len(list) != 3 {
				t.Fatalf("fault %d, part %d: %q", fault, part, list)
			}
			for _, text := range list {
				whole, number := text, text+" > 0"
				if strings.HasPrefix(text, "let") || strings.HasPrefix(text, "bet") {
					whole += "; stopAt(17)"
				}
				_, err := strategy.Parse(whole, anywhere())
				_, alone := strategy.Parse(number, anywhere())
				if err != nil && alone != nil {
					t.Errorf("%s: %v", text, err)
				}
			}
		}
	}
}

func TestEveryFaultHasWordsOfItsOwn(t *testing.T) {
	said := make(map[string]bool)
	of := func(text string) {
		if said[text] || text == "" {
			t.Errorf("two faults are told as %q", text)
		}
		said[text] = true
	}
	for fault := strategy.Unexpected; fault <= strategy.TooLongWritten; fault++ {
		of(view.SyntaxLine(words, &strategy.SyntaxError{Fault: fault, Cause: strategy.ErrNobody}))
	}
	for fault := range blackjack.Faults {
		of(view.Fault(words, &blackjack.RulesError{Fault: fault}))
	}
}

// spans returns the pieces of code in the lines of a message, as Discord finds them: from a
// run of backticks without a backslash before it to the next run of as many.
func spans(t fataller, text string) (list []string) {
	t.Helper()
	if _, after, fenced := strings.Cut(strings.TrimPrefix(text, "```"), "```"); fenced {
		text = after
	}
	for rest := text; ; {
		from := openings.FindStringSubmatchIndex(rest)
		if from == nil {
			return list
		}
		ticks := rest[from[2]:from[3]]
		inner, after, closed := strings.Cut(rest[from[3]:], ticks)
		if ticks != "`" || !closed || inner == "" || strings.HasPrefix(after, "`") {
			t.Fatalf("%q is no piece of code in %q", rest[from[2]:], text)
		}
		list, rest = append(list, inner), after
	}
}

// fataller is a test, or the drawing of a property.
type fataller interface {
	Helper()
	Fatalf(format string, args ...any)
}

// openings are runs of backticks, after all that a backslash escapes.
var openings = regexp.MustCompile("^(?:[^`\\\\]|\\\\.)*?(`+)")

// Whatever is typed and whoever reads it, code is what was found and the examples.
func TestNoExpressionBreaksTheMarksOfItsAnswer(t *testing.T) {
	books := lang.Must(lang.Load())
	check := func(t fataller, e *strategy.SyntaxError) {
		if e.Column == 0 {
			return
		}
		for _, w := range books {
			list := spans(t, view.Misread(w, e))
			for _, example := range e.Examples() {
				if e.Fault != strategy.UnknownName && !slices.Contains(list, example) {
					t.Fatalf("%s, %q: no example %q in %q", w.Code(), e.Text, example, list)
				}
			}
		}
	}
	for _, w := range wrongs {
		check(t, wrong(t, w.table, w.text))
	}
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]string{`"`, "`", "```", `\`,
			`""`, `\"`, "“", "suit(", "hearts", ", ", ") ", "total", " < ", "17", "stopAt(", "let x = ",
			"; ", "\n", "\x00", "2 3 4 hard 16 S", "bet", "#", "/ 0"}), rapid.String()), 1, 8)
		_, err := strategy.Parse(strings.Join(pieces.Draw(t, "pieces"), ""), anywhere())
		if e, ok := errors.AsType[*strategy.SyntaxError](err); ok {
			check(t, e)
		}
	})
}

// Words of the language are code in a message, whatever is wrong and whoever reads it, and a
// sentence that begins with one keeps its letters. Words that English has, too, are looked for
// in the other languages.
func TestWordsOfTheLanguageAreCode(t *testing.T) {
	everywhere := `stopAt|trueCount|decksLeft|dealerSensitive|evenMoney|hilo|chart\(|Dh|Ds|Rh|Jo|` +
		`total <|bet 1|upcard|hard|soft`
	abroad := everywhere + `|ask|basic|both|cards|won|let|if|else|chart|pair\b|spades|hearts|bet|split`
	code := regexp.MustCompile("`[^`]*`")
	lacks := strategy.Env{Lacks: strategy.Needs{Memory: true}}
	list := []*strategy.SyntaxError{}
	for _, text := range []string{"ask", "basic", "trueCount(hilo) > 1"} {
		_, err := strategy.Parse(text, lacks)
		e, _ := errors.AsType[*strategy.SyntaxError](err)
		list = append(list, e)
	}
	for _, w := range wrongs {
		list = append(list, wrong(t, w.table, w.text))
	}
	for _, w := range lang.Must(lang.Load()) {
		bare := regexp.MustCompile(`\b(?:` + abroad + `)`)
		if w.Code() == "en" {
			bare = regexp.MustCompile(`\b(?:` + everywhere + `)`)
		}
		for _, e := range list {
			said := view.Misread(w, e)
			_, plain, fenced := strings.Cut(strings.TrimPrefix(said, "```"), "```") // below the caret
			if !fenced {
				plain = said
			}
			if found := bare.FindString(code.ReplaceAllLiteralString(plain, "")); found != "" {
				t.Errorf("%s, %.60s: %q is not code in %s", w.Code(), e.Text, found, said)
			}
			for _, name := range []string{"TrueCount", "Ask", "Basic", "Won", "Hard 16"} {
				if strings.Contains(said, "`"+name) {
					t.Errorf("%s: code begins with a capital in %s", w.Code(), said)
				}
			}
			if line := view.SyntaxLine(w, e); strings.Contains(line, "`") {
				t.Errorf("%s, %s: marks in %s", w.Code(), e.Text, line)
			}
		}
	}
}
