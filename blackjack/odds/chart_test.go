package odds

import (
	"strings"
	"testing"
)

// The chart that is in print for 6 decks, S17, DAS, late surrender.
const printed = `
           2  3  4  5  6  7  8  9  10 A
hard 4-8   H  H  H  H  H  H  H  H  H  H
hard 9     H  Dh Dh Dh Dh H  H  H  H  H
hard 10    Dh Dh Dh Dh Dh Dh Dh Dh H  H
hard 11    Dh Dh Dh Dh Dh Dh Dh Dh Dh H
hard 12    H  H  S  S  S  H  H  H  H  H
hard 13-14 S  S  S  S  S  H  H  H  H  H
hard 15    S  S  S  S  S  H  H  H  Rh H
hard 16    S  S  S  S  S  H  H  Rh Rh Rh
hard 17-20 S  S  S  S  S  S  S  S  S  S
soft 12    H  H  H  H  Dh H  H  H  H  H
soft 13-14 H  H  H  Dh Dh H  H  H  H  H
soft 15-16 H  H  Dh Dh Dh H  H  H  H  H
soft 17    H  Dh Dh Dh Dh H  H  H  H  H
soft 18    S  Ds Ds Ds Ds S  S  H  H  H
soft 19-20 S  S  S  S  S  S  S  S  S  S
pair 2-3   P  P  P  P  P  P  H  H  H  H
pair 4     H  H  H  P  P  H  H  H  H  H
pair 5     Dh Dh Dh Dh Dh Dh Dh Dh H  H
pair 6     P  P  P  P  P  H  H  H  H  H
pair 7     P  P  P  P  P  P  H  H  H  H
pair 8     P  P  P  P  P  P  P  P  P  P
pair 9     P  P  P  P  P  S  P  P  S  S
pair 10    S  S  S  S  S  S  S  S  S  S
pair A     P  P  P  P  P  P  P  P  P  P
`

func TestBasicStrategyIsThatInPrint(t *testing.T) {
	if got := basicOf(t, game(t, "vegas")).Text(); "\n"+got != printed {
		t.Errorf("the chart of 6 decks, S17, DAS, late surrender:\n%s", got)
	}
}

// What is in print to change with the rules: the row, where it begins, and the
// moves that it must have.
func TestBasicStrategyChangesWithTheRules(t *testing.T) {
	for _, c := range []struct {
		name string
		game Game
		rows []string
	}{
		{"6 decks H17", game(t, "downtown"), []string{
			"hard 11    Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh",
			"hard 15    S  S  S  S  S  H  H  H  Rh Rh",
			"hard 17    S  S  S  S  S  S  S  S  S  Rs",
			"soft 18    Ds Ds Ds Ds Ds S  S  H  H  H",
			"soft 19    S  S  S  S  Ds S  S  S  S  S",
			"pair 8     P  P  P  P  P  P  P  P  P  Rp",
		}},
		{"6 decks S17 without DAS", game(t, "vegas", "das=false", "surrender=none"), []string{
			"pair 2-3   H  H  P  P  P  P  H  H  H  H",
			"pair 6     H  P  P  P  P  H  H  H  H  H",
		}},
		{"6 decks S17, no hole card", game(t, "vegas", "surrender=none", "holeCard=none"), []string{
			"hard 10-11 Dh Dh Dh Dh Dh Dh Dh Dh H  H",
			"pair 8     P  P  P  P  P  P  P  P  H  H",
			"pair A     P  P  P  P  P  P  P  P  P  H",
		}},
	} {
		chart := "\n" + basicOf(t, c.game).Text()
		for _, row := range c.rows {
			if !strings.Contains(chart, "\n"+row) {
				t.Errorf("%s: no row %q in\n%s", c.name, row, chart)
			}
		}
	}
}
