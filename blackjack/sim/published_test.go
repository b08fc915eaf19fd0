package sim

import (
	"context"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/internal/long"
)

var publishedRounds = flag.Int64("published", 1<<19,
	"rounds of each simulation that is compared with published figures of shoes that go on")

// comparedRounds is how many rounds are compared: fewer under the race detector, which finds
// what it finds in a few chunks.
func comparedRounds() int64 {
	if long.Raced {
		return 3 * ChunkRounds
	}
	return *publishedRounds
}

// basicOf returns the basic strategy of rules.
func basicOf(t *testing.T, rules blackjack.Rules) *strategy.Chart {
	t.Helper()
	chart, err := odds.Basic(context.Background(), odds.Game{Rules: rules}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return chart
}

// compareFigure fails if a simulated figure is more than three standard errors from a
// published one, and the error of that.
func compareFigure(t *testing.T, what string, got, stdErr, want, within float64) {
	t.Helper()
	t.Logf("%s: %+.6f ± %.6f, published %+.6f: %+.1f standard errors", what, got, stdErr, want,
		(got-want)/stdErr)
	if math.Abs(got-want) > 3*stdErr+within {
		t.Errorf("%s is %+.6f ± %.6f, published %+.6f", what, got, stdErr, want)
	}
}

// TestTheCutCardEffectIsAsPublished compares a shoe that goes on with an exact calculation of
// all its rounds: k_c, "Example of cut card effect using combinatorial analysis",
// blackjackinfo.com, 2009. One deck, the dealer hits soft 17, one split, the cut card behind
// the fifth card: a second round is dealt if nobody has drawn in the first.
func TestTheCutCardEffectIsAsPublished(t *testing.T) {
	long.Unraced(t)
	const (
		second = 0.1701218   // the chance of a second round
		first  = -0.00205075 // what the first is worth
		later  = -0.014661   // what the second is worth
	)
	rules := rulesOf(t, "vegas", "decks=1", "hitSoft17=true", "das=false", "maxHands=2",
		"maxAceHands=2", "surrender=none", "penetration=48 cards", "minBet=10")
	basic := basicOf(t, rules)
	// He plays by total alone; basic here stands with two sevens against a ten.
	basic.Pair[7][10] = basic.Hard[14][10]
	var bets [2]Sample // of first rounds, and of second
	now := -1
	player := seer{Strategy: basic, bets: func(s *strategy.Standing) float64 {
		if net := float64(s.Last) / 10; now >= 0 {
			bets[now].add(&Sample{1, 1, net, net * net})
		}
		if now = 0; s.Memory.Unseen < 52 {
			now = 1
		}
		return 10
	}}
	r := run(t, Config{Rules: rules, Player: player, Rounds: comparedRounds(), Seed: 9, Threads: 1})

	n := float64(bets[0].Rounds)
	share := float64(bets[1].Rounds) / n
	compareFigure(t, "chance of a second round", share, math.Sqrt(second*(1-second)/n), second, 0)
	compareFigure(t, "the first round", bets[0].EV(), bets[0].StdErr(), first, 0.00001)
	compareFigure(t, "the second round", bets[1].EV(), bets[1].StdErr(), later, 0.00001)
	compareFigure(t, "all rounds", r.EV(), r.StdErr(), (first+second*later)/(1+second), 0.00001)
}

// TestTheEdgeOfSixDecksThatGoOnIsAsPublished compares with Bill Zender and Andrew Uyal, "Using
// the Illustrious 18 as a Defensive Tool": six decks, the dealer hits soft 17, double after
// split: 0.61563% for the house (Wizard of Odds), and 0.63873% with 75% of the cards dealt.
func TestTheEdgeOfSixDecksThatGoOnIsAsPublished(t *testing.T) {
	long.Unraced(t)
	rules := rulesOf(t, "downtown", "surrender=none", "maxAceHands=2")
	basic := basicOf(t, rules)
	exact, err := odds.Strategy(context.Background(), odds.Game{Rules: rules}, basic, nil)
	if err != nil {
		t.Fatal(err)
	}
	const close = 0.00003 // the Wizard's best play minds the cards of a hand
	if math.Abs(exact.EV - -0.0061563) > close {
		t.Errorf("a round of a fresh shoe is worth %+.6f, published -0.006156", exact.EV)
	}
	rules = rulesOf(t, "downtown", "surrender=none", "maxAceHands=2", "penetration=0.75")
	r := run(t, Config{Rules: rules, Player: basic, Rounds: comparedRounds(), Seed: 11,
		Count: &strategy.HiLo})
	compareFigure(t, "with a cut card at 75%", r.EV(), r.StdErr(), -0.0063873, close)
}

// TestSessionsAreRuinedAsOftenAsTheFormulaSays plays sessions to ruin or a goal. The formula
// knows no bet that goes beyond a bound, and is allowed 2 in 100 for that.
func TestSessionsAreRuinedAsOftenAsTheFormulaSays(t *testing.T) {
	rules := rulesOf(t, "vegas", "minBet=10")
	r := run(t, Config{Rules: rules, Player: strategy.StopAt(17), Rounds: comparedRounds(),
		Seed: 17, Bankroll: 200, Goal: 500})
	all, s := r.Counted.All(), r.Counted.Sessions
	ended := float64(s.Ruined + s.Reached)
	want := all.Ruin(20, 50)
	compareFigure(t, "share of sessions ruined", float64(s.Ruined)/ended,
		math.Sqrt(want*(1-want)/ended), want, 0.02)
}

// TestTheCounterOfTheDocumentsWins plays the strategy that docs/counting.md shows.
func TestTheCounterOfTheDocumentsWins(t *testing.T) {
	long.Unraced(t) // so few rounds say nothing of who wins
	document, err := os.ReadFile(filepath.FromSlash("../../docs/counting.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(document), "```text\n")
	text, _, _ = strings.Cut(text, "```")
	rules := rulesOf(t, "vegas", "penetration=0.75")
	player, err := strategy.Parse(text, strategy.Env{Rules: &rules,
		Basic: func() (strategy.Chart, error) { return *basicOf(t, rules), nil }})
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, Config{Rules: rules, Player: player, Rounds: comparedRounds(), Seed: 19})
	all := r.Counted.All()
	t.Logf("%+.3f units in 100 rounds ± %.3f, SCORE %.2f, bets of %.2f", 100*all.EV(),
		100*all.StdErr(), all.Score(), all.Bet())
	if all.EV() < 2*all.StdErr() || all.Bet() < 1.9 || all.Bet() > 2.2 {
		t.Errorf("%+.3f units in 100 rounds ± %.3f, with bets of %.2f", 100*all.EV(),
			100*all.StdErr(), all.Bet())
	}
}
