package strategy

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
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
