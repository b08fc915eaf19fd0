// Package tables holds the named rule sets, as data, and the keys by which
// their rules are changed one by one.
package tables

import (
	"slices"

	"holecard/blackjack"
	"holecard/internal/nearest"
)

// Table is a named rule set.
type Table struct {
	Name   string // as people type it
	Title  string // as people read it
	Rules  blackjack.Rules
	Course bool    // the game of a course assignment, not of a casino
	edge   float64 // of the house, as the rules come: see HouseEdge

	Welcome     string // with which a game in the terminal begins, where the source says it
	NewestFirst bool   // the terminal writes the newest card of a hand first, as the source does
	YesNo       bool   // the terminal asks hit?, and any answer but y means no, as in the source
}

// HouseEdge returns the share of the first stake that the house wins of best
// play in the mean, of a round dealt from a full deck: below zero where players
// have the edge. It is known only as long as no rule but the limits of bets and
// the side bets has been changed.
func (t Table) HouseEdge() (share float64, known bool) {
	comes, err := Named(t.Name)
	rules := t.Rules.WithoutSides()
	rules.MinBet, rules.MaxBet = comes.Rules.MinBet, comes.Rules.MaxBet
	return comes.edge, err == nil && rules == comes.Rules
}

// HouseStops is the total at which the house stops, at a table where it decides,
// as long as nobody says otherwise.
const HouseStops = 16

// Default is the name of the table that is played where none is named.
const Default = "vegas"

// Named returns the table of a name, or a [*nearest.UnknownError].
func Named(name string) (Table, error) {
	var names []string
	for _, t := range all {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return Table{}, &nearest.UnknownError{What: "table", Name: name, Names: names}
}

// All returns the tables, the default one first.
func All() []Table { return slices.Clone(all) }

// highest is the largest bet that the tables take, in chips.
const highest = 1_000_000

// vegas is the game of casinos from which their other tables differ in a rule or two.
var vegas = blackjack.Rules{
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

// course is what the games of well-known course assignments share: one deck, two
// cards each, hit and stand.
var course = blackjack.Rules{
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

var all = []Table{
	table(Default, "Vegas", 0.002614, vegas),
	table("downtown", "Downtown", 0.004590, vegas, "hitSoft17=true"),
	table("single-deck", "Single Deck", 0.002283, vegas,
		"decks=1", "hitSoft17=true", "das=false", "double=9-11"),
	table("atlantic-city", "Atlantic City", 0.003548, vegas, "decks=8", "maxAceHands=2"),
	table("european", "European", 0.005466, vegas,
		"holeCard=none", "double=9-11", "surrender=none"),
	table("six-five", "Six to Five", 0.016211, vegas, "natural=6:5"),

	// Claessen, "A Simple Black Jack Variant", Chalmers.
	table("chalmers", "Chalmers", 0.132324, course,
		"aces=same", "start=none", "dealerStands=16", "tie=house"),
	// Downen, "User Interaction: Blackjack", Effective Functional Programming.
	table("downen", "Downen", 0.042294, course, "fresh=false", "deal=player-first",
		"upcard=last", "natural=1:1", "surrender=late").conversing("Welcome to blackjack!"),
	// COSC-111 project 2, Amherst.
	table("amherst", "Amherst", 0.042222, course,
		"penetration=20 cards", "aces=11", "dealerWins21=true"),
	// 6.001, "The Game of Twenty-one", MIT.
	table("mit", "MIT", 0.094830, course,
		"deck=infinite", "aces=1", "start=one", "houseDecides=true", "tie=house").yesNo(),
	// CS61A, "Twenty-One", Berkeley.
	table("berkeley", "Berkeley", 0.042462, course),
	table("valentine", "Valentine", -0.183142, course, "hearts=true"),
	table("joker", "Joker", 0.015016, course, "jokers=2"),
}

// table makes a table of rules with some changed, as [Set] does.
func table(name, title string, edge float64, by blackjack.Rules, changes ...string) Table {
	r := by
	for _, change := range changes {
		var err error
		if r, err = Set(r, change); err != nil {
			panic("tables: the changes above are right: " + err.Error())
		}
	}
	return Table{Name: name, Title: title, Rules: r, Course: by == course, edge: edge}
}

// yesNo makes the table one whose source asks hit? and takes any answer but y for no.
func (t Table) yesNo() Table {
	t.YesNo = true
	return t
}

// conversing makes the table one whose source has the conversation in the terminal.
func (t Table) conversing(welcome string) Table {
	t.Welcome, t.NewestFirst = welcome, true
	return t
}
