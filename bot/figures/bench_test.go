package figures_test

import (
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/figures"
)

// BenchmarkFigures is what a press on Hint costs, by where the answer is found, and best play and
// a side bet, the first time and again.
func BenchmarkFigures(b *testing.B) {
	vegas := rules(b, "vegas", "fresh=false", "penetration=0.5")
	view := roundOf(b, vegas, "TS TC 6D TH", rich).View()
	values := blackjack.Decks(1)[:10]
	cache := figures.New()
	defer cache.Close()
	cache.Warm(b.Context(), []tables.Table{{Rules: vegas}})
	advise := func(b *testing.B, seen ...blackjack.Card) {
		if _, err := cache.Advise(b.Context(), view, 0, seen, nil); err != nil {
			b.Fatal(err)
		}
	}
	best := func(b *testing.B, c *figures.Cache) {
		if _, err := c.Best(b.Context(), vegas, nil); err != nil {
			b.Fatal(err)
		}
	}
	shoes := 0
	for name, run := range map[string]func(b *testing.B){
		"hint/warm":       func(b *testing.B) { advise(b) },
		"hint/remembered": func(b *testing.B) { advise(b, values[:4]...) },
		"hint/computed": func(b *testing.B) {
			shoes++
			var seen []blackjack.Card
			for n, i := shoes, 0; n > 0; n, i = n/5, i+1 {
				for range n % 5 {
					seen = append(seen, values[i])
				}
			}
			advise(b, seen...)
		},
		"best/known": func(b *testing.B) { best(b, cache) },
		"best/computed": func(b *testing.B) {
			cold := figures.New()
			best(b, cold)
			cold.Close()
		},
		"side/known": func(*testing.B) { cache.Side(vegas, blackjack.PerfectPairs) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				run(b)
			}
		})
	}
}
