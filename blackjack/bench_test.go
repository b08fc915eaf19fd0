package blackjack_test

import (
	"testing"

	"holecard/blackjack"
)

// BenchmarkStep plays one hit, as a press does.
func BenchmarkStep(b *testing.B) {
	shoe, _ := blackjack.NewShoe(cards(b, "2S TC 3D 8H 2C 2H 2D")...)
	r, err := blackjack.Deal(rules(b, "vegas"), shoe, blackjack.Bet{Stake: 10})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Play(0, blackjack.Hit); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadRecord reads a round of a full shoe, as every press does first.
func BenchmarkReadRecord(b *testing.B) {
	r := rules(b, "vegas")
	shoe, _ := blackjack.NewShoe(blackjack.Decks(r.Decks)...)
	round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: 10})
	if err != nil {
		b.Fatal(err)
	}
	record := round.Record()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := blackjack.ReadRecord(record); err != nil {
			b.Fatal(err)
		}
	}
}
