package strategy

import (
	"fmt"
	"strings"

	"holecard/blackjack"
)

// The sizes of a chart. A column is an upcard: see [Column].
const (
	Totals  = 22 // 0 to 21
	Pairs   = 11 // 1, for aces, to 10; 0 is not used
	Columns = 12
)

// The columns that are not the value of an upcard.
const (
	Unseen    = 0 // the opponent shows nothing
	AceColumn = 1
	JokerUp   = 11
	tenColumn = 10
)

// Chart is a strategy that goes by total, softness, pair and upcard alone. It
// is what people call basic strategy once it is filled for a table's rules.
type Chart struct {
	Hard [Totals][Columns]Move // by hard total
	Soft [Totals][Columns]Move // by soft total
	Pair [Pairs][Columns]Move  // by the value of one card; asked only where the pair may be split
}

// Column returns the column of an upcard in charts and tables: its value, 1 for
// an ace and 10 for pictures, [JokerUp] for a joker, or [Unseen].
func Column(up blackjack.Card, seen bool) int {
	switch {
	case !seen:
		return Unseen
	case up.Joker():
		return JokerUp
	}
	return up.Value()
}

// Move returns the entry for the situation.
func (c *Chart) Move(s *Situation) Move {
	up := Column(s.Upcard, s.Seen)
	if s.Legal.Has(blackjack.Split) && len(s.Cards) > 0 {
		if m := c.Pair[s.Cards[0].Value()][up]; m != Unset {
			return m
		}
	}
	total := min(max(s.Total, 0), Totals-1)
	if s.Soft {
		return c.Soft[total][up]
	}
	return c.Hard[total][up]
}

// Decide plays by the chart. It never takes insurance.
func (c *Chart) Decide(s *Situation) (blackjack.Action, error) {
	return c.Move(s).In(s.Legal), nil
}

// String returns "basic", the name of a table's own chart in expressions.
func (c *Chart) String() string { return "basic" }

// takes counts a double as a card taken. A pair is not split by a question of
// hit or stand, and so it is played by its total.
func (c *Chart) takes(s *Situation) (bool, error) {
	total := min(max(s.Total, 0), Totals-1)
	row := &c.Hard[total]
	if s.Soft {
		row = &c.Soft[total]
	}
	a := row[Column(s.Upcard, s.Seen)].In(s.Legal &^ blackjack.ActionsOf(blackjack.Surrender))
	return a == blackjack.Hit || a == blackjack.Double, nil
}

func (c *Chart) needs() Needs {
	return Needs{Total: true, Soft: true, Upcard: true, Legal: true}
}

// Picture returns the chart as people print it: a line for each total, lines
// that agree drawn as one, then soft totals, then pairs; a column for each
// upcard. Totals and columns that the chart says nothing about are left out.
func (c *Chart) Picture() string {
	var b strings.Builder
	columns := c.columns()
	fmt.Fprintf(&b, "%-10s", "")
	for _, up := range columns {
		fmt.Fprintf(&b, " %-2s", columnNames[up])
	}
	b.WriteByte('\n')
	paint := func(kind string, rows [][Columns]Move, name func(int) string) {
		for first := 0; first < len(rows); {
			last := first
			for last+1 < len(rows) && rows[last+1] == rows[first] {
				last++
			}
			if rows[first] != ([Columns]Move{}) {
				label := kind + " " + name(first)
				if last > first {
					label += "-" + name(last)
				}
				fmt.Fprintf(&b, "%-10s", label)
				for _, up := range columns {
					fmt.Fprintf(&b, " %-2s", rows[first][up])
				}
				b.WriteByte('\n')
			}
			first = last + 1
		}
	}
	number := func(n int) string { return fmt.Sprint(n) }
	paint("hard", c.Hard[:], number)
	paint("soft", c.Soft[:], number)
	pairs := c.printedPairs()
	paint("pair", pairs[:], func(i int) string { return columnNames[pairOrder[i]] })
	return trimLines(b.String())
}

// columnNames are how columns are headed.
var columnNames = [Columns]string{"-", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Jo"}

// pairOrder is the order in which pairs are printed, aces last.
var pairOrder = [Pairs - 1]int{2, 3, 4, 5, 6, 7, 8, 9, 10, 1}

// columns returns the columns with an entry, in the order they are printed.
func (c *Chart) columns() []int {
	var list []int
	for _, up := range [Columns]int{Unseen, 2, 3, 4, 5, 6, 7, 8, 9, tenColumn, AceColumn, JokerUp} {
		said := Unset
		for total := range Totals {
			said |= c.Hard[total][up] | c.Soft[total][up]
		}
		if said != Unset {
			list = append(list, up)
		}
	}
	return list
}

// printedPairs returns the pairs in the order they are printed, with the move
// of their total where they have none of their own. A chart without pairs has
// none to print.
func (c *Chart) printedPairs() (rows [Pairs - 1][Columns]Move) {
	if c.Pair == [Pairs][Columns]Move{} {
		return rows
	}
	for i, value := range pairOrder {
		whole := c.Hard[min(2*value, Totals-1)]
		if value == AceColumn {
			whole = c.Soft[12]
		}
		rows[i] = c.Pair[value]
		for up, m := range rows[i] {
			if m == Unset {
				rows[i][up] = whole[up]
			}
		}
	}
	return rows
}

// trimLines takes the blanks off the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
