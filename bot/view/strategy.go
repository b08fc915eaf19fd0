package view

import (
	"cmp"
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"holecard/blackjack/strategy"
	"holecard/bot/lang"
)

// wrongStrategy says why a strategy is refused, and shows where.
func wrongStrategy(w *lang.Printer, e *strategy.SyntaxError) string {
	switch {
	case e.Fault == strategy.UnknownName && e.Meant != "":
		return fenced(e) + w.Say("strategy.meant", shortened(Escape(e.Name), 100), code(e.Meant))
	case e.Fault == strategy.UnknownName:
		return fenced(e) + w.Say("strategy.unknown", shortened(Escape(e.Name), 100))
	case e.Column == 0:
		return w.Say("sentence", sentence(w, e))
	}
	var list []string
	for _, example := range e.Examples() {
		list = append(list, span(example))
	}
	examples := " " + w.Say("syntax.examples", w.Or(list))
	if e.Fault == strategy.Unexpected && e.Found == strategy.PartEnd {
		return fenced(e) + w.Say("syntax.missing", codeQuoted(wanted(w, e.Want))) + examples
	}
	return fenced(e) + w.Say("sentence", sentence(w, e)) + examples
}

// fenced shows where a strategy is wrong in a block of code.
func fenced(e *strategy.SyntaxError) string { return "```\n" + caret(e) + "\n```\n" }

// Caret shows in plain text where a strategy is wrong, and three examples.
func Caret(w *lang.Printer, e *strategy.SyntaxError) (text string) {
	if e.Column > 0 {
		text = caret(e) + "\n"
	}
	return text + w.Say("syntax.examples", w.Or(e.Examples()))
}

// SyntaxLine says why a strategy is refused, and where, in a line of plain text.
func SyntaxLine(w *lang.Printer, e *strategy.SyntaxError) string {
	text := unmarked(misread(w, e))
	if e.Column == 0 {
		return text
	}
	return w.Say("syntax.column", e.Column, text)
}

// misread says why, as a part of a sentence. What people typed is in quotes, and code that
// needs none in plain text is [marked].
func misread(w *lang.Printer, e *strategy.SyntaxError) string {
	piece := strconv.Quote(shortened(e.Piece, caretWidth))
	facts := []any{marked(e.Name)}
	switch e.Fault {
	case strategy.NoBasic:
		return marked("basic") + ": " + e.Cause.Error()
	case strategy.WrongChart:
		return wrongChart(w, e)
	case strategy.Unexpected:
		facts = []any{wanted(w, e.Want), found(w, e)}
	case strategy.UnknownName:
		if e.Meant != "" {
			return w.Say("syntax.meant", quoted(e.Name), marked(e.Meant))
		}
		facts = []any{quoted(e.Name)}
	case strategy.NameTaken, strategy.TooLikely:
		facts = []any{quoted(e.Name)}
	case strategy.TakesArguments:
		name, _, _ := strings.Cut(e.Name, "(")
		facts = append(facts, marked(name))
	case strategy.ArgumentCount:
		facts = []any{strings.Count(e.Name, ",") + 1, marked(e.Name), e.Count}
	case strategy.NotTen:
		facts = []any{e.Count}
	case strategy.TooLong:
		facts = []any{e.Count, strategy.MaxLength}
	case strategy.TooLongCharts:
		facts = []any{e.Count, strategy.MaxChart}
	case strategy.TooManyTokens:
		facts = []any{strategy.MaxTokens}
	case strategy.TooDeep:
		facts = []any{strategy.MaxDepth}
	case strategy.TooCostly:
		facts = []any{strategy.MaxCost}
	case strategy.NeverHolds, strategy.AlwaysHolds:
		facts = []any{piece, quoted(e.Name), reach(w, e.Reach)}
	case strategy.Contradicts, strategy.NoBet:
		facts = []any{piece}
	}
	return w.Say("syntax."+string(e.Fault), facts...)
}

// wrongChart says why the text of a chart is refused, as a part of a sentence.
func wrongChart(w *lang.Printer, e *strategy.SyntaxError) string {
	c, ok := errors.AsType[*strategy.ChartError](e)
	if !ok {
		panic("view: a wrong chart without a ChartError")
	}
	found := w.Say("found.end")
	if c.Found != "" {
		found = quoted(c.Found)
	}
	facts := []any{found}
	switch c.Fault {
	case strategy.ChartTotal:
		facts = []any{marked(c.Row), found}
	case strategy.ChartMove:
		facts = []any{marked(c.Row), marked(c.Up), found}
	case strategy.ChartTwice:
		facts = []any{marked(cmp.Or(c.Row, c.Up))}
	case strategy.ChartLacksColumn:
		facts = []any{marked(c.Up)}
	case strategy.ChartNever:
		facts = []any{marked(c.Row)}
	}
	return w.Say("syntax.chart."+string(c.Fault), facts...)
}

// reach says which values a number can have.
func reach(w *lang.Printer, r strategy.Reach) string {
	figure := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
	switch {
	case r.Whole:
		return w.Say("reach.whole")
	case math.IsInf(r.Most, 0):
		return w.Say("reach.least", figure(r.Least))
	case math.IsInf(r.Least, 0):
		return w.Say("reach.most", figure(r.Most))
	}
	return w.Say("reach.from", figure(r.Least), figure(r.Most))
}

// wanted names a part that an expression needs.
func wanted(w *lang.Printer, p strategy.Part) string {
	switch p {
	case strategy.PartWhole:
		return w.Say("part.whole", strategy.MaxNumber)
	case strategy.PartStop:
		return w.Say("part.stop", strategy.MaxStop)
	}
	return w.Say("part." + string(p))
}

// found names what stands there instead.
func found(w *lang.Printer, e *strategy.SyntaxError) string {
	switch {
	case e.Found == strategy.PartEnd:
		return w.Say("found.end")
	case e.Found == strategy.PartCondition:
		return w.Say("found.condition", marked(e.Piece))
	case e.Found == strategy.PartNumber &&
		(e.Want == strategy.PartStop || e.Want == strategy.PartRank):
		return marked(e.Piece)
	case e.Found == strategy.PartNumber:
		return w.Say("found.number", marked(e.Piece))
	case e.Found == strategy.PartText:
		return w.Say("found.text", quoted(e.Piece))
	case e.Write != "":
		return w.Say("found.write", quoted(e.Piece), marked(e.Write))
	}
	return quoted(e.Piece)
}

// quoted shows a piece of an expression, and only the beginning of a long one.
func quoted(text string) string { return strconv.Quote(shortened(text, 20)) }

// caretWidth is how many characters of an expression fit on a phone.
const caretWidth = 32

// caret shows the expression with a caret below what is wrong: of a long one only
// what is around it.
func caret(e *strategy.SyntaxError) string {
	text := []rune(strings.Map(plainLine, e.Text))
	at := min(e.Column-1, len(text))
	from := max(0, min(at-caretWidth/2, len(text)-caretWidth))
	shown := string(text[from:min(from+caretWidth, len(text))])
	return shown + "\n" + strings.Repeat(" ", at-from) + "^"
}

// plainLine maps what would end a line or a block of code, cannot be seen, or is as wide as
// two characters.
func plainLine(r rune) rune {
	if r >= '！' && r <= '～' {
		r -= '！' - '!'
	}
	switch {
	case r == '`':
		return '\''
	case r == utf8.RuneError, r < ' ', r >= 0x7f && r <= 0xa0, r >= 0x2000 && r < 0x2070,
		r == 0x3000:
		return ' '
	}
	return r
}

// sentence says why a strategy is refused, as the beginning of a sentence.
func sentence(w *lang.Printer, e *strategy.SyntaxError) string {
	return capital(codeQuoted(misread(w, e)))
}

// marked marks code for [codeQuoted], as the catalogues do. It has no backticks: what people
// type is [quoted].
func marked(code string) string { return "`" + code + "`" }

// unmarked returns a text with its code as it is in plain text.
func unmarked(text string) string {
	return quotation.ReplaceAllStringFunc(text, func(s string) string {
		return strings.Trim(s, "`")
	})
}

// quotation is what [quoted] or [marked] writes, or what the words themselves have so.
var quotation = regexp.MustCompile(`"(?:[^"\\]|\\.)*"` + "|`[^`]*`")

// codeQuoted writes what a text has in quotes, or marked, as code, and escapes the rest.
func codeQuoted(text string) string {
	var b strings.Builder
	end := 0
	for _, at := range quotation.FindAllStringIndex(text, -1) {
		b.WriteString(escapedWithin(text[end:at[0]]))
		inner := text[at[0]+1 : at[1]-1]
		if text[at[0]] == '"' {
			inner = unquoted.Replace(inner)
		}
		b.WriteString(span(inner))
		end = at[1]
	}
	b.WriteString(escapedWithin(text[end:]))
	return b.String()
}

// unquoted takes back what a quotation adds to quotes and backslashes. What cannot be seen
// stays written out.
var unquoted = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// escapedWithin escapes a text, and keeps the blanks around it.
func escapedWithin(text string) string {
	inner := strings.TrimSpace(text)
	return strings.Replace(text, inner, EscapeText(inner), 1)
}

// capital begins a sentence.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
