package odds

import (
	"testing"

	"holecard/blackjack/strategy"
)

// The slow twin tells every card of a suit apart from the others, whatever the hand holds.
func TestASuitMattersUntilAHandHoldsIt(t *testing.T) {
	for _, c := range []struct {
		game   Game
		player string // "" for best play
		merged bool
	}{
		{game(t, "vegas", "decks=1"), "valentine", true},
		{game(t, "valentine"), "", true},
		{game(t, "joker", "hearts=true"), "stopAt(17)", true},
		{without(t, game(t, "valentine"), "AH 2H 5H 9H"), "stopAt(15)", true},
		{game(t, "european", "decks=1"), `suit("clubs", stopAt(18), stopAt(15))`, true},
		{game(t, "valentine"), `suit("clubs", stopAt(18), stopAt(15))`, false},
		{game(t, "berkeley"), "hearts > 1 && total < 19 || total < 14", false},
	} {
		var p strategy.Strategy
		suits := suitsOf(&c.game)
		if c.player != "" {
			p = parsed(t, c.game, c.player)
			for s, minds := range strategy.NeedsOf(p).Suits {
				suits[s] = suits[s] || minds
			}
		}
		merged, _, err := unmetered().open(c.game, p, nil)
		if err != nil {
			t.Fatal(err)
		}
		twin := newTable(unmetered(), c.game, suits, 0)
		if merged.deck.once != c.merged {
			t.Errorf("%s: that suits matter once is %v", c.player, merged.deck.once)
		}
		if !c.merged {
			continue
		}
		var results []Result
		for _, of := range []*table{merged, twin} {
			var play policy
			if p != nil {
				play = newAsked(of, p)
			} else {
				play = newBest(of)
			}
			l, err := of.evaluate(play, nil)
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, l.result())
		}
		got, want := results[0], results[1]
		if len(got.Nets) != len(want.Nets) {
			t.Fatalf("%s: %v, told apart %v", c.player, got.Nets, want.Nets)
		}
		for i, n := range got.Nets {
			if !near(n.Chance, want.Nets[i].Chance, 1e-12) {
				t.Errorf("%s nets %v with probability %v, told apart %v", c.player, n.Net, n.Chance,
					want.Nets[i].Chance)
			}
		}
		if few, all := len(merged.hands.list), len(twin.hands.list); few > all/2 {
			t.Errorf("%s: %d hands of %d are left", c.player, few, all)
		}
	}
}
