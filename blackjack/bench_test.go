package blackjack_test

import (
	"slices"
	"testing"

	"holecard/blackjack"
)

// BenchmarkPlay plays one action, as a press does.
func BenchmarkPlay(b *testing.B) {
	r := rules(b, "vegas")
	shoe, err := blackjack.NewShoe(blackjack.Decks(r.Decks)...)
	if err != nil {
		b.Fatal(err)
	}
	bets := slices.Repeat([]blackjack.Bet{{Stake: 10, Purse: 100}}, blackjack.MaxSeats)
	seven, err := blackjack.Deal(r, shoe, bets...)
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range []struct {
		what  string
		round blackjack.Round
		a     blackjack.Action
	}{
		{"hit", play(b, r, "2S 3D 2C 2H 2D", "TC 8H", ""), blackjack.Hit},
		{"split", play(b, r, "8S 8D 8C", "TC 8H", ""), blackjack.Split},
		{"the last stand, and the dealer draws", play(b, r, "TS 8D", "TC 2H 3H 5C", ""),
			blackjack.Stand},
		{"hit of one of seven", seven, blackjack.Hit},
	} {
		b.Run(f.what, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f.round.Play(f.round.Turn(), f.a); err != nil {
					b.Fatal(err)
				}
			}
		})
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
