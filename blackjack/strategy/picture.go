package strategy

import (
	"fmt"
	"strings"
)

// Picture returns the chart as people print it: a line for each total, with
// neighbours that agree in one, then soft totals, then pairs; a column for each
// upcard, aces last. What the chart says nothing about is left out. A pair that
// is played by its total shows the move of the total.
//
//	           2  3  4  5  6  7  8  9  10 A
//	hard 16    S  S  S  S  S  H  H  Rh Rh Rh
//	soft 19-21 S  S  S  S  S  S  S  S  S  S
//	pair A     P  P  P  P  P  P  P  P  P  P
func (c *Chart) Picture() string {
	p := picture{columns: c.columns()}
	var heads []string
	for _, up := range p.columns {
		heads = append(heads, heading[up])
	}
	p.line("", heads)
	p.rows("hard", c.Hard[:], func(total int) string { return fmt.Sprint(total) })
	p.rows("soft", c.Soft[:], func(total int) string { return fmt.Sprint(total) })
	pairs := c.printedPairs()
	p.rows("pair", pairs[:], func(i int) string { return heading[pairOrder[i]] })
	return p.String()
}

// heading is how columns are headed, and pairs named.
var heading = [Columns]string{Unseen: "-", AceColumn: "A", 2: "2", "3", "4", "5", "6", "7", "8",
	"9", "10", JokerUp: "Jo"}

var (
	columnOrder = [Columns]int{Unseen, 2, 3, 4, 5, 6, 7, 8, 9, 10, AceColumn, JokerUp}
	pairOrder   = [Pairs - 1]int{2, 3, 4, 5, 6, 7, 8, 9, 10, AceColumn}
)

// columns returns the columns with an entry, in the order they are printed.
func (c *Chart) columns() []int {
	var list []int
	for _, up := range columnOrder {
		for total := range Totals {
			if c.Hard[total][up] != Unset || c.Soft[total][up] != Unset {
				list = append(list, up)
				break
			}
		}
	}
	return list
}

// printedPairs returns the pairs in the order they are printed, with the move
// of their total where they have none of their own. A chart that has no pairs
// has none to print.
func (c *Chart) printedPairs() (rows [Pairs - 1][Columns]Move) {
	if c.Pair == [Pairs][Columns]Move{} {
		return rows
	}
	t := compileChart(c)
	for i, value := range pairOrder {
		for up := range rows[i] {
			rows[i][up] = t.Pair(value, up)
		}
	}
	return rows
}

// picture is lines of a label and a cell for each column.
type picture struct {
	strings.Builder
	columns []int
}

// rows draws the rows that say something, neighbours that agree as one.
func (p *picture) rows(kind string, rows [][Columns]Move, name func(int) string) {
	for first, next := 0, 0; first < len(rows); first = next {
		for next = first + 1; next < len(rows) && rows[next] == rows[first]; next++ {
		}
		if rows[first] == [Columns]Move{} {
			continue
		}
		label := kind + " " + name(first)
		if next > first+1 {
			label += "-" + name(next-1)
		}
		var cells []string
		for _, up := range p.columns {
			cells = append(cells, rows[first][up].String())
		}
		p.line(label, cells)
	}
}

func (p *picture) line(label string, cells []string) {
	text := fmt.Sprintf("%-10s", label)
	for _, cell := range cells {
		text += fmt.Sprintf(" %-2s", cell)
	}
	p.WriteString(strings.TrimRight(text, " ") + "\n")
}
