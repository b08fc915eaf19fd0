package terminal

import (
	"strings"
	"testing"

	"holecard/blackjack"
)

func TestABetIsTypedInAnyFormOfAnAmount(t *testing.T) {
	const limits = "A bet is a whole number from 1 to 5,000."
	const thousand, ten = "You have 4,000 chips.", "You have 4,990 chips."
	for typed, want := range map[string]string{
		"1 000": thousand, "1,000": thousand, "1.000": thousand, "1k": thousand,
		"10": ten, "\ufeff10": ten, "10\u200b": ten,
		"10 bust 5": "You have 4,985 chips.", "1k bust 1 000": "You have 3,000 chips.",
		"10 bust 11": limits,
		"10 0":       limits, "10 5": limits, "10 bust 5 bust 7": limits, "10 bust": limits,
		"bust 5": limits, "10 bust 5 7": limits, "10 bust 0": limits, "9 000": limits,
	} {
		var out strings.Builder
		g := newGame(t, "vegas", strings.NewReader("\n"+typed+"\nstand\nquit\n"), &out)
		g.Wallet = 5000
		g.Table.Rules.Bust = 1
		var err error
		if g.Stacked, err = blackjack.ParseCards("TS 9D 7S TD"); err != nil {
			t.Fatal(err)
		}
		if err := g.Play(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q does not lead to %q:\n%s", typed, want, out.String())
		}
	}
}
