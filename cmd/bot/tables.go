package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/sync/errgroup"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/view"
)

// tablesCmd tells what there is to play at.
type tablesCmd struct {
	Table string   `arg:"" optional:"" help:"The table to tell the rules of. Without one, all are listed."`
	Set   []string `help:"Change a rule of the table." placeholder:"KEY=VALUE" sep:"none"`
}

// Run lists the tables, or tells the rules of one.
func (cmd tablesCmd) Run(ctx context.Context, p process) error {
	if cmd.Table != "" {
		return cmd.one(ctx, p.out)
	}
	if len(cmd.Set) > 0 {
		return usagef("--set changes a rule of one table: name it, such as bot tables vegas "+
			"--set %s", cmd.Set[0])
	}
	return listTables(ctx, p.out)
}

// listTables prints the tables with whose edge they are against best play.
func listTables(ctx context.Context, w io.Writer) error {
	all := tables.All()
	edges := make([]float64, len(all))
	group, ctx := errgroup.WithContext(ctx)
	for i, t := range all {
		group.Go(func() (err error) {
			edges[i], err = edge(ctx, t.Rules)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-14s  %-14s  %s\n", "name", "title", "edge of best play")
	for i, t := range all {
		whose, share := whoseEdge(edges[i])
		fmt.Fprintf(&b, "%-14s  %-14s  %-13s %7.4f %%\n", t.Name, t.Title, whose, share)
	}
	fmt.Fprintf(&b, "Of a round dealt from a full deck; where the house decides it stops at %d.\n",
		tables.HouseStops)
	_, err := io.WriteString(w, b.String())
	return err
}

// whoseEdge names an edge, of the share that the house wins, and returns it in percent.
func whoseEdge(house float64) (whose string, percent float64) {
	if house < 0 {
		return "player's edge", -100 * house
	}
	return "house edge", 100 * house
}

// edge returns what the house wins of the first stake, in the mean, of whoever
// plays best. A house that decides stops where it does by default.
func edge(ctx context.Context, r blackjack.Rules) (float64, error) {
	var house strategy.Strategy
	if r.HouseDecides {
		house = strategy.StopAt(tables.HouseStops)
	}
	best, err := odds.Best(ctx, odds.Game{Rules: r}, house)
	return -best.EV, err
}

func (cmd tablesCmd) one(ctx context.Context, w io.Writer) error {
	t, err := gameFlags{Table: cmd.Table, Set: cmd.Set}.table("")
	if err != nil {
		return err
	}
	house, err := edge(ctx, t.Rules)
	_, limited := errors.AsType[*odds.LimitError](err)
	if err != nil && !limited {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s blackjack\n\n", t.Title)
	for _, line := range view.RulesInWords(t.Rules) {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	fmt.Fprintf(&b, "- Bets from %d to %d chips.\n", t.Rules.MinBet, t.Rules.MaxBet)
	if limited {
		b.WriteString("\nThese rules are too complex for the exact house edge: try bot simulate " +
			"instead.\n")
	} else {
		whose, share := whoseEdge(house)
		fmt.Fprintf(&b, "\nThe %s of best play is %.4f %%.", whose, share)
		if t.Rules.EmptyWins {
			b.WriteString(" " + view.OfFullDeck(t.Rules))
		}
		b.WriteString("\n")
	}
	b.WriteString("\nRules that --set changes:\n")
	for _, v := range tables.Values(t.Rules) {
		fmt.Fprintf(&b, "  %-26s  %s\n", v.Key+"="+v.Value, view.Takes(v.Takes))
	}
	_, err = io.WriteString(w, b.String())
	return err
}
