package view_test

import (
	"strings"
	"testing"

	"holecard/blackjack/odds"
	"holecard/blackjack/tables"
	"holecard/bot/view"
)

func TestOddsOfADeckThatMayRunOutSayWhichRoundTheyLeaveOut(t *testing.T) {
	const note = "Of a round dealt from a full deck. The round that empties the deck, which the " +
		"player wins, is left out."
	for change, want := range map[string]bool{"deck=infinite": false, "deck=finite": true} {
		table, err := tables.Named("mit")
		if err != nil {
			t.Fatal(err)
		}
		if table.Rules, err = tables.Set(table.Rules, change); err != nil {
			t.Fatal(err)
		}
		if text := view.Odds(words, table, "louis", "stopAt(16)",
			odds.Result{}).Embeds[0].Text; strings.Contains(text, note) != want {
			t.Errorf("%s: %s", change, text)
		}
	}
}
