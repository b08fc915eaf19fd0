package view_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
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

// wrongs are expressions that are refused at a table, of the first lot at any.
var wrongs = []struct {
	table string
	texts []string
}{
	{"", []string{
		"", "stopAt(17) + )", "stopAt()", "stopAt(", "stopAt(17", "stopAt 17", "stopAt",
		"stopAt(23)", "total < 1000", "both(stopAt(19) ask)", "ask(1)", "soft hard",
		"soft and hard", "not soft", "total = 12", "basic, bet 2", "hit if soft; bet 2 else 1",
		"hit if soft; double hard", "hit else soft", "let 5 = soft; basic", "let x soft; basic",
		"let x = ; basic", "let x = 5", "let x=1; let X=2; x", "has(11) == 1", "count(foo) > 1",
		"count(1, 2) > 1", "basic; split if pair", "hit if won", "let t = total; bet t; basic",
		"spilt if pair", "total", "total < soft", `suit("harts", soft, hard)`, "soft \xff",
		"\x00", "frobnicate", "total　＜ ！", strings.Repeat("(", 40),
		strings.Repeat("soft||", 130) + "soft",
	}},
	{"chalmers", []string{
		"total < upcard", columns + "hard 16",
	}},
	{"mit", []string{
		"h > 0",
	}},
	{"amherst", []string{
		"!hard",
	}},
	{"vegas", []string{
		"total > 40", "upcard != 11", "total == 16.5", "decksLeft < 0", "0 < -decksLeft",
		"17 <= total <= 12", "total < 17 / 0", "hit if 140%", "bet 0; basic", "# hit if soft",
		columns + "hard 16 S S S S S H H Q H H", columns + "hard 16 S S S S S H H H H H H",
		columns + "soft 22", columns + "pair 1", columns + "ace", columns + "A",
		columns + "hard 16 · · · · · · · · · ·",
		"both(soft, chart(" + columns + "hard 16 S S S Q H H H H H H))", "soft && chart",
		columns + "hard 3 S S S S S H H H H H", "2 3 hard 16 S S",
		columns + strings.Repeat(" ", strategy.MaxChart),
	}},
}

// everyWrong calls do for each of them.
func everyWrong(t fataller, do func(table string, e *strategy.SyntaxError)) {
	t.Helper()
	for _, of := range wrongs {
		for _, text := range of.texts {
			do(of.table, wrong(t, of.table, text))
		}
	}
}

// The place is shown, what was expected there, and examples; a vocabulary is no answer.
func TestWrongStrategiesReadWell(t *testing.T) {
	var b strings.Builder
	everyWrong(t, func(table string, e *strategy.SyntaxError) {
		fmt.Fprintf(&b, "## %.60q at %s\n%s\n%s\n\n", e.Text,
			cmp.Or(table, "any table"), view.SyntaxLine(words, e), view.Caret(words, e))
	})
	golden(t, "strategies", b.String())
}

// Examples are for whoever copies them.
func TestExamplesAreExpressions(t *testing.T) {
	for _, fault := range syntaxFaults(t) {
		for _, part := range constants[strategy.Part](t, "strategy/errors.go", "Part") {
			e := &strategy.SyntaxError{Fault: fault, Want: part, Name: "Ada"}
			list := e.Examples()
			if len(list) != 3 {
				t.Fatalf("fault %s, part %s: %q", fault, part, list)
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
	for _, fault := range syntaxFaults(t) {
		of(view.SyntaxLine(words, &strategy.SyntaxError{Fault: fault, Cause: strategy.ErrNobody}))
	}
	for _, fault := range constants[blackjack.Fault](t, "fault.go", "Fault") {
		of(view.Fault(words, &blackjack.RulesError{Fault: fault}))
	}
}

// syntaxFaults are the faults of expressions, except those of charts.
func syntaxFaults(t *testing.T) []strategy.Fault {
	t.Helper()
	return slices.DeleteFunc(constants[strategy.Fault](t, "strategy/errors.go", "Fault"),
		func(f strategy.Fault) bool { return f == strategy.WrongChart })
}

// constants returns the constants of a type of strings in a file of the engine, in its order.
func constants[T ~string](t *testing.T, path, of string) (list []T) {
	t.Helper()
	text, err := os.ReadFile("../../blackjack/" + path)
	if err != nil {
		t.Fatal(err)
	}
	constant := regexp.MustCompile(`(?m)^\t\w+ +` + of + ` += "(.+?)"`)
	for _, found := range constant.FindAllSubmatch(text, -1) {
		list = append(list, T(found[1]))
	}
	if len(list) == 0 {
		t.Fatalf("%s has no constants of the type %s", path, of)
	}
	return list
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
			list := spans(t, refused(w, e).Text)
			for _, example := range e.Examples() {
				if e.Fault != strategy.UnknownName && !slices.Contains(list, example) {
					t.Fatalf("%s, %q: no example %q in %q", w.Code(), e.Text, example, list)
				}
			}
		}
	}
	everyWrong(t, func(_ string, e *strategy.SyntaxError) { check(t, e) })
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
	everyWrong(t, func(_ string, e *strategy.SyntaxError) { list = append(list, e) })
	for _, w := range lang.Must(lang.Load()) {
		bare := regexp.MustCompile(`\b(?:` + abroad + `)`)
		if w.Code() == "en" {
			bare = regexp.MustCompile(`\b(?:` + everywhere + `)`)
		}
		for _, e := range list {
			said := refused(w, e).Text
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
