package odds

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"holecard/blackjack/strategy"
)

// picture returns the chart as people print it: a line for each total, with
// neighbours that agree in one, then soft totals, then pairs; a column for each
// upcard, aces last. What the chart says nothing about is left out. A pair that
// is played by its total shows the move of the total.
//
//	           2  3  4  5  6  7  8  9  10 A
//	hard 16    S  S  S  S  S  H  H  Rh Rh Rh
//	soft 19-21 S  S  S  S  S  S  S  S  S  S
//	pair A     P  P  P  P  P  P  P  P  P  P
func picture(c *strategy.Chart) string {
	p := printer{columns: columnsOf(c)}
	var heads []string
	for _, up := range p.columns {
		heads = append(heads, heading[up])
	}
	p.line("", heads)
	p.rows("hard", c.Hard[:], func(total int) string { return fmt.Sprint(total) })
	p.rows("soft", c.Soft[:], func(total int) string { return fmt.Sprint(total) })
	pairs := printedPairs(c)
	p.rows("pair", pairs[:], func(i int) string { return heading[pairOrder[i]] })
	return p.String()
}

// heading is how columns are headed, and pairs named.
var heading = [strategy.Columns]string{strategy.Unseen: "-", strategy.AceColumn: "A",
	2: "2", "3", "4", "5", "6", "7", "8", "9", "10", strategy.JokerUp: "Jo"}

var (
	columnOrder = [strategy.Columns]int{strategy.Unseen, 2, 3, 4, 5, 6, 7, 8, 9, 10,
		strategy.AceColumn, strategy.JokerUp}
	pairOrder = [strategy.Pairs - 1]int{2, 3, 4, 5, 6, 7, 8, 9, 10, strategy.AceColumn}
)

// columnsOf returns the columns with an entry, in the order they are printed.
func columnsOf(c *strategy.Chart) []int {
	var list []int
	for _, up := range columnOrder {
		for total := range strategy.Totals {
			if c.Hard[total][up] != strategy.Unset || c.Soft[total][up] != strategy.Unset {
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
func printedPairs(c *strategy.Chart) (rows [strategy.Pairs - 1][strategy.Columns]strategy.Move) {
	if c.Pair == [strategy.Pairs][strategy.Columns]strategy.Move{} {
		return rows
	}
	for i, value := range pairOrder {
		total := c.Hard[2*value]
		if value == strategy.AceColumn {
			total = c.Soft[12]
		}
		for up, own := range c.Pair[value] {
			rows[i][up] = cmp.Or(own, total[up])
		}
	}
	return rows
}

// printer is lines of a label and a cell for each column.
type printer struct {
	strings.Builder
	columns []int
}

// rows draws the rows that say something, neighbours that agree as one.
func (p *printer) rows(kind string, rows [][strategy.Columns]strategy.Move, name func(int) string) {
	for first, next := 0, 0; first < len(rows); first = next {
		for next = first + 1; next < len(rows) && rows[next] == rows[first]; next++ {
		}
		if rows[first] == [strategy.Columns]strategy.Move{} {
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

func (p *printer) line(label string, cells []string) {
	text := fmt.Sprintf("%-10s", label)
	for _, cell := range cells {
		text += fmt.Sprintf(" %-2s", cell)
	}
	p.WriteString(strings.TrimRight(text, " ") + "\n")
}

// everyMove is a chart with every move in it.
func everyMove() *strategy.Chart {
	c := new(strategy.Chart)
	for up := 1; up <= 10; up++ {
		for total := 4; total <= 21; total++ {
			c.Hard[total][up], c.Soft[total][up] = strategy.Hit, strategy.Hit
			if total >= 17 {
				c.Hard[total][up] = strategy.Stand
			}
			if total >= 18 {
				c.Soft[total][up] = strategy.Stand
			}
		}
		c.Hard[11][up] = strategy.DoubleElseHit
		c.Pair[8][up] = strategy.Split
	}
	c.Soft[18][6] = strategy.DoubleElseStand
	c.Hard[16][10] = strategy.SurrenderElseHit
	c.Hard[17][1] = strategy.SurrenderElseStand
	c.Pair[8][1] = strategy.SurrenderElseSplit
	c.Pair[1][1] = strategy.Split
	return c
}

// drawn is the picture of everyMove.
const drawn = `
           2  3  4  5  6  7  8  9  10 A
hard 4-10  H  H  H  H  H  H  H  H  H  H
hard 11    Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh
hard 12-15 H  H  H  H  H  H  H  H  H  H
hard 16    H  H  H  H  H  H  H  H  Rh H
hard 17    S  S  S  S  S  S  S  S  S  Rs
hard 18-21 S  S  S  S  S  S  S  S  S  S
soft 4-17  H  H  H  H  H  H  H  H  H  H
soft 18    S  S  S  S  Ds S  S  S  S  S
soft 19-21 S  S  S  S  S  S  S  S  S  S
pair 2-7   H  H  H  H  H  H  H  H  H  H
pair 8     P  P  P  P  P  P  P  P  P  Rp
pair 9-10  S  S  S  S  S  S  S  S  S  S
pair A     H  H  H  H  H  H  H  H  H  P
`

func TestAChartIsPrintedAsPeoplePrintThem(t *testing.T) {
	if got := "\n" + picture(everyMove()); got != drawn {
		t.Errorf("got %s\nwant %s", got, drawn)
	}
}

func TestAChartWithoutUpcardsOrPairsShowsNone(t *testing.T) {
	var c strategy.Chart
	for total := range strategy.Totals {
		c.Hard[total][strategy.Unseen] = strategy.Hit
		if total >= 16 {
			c.Hard[total][strategy.Unseen] = strategy.Stand
		}
	}
	c.Soft[11][strategy.JokerUp] = strategy.Hit
	const want = `           -  Jo
hard 0-15  H  ·
hard 16-21 S  ·
soft 11    ·  H
`
	if got := picture(&c); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
