package strategy_test

import (
	"math"
	"testing"

	"holecard/blackjack/strategy"
)

// ends returns how likely a hand that has this total now ends with each; 22 is
// every total above 21. Cards are 1 to 10, each equally likely.
func ends(t *strategy.Table, total, up int) [23]float64 {
	var from [32][23]float64 // by the total now
	for now := len(from) - 1; now >= total; now-- {
		switch p := &from[now]; {
		case now > 21:
			p[22] = 1
		case t.Action(now, false, 0, up, hitOrStand) != 0:
			p[now] = 1
		default:
			for card := 1; card <= 10; card++ {
				for end, q := range from[now+card] {
					p[end] += q / 10
				}
			}
		}
	}
	return from[total]
}

// The figures are those of independent programs for "The Game of Twenty-one".
func TestTwentyOneIsWonAsOftenAsIsKnown(t *testing.T) {
	for _, c := range []struct {
		player, house string
		wins          float64
	}{
		{"stopAt(12)", "stopAt(12)", 0.43866436310295653},
		{"stopAt(16)", "stopAt(15)", 0.48272232253369846},
		{"stopAt(18)", "stopAt(17)", 0.4097395684937134},
		{"louis", "stopAt(15)", 0.35937566203076393},
	} {
		mit := rules(t, "mit")
		player, ok1 := strategy.Compile(parse(t, c.player), mit)
		house, ok2 := strategy.Compile(parse(t, c.house), mit)
		if !ok1 || !ok2 {
			t.Fatalf("%s or %s is not compiled", c.player, c.house)
		}
		wins := 0.0
		for mine := 1; mine <= 10; mine++ {
			for theirs := 1; theirs <= 10; theirs++ {
				me, them := ends(player, mine, theirs), ends(house, theirs, mine)
				for i := range 22 {
					for j, q := range them {
						if j > 21 || i > j {
							wins += me[i] * q / 100
						}
					}
				}
			}
		}
		if math.Abs(wins-c.wins) > 1e-12 {
			t.Errorf("%s against %s wins %.15f, not %.15f", c.player, c.house, wins, c.wins)
		}
	}
}
