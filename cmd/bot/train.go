package main

import (
	"context"
	"errors"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/figures"
	"holecard/internal/terminal"
)

type trainCmd struct {
	gameFlags `embed:"" set:"table=vegas"`
	seedFlag
	Kind drill.Kind `arg:"" default:"all" enum:"all,hard,soft,pairs,count" help:"${kind}"`
}

// Run asks the questions of a drill.
func (cmd trainCmd) Run(ctx context.Context, p process) error {
	m, err := cmd.match("", strategy.Env{})
	if err != nil {
		return err
	}
	game := terminal.New(p.in, p.out)
	game.Table, game.Color = m.table, p.colours()
	known := figures.New()
	defer known.Close()
	seed := cmd.seed()
	err = game.Train(ctx, cmd.Kind, seed,
		func(ctx context.Context, v blackjack.View) ([]odds.Option, error) {
			return known.Advise(ctx, v, 0, nil, m.house)
		})
	switch {
	case errors.Is(err, drill.ErrNone):
		return usagef("%s has nothing to practice for %s.", m.table.Title, cmd.Kind)
	case err != nil:
		return err
	}
	return cmd.again(p, "questions", seed)
}
