package main

import (
	"math"
	"testing"

	"holecard/blackjack/tables"
	"holecard/internal/long"
)

func TestEachTablesEdgeIsThatOfBestPlay(t *testing.T) {
	long.Unraced(t)
	t.Parallel()
	for _, table := range tables.All() {
		exact, err := edge(t.Context(), table.Rules)
		if share, known := table.HouseEdge(); err != nil || !known || math.Abs(share-exact) > 6e-7 {
			t.Errorf("%s: the edge of the house is said to be %.6f, %v, and is %.6f, %v",
				table.Name, share, known, exact, err)
		}
	}
}
