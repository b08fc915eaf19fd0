package strategy

import "holecard/blackjack"

// Table is a strategy compiled to a lookup: by total, softness and upcard, and
// by the value of a pair where it may be split. Reading it allocates nothing
// and branches little. It is never changed, so that threads may share it.
type Table struct {
	totals [64][16]Move // hard totals, then soft ones from 32
	pairs  [16][16]Move // by the value of one card; Unset where the pair is played by its total
}

// Compile returns the strategy as a table for the rules, and false if it looks
// at more than total, softness and upcard: cards, suits, a person, a watcher. A
// [Chart] is compiled with its pairs.
func Compile(a Strategy, rules *blackjack.Rules) (*Table, bool) {
	if w, ok := a.(*watch); ok && w.tell == nil {
		return Compile(w.a, rules)
	}
	if c, ok := a.(*Chart); ok {
		return compileChart(c), true
	}
	if !NeedsOf(a).tabular() {
		return nil, false
	}
	t := &Table{}
	s := Situation{Rules: rules, Hands: 1,
		Legal: blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)}
	for column := range Columns {
		s.Seen = column != Unseen
		s.Upcard = blackjack.Card(column - 1) // an ace is card 0
		if column == JokerUp {
			s.Upcard = blackjack.Joker
		}
		for row := range t.totals {
			s.Total, s.Soft = row&31, row >= 32
			yes, err := takes(a, &s)
			if err != nil {
				return nil, false
			}
			t.totals[row][column] = Stand
			if yes {
				t.totals[row][column] = Hit
			}
		}
	}
	return t, true
}

func compileChart(c *Chart) *Table {
	t := &Table{}
	for row := range t.totals {
		total := min(row&31, Totals-1)
		for column := range Columns {
			t.totals[row][column] = c.Hard[total][column]
			if row >= 32 {
				t.totals[row][column] = c.Soft[total][column]
			}
		}
	}
	for value := range c.Pair {
		copy(t.pairs[value][:], c.Pair[value][:])
	}
	return t
}

// Move returns the move for a total from 0 to 31 and a [Column].
func (t *Table) Move(total int, soft bool, column int) Move {
	row := total & 31
	if soft {
		row |= 32
	}
	return t.totals[row][column&15]
}

// Action returns what to do where these actions are legal. pair is the value of
// the first card; it is looked at only where splitting is legal. A pair without
// a move of its own is played by the total given: with a joker, that is not the
// total of two such cards.
func (t *Table) Action(
	total int, soft bool, pair, column int, legal blackjack.Actions,
) blackjack.Action {
	m := t.Move(total, soft, column)
	if legal.Has(blackjack.Split) {
		if own := t.pairs[pair&15][column&15]; own != Unset {
			m = own
		}
	}
	return m.In(legal)
}
