package sim

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
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

// BenchmarkVegasBasic plays rounds of vegas by basic strategy: 6 decks, flat
// bet, a fresh shuffle for each round, on one thread.
func BenchmarkVegasBasic(b *testing.B) {
	bench(b, game{rules: rulesOf(b, "vegas")}.config(basic(), 1))
}

// BenchmarkTwoThreads is BenchmarkVegasBasic on two threads, through Run.
func BenchmarkTwoThreads(b *testing.B) {
	c := game{rules: rulesOf(b, "vegas")}.config(basic(), int64(b.N))
	c.Threads = 2
	if _, err := Run(context.Background(), c); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrounds/s")
}

// BenchmarkTables plays each table by its own kind of play.
func BenchmarkTables(b *testing.B) {
	for _, g := range games(b) {
		player := strategy.DealerSensitive()
		if g.rules.MaxHands > 1 {
			player = basic()
		}
		b.Run(g.name, func(b *testing.B) { bench(b, g.config(player, 1)) })
	}
}

// BenchmarkAsked plays vegas by a strategy that is asked each time, since it
// minds suits.
func BenchmarkAsked(b *testing.B) {
	bench(b, game{rules: rulesOf(b, "vegas")}.config(strategy.Valentine(), 1))
}

// bench plays on one thread.
func bench(b *testing.B, c Config) {
	w, err := newWorker(&c)
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

// BenchmarkShoe shuffles and hands out the first cards, and does nothing else.
func BenchmarkShoe(b *testing.B) {
	s := newShoe(rulesOf(b, "vegas"), FisherYates, 0)
	s.reset(1, 1)
	for range b.N {
		s.next(0)
	}
}

// BenchmarkKnownCards plays rounds whose cards were shuffled beforehand: the
// same 8 rounds over and over, which a processor soon knows by heart, and so
// many that it cannot. The difference is what wrong guesses cost.
func BenchmarkKnownCards(b *testing.B) {
	for _, known := range []int{8, 200_000} {
		b.Run(fmt.Sprint(known), func(b *testing.B) { benchKnown(b, known) })
	}
}

func benchKnown(b *testing.B, known int) {
	c := game{rules: rulesOf(b, "vegas")}.config(basic(), 1)
	w, err := newWorker(&c)
	if err != nil {
		b.Fatal(err)
	}
	f := &w.lanes[0]
	f.shoe.reset(1, 1)
	const most = 3 * atOnce // the few rounds that need more go on with other cards
	cards := make([]blackjack.Card, 0, known*most)
	for range known {
		cards = append(cards, f.shoe.next(0)...)
		for range 2 {
			cards = append(cards, f.shoe.hand()...)
		}
	}
	counts := newCounts(w.unit)
	b.ResetTimer()
	for i := range b.N {
		f.legal, err = f.series.Deal(cards[i%known*most:][:most])
		for f.column = strategy.Column(f.series.Upcard()); err == nil && f.legal != 0; {
			err = w.step(f)
		}
		if err != nil {
			b.Fatal(err)
		}
		counts.nets[f.series.Count(&counts.endings)+deepest*w.unit]++
	}
}

// BenchmarkReference does a fixed mix of multiplications, look-ups and branches
// that nobody foresees, for comparing one machine, or one moment, with another.
func BenchmarkReference(b *testing.B) {
	var table [4096]uint32
	g, sum := newGenerator(1, 1), uint64(0)
	for range b.N {
		n := g.Uint64() * 0x9e3779b97f4a7c15
		if n&3 == 0 {
			sum += n >> 7
		} else if n&12 == 0 {
			sum ^= n
		}
		table[n>>52]++
		sum += uint64(table[n>>40&4095])
	}
	runtime.KeepAlive(sum)
}
