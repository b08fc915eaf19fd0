package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"holecard/blackjack/strategy"
	"holecard/internal/terminal"
)

type watchCmd struct {
	gameFlags `embed:"" set:"table=vegas"`
	deckFlag
	seedFlag
	shuffleFlags
	Player string `default:"basic" help:"${watched}" placeholder:"EXPR"`
	Rounds int    `default:"1" most:"1000000" help:"How many rounds to play." placeholder:"N"`
}

// Run plays the rounds, and says what the strategies saw and decided.
func (cmd watchCmd) Run(ctx context.Context, p process) error {
	out := bufio.NewWriter(p.out)
	game := terminal.New(p.in, out)
	env := strategy.Env{Watch: game.Told, Lacks: strategy.Needs{Bets: true}}
	m, err := cmd.match(cmd.Deck, env)
	if err == nil {
		err = m.seat(ctx, "--player", cmd.Player, env)
	}
	if err != nil {
		return err
	}
	seed := cmd.seed()
	if err := m.begin(game, p, cmd.shuffleFlags, seed); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n\n", m.title(m.player.String()))
	t, err := game.Watch(ctx, cmd.Rounds)
	if err == nil || errors.Is(err, context.Canceled) {
		fmt.Fprintf(out, "Would win %s of %s games, lose %s, push %s; net result %s; seed %d.\n",
			whole(t.Wins), whole(t.Rounds), whole(t.Losses), whole(t.Pushes),
			terminal.Number("%+g", t.Net), seed)
	}
	return errors.Join(err, out.Flush())
}
