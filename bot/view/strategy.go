package view

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"holecard/blackjack/strategy"
)

// Misread says what is wrong with a strategy, and shows the place.
func Misread(e *strategy.SyntaxError) string {
	switch {
	case e.Unknown != "" && e.Meant != "":
		return fmt.Sprintf("Unknown strategy “%s”. Did you mean `%s`?", shortened(Escape(e.Unknown), 100), code(e.Meant))
	case e.Unknown != "":
		return fmt.Sprintf("Unknown strategy “%s”. Try `basic`, `stopAt(17)` or `total < 17`.", shortened(Escape(e.Unknown), 100))
	case e.Column == 0:
		return capital(codeQuoted(e.Message)) + "."
	case e.Missing != "":
		return place(e) + "Something is missing here: " + codeQuoted(e.Missing) + "."
	}
	return place(e) + capital(codeQuoted(e.Message)) + "."
}

// WeakHouse says that players have an edge against a house, by a share of the bet.
func WeakHouse(house string, edge float64) string {
	return fmt.Sprintf("Players have the edge against that house (%s): `%s`. Pick a stronger one, such as `stopAt(16)`. `/watch` and `/simulate` take any.",
		Percent(edge), code(house))
}

// placeWidth is how many characters of an expression fit on a phone.
const placeWidth = 32

// place shows the expression with a caret under the place: of a long one only
// what is around it.
func place(e *strategy.SyntaxError) string {
	text := []rune(strings.Map(plainLine, e.Text))
	at := min(e.Column-1, len(text))
	from := max(0, min(at-placeWidth/2, len(text)-placeWidth))
	shown := string(text[from:min(from+placeWidth, len(text))])
	return "```\n" + shown + "\n" + strings.Repeat(" ", at-from) + "^\n```\n"
}

// plainLine maps what would end a line or a block of code, or cannot be seen.
func plainLine(r rune) rune {
	switch {
	case r == '`':
		return '\''
	case r == utf8.RuneError, r < ' ', r >= 0x7f && r < 0xa0, r >= 0x2000 && r < 0x2070:
		return ' '
	}
	return r
}

// codeQuoted writes what a text has in quotes as code, and escapes the rest.
func codeQuoted(text string) string {
	parts := strings.Split(text, `"`)
	for i, part := range parts {
		if i%2 == 1 {
			parts[i] = "`" + code(part) + "`"
		} else {
			inner := strings.TrimSpace(part)
			parts[i] = strings.Replace(part, inner, EscapeText(inner), 1)
		}
	}
	return strings.Join(parts, "")
}
