package odds

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// inPrint returns the published chart of a table, which says where it is in print.
func inPrint(t *testing.T, table string) *strategy.Chart {
	t.Helper()
	text, err := os.ReadFile("../testdata/charts/" + table + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	rules := game(t, table).Rules
	read, err := strategy.Parse(string(text), strategy.Env{Rules: &rules})
	if err != nil {
		t.Fatal(err)
	}
	return read.(*strategy.Chart)
}

// entries returns the moves of a chart by hand and upcard, those of pairs that are played by
// their totals too.
func entries(c *strategy.Chart) map[string]strategy.Move {
	list := make(map[string]strategy.Move)
	for _, r := range c.Rows() {
		for at := r.First; at <= r.Last; at++ {
			for _, up := range c.Columns() {
				row := strategy.Row{Kind: r.Kind, First: at, Last: at}
				list[fmt.Sprintf("%v against %s", row, strategy.Heading(up))] = r.Moves[up]
			}
		}
	}
	return list
}

// Print leaves out the total of a pair that may not be split any more: of twos, hard 4, and of
// aces, soft 12. All else is cell by cell as in print.
func TestBasicStrategyIsThatInPrint(t *testing.T) {
	for _, table := range []string{"vegas", "downtown", "european"} {
		computed, published := basicOf(t, game(t, table)), inPrint(t, table)
		want := entries(published)
		if n := 10 * (16 + 8 + 10); len(want) != n { // hard 5 to 20, soft 13 to 20, pairs
			t.Errorf("%s: print has %d cells, not %d", table, len(want), n)
		}
		for cell, move := range entries(computed) {
			if strings.HasPrefix(cell, "hard 4 ") || strings.HasPrefix(cell, "soft 12 ") {
				continue
			}
			if move != want[cell] {
				t.Errorf("%s: %s is %v, and %v in print", table, cell, move, want[cell])
			}
			delete(want, cell)
		}
		if len(want) > 0 {
			t.Errorf("%s: not computed: %v", table, want)
		}
	}
}

// A chart cell is best for the mean of its hands. Of two cards, these are better played
// otherwise: they cost at most 0.0008 bets. The other tables are asked against two upcards,
// because it takes long.
func TestTheHandsThatAChartDoesNotPlayBest_long(t *testing.T) {
	const twelve, fifteen = "2♣ 10♦ against 4♥: hit, not stand",
		"7♣ 8♦ against 10♥: hit, not surrender"
	for table, want := range map[string][]string{"vegas": {twelve, fifteen},
		"downtown": {fifteen}, "european": {twelve}} {
		g := game(t, table)
		chart := basicOf(t, g)
		var got []string
		for _, s := range dealtHands(t, g.Rules) {
			if up := s.Upcard.Value(); table != "vegas" && up != 4 && up != 10 {
				continue
			}
			options, err := Advise(t.Context(), &s, Known{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			did, err := chart.Decide(&s)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(options, func(o Option) bool { return o.Action == did })
			cost := options[0].EV - options[i].EV
			if cost > 1e-9 {
				got = append(got, fmt.Sprintf("%v %v against %v: %v, not %v", s.Cards[0],
					s.Cards[1], s.Upcard, options[0].Action, did))
			}
			if cost > 0.0008 {
				t.Errorf("%s: %v costs %.5f", table, s.Cards, cost)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", table, got, want)
		}
	}
}

// dealtHands returns the decisions of two cards and an upcard, one of each value.
func dealtHands(t *testing.T, rules blackjack.Rules) (list []strategy.Situation) {
	card := blackjack.NewCard
	for a := blackjack.Rank(0); a < 10; a++ {
		for b := a; b < 10; b++ {
			for up := blackjack.Rank(0); up < 10; up++ {
				hand := []blackjack.Card{card(a, 0), card(b, 1)}
				shoe, err := blackjack.NewShoe(append(rules.Stacked(hand, card(up, 2), card(6, 3)),
					card(6, 0))...)
				if err != nil {
					t.Fatal(err)
				}
				r, err := blackjack.Deal(rules, shoe, blackjack.Bet{Stake: 10, Purse: 1000})
				if err == nil && r.Phase() == blackjack.Insuring {
					r, err = r.Play(0, blackjack.Decline)
				}
				if err != nil {
					t.Fatal(err)
				}
				if r.Phase() == blackjack.Playing {
					list = append(list, strategy.See(r))
				}
			}
		}
	}
	return list
}

// What is in print to change with the rules: the row, where it begins, and the
// moves that it must have.
func TestBasicStrategyChangesWithTheRules(t *testing.T) {
	for _, c := range []struct {
		name string
		game Game
		rows []string
	}{
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
