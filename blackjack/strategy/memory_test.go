package strategy

import (
	"math"
	"testing"

	"holecard/blackjack"
)

func TestMemoryCountsWhatWasSeen(t *testing.T) {
	rules := blackjack.Rules{Decks: 6}
	m := NewMemory(&rules)
	for _, test := range []struct {
		cards         string
		running, true float64
		decks         float64
	}{
		{"", 0, 0, 6},
		{"2C 3D 4H 5S 6C", 5, 5 * 52 / 307.0, 307.0 / 52},
		{"7C 8D 9H", 5, 5 * 52 / 304.0, 304.0 / 52},
		{"TC JD QH KS AC AD", -1, -1 * 52 / 298.0, 298.0 / 52},
		{"joker", -1, -1 * 52 / 297.0, 297.0 / 52},
	} {
		cards, err := blackjack.ParseCards(test.cards)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cards {
			m.See(c)
		}
		running, count, decks := m.Running(HiLo), m.True(HiLo), m.DecksLeft()
		if running != test.running || count != test.true || decks != test.decks {
			t.Errorf("after %q: %v running, %v true, %v decks; want %v, %v, %v", test.cards,
				running, count, decks, test.running, test.true, test.decks)
		}
	}
}

func TestDecksAreThoseOfTheRules(t *testing.T) {
	for _, test := range []struct {
		fact  string
		rules blackjack.Rules
		decks float64
		true  float64 // after a 5
	}{
		{"six decks", blackjack.Rules{Decks: 6}, 6, 52 / 311.0},
		{"a deck of 40", blackjack.Rules{Decks: 1, Pack: blackjack.Forty}, 1, 40 / 39.0},
		{"the values of a deck", blackjack.Rules{Decks: 1, Pack: blackjack.Numbers}, 1, 52 / 51.0},
		{"a deck with two jokers", blackjack.Rules{Decks: 1, Jokers: 2}, 1, 54 / 53.0},
		{"a deck without end", blackjack.Rules{Decks: 1, Pack: blackjack.Endless}, 1, 52 / 51.0},
	} {
		m := NewMemory(&test.rules)
		if got := m.DecksLeft(); got != test.decks {
			t.Errorf("%s: %v decks are left of a full shoe, want %v", test.fact, got, test.decks)
		}
		m.See(blackjack.NewCard(4, blackjack.Hearts))
		if got := m.True(HiLo); got != test.true {
			t.Errorf("%s: a true count of %v, want %v", test.fact, got, test.true)
		}
	}
}

func TestAnEmptyShoeHasATrueCount(t *testing.T) {
	m := Memory{Seen: [12]int{2: 3}, Deck: 52}
	if got := m.True(HiLo); got != 3*52 {
		t.Errorf("true count %v, want that of one card left, %v", got, 3*52)
	}
}

// better bets what it was told to.
type better struct {
	Strategy
	chips float64
}

func (b better) Bet(*Standing) float64 { return b.chips }

func TestStakeIsWithinWhatTheTableTakes(t *testing.T) {
	plain := StopAt(17)
	for _, test := range []struct {
		name     string
		by       Strategy
		bankroll blackjack.Chips
		want     blackjack.Chips
	}{
		{"a strategy without bets bets a unit", plain, 1000, 10},
		{"a bet is rounded down", better{plain, 57.99}, 1000, 57},
		{"a bet is at least the minimum", better{plain, 1}, 1000, 5},
		{"a bet below nothing is the minimum", better{plain, -20}, 1000, 5},
		{"a bet is at most the maximum", better{plain, 1e300}, 1000, 200},
		{"a bet is at most the bankroll", better{plain, 100}, 60, 60},
		{"the last chips are bet", better{plain, 100}, 5, 5},
		{"who cannot pay the minimum is ruined", better{plain, 100}, 4, 0},
		{"what is no number is the minimum", better{plain, math.NaN()}, 1000, 5},
	} {
		s := Standing{Bankroll: test.bankroll, Unit: 10, Min: 5, Max: 200}
		if got := Stake(test.by, &s); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

func TestNeedsOfAStrategyThatBets(t *testing.T) {
	if n := NeedsOf(better{StopAt(17), 1}); !n.Bets || !n.Memory || !n.Chance {
		t.Errorf("a foreign strategy may look at everything, and this one bets: %+v", n)
	}
	if n := NeedsOf(StopAt(17)); n.Bets || n.Memory || n.Chance {
		t.Errorf("stopAt(17) needs %+v", n)
	}
}
