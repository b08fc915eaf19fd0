package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"holecard/blackjack/strategy"
	"holecard/bot/view"
)

type chartCmd struct {
	gameFlags `embed:"" set:"table=vegas"`
	deckFlag
	Player string `default:"basic" help:"${basic}" placeholder:"EXPR"`
	PNG    string `help:"${png}" name:"png" placeholder:"FILE"`
}

// Run prints a strategy as a chart. What it prints is the text of one: all else is in
// comments, none of them last, where one would hide what an expression has behind it.
func (cmd chartCmd) Run(ctx context.Context, p process) error {
	m, err := cmd.match(cmd.Deck, strategy.Env{})
	if err == nil {
		err = m.seat(ctx, "--player", cmd.Player,
			strategy.Env{Lacks: strategy.Needs{Chance: true}})
	}
	if err != nil {
		return err
	}
	file, err := openPNG(ctx, cmd.PNG)
	if err != nil {
		return err
	}
	defer file.close()
	sketch, err := strategy.SketchOf(m.player, m.table.Rules)
	if err != nil {
		return err
	}
	drawn := view.Drawn(words(), m.table, cmd.Player, sketch)
	err = p.write(func(w io.Writer) {
		fmt.Fprintf(w, "# %s\n", m.title(cmd.Player))
		for _, line := range view.LeftOut(words(), sketch) {
			fmt.Fprintf(w, "# %s\n", line)
		}
		fmt.Fprintf(w, "# %s\n", drawn.Legend())
		text := sketch.Text()
		if p.colours() {
			text = sketch.Painted(painted)
		}
		fmt.Fprint(w, text)
	})
	return errors.Join(err, file.keep(drawn.PNG))
}

// painted is a move in the colours of pictures, as far as terminals have them.
func painted(m strategy.Move) string {
	shade := map[byte]int{'H': 255, 'S': 208, 'D': 111, 'P': 78, 'R': 176}[m.String()[0]]
	if shade == 0 {
		return m.String()
	}
	return fmt.Sprintf("\x1b[48;5;%d;38;5;16m%s\x1b[0m", shade, m)
}
