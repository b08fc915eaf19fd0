package sim

import (
	"context"
	"strings"
	"testing"

	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

// published is the chart that is printed for 6 decks, S17, double after split,
// late surrender: a line for each hand, a column for each upcard from 2 to 10
// and the ace.
var published = struct{ hard, soft, pair [][10]strategy.Move }{
	hard: [][10]strategy.Move{
		8:  row("H H H H H H H H H H"),
		9:  row("H Dh Dh Dh Dh H H H H H"),
		10: row("Dh Dh Dh Dh Dh Dh Dh Dh H H"),
		11: row("Dh Dh Dh Dh Dh Dh Dh Dh Dh H"),
		12: row("H H S S S H H H H H"),
		13: row("S S S S S H H H H H"),
		14: row("S S S S S H H H H H"),
		15: row("S S S S S H H H Rh H"),
		16: row("S S S S S H H Rh Rh Rh"),
		17: row("S S S S S S S S S S"),
	},
	soft: [][10]strategy.Move{
		13: row("H H H Dh Dh H H H H H"),
		14: row("H H H Dh Dh H H H H H"),
		15: row("H H Dh Dh Dh H H H H H"),
		16: row("H H Dh Dh Dh H H H H H"),
		17: row("H Dh Dh Dh Dh H H H H H"),
		18: row("S Ds Ds Ds Ds S S H H H"),
		19: row("S S S S S S S S S S"),
	},
	pair: [][10]strategy.Move{
		1:  row("P P P P P P P P P P"),
		2:  row("P P P P P P H H H H"),
		3:  row("P P P P P P H H H H"),
		4:  row("H H H P P H H H H H"),
		5:  row("Dh Dh Dh Dh Dh Dh Dh Dh H H"),
		6:  row("P P P P P H H H H H"),
		7:  row("P P P P P P H H H H"),
		8:  row("P P P P P P P P P P"),
		9:  row("P P P P P S P P S S"),
		10: row("S S S S S S S S S S"),
	},
}

func row(text string) (r [10]strategy.Move) {
	names := map[string]strategy.Move{
		"H": strategy.Hit, "S": strategy.Stand, "Dh": strategy.DoubleElseHit, "Ds": strategy.DoubleElseStand,
		"P": strategy.Split, "Rh": strategy.SurrenderElseHit,
	}
	for i, word := range strings.Fields(text) {
		r[i] = names[word]
	}
	return r
}

// basic returns the published chart as a strategy.
func basic() strategy.Strategy {
	c := &strategy.Chart{}
	column := func(i int) int {
		if i == 9 {
			return strategy.AceColumn
		}
		return i + 2
	}
	for i := range 10 {
		up := column(i)
		for total := range strategy.Totals {
			c.Hard[total][up] = published.hard[min(max(total, 8), 17)][i]
			c.Soft[total][up] = published.soft[min(max(total, 13), 19)][i]
		}
		for value := 1; value < strategy.Pairs; value++ {
			c.Pair[value][up] = published.pair[value][i]
		}
	}
	return c
}

// BenchmarkVegasBasic plays rounds of vegas by basic strategy: 6 decks, flat
// bet, a fresh shuffle for each round, on one thread.
func BenchmarkVegasBasic(b *testing.B) {
	table, err := tables.Named("vegas")
	if err != nil {
		b.Fatal(err)
	}
	w, err := newWorker(&Config{Rules: table.Rules, Player: basic()})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for left := int64(b.N); left > 0; left -= ChunkRounds {
		if _, err := w.chunk(context.Background(), 1, left, min(left, ChunkRounds)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrounds/s")
}
