package sim

import (
	"context"
	"math"
	"testing"

	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/internal/long"
)

// TestTheSimulatorAgreesWithTheExactOdds compares the two for every table, each with a third of
// the strategies, and with -long with all: where they differ by more than four standard errors
// one is wrong.
// Odds are those of a round from a full shoe, and so the simulator shuffles for
// each round.
func TestTheSimulatorAgreesWithTheExactOdds(t *testing.T) {
	long.Unraced(t)
	rounds := int64(long.Of(1<<15, 1<<17))
	for i, table := range tables.All() {
		rules := table.Rules
		if !rules.Fresh {
			rules.Fresh, rules.ReshuffleBelow, rules.EmptyWins = true, 0, false
		}
		g := game{name: table.Name, rules: rules}
		house := g.config(nil, 1).House
		chart, err := odds.Basic(context.Background(), odds.Game{Rules: rules}, house)
		if err != nil {
			t.Fatalf("%s: %v", g.name, err)
		}
		for j, player := range append(players()[1:], chart) {
			if !long.Enabled() && j%3 != i%3 {
				continue
			}
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

// TestSideBetsComeOutAsTheExactOddsSay compares the simulator's count of every result of a
// side bet with its exact chance, and the edges.
func TestSideBetsComeOutAsTheExactOddsSay(t *testing.T) {
	long.Unraced(t)
	rounds := int64(long.Of(1<<17, 1<<20))
	for _, g := range []game{
		{name: "vegas", rules: rulesOf(t, "vegas", "pairs=25-12-6", "poker=100-40-30-10-5",
			"bust=250-50-12-4-2-2")},
		{name: "downtown", rules: rulesOf(t, "downtown", "pairs=30-10-5", "poker=9-9-9-9-9",
			"bust=200-100-30-6-3-1")},
		{name: "european", rules: rulesOf(t, "european", "pairs=25-15-5",
			"poker=100-35-33-10-5", "bust=250-50-12-4-2-2")},
		{name: "single-deck", rules: rulesOf(t, "single-deck", "poker=9-9-9-9-9",
			"bust=250-50-12-4-2-2")},
		{name: "amherst", rules: rulesOf(t, "amherst", "fresh=true", "poker=9-9-9-9-9",
			"bust=250-50-12-4-2-2")},
	} {
		c := g.config(strategy.DealerSensitive(), rounds)
		c.Threads = 0
		sides := run(t, c).Sides
		if len(sides) < 2 {
			t.Fatalf("%s: %d side bets", g.name, len(sides))
		}
		for _, side := range sides {
			compareSide(t, g.name, side, odds.Side(g.rules, side.Bet))
		}
	}
}

func compareSide(t *testing.T, table string, s Side, exact odds.SideOdds) {
	t.Helper()
	if away := (s.Edge() - exact.Edge) / s.StdErr(); math.Abs(away) > 4 {
		t.Errorf("%s, %v: edge %.5f, exactly %.5f: %.1f standard errors", table, s.Bet, s.Edge(),
			exact.Edge, away)
	}
	n := float64(s.Rounds)
	for i, r := range exact.Results {
		got := s.Results[i]
		away := (float64(got.Rounds) - n*r.Chance) / math.Sqrt(n*r.Chance*(1-r.Chance)+1)
		if got.Result != r.Result || got.Pays != r.Pays || math.Abs(away) > 4 {
			t.Errorf("%s, %v: %+v, exactly %+v: %.1f standard deviations", table, s.Bet, got, r,
				away)
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

// TestRulesArePlayedAsTheyAreComputed compares strategies that split, double, surrender and
// insure by rules of their own.
func TestRulesArePlayedAsTheyAreComputed(t *testing.T) {
	long.Unraced(t)
	rounds := int64(long.Of(1<<16, 1<<19))
	for _, text := range []string{
		"insure if has(10) == 2; evenMoney if cards == 2; " +
			"surrender if total == 16 && upcard == 10; " +
			"split if aces == 2 || pair == 8; double else stand if soft && 15 <= total <= 18; " +
			"double else hit if 9 <= total <= 11; 12 <= total <= 16 && upcard > 6 || total < 13",
		"split if pair; double if cards == 2; stopAt(15)",
	} {
		for _, g := range []game{
			{name: "vegas", rules: rulesOf(t, "vegas")},
			{name: "single-deck", rules: rulesOf(t, "single-deck")},
			{name: "european", rules: rulesOf(t, "european")},
			{name: "vegas, both bust", rules: rulesOf(t, "vegas", "bothBust=tie")},
			{name: "european, both bust", rules: rulesOf(t, "european", "bothBust=tie")},
		} {
			player, err := strategy.Parse(text, strategy.Env{Rules: &g.rules})
			if err != nil {
				t.Fatal(err)
			}
			exact, err := odds.Strategy(context.Background(), odds.Game{Rules: g.rules}, player,
				nil)
			if err != nil {
				t.Fatalf("%s, %v: %v", g.name, player, err)
			}
			c := g.config(player, rounds)
			c.Threads = 0
			compare(t, g, text, run(t, c), exact)
		}
	}
}
