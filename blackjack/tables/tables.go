// Package tables holds the named rule sets, as data.
package tables

import "holecard/blackjack"

// Table is a named rule set.
type Table struct {
	Name  string // as people type it
	Title string // as embeds show it
	Rules blackjack.Rules
}

// Default is the name of the table that is played where none is named.
const Default = "vegas"

// vegas is the game of the large casinos; its relatives change a field or two.
func vegas() blackjack.Rules {
	return blackjack.Rules{
		Decks:            6,
		HoleCard:         blackjack.Peek,
		NaturalPays:      blackjack.Ratio{Win: 3, Per: 2},
		Double:           blackjack.DoubleAny,
		DoubleAfterSplit: true,
		MaxHands:         4,
		MaxAceHands:      4,
		LateSurrender:    true,
		Insurance:        true,
		EvenMoney:        true,
		MinBet:           1,
		MaxBet:           1_000_000,
	}
}

// Named returns the table of a name.
func Named(name string) (Table, bool) {
	for _, t := range All() {
		if t.Name == name {
			return t, true
		}
	}
	return Table{}, false
}

// All returns the tables, the default one first.
func All() []Table {
	downtown := vegas()
	downtown.DealerHitsSoft17 = true

	single := vegas()
	single.Decks = 1
	single.DealerHitsSoft17 = true
	single.DoubleAfterSplit = false
	single.Double = blackjack.DoubleNine

	atlantic := vegas()
	atlantic.Decks = 8
	atlantic.MaxAceHands = 2

	european := vegas()
	european.HoleCard = blackjack.NoHoleCard
	european.Double = blackjack.DoubleNine
	european.LateSurrender = false

	sixFive := vegas()
	sixFive.NaturalPays = blackjack.Ratio{Win: 6, Per: 5}

	return []Table{
		{Default, "Vegas", vegas()},
		{"downtown", "Downtown", downtown},
		{"single-deck", "Single Deck", single},
		{"atlantic-city", "Atlantic City", atlantic},
		{"european", "European", european},
		{"six-five", "Six to Five", sixFive},
	}
}
