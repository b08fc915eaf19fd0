package tables_test

import (
	"strings"
	"testing"

	"holecard/blackjack/tables"
)

func TestATableThatIsNotThereIsRefusedWithThoseThatAre(t *testing.T) {
	_, err := tables.Named("roulette")
	if err == nil {
		t.Fatal("there is a table roulette")
	}
	for _, table := range tables.All() {
		if !strings.Contains(err.Error(), table.Name) {
			t.Errorf("%v does not name %s", err, table.Name)
		}
		if found, err := tables.Named(table.Name); err != nil || found.Name != table.Name {
			t.Errorf("%s: %v, %v", table.Name, found.Name, err)
		}
	}
}
