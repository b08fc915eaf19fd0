package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/view"
)

type tablesCmd struct {
	Table string   `arg:"" optional:"" help:"The table whose rules to show. Default: list all."`
	Set   []string `help:"Change a rule of the table." placeholder:"KEY=VALUE" sep:"none"`
}

// Run lists the tables, or tells the rules of one.
func (cmd tablesCmd) Run(ctx context.Context, p process) error {
	switch {
	case cmd.Table != "":
		return cmd.one(ctx, p)
	case len(cmd.Set) > 0:
		return usagef("--set changes a rule of one table. Name it, such as holecard tables vegas "+
			"--set %s.", cmd.Set[0])
	}
	return p.write(listTables)
}

// listTables prints the tables and their edges against best play.
func listTables(w io.Writer) {
	fmt.Fprintf(w, "%-14s  %-14s  %s\n", "name", "title", "with best play")
	for _, t := range tables.All() {
		house, _ := t.HouseEdge()
		whose, share := whoseEdge(house)
		fmt.Fprintf(w, "%-14s  %-14s  %-13s %7s\n", t.Name, t.Title, whose, share)
	}
	fmt.Fprintf(w, "Dealt from a full deck. Where the house decides, it stops at %d.\n",
		tables.HouseStops)
}

// whoseEdge names an edge, of the share that the house wins, and writes it.
func whoseEdge(house float64) (whose, share string) {
	if house < 0 {
		return "player's edge", percent(-house)
	}
	return "house edge", percent(house)
}

// edge returns the house's share of the first stake, in the mean, against best
// play. A house that decides stops where it does by default.
func edge(ctx context.Context, r blackjack.Rules) (float64, error) {
	var house strategy.Strategy
	if r.HouseDecides {
		house = strategy.StopAt(tables.HouseStops)
	}
	best, err := odds.Best(ctx, odds.Game{Rules: r}, house)
	return -best.EV, err
}

func (cmd tablesCmd) one(ctx context.Context, p process) error {
	m, err := gameFlags{Table: cmd.Table, Set: cmd.Set}.match("", strategy.Env{})
	if err != nil {
		return err
	}
	t := m.table
	house, err := edge(ctx, t.Rules)
	_, limited := errors.AsType[*odds.LimitError](err)
	if err != nil && !limited {
		return err
	}
	whose, share := whoseEdge(house)
	says := fmt.Sprintf("With best play: %s %s.", whose, share)
	switch {
	case limited:
		says = "These rules are too complex for an exact house edge. Try holecard simulate."
	case t.Rules.EmptyWins:
		says += " " + view.OfDeck(words(), t.Rules, 0)
	}
	return p.write(func(w io.Writer) {
		fmt.Fprintf(w, "%s blackjack\n\n", t.Title)
		for _, line := range view.RulesInWords(words(), t.Rules) {
			fmt.Fprintf(w, "- %s\n", line)
		}
		fmt.Fprintf(w, "- Bets: %s to %s chips.\n\n%s\n", whole(int64(t.Rules.MinBet)),
			whole(int64(t.Rules.MaxBet)), says)
		for b := range blackjack.SideBet(blackjack.SideBets) {
			if t.Rules.PayTable(b) > 0 {
				fmt.Fprintf(w, "Side bet on %v: %s.\n", b, sideEdge(odds.Side(t.Rules, b).Edge))
			}
		}
		fmt.Fprint(w, "\nRules that --set changes:\n")
		for _, v := range tables.Values(t.Rules) {
			fmt.Fprintf(w, "  %-26s  %s\n", v.Key+"="+v.Value, takes(v.Takes))
		}
	})
}

// takes says what a rule can be set to.
func takes(t tables.Takes) string {
	switch t.Kind {
	case tables.Share:
		return "the share of the shoe dealt before a reshuffle, from 0.1 to 1 or 10% to 100%, " +
			`or the cards left, such as "20 cards", or 0 for a fresh one each round`
	case tables.Number:
		return strings.Join(t.Values, " to ")
	case tables.Chips:
		return strings.Join(t.Values, " to ") + " chips"
	}
	return words().Or(t.Values)
}

// badRule says why a rule is not changed.
func badRule(e *tables.SetError) string {
	switch e.Fault {
	case tables.WrongValue:
		return fmt.Sprintf("%s takes %s, not %q", e.Key, takes(e.Takes), e.Value)
	case tables.UnknownRule:
		return fmt.Sprintf("there is no rule %q: there are %s",
			e.Key, strings.Join(tables.Keys(), ", "))
	}
	return fmt.Sprintf("%q changes no rule: write key=value, such as decks=8", e.Key)
}
