// Package tables holds the named rule sets, as data, and the keys by which
// their rules are changed one by one.
package tables

import (
	"fmt"
	"strings"

	"holecard/blackjack"
)

// Table is a named rule set.
type Table struct {
	Name  string // as people type it
	Title string // as people read it
	Rules blackjack.Rules
	edge  float64 // of the house, as the rules come: see HouseEdge

	Welcome string // with which a game in the terminal begins, where the table's source says it
}

// HouseEdge returns the share of the first stake that the house wins of best
// play in the mean, of a round dealt from a full deck: below zero where players
// have the edge. It is known only as long as no rule but the limits of bets has
// been changed.
func (t Table) HouseEdge() (share float64, known bool) {
	comes, err := Named(t.Name)
	rules := t.Rules
	rules.MinBet, rules.MaxBet = comes.Rules.MinBet, comes.Rules.MaxBet
	return comes.edge, err == nil && rules == comes.Rules
}

// HouseStops is the total at which the house stops, at a table where it decides,
// as long as nobody says otherwise.
const HouseStops = 16

// Default is the name of the table that is played where none is named.
const Default = "vegas"

// Named returns the table of a name. The error lists the names there are.
func Named(name string) (Table, error) {
	var names []string
	for _, t := range All() {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return Table{}, fmt.Errorf("there is no table %q: there are %s", name,
		strings.Join(names, ", "))
}

// All returns the tables, the default one first.
func All() []Table { return append(casinos(), assignments()...) }

// highest is the largest bet that the tables take, in chips.
const highest = 1_000_000

// casinos returns the games of casinos: vegas, and its relatives that change a
// field or two.
func casinos() []Table {
	vegas := blackjack.Rules{
		Decks:            6,
		Fresh:            true,
		HoleCard:         blackjack.Peek,
		DealerStands:     17,
		NaturalPays:      blackjack.Ratio{Win: 3, Per: 2},
		Double:           blackjack.DoubleAny,
		DoubleAfterSplit: true,
		MaxHands:         4,
		MaxAceHands:      4,
		LateSurrender:    true,
		Insurance:        true,
		EvenMoney:        true,
		MinBet:           1,
		MaxBet:           highest,
	}

	downtown := vegas
	downtown.DealerHitsSoft17 = true

	single := vegas
	single.Decks = 1
	single.DealerHitsSoft17 = true
	single.DoubleAfterSplit = false
	single.Double = blackjack.DoubleNine

	atlantic := vegas
	atlantic.Decks = 8
	atlantic.MaxAceHands = 2

	european := vegas
	european.HoleCard = blackjack.NoHoleCard
	european.Double = blackjack.DoubleNine
	european.LateSurrender = false

	sixFive := vegas
	sixFive.NaturalPays = blackjack.Ratio{Win: 6, Per: 5}

	return []Table{
		{Name: Default, Title: "Vegas", Rules: vegas, edge: 0.002614},
		{Name: "downtown", Title: "Downtown", Rules: downtown, edge: 0.004590},
		{Name: "single-deck", Title: "Single Deck", Rules: single, edge: 0.002283},
		{Name: "atlantic-city", Title: "Atlantic City", Rules: atlantic, edge: 0.003548},
		{Name: "european", Title: "European", Rules: european, edge: 0.005466},
		{Name: "six-five", Title: "Six to Five", Rules: sixFive, edge: 0.016211},
	}
}

// assignments returns the games of five well-known course assignments.
func assignments() []Table {
	// plain is what they share: one deck, two cards each, hit and stand.
	plain := blackjack.Rules{
		Decks:        1,
		Fresh:        true,
		DealerStands: 17,
		AskedAt21:    true,
		Double:       blackjack.DoubleNothing,
		MaxHands:     1,
		MaxAceHands:  1,
		MinBet:       1,
		MaxBet:       highest,
	}

	// Claessen, "A Simple Black Jack Variant", Chalmers.
	chalmers := plain
	chalmers.Aces = blackjack.AcesSame
	chalmers.Start = blackjack.Nothing
	chalmers.DealerStands = 16
	chalmers.TieLoses = true

	// Downen, "User Interaction: Blackjack", Effective Functional Programming.
	downen := plain
	downen.Fresh = false
	downen.SeatBySeat = true
	downen.LastUp = true
	downen.NaturalPays = blackjack.Ratio{Win: 1, Per: 1}
	downen.LateSurrender = true

	// COSC-111 project 2, Amherst.
	amherst := plain
	amherst.Fresh = false
	amherst.ReshuffleBelow = 20
	amherst.Aces = blackjack.AcesEleven
	amherst.DealerWins21 = true

	// 6.001, "The Game of Twenty-one", MIT.
	mit := plain
	mit.Pack = blackjack.Endless
	mit.Aces = blackjack.AcesOne
	mit.Start = blackjack.OneEach
	mit.HouseDecides = true
	mit.TieLoses = true

	// CS61A, "Twenty-One", Berkeley.
	berkeley := plain

	valentine := berkeley
	valentine.HeartsDouble = true

	joker := berkeley
	joker.Jokers = 2

	return []Table{
		{Name: "chalmers", Title: "Chalmers", Rules: chalmers, edge: 0.132324},
		{Name: "downen", Title: "Downen", Rules: downen, edge: 0.042294,
			Welcome: "Welcome to blackjack!"},
		{Name: "amherst", Title: "Amherst", Rules: amherst, edge: 0.042222},
		{Name: "mit", Title: "MIT", Rules: mit, edge: 0.094830},
		{Name: "berkeley", Title: "Berkeley", Rules: berkeley, edge: 0.042462},
		{Name: "valentine", Title: "Valentine", Rules: valentine, edge: -0.183142},
		{Name: "joker", Title: "Joker", Rules: joker, edge: 0.015016},
	}
}
