package fair

import (
	"fmt"
	"testing"

	"holecard/blackjack"
)

func BenchmarkCards(b *testing.B) {
	for _, decks := range []int{1, 6} {
		b.Run(fmt.Sprintf("decks=%d", decks), func(b *testing.B) {
			b.ReportAllocs()
			in := Inputs{Server: Seed{1}, Client: "0123456789abcdef",
				Interaction: 1234567890123456789}
			for b.Loop() {
				in.Cards(blackjack.Rules{Decks: decks})
			}
		})
	}
}
