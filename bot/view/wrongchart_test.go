package view_test

import (
	"strings"
	"testing"

	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

func TestAWrongChartIsToldAtItsCell(t *testing.T) {
	const columns = "2 3 4 5 6 7 8 9 10 A "
	for text, want := range map[string]string{
		columns + "hard 16 S S S S S H H Q H H": "column 44: hard 16 against 9: expected H, S, " +
			`Dh, Ds, P, Rh, Rs or Rp, found "Q"`,
		columns + "hard 13-16 S S S": "column 38: hard 13-16 against 5: expected H, S, " +
			"Dh, Ds, P, Rh, Rs or Rp, found the end",
		columns + "hard 16 S S S S S H H H H H H": "column 50: expected a row that begins with " +
			`hard, soft or pair, found "H"`,
		columns + "soft 22": "column 27: expected a total from 0 to 21 after soft, such as 16 or " +
			`13-16, found "22"`,
		columns + "pair 1": "column 27: expected the cards of a pair, such as 8, 2-3 or A, " +
			`found "1"`,
		columns + "ace": "column 22: expected a column of the chart (2 to 10, A, Jo, or - for no " +
			`card) or a row (hard, soft or pair), found "ace"`,
		columns + "hard 16 S S S S S H H H H H hard 16": "column 55: hard 16 is in the chart twice",
		columns + "A": "column 22: A is in the chart twice",
		columns: "column 21: expected a column of the chart (2 to 10, A, Jo, or - for no card) " +
			"or a row (hard, soft or pair), found the end",
		columns + "hard 16 · · · · · · · · · ·": "column 49: the chart has no move",
		"both(soft, chart(" + columns + "hard 16 S S S Q H H H H H H))": "column 53: hard 16 " +
			`against 5: expected H, S, Dh, Ds, P, Rh, Rs or Rp, found "Q"`,
		"soft && chart": "column 9: expected chart(...), found chart alone",
		"total < chart(" + columns + "hard 16" + strings.Repeat(" H", 10) + ")": "column 9: " +
			"expected a number, found the condition chart(…)",
		columns + "hard 3 S S S S S H H H H H": "column 27: nobody is asked about hard 3 at this " +
			"table: leave the row out",
		"2 3 hard 16 S S": "column 5: the chart lacks the column 4",
		"- hard 16 S":     "column 3: the chart lacks the column 2",
		columns + strings.Repeat(" ", strategy.MaxChart): "the charts are too long: they have " +
			"4,021 bytes, and may have 4,000",
	} {
		vegas, err := tables.Named("vegas")
		if err != nil {
			t.Fatal(err)
		}
		if got := syntaxLine(t, text, strategy.Env{Rules: &vegas.Rules}); got != want {
			t.Errorf("%.60q: %s\nwant %s", text, got, want)
		}
	}
	chalmers, err := tables.Named("chalmers")
	if err != nil {
		t.Fatal(err)
	}
	if got := syntaxLine(t, columns+"hard 16", strategy.Env{Rules: &chalmers.Rules}); got !=
		"column 22: the chart goes by the dealer's card, and this table shows none: its only "+
			"column is -" {
		t.Error(got)
	}
}
