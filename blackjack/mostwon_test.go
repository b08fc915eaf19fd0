package blackjack_test

import (
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
)

// The luckiest hand of some rules wins exactly what the rules say can be won.
func TestTheLuckiestHandWinsTheMostThatRulesCanPay(t *testing.T) {
	type change = func(*blackjack.Rules)
	oneHand := func(r *blackjack.Rules) {
		r.MaxHands, r.MaxAceHands, r.DoubleAfterSplit = 1, 1,
			false
	}
	noDouble := func(r *blackjack.Rules) {
		r.Double, r.DoubleAfterSplit = blackjack.DoubleNothing,
			false
	}
	noDAS := func(r *blackjack.Rules) { r.DoubleAfterSplit = false }
	hands := func(n int) change {
		return func(r *blackjack.Rules) {
			r.MaxHands,
				r.MaxAceHands = n, 1
		}
	}
	hearts := func(r *blackjack.Rules) { r.HeartsDouble = true }
	tenToOne := func(r *blackjack.Rules) { r.NaturalPays = blackjack.Ratio{Win: 10, Per: 1} }
	const (
		fourHands = "split, split, split, stand, stand, stand, stand"
		fourAll   = "split, split, split, double, double, double, double"
	)
	for _, f := range []struct {
		fact, table    string
		changes        []change
		player, dealer string
		actions        string
		most           blackjack.Chips // of a stake of 10
	}{
		{"one hand, never more", "berkeley", nil, "TS 9D", "TC 8D", "stand", 10},
		{"one hand with a heart", "valentine", nil, "TH 9D", "TC 8D", "stand", 20},
		{"a natural at 3:2", "vegas", []change{oneHand, noDouble}, "AS KD", "7C TD", "", 15},
		{"a natural at 10:1, above four hands doubled", "vegas", []change{tenToOne}, "AS KD",
			"7C TD", "", 100},
		{"one hand doubled", "vegas", []change{oneHand}, "6S 5D TC", "TC 8H", "double", 20},
		{"one hand doubled, where two hands win as much", "vegas", []change{hands(2), noDAS},
			"6S 5D TC", "TC 8H", "double", 20},
		{"three hands that cannot be doubled", "vegas", []change{hands(3), noDAS},
			"8S 8D 8C 3S 3D 3C", "6C TC TD", "split, split, stand, stand, stand", 30},
		{"four hands that cannot be doubled after a split", "vegas", []change{noDAS},
			"8S 8D 8C 8H 3S 3D 3C 3H", "6C TC TD", fourHands, 40},
		{"four hands at a table without doubling", "vegas", []change{noDouble},
			"8S 8D 8C 8H 3S 3D 3C 3H", "6C TC TD", fourHands, 40},
		{"four hands doubled", "vegas", nil, "8S 8D 8C 8H 3S TS 3D TD 3C TC 3H TH",
			"6C TC TD", fourAll, 80},
		{"four hands doubled, each with a heart", "vegas", []change{hearts},
			"8H 8H 8H 8H 3S TS 3D TD 3C TC 3H TH", "6C TC TD", fourAll, 160},
	} {
		t.Run(f.fact, func(t *testing.T) {
			r := rules(t, f.table)
			for _, c := range f.changes {
				c(&r)
			}
			if got := r.MostWon(blackjack.Bet{Stake: 10}); got != f.most {
				t.Errorf("the rules can pay %d, want %d", got, f.most)
			}
			round := play(t, r, f.player, f.dealer, f.actions)
			if got := round.Payout(0).Won; got != f.most {
				t.Errorf("the hand won %d, want %d", got, f.most)
			}
		})
	}
}

func TestNoHandWinsMoreThanTheRulesCanPay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRules(t)
		r.HeartsDouble = rapid.Bool().Draw(t, "hearts")
		if r.Naturals() {
			r.NaturalPays.Win = r.NaturalPays.Per * blackjack.Chips(rapid.IntRange(1,
				10).Draw(t, "natural"))
		}
		if r.MaxHands > 1 {
			r.DoubleAfterSplit = rapid.Bool().Draw(t, "DAS") && r.Double != blackjack.DoubleNothing
		}
		stake := blackjack.Chips(rapid.Int64Range(int64(r.MinBet), 9).Draw(t, "stake"))
		round, err := blackjack.Deal(r, anyShoe(t, r), blackjack.Bet{Stake: stake, Purse: 1000})
		if err != nil {
			t.Fatal(err)
		}
		round = walk(t, round, func(blackjack.Round) {})
		if won, most := round.Payout(0).Won, r.MostWon(blackjack.Bet{Stake: stake}); won > most {
			t.Fatalf("a bet of %d won %d, more than the %d the rules can pay", stake, won, most)
		}
	})
}
