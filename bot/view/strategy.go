package view

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"holecard/blackjack/strategy"
)

// Misread says why a strategy is refused, and shows where.
func Misread(e *strategy.SyntaxError) string {
	switch {
	case e.Fault == strategy.UnknownName && e.Meant != "":
		return fmt.Sprintf("Unknown strategy “%s”. Did you mean `%s`?",
			shortened(Escape(e.Name), 100), code(e.Meant))
	case e.Fault == strategy.UnknownName:
		return fmt.Sprintf("Unknown strategy “%s”. Try `basic`, `stopAt(17)` or `total < 17`.",
			shortened(Escape(e.Name), 100))
	case e.Column == 0:
		return capital(misread(e)) + "."
	case e.Fault == strategy.Unexpected && e.Found == strategy.PartEnd:
		return caret(e) + "Something is missing here: " + codeQuoted(wanted(e.Want)) + "."
	}
	return caret(e) + capital(codeQuoted(misread(e))) + "."
}

// SyntaxLine says why a strategy is refused, and where, in a line of plain text.
func SyntaxLine(e *strategy.SyntaxError) string {
	if e.Column == 0 {
		return misread(e)
	}
	return fmt.Sprintf("column %d: %s", e.Column, misread(e))
}

// misread says why, as a part of a sentence. What people typed, and
// what they can type, is in quotes.
func misread(e *strategy.SyntaxError) string {
	switch e.Fault {
	case strategy.Unexpected:
		return "expected " + wanted(e.Want) + ", found " + found(e)
	case strategy.UnknownName:
		if e.Meant != "" {
			return fmt.Sprintf("there is no %s: did you mean %s?", quoted(e.Name), e.Meant)
		}
		var names []string
		for _, w := range strategy.Words() {
			names = append(names, w.Name)
		}
		return fmt.Sprintf("there is no %s: there are %s",
			quoted(e.Name), strings.Join(names, ", "))
	case strategy.TakesNothing:
		return e.Name + " takes nothing in parentheses"
	case strategy.TakesArguments:
		name, _, _ := strings.Cut(e.Name, "(")
		return fmt.Sprintf("expected %s, found %s alone", e.Name, name)
	case strategy.ArgumentCount:
		return fmt.Sprintf("expected %d in the parentheses of %s, found %d",
			strings.Count(e.Name, ",")+1, e.Name, e.Count)
	case strategy.UnseenUpcard:
		return e.Name + " goes by the opponent's card, and this table shows none before play"
	case strategy.NoSuits:
		return e.Name + " goes by suits, and this table's cards have none"
	case strategy.FixedAces:
		return e.Name + " goes by how an ace counts, and at this table that never changes"
	case strategy.NoPerson:
		return "ask asks a person, and here nobody can be asked"
	case strategy.NoTable:
		return "basic is a table's own strategy, and here is no table"
	case strategy.NoBasic:
		return "basic: " + e.Cause.Error()
	}
	return "the expression is too long" + misreadLength(e)
}

func misreadLength(e *strategy.SyntaxError) string {
	switch e.Fault {
	case strategy.TooLong:
		return fmt.Sprintf(": it has %d bytes, and may have %d", len(e.Text), strategy.MaxLength)
	case strategy.TooManyTokens:
		return fmt.Sprintf(": it has more than %d words, numbers and signs", strategy.MaxTokens)
	case strategy.TooDeep:
		return fmt.Sprintf(": it has more than %d parentheses in one another", strategy.MaxDepth)
	}
	return " once it is written with blanks and parentheses"
}

// wanted names a part that an expression needs.
func wanted(p strategy.Part) string {
	return map[strategy.Part]string{
		strategy.PartCondition: "a strategy or a condition",
		strategy.PartNumber:    "a number",
		strategy.PartWhole:     fmt.Sprintf("a whole number up to %d", strategy.MaxNumber),
		strategy.PartStop:      fmt.Sprintf("a number from 0 to %d", strategy.MaxStop),
		strategy.PartSuit:      `a suit in quotes, "clubs", "diamonds", "hearts" or "spades"`,
		strategy.PartOpen:      `"("`,
		strategy.PartComma:     `"," or an operator`,
		strategy.PartClose:     `")" or an operator`,
		strategy.PartEnd:       "an operator or the end",
	}[p]
}

// found names what stands there instead.
func found(e *strategy.SyntaxError) string {
	switch {
	case e.Found == strategy.PartEnd:
		return "the end"
	case e.Found == strategy.PartCondition:
		return "the condition " + e.Piece
	case e.Found == strategy.PartNumber && e.Want == strategy.PartStop:
		return e.Piece
	case e.Found == strategy.PartNumber:
		return "the number " + e.Piece
	case e.Found == strategy.PartText:
		return "the text " + quoted(e.Piece)
	case e.Write != "":
		return fmt.Sprintf("%q: write %s", e.Piece, e.Write)
	}
	return quoted(e.Piece)
}

// quoted shows a piece of an expression, and only the beginning of a long one.
func quoted(text string) string { return fmt.Sprintf("%q", shortened(text, 20)) }

// WeakHouse says that players have an edge against a house, by a share of the bet.
func WeakHouse(house string, edge float64) string {
	return fmt.Sprintf("Players have the edge against that house (%s): `%s`. "+
		"Pick a stronger one, such as `stopAt(16)`. `/watch` and `/simulate` take any.",
		Percent(edge), code(house))
}

// caretWidth is how many characters of an expression fit on a phone.
const caretWidth = 32

// caret shows the expression with a caret below what is wrong: of a long one only
// what is around it.
func caret(e *strategy.SyntaxError) string {
	text := []rune(strings.Map(plainLine, e.Text))
	at := min(e.Column-1, len(text))
	from := max(0, min(at-caretWidth/2, len(text)-caretWidth))
	shown := string(text[from:min(from+caretWidth, len(text))])
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
