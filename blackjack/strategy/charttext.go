package strategy

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"holecard/blackjack"
)

// MaxChart is how many bytes the charts of an expression may have in all. A chart with
// every row has some 2,500.
const MaxChart = 4000

// headings are how columns are headed, and pairs named.
var headings = [Columns]string{Unseen: "-", AceColumn: "A",
	2: "2", "3", "4", "5", "6", "7", "8", "9", "10", JokerUp: "Jo"}

// columnOrder is the order in which columns and pairs are written.
var columnOrder = [Columns]int{2, 3, 4, 5, 6, 7, 8, 9, 10, AceColumn, JokerUp, Unseen}

// Kind is which of its tables a row of a chart is in.
type Kind uint8

// The kinds of rows.
const (
	HardRow Kind = iota
	SoftRow
	PairRow
	Kinds
)

// String returns the word that the rows of the kind begin with.
func (k Kind) String() string { return [...]string{"hard", "soft", "pair"}[k] }

// Row is one or more rows of a chart that agree.
type Row struct {
	Kind        Kind
	First, Last int // totals, or the values of one card of a pair
	Moves       [Columns]Move
}

// String names the row: "hard 13-16", "pair A".
func (r Row) String() string {
	name := strconv.Itoa
	if r.Kind == PairRow {
		name = Heading
	}
	text := r.Kind.String() + " " + name(r.First)
	if r.Last != r.First {
		text += "-" + name(r.Last)
	}
	return text
}

// Heading returns how a column is headed, and what pairs of its value are called.
func Heading(column int) string { return headings[column] }

// Columns returns the columns with an entry, in the order they are written.
func (c *Chart) Columns() (list []int) {
	for _, up := range columnOrder {
		for _, r := range c.Rows() {
			if r.Moves[up] != Unset {
				list = append(list, up)
				break
			}
		}
	}
	return list
}

// Rows returns the rows with an entry, in the order they are written: neighbours
// that agree are one. A pair that is played by its total has the moves of that,
// unless no pair has any of its own: then there are no rows of pairs.
func (c *Chart) Rows() (list []Row) {
	add := func(k Kind, at int, moves [Columns]Move) {
		if moves == [Columns]Move{} {
			return
		}
		if n := len(list) - 1; n >= 0 && list[n].Kind == k && list[n].Moves == moves &&
			follows(k, list[n].Last, at) {
			list[n].Last = at
			return
		}
		list = append(list, Row{k, at, at, moves})
	}
	for total, moves := range c.Hard {
		add(HardRow, total, moves)
	}
	for total, moves := range c.Soft {
		add(SoftRow, total, moves)
	}
	if c.Pair == [Pairs][Columns]Move{} {
		return list
	}
	for _, value := range columnOrder[:Pairs-1] {
		moves := c.Pair[value]
		for up, own := range moves {
			if own == Unset {
				moves[up] = c.whole(value)[up]
			}
		}
		add(PairRow, value, moves)
	}
	return list
}

// follows reports whether a row comes right behind another. Aces, the last pair,
// are in no row with others.
func follows(k Kind, last, at int) bool {
	return at == last+1 && (k != PairRow || last != AceColumn)
}

// whole is the row by which a pair of the value is played that is not split.
func (c *Chart) whole(value int) *[Columns]Move {
	if value == AceColumn {
		return &c.Soft[12]
	}
	return &c.Hard[2*value]
}

// plain makes the entries of pairs that only repeat their totals Unset.
func (c *Chart) plain() {
	for value := 1; value < Pairs; value++ {
		for up, m := range c.Pair[value] {
			if m == c.whole(value)[up] {
				c.Pair[value][up] = Unset
			}
		}
	}
}

// Text returns the chart as people print it, which [Parse] reads as it is and within
// chart(...):
//
//	           2  3  4  5  6  7  8  9  10 A
//	hard 16    S  S  S  S  S  H  H  Rh Rh Rh
//	soft 19-21 S  S  S  S  S  S  S  S  S  S
//	pair A     P  P  P  P  P  P  P  P  P  P
func (c *Chart) Text() string { return c.Painted(func(m Move) string { return m.String() }) }

// Painted is [Chart.Text] with moves as the caller writes them, each in the place of
// its sign.
func (c *Chart) Painted(paint func(Move) string) string {
	var b strings.Builder
	columns := c.Columns()
	line := func(label string, cell func(up int) (text string, wide int)) {
		fmt.Fprintf(&b, "%-10s", label)
		for i, up := range columns {
			text, wide := cell(up)
			b.WriteString(" " + text)
			if i < len(columns)-1 {
				b.WriteString(strings.Repeat(" ", 2-wide))
			}
		}
		b.WriteString("\n")
	}
	line("", func(up int) (string, int) { return headings[up], len(headings[up]) })
	for _, r := range c.Rows() {
		line(r.String(), func(up int) (string, int) {
			return paint(r.Moves[up]), utf8.RuneCountInString(r.Moves[up].String())
		})
	}
	return b.String()
}

// beginsChart is how the text of a chart begins and no expression does: with two
// columns, or with one and a row. Behind the column "-" the row has its total, for pair
// is a number, too, and 1 - pair an expression.
var beginsChart = regexp.MustCompile(`(?i)^\s*(?:` +
	`(?:\d+|a|jo)\s+(?:\d+|a|jo|hard|soft|pairs?)(?:\s|$)|` +
	`(?:(?:\d+|a|jo)\s+)?-\s+(?:hard|soft|pairs?)\s+(?:\d|a(?:\s|$)))`)

// comments reach to the end of their lines.
var comments = regexp.MustCompile(`#.*`)

// withoutComments returns a text with blanks for its comments, of as many characters, so
// that all else is in the column where it was.
func withoutComments(text string) string {
	return comments.ReplaceAllStringFunc(text, blanks)
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
var rowOfMoves = regexp.MustCompile(`(?i)(?:^|\s)(?:hard|soft|pairs?)\s+(?:\d|a)\S*` +
	`(?:\s+(?:[hsp.·]|d[hs]|r[hsp])){3}`)

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

// ChartFault is a reason to refuse the text of a chart.
type ChartFault uint8

// The faults. Row and Up of the error say where.
const (
	ChartColumn      ChartFault = iota + 1 // Found is not a column, nor a row
	ChartRow                               // Found is not how a row begins
	ChartTotal                             // Found is not the totals of a row: Row is how it begins
	ChartValue                             // the same of a pair
	ChartMove                              // Found is not a move
	ChartTwice                             // Row, or Up where that is empty, is there twice
	ChartEmpty                             // it has no move
	ChartNoUpcard                          // it goes by upcards, and the table shows none
	ChartLacksColumn                       // it lacks the column Up, which the table can show
	ChartWithin                            // Found is of a longer strategy: there it is chart(...)
)

// ChartError says what is wrong with the text of a chart, and at which cell. It is
// the cause of a [SyntaxError] with the fault [WrongChart].
type ChartError struct {
	Fault ChartFault
	Row   string // such as "hard 16"; empty where it is in none
	Up    string // the heading of the column; empty where it is in none
	Found string // as it is written; empty for the end
}

func (e *ChartError) Error() string {
	return fmt.Sprintf("fault %d of the chart in row %.40q, column %q: %.40q", e.Fault, e.Row, e.Up,
		e.Found)
}

// chartReader reads the words of a chart from left to right. Lines make no difference:
// what people paste can lose them.
type chartReader struct {
	text   string  // the whole expression
	words  [][]int // where each word of the chart begins and ends
	end    int     // where the chart ends
	chart  Chart
	rows   [Kinds][Totals]bool // those that were read
	inRow  string
	column string
}

var chartWords = regexp.MustCompile(`\S+`)

// parseChart reads what stands from one offset of a text to another as a chart for a
// table's rules, nil for any.
func parseChart(text string, from, to int, rules *blackjack.Rules) (*Chart, *SyntaxError) {
	inner := strings.TrimRight(text[from:to], " \t\r\n")
	r := chartReader{text: text, end: from + len(inner)}
	for _, word := range chartWords.FindAllStringIndex(inner, -1) {
		r.words = append(r.words, []int{from + word[0], from + word[1]})
	}
	columns, err := r.columns()
	if err == nil {
		err = r.fits(columns, rules)
	}
	for err == nil && len(r.words) > 0 {
		err = r.row(columns)
	}
	if err != nil {
		return nil, err
	}
	if r.chart.plain(); r.chart == (Chart{}) {
		return nil, r.wrong(ChartEmpty)
	}
	r.chart.Written = true
	return &r.chart, nil
}

// word returns the next word, empty at the end.
func (r *chartReader) word() string {
	if len(r.words) == 0 {
		return ""
	}
	return r.text[r.words[0][0]:r.words[0][1]]
}

// wrong returns the error at the next word.
func (r *chartReader) wrong(f ChartFault) *SyntaxError {
	at := r.end
	if len(r.words) > 0 {
		at = r.words[0][0]
	}
	return &SyntaxError{Fault: WrongChart,
		Column: utf8.RuneCountInString(r.text[:at]) + 1,
		Cause:  &ChartError{Fault: f, Row: r.inRow, Up: r.column, Found: r.word()}}
}

// columnNamed returns the column of a heading.
func columnNamed(name string) (int, bool) {
	for column, heading := range headings {
		if strings.EqualFold(heading, name) {
			return column, true
		}
	}
	return 0, false
}

// kindNamed returns the kind of the rows that begin with a word.
func kindNamed(name string) (Kind, bool) {
	for k := range Kinds {
		if strings.EqualFold(name, k.String()) || strings.EqualFold(name, k.String()+"s") {
			return k, true
		}
	}
	return 0, false
}

// columns reads the first line, which ends where a row begins.
func (r *chartReader) columns() (list []int, _ *SyntaxError) {
	var had [Columns]bool
	for {
		if _, row := kindNamed(r.word()); row {
			return list, nil
		}
		column, ok := columnNamed(r.word())
		switch {
		case !ok:
			return nil, r.wrong(ChartColumn)
		case had[column]:
			r.column = headings[column]
			return nil, r.wrong(ChartTwice)
		}
		had[column] = true
		list = append(list, column)
		r.words = r.words[1:]
	}
}

// fits refuses a chart without the columns that a table can show.
func (r *chartReader) fits(columns []int, rules *blackjack.Rules) *SyntaxError {
	if rules == nil {
		return nil
	}
	var has [Columns]bool
	for _, c := range columns {
		has[c] = true
	}
	for _, up := range columnOrder {
		shown := up != Unseen && (up != JokerUp || rules.Jokers > 0)
		if !rules.ShowsUpcard() {
			shown = up == Unseen
		}
		if has[up] || !shown {
			continue
		}
		f := ChartLacksColumn
		if up == Unseen {
			f = ChartNoUpcard
		}
		r.column = headings[up]
		return r.wrong(f)
	}
	return nil
}

// row reads a row: what kind it is, of which totals, and a move for each column.
func (r *chartReader) row(columns []int) *SyntaxError {
	kind, ok := kindNamed(r.word())
	if !ok {
		return r.wrong(ChartRow)
	}
	r.inRow, r.words = kind.String(), r.words[1:]
	first, last, ok := span(kind, r.word())
	switch {
	case !ok && kind == PairRow:
		return r.wrong(ChartValue)
	case !ok:
		return r.wrong(ChartTotal)
	}
	r.inRow = Row{Kind: kind, First: first, Last: last}.String()
	for at := first; at <= last; at++ {
		if r.rows[kind][at] {
			return r.wrong(ChartTwice)
		}
		r.rows[kind][at] = true
	}
	r.words = r.words[1:]
	for _, column := range columns {
		r.column = headings[column]
		move, ok := moveNamed(r.word())
		if !ok {
			return r.wrong(ChartMove)
		}
		for at := first; at <= last; at++ {
			*r.chart.cell(kind, at, column) = move
		}
		r.words = r.words[1:]
	}
	r.inRow, r.column = "", ""
	return nil
}

func (c *Chart) cell(k Kind, at, column int) *Move {
	switch k {
	case HardRow:
		return &c.Hard[at][column]
	case SoftRow:
		return &c.Soft[at][column]
	}
	return &c.Pair[at][column]
}

// span reads the totals of a row, or the values of pairs: "16", "13-16", "A".
func span(k Kind, text string) (first, last int, ok bool) {
	from, to, several := strings.Cut(text, "-")
	if !several {
		to = from
	}
	number := func(text string) (int, bool) {
		if k == PairRow {
			value, ok := columnNamed(text)
			return value, ok && value > 0 && value < Pairs
		}
		n, err := strconv.ParseUint(text, 10, 8)
		return int(n), err == nil && n < Totals
	}
	first, ok = number(from)
	if ok {
		last, ok = number(to)
	}
	return first, last, ok && first <= last && (k != PairRow || first > 1 || last == first)
}

// moveNamed returns the move of a sign, capitals or not; a dot that keyboards have is none.
func moveNamed(sign string) (Move, bool) {
	if sign == "." {
		return Unset, true
	}
	for m, s := range signs {
		if strings.EqualFold(sign, s) {
			return Move(m), true
		}
	}
	return Unset, false
}
