package view_test

import (
	"testing"

	"holecard/blackjack"
	"holecard/bot/view"
)

func TestEveryFaultOfRulesHasWordsOfItsOwn(t *testing.T) {
	said := make(map[string]blackjack.Fault)
	for f := range blackjack.Faults {
		text := view.Fault(words, &blackjack.RulesError{Fault: f})
		if other, twice := said[text]; twice || text == "" {
			t.Errorf("faults %d and %d are told as %q", f, other, text)
		}
		said[text] = f
	}
	if len(said) < 30 {
		t.Errorf("only %d faults have words", len(said))
	}
}
