package strategy

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"holecard/blackjack"
)

// ChartFault is a reason to refuse the text of a chart.
type ChartFault string

// The faults. Row and Up of the error say where.
const (
	ChartColumn      ChartFault = "column" // Found is not a column, nor a row
	ChartRow         ChartFault = "row"    // Found is not how a row begins
	ChartTotal       ChartFault = "total"  // Found is not the totals of a row: Row is how it begins
	ChartValue       ChartFault = "value"  // the same of a pair
	ChartMove        ChartFault = "move"   // Found is not a move
	ChartTwice       ChartFault = "twice"  // Row, or Up where that is empty, is there twice
	ChartEmpty       ChartFault = "empty"  // it has no move
	ChartNoUpcard    ChartFault = "upcard" // it goes by upcards, and the table shows none
	ChartLacksColumn ChartFault = "lacks"  // it lacks the column Up, which the table can show
	ChartNever       ChartFault = "never"  // nobody is asked about Row at the table
	ChartWithin      ChartFault = "within" // Found is of a longer strategy: there it is chart(...)
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
	return fmt.Sprintf("%s of the chart in row %.40q, column %q: %.40q", e.Fault, e.Row, e.Up,
		e.Found)
}

// chartReader reads the words of a chart from left to right. Lines make no difference:
// what people paste can lose them.
type chartReader struct {
	text   string           // the whole expression
	words  [][]int          // where each word of the chart begins and ends
	end    int              // where the chart ends
	rules  *blackjack.Rules // nil for any
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
	r := chartReader{text: text, end: from + len(inner), rules: rules}
	for _, word := range chartWords.FindAllStringIndex(inner, -1) {
		r.words = append(r.words, []int{from + word[0], from + word[1]})
	}
	columns, err := r.columns()
	if err == nil {
		err = r.fits(columns)
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
func (r *chartReader) fits(columns []int) *SyntaxError {
	rules := r.rules
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
	totals := r.words
	r.words = r.words[1:]
	stands := true
	for _, column := range columns {
		r.column = headings[column]
		move, ok := moveNamed(r.word())
		if !ok {
			return r.wrong(ChartMove)
		}
		for at := first; at <= last; at++ {
			*r.chart.cell(kind, at, column) = move
		}
		stands = stands && (move == Stand || move == Unset)
		r.words = r.words[1:]
	}
	r.column = ""
	if r.rules != nil && !comesUp(r.rules, kind, first, last, stands) {
		r.words = totals
		return r.wrong(ChartNever)
	}
	r.inRow = ""
	return nil
}

// comesUp reports whether a player is asked about one of the totals of a row. A hand of 21
// stands by itself at most tables, so that a row says what happens there if it stands, too. A
// pair that cannot be split is played by its total, as a double that is not allowed is a hit.
func comesUp(rules *blackjack.Rules, k Kind, first, last int, stands bool) bool {
	least, most := 0, maxTotal
	if k != PairRow {
		least = leastTotal(rules, k == SoftRow)
		if !rules.AskedAt21 && !stands {
			most--
		}
	}
	return least <= last && first <= most
}

// leastTotal returns the least total of a hand that a player is asked about, soft or hard:
// that of its first cards, or of those and another. It is above 21 where there is none.
func leastTotal(rules *blackjack.Rules, soft bool) int {
	var classes []blackjack.Card
	var had [Columns]bool
	for _, c := range rules.Full() {
		if !had[c.Class()] {
			classes = append(classes, c)
		}
		had[c.Class()] = true
	}
	least := Totals
	var extend func(hand []blackjack.Card)
	extend = func(hand []blackjack.Card) {
		if n := len(hand); n >= rules.Start.Cards() {
			if total, is := rules.Aces.Total(hand...); is == soft {
				least = min(least, total)
			}
			if n > rules.Start.Cards() {
				return
			}
		}
		for _, c := range classes {
			extend(append(hand[:len(hand):len(hand)], c))
		}
	}
	extend(nil)
	return least
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
