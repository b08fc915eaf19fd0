package view_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/sim"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/bot/view"
)

// studies are odds, simulations and watched rounds.
func studies(t *testing.T, w *lang.Printer, _ view.Cards) []shown {
	house, player := view.HouseEdge{Share: 0.01, Known: true},
		view.HouseEdge{Share: -0.18, Known: true}
	edges := []view.HouseEdge{house, player, {}}
	sides := view.SideEdges{house, player, {}}
	offers := withSides(t)
	vegas, mit := tableOf(t, "vegas"), tableOf(t, "mit")
	hard := hand(t, "vegas", "T♠ 6♣ 7♦ T♥", 10, 90)
	result := odds.Result{EV: -0.01, ByUpcard: []odds.Upcard{{}, {Value: 1}, {Value: 11}}}
	played := sim.Result{Rounds: 1000, Wins: 424, Unit: 2,
		Distribution: []sim.Bin{{Net: -2, Rounds: 576}, {Net: 2, Rounds: 424}}}
	counted, shoe := played, vegas
	counted.Counted = &sim.Counted{Remembers: true, ByCount: []sim.CountBin{
		{Count: -1, Sample: sim.Sample{Rounds: 600, Bets: 600, Net: -12, Squares: 700}},
		{Count: 2, Sample: sim.Sample{Rounds: 400, Bets: 1600, Net: 24, Squares: 8000}}}}
	won := played
	won.Counted = &sim.Counted{ByCount: []sim.CountBin{
		{Sample: sim.Sample{Rounds: 1000, Bets: 1000, Net: 100, Squares: 1100}}}}
	shoe.Rules.Fresh, shoe.Rules.ReshuffleBelow = false, 78
	deal := round.Step{View: hard.View}
	over := round.Step{Action: blackjack.Stand,
		View: hand(t, "vegas", "T♠ 6♣ 7♦ T♥ 5♣", 10, 90, blackjack.Stand).View}
	drawn := round.Step{Actor: blackjack.House, Action: blackjack.Hit, View: over.View}
	// Figures that follow from a mean that is chance are chance, and not told. Rounds of different
	// bets have two means, of which one is told. Who does not count is not told that no count lasts.
	chance, differ := won, won
	chance.Counted = &sim.Counted{ByCount: []sim.CountBin{
		{Sample: sim.Sample{Rounds: 1000, Bets: 1000, Net: 20, Squares: 1100}}}}
	differ.Counted = &sim.Counted{ByCount: []sim.CountBin{
		{Sample: sim.Sample{Rounds: 1000, Bets: 2500, Net: 300, Squares: 9000}}}}
	runsOut := mit
	runsOut.Rules, _ = tables.Set(mit.Rules, "deck=finite")
	small := hand(t, "vegas", "T♠ 6♣ 7♦ T♥", 1, 90)
	options := []odds.Option{{Action: blackjack.Hit, EV: -0.041},
		{Action: blackjack.Stand, EV: -0.138}}
	simulated := func(t tables.Table, r sim.Result) message.Reply {
		return view.Simulated(w, t, "basic", "", r, 1000)
	}
	return []shown{
		{"odds", view.Odds(w, mit, "louis", "stopAt(16)", result, sides, 0)},
		{"odds of a deck that may run out",
			view.Odds(w, runsOut, "louis", "stopAt(16)", result, view.SideEdges{}, 0)},
		{"odds of best play", view.Odds(w, vegas, "", "", result, sides, 0)},
		{"odds without some cards", view.Odds(w, offers, "", "", result, sides, 12)},
		{"simulating", view.Simulating(w, vegas, "basic", 1, 10)},
		{"simulated, in part", view.Simulated(w, vegas, "basic", "", played, 2000)},
		{"a count at a fresh shoe", simulated(vegas, counted)},
		{"a count", simulated(shoe, counted)},
		{"a certain win, without a count", simulated(vegas, won)},
		{"a result of chance", simulated(shoe, chance)},
		{"bets that differ", simulated(shoe, differ)},
		{"watched", view.Watched(w, vegas, "basic", "", []round.Step{deal, over})[1]},
		{"a step of the house", view.Watched(w, vegas, "basic", "",
			[]round.Step{deal, drawn})[1]},
		{"a hint of one option", view.Advice(w, hard, options[:1])},
		{"a hint", view.Advice(w, hard, options)},
		{"a hint at a small bet tells hundredths", view.Advice(w, small, options)},
		{"a hint of three options", view.Advice(w, hard, append(options, options[0]))},
		{"tables turned on",
			message.Note(strings.Join(slices.Concat(view.TurnedOn(w, mit, edges[0]),
				view.TurnedOn(w, vegas, edges[1]), view.TurnedOn(w, vegas, edges[2])), "\n"))},
	}
}

// rules are those of each table, each value of each, and what is said where they cannot be.
func rules(t *testing.T, w *lang.Printer, _ view.Cards) (all []shown) {
	house := view.HouseEdge{Share: 0.01, Known: true}
	player := view.HouseEdge{Share: -0.18314, Known: true}
	sides := view.SideEdges{house, player, {}}
	// What is offered while an option is typed has room.
	offer := func(text string) {
		if n := utf8.RuneCountInString(text); n > 100 {
			t.Errorf("%s: %q has %d characters", w.Code(), text, n)
		}
		all = append(all, shown{"a choice", message.Note(text)})
	}
	offers := withSides(t)
	all = append(all, shown{"rules", view.Rules(w, offers, sides)})
	h := hand(t, "vegas", "T♠ T♣ 7♦ T♥", 10, 90)
	for result := blackjack.SideLost; result <= blackjack.BustOfThree; result++ {
		h.View.Seats[0].Sides = []blackjack.SideView{{Decided: true, Result: result}}
		all = append(all, shown{result.String(), view.Hand(h, view.Frame{Words: w, Name: "Ada"})})
	}
	offer(view.Listed(w, offers, house))
	for _, table := range tables.All() {
		all = append(all, shown{"rules", view.Rules(w, table, sides)})
		offer(view.Listed(w, table, player))
		for _, v := range tables.Values(table.Rules) {
			for _, value := range append(v.Takes.Values, v.Value) {
				offer(view.RuleName(w, v.Key) + ": " + view.RuleValue(w, v.Key, v.Takes, value))
			}
			err := &tables.SetError{Fault: tables.WrongValue, Key: v.Key, Takes: v.Takes}
			all = append(all, shown{"a wrong value", refused(w, err)})
		}
	}
	return all
}

// faults are what is wrong with rules and with strategies.
func faults(t *testing.T, w *lang.Printer, _ view.Cards) (all []shown) {
	say := func(err error) { all = append(all, shown{"a fault", refused(w, err)}) }
	for _, fault := range constants[blackjack.Fault](t, "fault.go", "Fault") {
		say(&blackjack.RulesError{Fault: fault})
	}
	parts := constants[strategy.Part](t, "strategy/errors.go", "Part")
	for _, fault := range syntaxFaults(t) {
		for _, part := range parts {
			if fault == strategy.NoBasic || fault == strategy.NoPerson ||
				part == strategy.PartText || part == strategy.PartToken {
				continue // causes have words of their own, and nothing wants these parts
			}
			say(&strategy.SyntaxError{Fault: fault, Name: "Ada", Column: 1,
				Want: part, Found: part, Piece: "Ada"})
		}
	}
	for _, fault := range constants[strategy.ChartFault](t, "strategy/chartread.go", "ChartFault") {
		say(&strategy.SyntaxError{Fault: strategy.WrongChart, Column: 1,
			Cause: &strategy.ChartError{Fault: fault}})
	}
	return all
}
