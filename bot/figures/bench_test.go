package figures_test

import (
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/review"
	"holecard/bot/figures"
)

// roundOf plays a round of one seat from stacked cards.
func roundOf(
	t testing.TB, r blackjack.Rules, cards string, actions ...blackjack.Action,
) *blackjack.Round {
	t.Helper()
	list, err := blackjack.ParseCards(cards)
	if err != nil {
		t.Fatal(err)
	}
	shoe, err := blackjack.NewShoe(list...)
	if err != nil {
		t.Fatal(err)
	}
	round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: 10, Purse: 1000})
	for _, a := range actions {
		if err == nil {
			round, err = round.Play(0, a)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return &round
}

// BenchmarkHint is a hint that nobody has asked for before (cold), and one that somebody has:
// of 16 against a ten, and of a pair of twos, which takes longest.
func BenchmarkHint(b *testing.B) {
	for _, c := range []struct{ name, cards string }{
		{"sixteen", "TS TC 6D 7H"}, {"pair", "2S 7C 2D 7H"},
	} {
		v := roundOf(b, rules(b, "vegas"), c.cards).View()
		b.Run(c.name+"/cold", func(b *testing.B) {
			for b.Loop() {
				if _, err := figures.New().Advise(b.Context(), v, 0, nil, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/warm", func(b *testing.B) {
			cache := figures.New()
			for b.Loop() {
				if _, err := cache.Advise(b.Context(), v, 0, nil, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReview is the review of a round of three decisions whose table's figures are known.
func BenchmarkReview(b *testing.B) {
	r := rules(b, "vegas")
	round := *roundOf(b, r, "2S 7C 3D TH 4S 5D 9C",
		blackjack.Hit, blackjack.Hit, blackjack.Stand)
	for _, c := range []struct {
		name string
		warm bool
	}{{"cold", false}, {"warm", true}} {
		b.Run(c.name, func(b *testing.B) {
			cache := figures.New()
			if _, err := cache.Best(b.Context(), r, nil); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if !c.warm {
					cache.Forget()
				}
				if _, err := review.Of(b.Context(), round, 0, nil, nil, cache); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
