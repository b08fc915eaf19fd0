package odds

import (
	"context"
	"strings"
	"testing"

	"holecard/blackjack"
)

// sideOf returns the odds of the side bet that the first of the changes offers at vegas.
func sideOf(t *testing.T, text string) SideOdds {
	t.Helper()
	changes := strings.Fields(text)
	key, _, _ := strings.Cut(changes[0], "=")
	bet := map[string]blackjack.SideBet{"pairs": blackjack.PerfectPairs,
		"poker": blackjack.TwentyOnePlusThree, "bust": blackjack.DealerBust}[key]
	return Side(game(t, "vegas", append(changes[1:], changes[0])...).Rules, bet)
}

// Where the edges were published.
const (
	wizardsPairs  = "wizardofodds.com/games/blackjack/side-bets/perfect-pairs"
	wizardsPoker  = "wizardofodds.com/games/blackjack/side-bets/21plus3"
	wizardsBuster = "wizardofodds.com/games/blackjack/side-bets/buster-blackjack"
	jacobson      = "888casino.com/blog/side-bets, card counting the Buster Blackjack side bet"
	evolution     = "the return to player that Evolution states, 96.30 %"
)

func TestSideBetsHaveThePublishedEdges(t *testing.T) {
	for _, f := range []struct {
		rules     string
		published float64
		where     string
	}{
		{"pairs=25-12-6 decks=8", 0.040964, wizardsPairs},
		{"pairs=30-10-5 decks=8", 0.033735, wizardsPairs},
		{"pairs=25-12-5 decks=8", 0.079518, wizardsPairs},
		{"pairs=25-15-5 decks=8", 0.021687, wizardsPairs},
		{"pairs=25-12-6 decks=2", 0.223301, wizardsPairs},
		{"poker=9-9-9-9-9 decks=1", 0.1330, wizardsPoker},
		{"poker=9-9-9-9-9 decks=2", 0.0726, wizardsPoker},
		{"poker=9-9-9-9-9 decks=4", 0.0424, wizardsPoker},
		{"poker=9-9-9-9-9 decks=6", 0.032386, wizardsPoker},
		{"poker=9-9-9-9-9 decks=8", 0.0274, wizardsPoker},
		{"poker=100-35-33-10-5 decks=6", 0.041427, wizardsPoker},
		{"poker=100-40-30-10-5 decks=8", 0.0370, evolution},
		{"bust=250-50-12-4-2-2 decks=1", 0.0877, wizardsBuster},
		{"bust=250-50-12-4-2-2 decks=2", 0.0848, wizardsBuster},
		{"bust=250-50-12-4-2-2 decks=4", 0.0831, wizardsBuster},
		{"bust=250-50-12-4-2-2 decks=5", 0.0827, wizardsBuster},
		{"bust=250-50-12-4-2-2 decks=6", 0.0825, wizardsBuster},
		{"bust=250-50-12-4-2-2 decks=8", 0.0822, wizardsBuster},
		{"bust=250-50-12-4-2-2 decks=1 hitSoft17=true", 0.0689, wizardsBuster},
		{"bust=250-50-12-4-2-2 decks=2 hitSoft17=true", 0.0651, wizardsBuster},
		{"bust=250-50-12-4-2-2 decks=4 hitSoft17=true", 0.0629, wizardsBuster},
		{"bust=250-50-12-4-2-2 decks=5 hitSoft17=true", 0.0625, wizardsBuster},
		{"bust=250-50-12-4-2-2 decks=6 hitSoft17=true", 0.062143, wizardsBuster},
		{"bust=250-50-12-4-2-2 decks=8 hitSoft17=true", 0.0617, wizardsBuster},
		{"bust=200-100-30-6-3-1 decks=6 hitSoft17=true", 0.04724, jacobson},
	} {
		if got := sideOf(t, f.rules).Edge; !near(got, f.published, 1e-4) {
			t.Errorf("%s: %.6f, but %s has %.6f", f.rules, got, f.where, f.published)
		}
	}
}

// The same pages have how likely each result is.
func TestSideBetsWinAsOftenAsPublished(t *testing.T) {
	for _, f := range []struct {
		rules     string
		published []float64
	}{
		{"pairs=25-12-6 decks=8", []float64{0.016867, 0.019277, 0.038554}},
		{"poker=100-35-33-10-5 decks=6", []float64{0.000207, 0.002068, 0.005041, 0.031021,
			0.058424}},
		{"bust=250-50-12-4-2-2 decks=6 hitSoft17=true", []float64{0.000012, 0.000214, 0.002638,
			0.020473, 0.089392, 0.173032}},
	} {
		results := sideOf(t, f.rules).Results
		if len(results) != len(f.published) {
			t.Fatalf("%s: %+v", f.rules, results)
		}
		for i, p := range f.published {
			if !near(results[i].Chance, p, 6e-7) {
				t.Errorf("%s: %v is %.7f, published %.6f", f.rules, results[i].Result,
					results[i].Chance, p)
			}
		}
	}
}

// The dealer's ends are computed in another way.
func TestTheBustBetWinsAsOftenAsTheDealerBusts(t *testing.T) {
	for _, name := range []string{"vegas", "downtown", "single-deck", "atlantic-city",
		"european", "downen", "amherst", "berkeley"} {
		g := game(t, name, "bust=250-50-12-4-2-2")
		d, err := DealerOf(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, r := range Side(g.Rules, blackjack.DealerBust).Results {
			sum += r.Chance
		}
		if !near(sum, d.All.Bust, 1e-12) {
			t.Errorf("%s: %v, but the dealer busts in %v", name, sum, d.All.Bust)
		}
	}
}

func TestASideBetThatIsNotOfferedHasNoResults(t *testing.T) {
	if s := Side(game(t, "vegas").Rules, blackjack.PerfectPairs); s.Edge != 0 || s.Results != nil {
		t.Errorf("%+v", s)
	}
}
