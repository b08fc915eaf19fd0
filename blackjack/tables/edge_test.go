package tables_test

import (
	"testing"

	"holecard/blackjack/tables"
)

func TestChangedRulesHaveAnEdgeThatIsNotKnown(t *testing.T) {
	for _, f := range []struct {
		change string
		known  bool
	}{{"maxBet=7", true}, {"minBet=5", true}, {"pairs=25-12-6", true},
		{"decks=2", false}, {"hitSoft17=true", false}} {
		table, err := tables.Named("vegas")
		if err != nil {
			t.Fatal(err)
		}
		if table.Rules, err = tables.Set(table.Rules, f.change); err != nil {
			t.Fatal(err)
		}
		if _, known := table.HouseEdge(); known != f.known {
			t.Errorf("%s: the edge is known: %v", f.change, known)
		}
	}
	if _, known := (tables.Table{Name: "of another version"}).HouseEdge(); known {
		t.Error("the edge of an unknown table is known")
	}
}
