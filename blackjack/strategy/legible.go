package strategy

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// beginsChart is how the text of a chart begins and no expression does: with two
// columns, or with one and a row. Behind the column "-" the row has its total, for pair
// is a number, too, and 1 - pair an expression.
var beginsChart = regexp.MustCompile(`(?i)^\s*(?:` +
	`(?:\d+|a|jo)\s+(?:\d+|a|jo|hard|soft|pairs?)(?:\s|$)|` +
	`(?:(?:\d+|a|jo)\s+)?-\s+(?:hard|soft|pairs?)\s+(?:\d|a(?:\s|$)))`)

// comments reach to the end of their lines.
var comments = regexp.MustCompile(`#.*`)

// withoutComments returns a text with blanks for its comments, of as many characters, so
// that all else is in the column where it was. In a text of one line a comment ends where
// columns or rows of a chart begin, for the line breaks that it had are lost: Discord's
// options have none.
func withoutComments(text string) string {
	if strings.Contains(strings.TrimSpace(text), "\n") {
		return comments.ReplaceAllStringFunc(text, blanks)
	}
	var b strings.Builder
	for {
		before, comment, found := strings.Cut(text, "#")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := len(comment)
		if at := chartInComment.FindStringSubmatchIndex(comment); at != nil {
			end = max(at[3], at[4]) // where the row begins
			end -= len(columnsAtTheEnd(comment[max(at[2], 0):max(at[3], 0)]))
		}
		b.WriteString(" " + blanks(comment[:end]))
		text = comment[end:]
	}
}

// chartInComment finds a row behind what could be columns, its first group, or else a row of
// three moves, before which is its second.
var chartInComment = regexp.MustCompile(`(?i)(?:^|\s)(?:` +
	`((?:(?:\d+|a|jo|-)\s+)+)` + rowBegins + `|()` + rowBegins + sign + sign + `)(?:[\s)]|$)`)

// How a row begins, with its first move, and a further move.
const (
	rowBegins = `(?:hard|soft|pairs?)\s+(?:\d|a)\S*` + sign
	sign      = `\s+(?:[hsp.·]|d[hs]|r[hsp])`
)

// columnsAtTheEnd returns the columns that a text ends with, each but once: a number before
// them is of the title.
func columnsAtTheEnd(text string) string {
	words := chartWords.FindAllStringIndex(text, -1)
	var had [Columns]bool
	from := len(text)
	for _, word := range slices.Backward(words) {
		column, ok := columnNamed(text[word[0]:word[1]])
		if !ok || had[column] || column == Unseen && from < len(text) {
			break
		}
		had[column], from = true, word[0]
	}
	return text[from:]
}

// blanks returns as many blanks as a text has characters.
func blanks(text string) string { return strings.Repeat(" ", utf8.RuneCountInString(text)) }

// wide are characters that keyboards and clients write in place of plain ones.
var wide = regexp.MustCompile(`[\x{ff01}-\x{ff5e}\x{3000}\x{a0}\x{202f}]`)

// wideFrom is how far signs of full width are behind the plain ones.
const wideFrom = '！' - '!'

// decoration is what Discord has around a chart that it shows: a block of code, and a
// small line below it.
var decoration = regexp.MustCompile("```|-#.*")

// legible returns a text with plain signs and without what is for people alone, of as many
// characters, so that all else is in the column where it was.
func legible(text string) string {
	text = wide.ReplaceAllStringFunc(text, func(s string) string {
		if r, _ := utf8.DecodeRuneInString(s); r >= '！' {
			return string(r - wideFrom)
		}
		return " "
	})
	if hasRows(text) {
		text = decoration.ReplaceAllStringFunc(text, blanks)
	}
	return withoutComments(text)
}

// rowOfMoves finds a row of moves: only charts have them, and no other expression does.
var rowOfMoves = regexp.MustCompile(`(?i)(?:^|\s)` + rowBegins + sign + sign)

// hasRows reports whether a text has a row of a chart outside of chart(...).
func hasRows(text string) bool {
	return rowOfMoves.MatchString(charts.ReplaceAllLiteralString(text, brief))
}

// charts are the terms of an expression that are charts.
var charts = regexp.MustCompile(`(?i)\bchart\s*\([^()]+\)?`)

// brief is a chart in an expression's [Brief].
const brief = "chart(…)"

// Brief returns an expression with an ellipsis for what its charts say: to be a name.
func Brief(text string) string {
	text = legible(text)
	if beginsChart.MatchString(text) {
		return brief
	}
	return charts.ReplaceAllLiteralString(text, brief)
}

// IsChart reports whether a text is a chart and nothing else.
func IsChart(text string) bool { return strings.TrimSpace(Brief(text)) == brief }
