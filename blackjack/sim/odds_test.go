package sim

import (
	"context"
	"math"
	"testing"

	"holecard/blackjack/odds"
	"holecard/blackjack/tables"
)

// TestTheSimulatorAgreesWithTheExactOdds compares the two for every table and
// strategy: where they differ by more than four standard errors one is wrong.
// Odds are those of a round from a full shoe, and so the simulator shuffles for
// each round.
func TestTheSimulatorAgreesWithTheExactOdds(t *testing.T) {
	rounds := int64(1 << 18)
	if testing.Short() || raced {
		rounds = 1 << 16
	}
	for _, table := range tables.All() {
		rules := table.Rules
		if raced && table.Name != "amherst" && table.Name != "chalmers" {
			continue
		}
		if !rules.Fresh {
			rules.Fresh, rules.ReshuffleBelow, rules.EmptyWins = true, 0, false
		}
		g := game{name: table.Name, rules: rules}
		house := g.config(nil, 1).House
		chart, err := odds.Basic(context.Background(), odds.Game{Rules: rules}, house)
		if err != nil {
			t.Fatalf("%s: %v", g.name, err)
		}
		for _, player := range append(players()[1:], chart) {
			exact, err := odds.Strategy(context.Background(), odds.Game{Rules: rules},
				player, house)
			if err != nil {
				t.Fatalf("%s, %v: %v", g.name, player, err)
			}
			c := g.config(player, rounds)
			c.Threads = 0
			compare(t, g, player.String(), run(t, c), exact)
		}
	}
}

func compare(t *testing.T, g game, player string, r Result, exact odds.Result) {
	t.Helper()
	n := float64(r.Rounds)
	if away := (r.EV() - exact.EV) / r.StdErr(); math.Abs(away) > 4 {
		t.Errorf("%s, %s: %.5f, exactly %.5f: %.1f standard errors", g.name, player, r.EV(),
			exact.EV, away)
	}
	for what, f := range map[string]struct {
		count int64
		p     float64
	}{"win": {r.Wins, exact.Win}, "push": {r.Pushes, exact.Push}, "loss": {r.Losses, exact.Loss}} {
		away := (float64(f.count) - n*f.p) / math.Sqrt(n*f.p*(1-f.p)+1)
		if math.Abs(away) > 4.5 { // three times as many figures
			t.Errorf("%s, %s: %s %.5f, exactly %.5f: %.1f standard errors", g.name, player, what,
				float64(f.count)/n, f.p, away)
		}
	}
}
