package sim

import (
	"context"
	"strings"
	"testing"

	"holecard/blackjack/strategy"
)

// published is the chart that is printed for 6 decks, S17, double after split,
// late surrender: a line for each hand, a column for each upcard from 2 to 10
// and the ace.
var published = struct{ hard, soft, pair [][10]strategy.Move }{
	hard: [][10]strategy.Move{
		8:  moves("H H H H H H H H H H"),
		9:  moves("H Dh Dh Dh Dh H H H H H"),
		10: moves("Dh Dh Dh Dh Dh Dh Dh Dh H H"),
		11: moves("Dh Dh Dh Dh Dh Dh Dh Dh Dh H"),
		12: moves("H H S S S H H H H H"),
		13: moves("S S S S S H H H H H"),
		14: moves("S S S S S H H H H H"),
		15: moves("S S S S S H H H Rh H"),
		16: moves("S S S S S H H Rh Rh Rh"),
		17: moves("S S S S S S S S S S"),
	},
	soft: [][10]strategy.Move{
		13: moves("H H H Dh Dh H H H H H"),
		14: moves("H H H Dh Dh H H H H H"),
		15: moves("H H Dh Dh Dh H H H H H"),
		16: moves("H H Dh Dh Dh H H H H H"),
		17: moves("H Dh Dh Dh Dh H H H H H"),
		18: moves("S Ds Ds Ds Ds S S H H H"),
		19: moves("S S S S S S S S S S"),
	},
	pair: [][10]strategy.Move{
		1:  moves("P P P P P P P P P P"),
		2:  moves("P P P P P P H H H H"),
		3:  moves("P P P P P P H H H H"),
		4:  moves("H H H P P H H H H H"),
		5:  moves("Dh Dh Dh Dh Dh Dh Dh Dh H H"),
		6:  moves("P P P P P H H H H H"),
		7:  moves("P P P P P P H H H H"),
		8:  moves("P P P P P P P P P P"),
		9:  moves("P P P P P S P P S S"),
		10: moves("S S S S S S S S S S"),
	},
}

func moves(text string) (r [10]strategy.Move) {
	names := map[string]strategy.Move{
		"H": strategy.Hit, "S": strategy.Stand, "Dh": strategy.DoubleElseHit,
		"Ds": strategy.DoubleElseStand,
		"P":  strategy.Split, "Rh": strategy.SurrenderElseHit,
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

// BenchmarkRounds plays vegas by basic strategy, on one thread: compiled, and by the engine.
func BenchmarkRounds(b *testing.B) {
	c := game{rules: rulesOf(b, "vegas")}.config(basic(), 1)
	b.Run("compiled", func(b *testing.B) { bench(b, c) })
	b.Run("engine", func(b *testing.B) { benchEngine(b, c) })
}

func report(b *testing.B) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrounds/s")
}

// bench plays by an automaton on one thread.
func bench(b *testing.B, c Config) {
	a, err := compile(&c)
	if err != nil {
		b.Fatal(err)
	}
	chunks(b, newCompiled(&c, a))
}

// benchEngine plays by the engine on one thread.
func benchEngine(b *testing.B, c Config) {
	w, err := newWorker(&c)
	if err != nil {
		b.Fatal(err)
	}
	chunks(b, w)
}

func chunks(b *testing.B, w chunker) {
	b.ReportAllocs()
	b.ResetTimer()
	for left := int64(b.N); left > 0; left -= ChunkRounds {
		if _, err := w.chunk(context.Background(), 1, left, min(left, ChunkRounds)); err != nil {
			b.Fatal(err)
		}
	}
	report(b)
}
