package figures

import (
	"testing"

	"holecard/blackjack/odds"
)

// Tables that nobody asks at are forgotten, so that all take no more than they may.
func TestTablesAtWhichNobodyAsksAreForgotten(t *testing.T) {
	var k kept
	made, err := odds.NewTable(t.Context(), set(t, "amherst"), nil)
	if err != nil {
		t.Fatal(err)
	}
	const fit = 5
	most := fit*(made.Bytes()+1<<10) + 1
	one := func(n int) match {
		return match{rules: set(t, "amherst"), house: string(rune('a' + n))}
	}
	for n := range 3 * fit {
		if again, err := odds.NewTable(t.Context(), set(t, "amherst"), nil); err != nil {
			t.Fatal(err)
		} else if got := k.add(one(n), again); got != again {
			t.Errorf("%d is another table", n)
		}
		k.trim(most)
		if _, ok := k.find(one(0)); !ok {
			t.Fatalf("after %d the first is forgotten, although it is asked for", n)
		}
		if want := min(n+1, fit); len(k.list) != want {
			t.Fatalf("after %d there are %d, not %d", n, len(k.list), want)
		}
	}
	if _, ok := k.find(one(1)); ok {
		t.Error("the second is not forgotten")
	}
	first, _ := k.find(one(0))
	if got := k.add(one(0), made); got != first {
		t.Error("a table is kept twice")
	}
	k.trim(0)
	if len(k.list) != 1 {
		t.Errorf("%d are left of what does not fit, not one", len(k.list))
	}
}
