package terminal

import (
	"strings"
	"testing"

	"holecard/blackjack"
)

func TestCardsAreWrittenAsDealtAndNewestFirstOnlyWhereTheSourceDoes(t *testing.T) {
	cards, err := blackjack.ParseCards("2C QD 7H")
	if err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]string{"vegas": "2♣ Q♦ 7♥ (19)",
		"downen": "7♥ Q♦ 2♣ (19)", "amherst": "2♣ Q♦ 7♥ (19)", "mit": "2 10 7 (19)"} {
		g := newGame(t, table, strings.NewReader(""), nil)
		if got := g.held(cards); got != want {
			t.Errorf("%s writes %s, want %s", table, got, want)
		}
		g.Color = true
		red := strings.NewReplacer("\x1b[31mQ♦\x1b[39m", "Q♦", "\x1b[31m7♥\x1b[39m", "7♥")
		if got := g.held(cards); red.Replace(got) != want || got == want && table != "mit" {
			t.Errorf("in colour %s writes %q", table, got)
		}
	}
}

func TestResultsAreToldInChipsButInTheWordsOfACourse(t *testing.T) {
	won := blackjack.HandView{Outcome: blackjack.WonNatural, Stake: 1000, Won: 1500}
	lost := blackjack.HandView{Outcome: blackjack.Lost, Stake: 1, Lost: 1}
	up := blackjack.HandView{Outcome: blackjack.Surrendered, Stake: 10, Lost: 5}
	push := blackjack.HandView{Outcome: blackjack.Pushed, Stake: 10}
	for _, c := range []struct {
		table                 string
		bets                  bool
		won, lost, up, pushed string
	}{
		{"vegas", true, "You win 1,500 chips.", "You lose 1 chip.",
			"You surrender and lose 5 chips.", "Tie; nobody wins."},
		{"vegas", false, "You win!", "The house wins.", "You surrender.", "Tie; nobody wins."},
		{"downen", true, "You win!", "The house wins.", "You surrender.", "Tie; nobody wins."},
		{"mit", true, "You win!", "The house wins.", "You surrender.", "Tie; nobody wins."},
	} {
		g := newGame(t, c.table, strings.NewReader(""), nil)
		g.Bets = c.bets
		got := []string{g.result(won), g.result(lost), g.result(up), g.result(push)}
		want := []string{c.won, c.lost, c.up, c.pushed}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s, bets %t: %q, want %q", c.table, c.bets, got, want)
		}
	}
}

func TestResultsSayWhereAPayoutIsRounded(t *testing.T) {
	g := newGame(t, "vegas", strings.NewReader(""), nil)
	for want, h := range map[string]blackjack.HandView{
		"You win 7 chips, rounded down.": {Outcome: blackjack.WonNatural, Stake: 5, Won: 7},
		"You win 9 chips.":               {Outcome: blackjack.WonNatural, Stake: 6, Won: 9},
		"You win 5 chips.":               {Outcome: blackjack.Won, Stake: 5, Won: 5},
		"You surrender and lose 3 chips: half comes back, rounded down.": {
			Outcome: blackjack.Surrendered, Stake: 5, Lost: 3},
	} {
		if got := g.result(h); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestNumbersAreWrittenAlike(t *testing.T) {
	for _, c := range []struct {
		format string
		n      any
		want   string
	}{
		{"%d", 1_234_567, "1,234,567"}, {"%d", int64(-1000), "−1,000"}, {"%+d", 12, "+12"},
		{"%.2f%%", 0.26144, "0.26%"}, {"%+.5f", -0.34058, "−0.34058"}, {"%+g", 1.5, "+1.5"},
		{"%+g", 0.0, "+0"}, {"%d chips", blackjack.Chips(2000), "2,000 chips"},
	} {
		if got := Number(c.format, c.n); got != c.want {
			t.Errorf("%s of %v is %s, want %s", c.format, c.n, got, c.want)
		}
	}
}
