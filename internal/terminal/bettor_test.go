package terminal

import (
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// assisted plays rounds that a strategy plays and bets on, and returns what is said.
func assisted(t *testing.T, text, cards string, rounds int) string {
	t.Helper()
	var out strings.Builder
	g := newGame(t, "downen", strings.NewReader(strings.Repeat("\n", rounds)), &out)
	var err error
	if g.Player, err = strategy.Parse(text, strategy.Env{Rules: &g.Table.Rules}); err != nil {
		t.Fatal(err)
	}
	if g.Stacked, err = blackjack.ParseCards(cards); err != nil {
		t.Fatal(err)
	}
	if err := g.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestAStrategyBetsInTheTerminal(t *testing.T) {
	const lost, won = "TS 6S TC KH ", "KS QD 7D JH "
	said := assisted(t, "bet 2 * lastBet if lost; bet 10; stand", lost+won+"8D 8H 8S 9C", 3)
	for _, line := range []string{"You have 100 chips.", "Your strategy bets 10 chips.",
		"You have 90 chips.", "Your strategy bets 20 chips.", "You have 110 chips.",
		"Your strategy bets 10 chips."} {
		_, rest, ok := strings.Cut(said, line)
		if !ok {
			t.Fatalf("%q is missing in\n%s", line, said)
		}
		said = rest
	}
}

// The second round is of the same deck, and five low cards lay open in the first.
func TestAStrategyRemembersTheDeckInTheTerminal(t *testing.T) {
	said := assisted(t, "bet 5 if count(hilo) >= 1; bet 1; stand",
		"2S 3S 4C 5H 9D 9H 9S 8C 7C 7D 7S 8D TS TC TD TH", 2)
	first, second, _ := strings.Cut(said, "You have 9")
	if !strings.Contains(first, "bets 1 chip.") && !strings.Contains(first, "bets 1 chips.") {
		t.Errorf("the first bet is not 1:\n%s", said)
	}
	if !strings.Contains(second, "bets 5 chips.") {
		t.Errorf("the second bet is not 5:\n%s", said)
	}
}
