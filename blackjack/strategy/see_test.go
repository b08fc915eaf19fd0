package strategy_test

import (
	"fmt"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

func TestAPlayerSeesItsOwnHandAndTheUpcard(t *testing.T) {
	for _, c := range []struct {
		name, table, shoe string
		play              []blackjack.Action
		want              string
	}{
		{"two cards and the dealer's", "vegas", "AS 6C 6D KH", nil,
			"[A♠ 6♦] 17 true, 6♣ true, 1 hands, hit, stand, double, surrender"},
		{"the later of the dealer's two, where that is up", "downen", "QS 2C 7H 2S", nil,
			"[Q♠ 2♣] 12 false, 2♠ true, 1 hands, hit, stand, surrender"},
		{"nothing at all", "chalmers", "QS 2C 7H 2S", nil,
			"[] 0 false, A♣ false, 1 hands, hit, stand"},
		{"a hand of a split", "vegas", "8S 6C 8D KH 3S", []blackjack.Action{blackjack.Split},
			"[8♠ 3♠] 11 false, 6♣ true, 2 hands, hit, stand, double"},
		{"a natural that insurance is asked of", "vegas", "AS AC KD 2H", nil,
			"[A♠ K♦] 21 true, A♣ true, 1 hands, no insurance, even money"},
		{"the house sees the player's first card", "mit", "8C 6C 3C",
			[]blackjack.Action{blackjack.Hit, blackjack.Stand},
			"[6♣] 6 false, 8♣ true, 1 hands, hit, stand"},
	} {
		cards, err := blackjack.ParseCards(c.shoe)
		if err != nil {
			t.Fatal(err)
		}
		shoe, err := blackjack.NewShoe(cards...)
		if err != nil {
			t.Fatal(err)
		}
		r, err := blackjack.Deal(*rules(t, c.table), shoe, blackjack.Bet{Stake: 10, Purse: 1000})
		for _, a := range c.play {
			if err == nil {
				r, err = r.Play(r.Turn(), a)
			}
		}
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		s := strategy.See(r)
		if got := fmt.Sprintf("%v %d %v, %v %v, %d hands, %v",
			s.Cards, s.Total, s.Soft, s.Upcard, s.Seen, s.Hands, s.Legal); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}
