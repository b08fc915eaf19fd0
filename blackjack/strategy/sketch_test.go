package strategy_test

import (
	"errors"
	"os"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

func sketch(t *testing.T, table, text string) strategy.Sketch {
	t.Helper()
	env := anywhere()
	env.Rules, env.Ask = rules(t, table), nil
	a, err := strategy.Parse(text, env)
	if err != nil {
		t.Fatal(err)
	}
	s, err := strategy.SketchOf(a, *env.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asked is a strategy of another package.
type asked struct{ strategy.Strategy }

func TestTheSketchOfAChartIsTheChart(t *testing.T) {
	for _, table := range []string{"vegas", "downtown", "european"} {
		text, err := os.ReadFile("../testdata/charts/" + table + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		env := anywhere()
		env.Rules = rules(t, table)
		a, err := strategy.Parse(string(text), env)
		if err != nil {
			t.Fatal(err)
		}
		chart := a.(*strategy.Chart)
		for up := range strategy.Columns { // the totals of pairs that print leaves out
			if up != strategy.Unseen && up != strategy.JokerUp {
				chart.Hard[4][up], chart.Soft[12][up] = strategy.Hit, strategy.Hit
			}
		}
		s, err := strategy.SketchOf(strategy.Watch(chart, nil), *env.Rules)
		if err != nil || s.Text() != chart.Text() || len(s.Mixed) > 0 || s.Insures {
			t.Errorf("%s: %v, mixed %v:\n%s\nof\n%s", table, err, s.Mixed, s.Text(), chart.Text())
		}
	}
}

// What goes by total, softness and upcard alone is in its sketch whole, at every table.
func TestASketchHasAllOfWhatGoesByTotals(t *testing.T) {
	for _, table := range tables.All() {
		for _, text := range []string{"stopAt(16)", "louis",
			"total < 12 || upcard > 6 && total < 17", "soft && total < 18 || total < 15"} {
			env := anywhere()
			env.Rules = &table.Rules
			a, err := strategy.Parse(text, env)
			if err != nil {
				continue // the table lacks what it goes by
			}
			s, err := strategy.SketchOf(a, table.Rules)
			if err != nil || len(s.Mixed) > 0 {
				t.Fatalf("%s, %s: %v, mixed %v", table.Name, text, err, s.Mixed)
			}
			cells := 0
			for _, r := range s.Rows() {
				for at := r.First; at <= r.Last && r.Kind != strategy.PairRow; at++ {
					for up, m := range r.Moves {
						if m == strategy.Unset {
							continue
						}
						cells++
						seen := strategy.Situation{Rules: &table.Rules, Total: at,
							Soft: r.Kind == strategy.SoftRow, Seen: up != strategy.Unseen,
							Upcard: blackjack.NewCard(blackjack.Rank(max(up, 1)-1), 0),
							Legal:  hitOrStand}
						if up == strategy.JokerUp {
							seen.Upcard = blackjack.Joker
						}
						if did := decide(t, a, &seen); did != m.In(hitOrStand) {
							t.Errorf("%s, %s: %v %d against %s is %v, and it does %v", table.Name,
								text, r.Kind, at, strategy.Heading(up), m, did)
						}
					}
				}
			}
			if least := 16; cells < least {
				t.Errorf("%s, %s: %d cells", table.Name, text, cells)
			}
		}
	}
}

func TestASketchSaysWhatItLeavesOut(t *testing.T) {
	hard16 := func(c strategy.Cell) bool { return c.Kind == strategy.HardRow && c.At == 16 }
	s := sketch(t, "vegas", "total < 16 || hard && total == 16 && cards > 2")
	if len(s.Mixed) != 10 || slices.ContainsFunc(s.Mixed, func(c strategy.Cell) bool {
		return !hard16(c)
	}) || s.Hard[16][7] != strategy.Stand || !s.Needs.Cards {
		t.Errorf("16 of two cards stands, of three is hit: %v\n%s", s.Mixed, s.Text())
	}
	if s = sketch(t, "vegas", "valentine"); s.Hard[18][6] != strategy.Stand ||
		!slices.Contains(s.Mixed, strategy.Cell{Kind: strategy.HardRow, At: 18, Column: 6}) {
		t.Errorf("an 18 is hit where it has a heart, 7 of 16 times: %v\n%s", s.Mixed, s.Text())
	}
}

func TestASketchLooksAtLargerHands(t *testing.T) {
	for text, want := range map[string]struct {
		mixed   strategy.Cell
		sampled int
	}{
		"hit if cards < 3 && total < 12; stand if cards > 3; stopAt(17)": {
			strategy.Cell{Kind: strategy.HardRow, At: 12, Column: 7}, 4},
		"stand if cards > 4; stopAt(17)": {
			strategy.Cell{Kind: strategy.HardRow, At: 12, Column: 2}, 4},
		"stand if cards > 6; stopAt(17)": {
			strategy.Cell{Kind: strategy.HardRow, At: 12, Column: 2}, 4},
		"hit if cards == 4 && total == 18; stopAt(17)": {
			strategy.Cell{Kind: strategy.HardRow, At: 18, Column: 10}, 4},
		"hit if hearts > 2 || total < 12": {
			strategy.Cell{Kind: strategy.HardRow, At: 15, Column: 10}, 3},
		"stopAt(17)":                     {}, // the same for all hands of a total
		"hit if cards == 2; stand":       {strategy.Cell{}, 0},
		"split if aces == 2; stopAt(12)": {strategy.Cell{}, 4},
	} {
		s := sketch(t, "vegas", text)
		found := want.mixed == (strategy.Cell{}) || slices.Contains(s.Mixed, want.mixed)
		if !found || s.Sampled != want.sampled {
			t.Errorf("%s: sampled from %d cards on, want %d; mixed %v, want %v among them", text,
				s.Sampled, want.sampled, s.Mixed, want.mixed)
		}
	}
}

func TestNobodyDrawsAChartOfChanceOrAPerson(t *testing.T) {
	vegas := rules(t, "vegas")
	for _, a := range []strategy.Strategy{parse(t, "both(stopAt(19), ask)"),
		asked{strategy.StopAt(17)}} { // from elsewhere: it may ask
		if _, err := strategy.SketchOf(a, *vegas); !errors.Is(err, strategy.ErrNoChart) {
			t.Errorf("%v: %v", a, err)
		}
	}
}
