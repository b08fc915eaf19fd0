package strategy

import (
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
	JokerUp   = blackjack.JokerClass
)

// Chart is a strategy that goes by total, softness, pair and upcard alone. It
// is what people call basic strategy once it is filled for a table's rules. [Parse]
// reads those that people write: see [Chart.Text].
type Chart struct {
	Hard [Totals][Columns]Move // by hard total
	Soft [Totals][Columns]Move // by soft total
	Pair [Pairs][Columns]Move  // by the value of one card; asked only where the pair may be split

	Written bool // by somebody; else it is the table's own
}

// Column returns the column of an upcard in charts and tables: its value, 1 for
// an ace and 10 for pictures, [JokerUp] for a joker, or [Unseen].
func Column(up blackjack.Card, seen bool) int {
	if !seen {
		return Unseen
	}
	return up.Class()
}

// Move returns the entry for the situation.
func (c *Chart) Move(s *Situation) Move {
	if s.Legal.Has(blackjack.Split) {
		if m := c.Pair[s.Cards[0].Value()][Column(s.Upcard, s.Seen)]; m != Unset {
			return m
		}
	}
	return c.ofTotal(s)
}

// ofTotal returns the entry for the total, pair or not.
func (c *Chart) ofTotal(s *Situation) Move {
	rows := &c.Hard
	if s.Soft {
		rows = &c.Soft
	}
	return rows[min(max(s.Total, 0), Totals-1)][Column(s.Upcard, s.Seen)]
}

// Decide plays by the chart. It never takes insurance.
func (c *Chart) Decide(s *Situation) (blackjack.Action, error) {
	return c.Move(s).In(s.Legal), nil
}

// String returns "basic", the name of a table's own chart in expressions, and chart(...)
// with the text of one that was written, in one line.
func (c *Chart) String() string {
	if c.Written {
		return "chart(" + strings.Join(strings.Fields(c.Text()), " ") + ")"
	}
	return "basic"
}

// takes counts a double as a card taken. The question
// cannot split or surrender: a pair is played by its total.
func (c *Chart) takes(s *Situation) (bool, error) {
	a := c.ofTotal(s).In(s.Legal & another)
	return a == blackjack.Hit || a == blackjack.Double, nil
}

func (c *Chart) needs() Needs {
	return Needs{Total: true, Soft: true, Upcard: true, Legal: true}
}
