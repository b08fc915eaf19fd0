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

// BenchmarkHint is a hint at a table where nobody has asked before (cold), at one that is kept
// (kept), one that somebody has asked for (remembered), and one at a table that is warm (warm): of
// 16 against a ten, of a pair of twos, which takes longest, and of both in a deck that goes on.
// BenchmarkHint of the package odds has more kinds.
func BenchmarkHint(b *testing.B) {
	goesOn := rules(b, "vegas", "fresh=false", "penetration=0.5")
	seen, err := blackjack.ParseCards("3C 4C 5C 6C 6D 6S TC TD TH AC AD AS")
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name, cards string
		rules       blackjack.Rules
		seen        []blackjack.Card
	}{
		{"sixteen", "TS TC 6D 7H", rules(b, "vegas"), nil},
		{"pair", "2S 7C 2D 7H", rules(b, "vegas"), nil},
		{"seen-sixteen", "TS TC 6D 7H", goesOn, seen},
		{"seen-pair", "2S 7C 2D 7H", goesOn, seen},
	} {
		v := roundOf(b, c.rules, c.cards).View()
		run := func(b *testing.B, name string, cache *figures.Cache, before func()) {
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					before()
					if _, err := cache.Advise(b.Context(), v, 0, c.seen, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(c.name, func(b *testing.B) {
			cache := figures.New()
			defer cache.Close()
			run(b, "cold", cache, func() { cache.Forget(); cache.ForgetTables() })
			run(b, "kept", cache, cache.Forget)
			run(b, "remembered", cache, func() {})
			if c.seen == nil {
				cache.WarmHints(b.Context(), c.rules)
				run(b, "warm", cache, func() {})
			}
		})
	}
}

// BenchmarkReview is the review of a round of three decisions whose table's figures are known.
func BenchmarkReview(b *testing.B) {
	r := rules(b, "vegas")
	round := *roundOf(b, r, "2S 7C 3D TH 4S 5D 9C",
		blackjack.Hit, blackjack.Hit, blackjack.Stand)
	for _, name := range []string{"kept", "remembered", "warm"} {
		b.Run(name, func(b *testing.B) {
			cache := figures.New()
			defer cache.Close()
			if name == "warm" {
				cache.WarmHints(b.Context(), r)
			}
			if _, err := cache.Best(b.Context(), r, nil); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if name != "remembered" {
					cache.Forget()
				}
				if _, err := review.Of(b.Context(), round, 0, nil, nil, cache); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
