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

// syntaxLine returns the line that says what is wrong with an expression.
func syntaxLine(t *testing.T, text string, env strategy.Env) string {
	t.Helper()
	_, err := strategy.Parse(text, env)
	wrong, ok := errors.AsType[*strategy.SyntaxError](err)
	if !ok {
		t.Fatalf("%q: %v, want a syntax error", text, err)
	}
	return view.SyntaxLine(words, wrong)
}

func TestErrorsPointAtThePlaceAndSayWhatWasExpected(t *testing.T) {
	const unreached = "column 8: this rule is never reached: the one before it always decides"
	const condition = "a strategy or a condition"
	const count = `expected a count such as "hilo", or its ten numbers, found `
	const ten = "a count has ten numbers, for the ace and for 2 to 10: found "
	const suit = `expected a suit in quotes, "clubs", "diamonds", "hearts" or "spades", found `
	for text, want := range map[string]string{
		"":                "column 1: expected " + condition + ", found the end",
		"stopAt(17) + )":  `column 14: expected a number, found ")"`,
		"total < 12 || )": `column 15: expected ` + condition + `, found ")"`,
		"total <":         "column 8: expected a number, found the end",
		"stopAt()": "column 1: expected 1 in the parentheses of stopAt(n), " +
			"found 0",
		"stopAt(":              "column 8: expected a number from 0 to 22, found the end",
		"stopAt(17":            `column 10: expected ")" or an operator, found the end`,
		"stopAt 17":            `column 8: expected "(", found "17"`,
		"stopAt":               "column 1: expected stopAt(n), found stopAt alone",
		"stopAt(23)":           "column 8: expected a number from 0 to 22, found 23",
		"stopAt(-1)":           "column 8: expected a number from 0 to 22, found -1",
		"stopAt(1e999)":        `column 8: expected a number up to 999, found "1e999"`,
		"total < 1000":         `column 9: expected a number up to 999, found "1000"`,
		"stopAt(total)":        "column 8: expected a number from 0 to 22, found total",
		"both(stopAt(19) ask)": `column 17: expected "," or an operator, found "ask"`,
		"both(stopAt(19), )":   `column 18: expected ` + condition + `, found ")"`,
		"both(stopAt(19))": "column 1: expected 2 in the parentheses of both(a, b), " +
			"found 1",
		"ask(1)":                     "column 1: ask takes nothing in parentheses",
		"soft)":                      `column 5: expected an operator or the end, found ")"`,
		"soft hard":                  `column 6: expected an operator or the end, found "hard"`,
		"soft and hard":              `column 6: expected an operator or the end, found "and": write &&`,
		"not soft":                   `column 1: expected ` + condition + `, found "not": write !`,
		"total = 12":                 `column 7: expected an operator or the end, found "=": write ==`,
		"basic, bet 2":               `column 6: expected an operator or the end, found ",": write ;`,
		"hit, stand":                 `column 4: expected an operator or the end, found ",": write ;`,
		"hit if total = 12":          `column 14: expected an operator or the end, found "=": write ==`,
		"hit if total ≥ 12":          `column 14: expected an operator or the end, found "≥": write >=`,
		"stand if hard 16":           `column 15: expected an operator or the end, found "16"`,
		"bet 8 if won else 1; basic": `column 14: expected an operator or the end, found "else"`,
		"hit if soft; bet 2 else 1":  `column 20: expected an operator or the end, found "else"`,
		"1 < 2 < ":                   "column 9: expected a number, found the end",
		"hit if soft; double hard": `column 21: expected "if", "else", ";" or the end, ` +
			`found "hard"`,
		"hit else soft":       `column 10: expected an action, found "soft"`,
		"let 5 = soft; basic": `column 5: expected a name of your own, found "5"`,
		"let x soft; basic":   `column 7: expected "=", found "soft"`,
		"let x = (; basic":    `column 10: expected ` + condition + `, found ";"`,
		"let x = ; basic":     `column 9: expected a number or a condition, found ";"`,
		"let x = 5":           "column 10: expected a rule to play by, found the end",
		"let soft = 5; basic": `column 5: "soft" has a meaning already: choose another name`,
		"let x=1; let X=2; x": `column 14: "X" has a meaning already: choose another name`,
		"has(11) == 1":        "column 5: expected a card from 1, an ace, to 10, found 11",
		"count(foo) > 1":      `column 7: ` + count + `"foo"`,
		"count(1, 2) > 1":     "column 11: " + ten + "2",
		"count(1, 2; 3)":      "column 11: " + count + `";"`,
		"count(1,2,3,4,5,6,7,8,9,10,-11)": "column 28: " +
			ten + "11",
		"basic; split if pair": unreached,
		"bet 1; bet 2; basic":  unreached,
		"hit if won":           "column 8: won is for bets, and stands in a rule that plays a hand",
		"bet total; basic": "column 5: total goes by a hand, and a bet is made before there is " +
			"one",
		"let t = total; bet t; basic": "column 20: t goes by a hand, and a bet is made before " +
			"there is one",
		"both(bet 1, soft)": "column 6: expected " + condition + `, found "bet"`,
		"spilt if pair":     `column 1: there is no "spilt": did you mean split?`,
		"total":             "column 1: expected " + condition + ", found the number total",
		"total < soft":      "column 9: expected a number, found the condition soft",
		"soft && (hearts)": "column 9: expected " + condition +
			", found the number hearts",
		`suit("harts", soft, 1)`:    "column 21: expected " + condition + ", found the number 1",
		`suit("harts", soft, hard)`: "column 6: " + suit + `"harts"`,
		"suit(,)":                   "column 6: " + suit + `","`,
		"stopAr(17)":                `column 1: there is no "stopAr": did you mean stopAt(n)?`,
		"foo":                       `column 1: there is no "foo"`,
		"soft && lois":              `column 9: there is no "lois": did you mean louis?`,
		"“♥” soft":                  `column 5: expected an operator or the end, found "soft"`,
		"soft \xff":                 `column 6: expected an operator or the end, found "\xff"`,
		"\x00":                      `column 1: expected ` + condition + `, found "\x00"`,
	} {
		if got := syntaxLine(t, text, anywhere()); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
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
		_, err := strategy.Parse(text, anywhere())
		wrong, _ := errors.AsType[*strategy.SyntaxError](err)
		if got := view.Caret(words, wrong); got != want {
			t.Errorf("%q is shown as\n%s", text, got)
		}
		if line := view.SyntaxLine(words, wrong); strings.Contains(line, "valentine") {
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

func TestWhatATableLacksIsNamed(t *testing.T) {
	at := func(name string) strategy.Env {
		table, err := tables.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		return strategy.Env{Rules: &table.Rules}
	}
	out := errors.New("the odds are out")
	broken := func() (chart strategy.Chart, _ error) { return chart, out }
	for _, c := range []struct {
		text string
		env  strategy.Env
		want string
	}{
		{"soft && ask", strategy.Env{},
			"column 9: ask asks a person, and here nobody can be asked"},
		{"basic", strategy.Env{},
			"column 1: basic is a table's own strategy, and here is no table"},
		{"basic", strategy.Env{Basic: broken}, "column 1: basic: the odds are out"},
		{"total < upcard", at("chalmers"), "column 9: " +
			"upcard goes by the opponent's card, and this table shows none before play"},
		{"h > 0", at("mit"), "column 1: hearts goes by suits, and this table's cards have none"},
		{"!hard", at("amherst"), "column 2: " +
			"hard goes by how an ace counts, and at this table that never changes"},
		{strings.Repeat("(", 40), strategy.Env{},
			"the expression is too long: it has more than 32 parentheses in one another"},
		{strings.Repeat("soft||", 130) + "soft", strategy.Env{}, "the expression is too long " +
			"once it is written with blanks and parentheses"},
	} {
		if got := syntaxLine(t, c.text, c.env); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestWhatMakesNoSenseIsSaid(t *testing.T) {
	vegas, err := tables.Named("vegas")
	if err != nil {
		t.Fatal(err)
	}
	env := anywhere()
	env.Rules = &vegas.Rules
	for text, want := range map[string]string{
		"total > 40":    `column 9: "total > 40" never holds: "total" is from 0 to 21`,
		"upcard != 11":  `column 11: "upcard != 11" always holds: "upcard" is from 0 to 10`,
		"total == 16.5": `column 10: "total == 16.5" never holds: "total" is a whole number`,
		"decksLeft < 0": `column 13: "decksLeft < 0" never holds: "decksLeft" is never below 0`,
		"0 < -decksLeft": `column 1: "0 < -decksLeft" never holds: "-decksLeft" is never ` +
			`above 0`,
		"17 <= total <= 12": `column 16: "17 <= total <= 12" never holds: no number is between ` +
			`these limits`,
		"total < 17 / 0": "column 14: a number can't be divided by 0",
		"hit if 140%":    `column 8: a chance is at most "100%", found "140%"`,
		"bet 0; basic": `column 5: a bet of "0" is not possible: no round can be sat out, and ` +
			`"bet 1" is one unit`,
		"# hit if soft": `column 1: what follows "#" is a comment, and here that is all the rest ` +
			`of the line: leave it out`,
	} {
		if got := syntaxLine(t, text, env); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestEveryFaultOfAStrategyHasWordsOfItsOwn(t *testing.T) {
	said := map[string]bool{}
	for fault := strategy.Unexpected; fault <= strategy.TooLongWritten; fault++ {
		e := &strategy.SyntaxError{Fault: fault, Cause: strategy.ErrNobody}
		said[view.SyntaxLine(words, e)] = true
	}
	if len(said) != int(strategy.TooLongWritten) {
		t.Errorf("%d faults are told as %v", strategy.TooLongWritten, said)
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

func TestWhatWasFoundIsShownAsItIsTyped(t *testing.T) {
	for text, want := range map[string]string{
		`suit("hearts`:            `"`,
		`total < 17 "`:            `"`,
		`total < 17 "" `:          `""`,
		"total < 17 `":            "'",
		`total < 17 \`:            `\`,
		`suit("a\b", soft, soft)`: `a\b`,
		`"" < 17`:                 `""`,
		"soft \x00":               `\x00`,
		"soft hard":               "hard",
	} {
		_, err := strategy.Parse(text, anywhere())
		e, _ := errors.AsType[*strategy.SyntaxError](err)
		said := view.Misread(words, e)
		if list := spans(t, said); !slices.Contains(list, want) {
			t.Errorf("%s: %q has no %q", text, list, want)
		}
	}
}

// Whatever is typed and whoever reads it, code is what was found and the examples.
func TestNoExpressionBreaksTheMarksOfItsAnswer(t *testing.T) {
	books := lang.Must(lang.Load())
	vegas, err := tables.Named("vegas")
	if err != nil {
		t.Fatal(err)
	}
	env := anywhere()
	env.Rules = &vegas.Rules
	check := func(t fataller, text string) {
		_, err := strategy.Parse(text, env)
		e, wrong := errors.AsType[*strategy.SyntaxError](err)
		if !wrong || e.Column == 0 {
			return
		}
		for _, w := range books {
			list := spans(t, view.Misread(w, e))
			for _, example := range e.Examples() {
				if e.Fault != strategy.UnknownName && !slices.Contains(list, example) {
					t.Fatalf("%s, %q: no example %q in %q", w.Code(), text, example, list)
				}
			}
		}
	}
	for _, text := range []string{`""`, `total < ""`, `suit("")`, `suit("hearts`, `total < 17 "`,
		"total < `17`", "```", `"\""`, "total > 40", "upcard != 11", "total == 16.5",
		"decksLeft < 0", "17 <= total <= 12", "17 / 0 < 1", "140%", "bet 0", "# `hit`",
		"2 3 4 5 6 7 8 9 10 A hard 3 H H H H H H H H H H"} {
		check(t, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]string{`"`, "`", "```", `\`,
			`""`, `\"`, "“", "suit(", "hearts", ", ", ") ", "total", " < ", "17", "stopAt(", "let x = ",
			"; ", "\n", "\x00", "2 3 4 hard 16 S", "bet", "#", "/ 0"}), rapid.String()), 1, 8)
		check(t, strings.Join(pieces.Draw(t, "pieces"), ""))
	})
}

// Words of the language are code in a message, whatever is wrong and whoever reads it. Those
// that English has, too, are looked for in the other languages.
func TestWordsOfTheLanguageAreCode(t *testing.T) {
	everywhere := `stopAt|trueCount|decksLeft|dealerSensitive|evenMoney|hilo|chart\(|Dh|Ds|Rh|Jo|` +
		`total <|bet 1|upcard|hard|soft`
	abroad := everywhere + `|ask|basic|both|cards|won|let|if|else|chart|pair\b|spades|hearts|bet|split`
	at := func(table string) strategy.Env {
		found, err := tables.Named(table)
		if err != nil {
			t.Fatal(err)
		}
		return strategy.Env{Rules: &found.Rules}
	}
	const columns = "2 3 4 5 6 7 8 9 10 A "
	for text, env := range map[string]strategy.Env{
		"ask": at("vegas"), "basic": at("vegas"), "hit if won": at("vegas"),
		"trueCount(hilo) > 1": {Lacks: strategy.Needs{Memory: true}}, "both(soft)": at("vegas"),
		"stopAt": at("vegas"), "stopAt(17) < 2": at("vegas"), "hit if cards": at("vegas"),
		"total < upcard": at("chalmers"), "hearts > 0": at("mit"), "soft": at("amherst"),
		"decksLeft > 1": at("mit"), "let cards = 2; soft": at("vegas"), "soft(2)": at("vegas"),
		"total = 2": at("vegas"), "bet total; soft": at("vegas"), "stopAt(23)": at("vegas"),
		`suit("hearts", soft, 1)`: at("vegas"), "total < 17 soft": at("vegas"),
		"both(suit(hearts, soft, hard) < 2, soft)": at("vegas"), "upcard == 11": at("vegas"),
		"bet 0; soft": at("vegas"), "17 <= total <= 12": at("vegas"), "140%": at("vegas"),
		columns + "ace": at("vegas"), columns + "hard 16 Q": at("vegas"),
		columns + "hard 22": at("vegas"), columns + "pair 1": at("vegas"),
		columns + "hard 16 S S S S S H H H H H H": at("vegas"), columns + "A": at("vegas"),
		columns + "hard 16": at("chalmers"), "2 3 hard 16 S S": at("vegas"),
		columns + "hard 3 S S S S S S S S S S":                   at("vegas"),
		"both(" + columns + "hard 16 S S S S S S S S S S, soft)": at("vegas"),
		"count(foo) > 1": at("vegas"), "hit else soft": at("vegas"),
	} {
		_, err := strategy.Parse(text, env)
		e, ok := errors.AsType[*strategy.SyntaxError](err)
		if !ok {
			t.Errorf("%s is taken", text)
			continue
		}
		for _, w := range lang.Must(lang.Load()) {
			words := abroad
			if w.Code() == "en" {
				words = everywhere
			}
			said := view.Misread(w, e)
			_, plain, _ := strings.Cut(strings.TrimPrefix(said, "```"), "```") // below the caret
			plain = regexp.MustCompile("`[^`]*`").ReplaceAllLiteralString(plain, "")
			if bare := regexp.MustCompile(`\b(?:` + words + `)`).FindString(plain); bare != "" {
				t.Errorf("%s, %s: %q is not code in %s", w.Code(), text, bare, said)
			}
			if line := view.SyntaxLine(w, e); strings.Contains(line, "`") {
				t.Errorf("%s, %s: marks in %s", w.Code(), text, line)
			}
		}
	}
}

// A sentence that begins with code keeps the letters of it.
func TestCodeKeepsItsLettersWhereASentenceBegins(t *testing.T) {
	env := strategy.Env{Lacks: strategy.Needs{Memory: true}}
	for text, code := range map[string]string{
		"trueCount(hilo) > 1":            "trueCount",
		"ask":                            "ask",
		"basic":                          "basic",
		"hit if won":                     "won",
		"2 3 4 5 6 7 8 9 10 A hard 16 Q": "hard 16",
	} {
		_, err := strategy.Parse(text, env)
		e, _ := errors.AsType[*strategy.SyntaxError](err)
		for _, w := range lang.Must(lang.Load()) {
			if said := view.Misread(w, e); strings.Contains(said, capital(code)) {
				t.Errorf("%s: %s", w.Code(), said)
			}
		}
	}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
