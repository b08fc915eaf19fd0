package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"holecard/blackjack/sim"
	"holecard/blackjack/strategy"
	"holecard/bot/view"
	"holecard/internal/terminal"
)

type simulateCmd struct {
	gameFlags `embed:"" set:"table=vegas"`
	deckFlag
	seedFlag
	shuffleFlags
	sideFlags
	counterFlags
	Player  string `default:"basic" help:"${basic}" placeholder:"EXPR"`
	Rounds  int64  `default:"1000000" most:"1000000000000" help:"How many rounds to play." placeholder:"N"`
	Threads int    `most:"256" help:"${threads}" placeholder:"K"`
	JSON    bool   `help:"Print the result as JSON." name:"json"`
	PNG     string `help:"${picture}" placeholder:"FILE" name:"png"`
}

// Run simulates until the rounds are played or ctx ends, and prints the result so far.
func (cmd simulateCmd) Run(ctx context.Context, p process) error {
	m, config, err := cmd.config(ctx)
	if err != nil {
		return err
	}
	file, err := openPNG(ctx, cmd.PNG)
	if err != nil {
		return err
	}
	defer file.close()
	update, clear := progress(p.err, cmd.Rounds)
	config.Progress = update
	start := time.Now()
	result, err := sim.Run(ctx, config)
	took := time.Since(start)
	clear()
	stopped := errors.Is(err, context.Canceled)
	switch {
	case errors.Is(err, sim.ErrConfig):
		return usageError{err}
	case stopped && result.Rounds == 0:
		return errors.New("stopped before there was a result")
	case err != nil && !stopped:
		return err
	}
	if cmd.JSON && cmd.Seed == nil {
		fmt.Fprintf(p.err, "seed %d\n", config.Seed)
	}
	err = p.print(cmd.JSON, cmd.report(m, config, result, took), func(w io.Writer) {
		printSimulation(w, m, result, took, config.Seed)
		cmd.counterFlags.print(w, config, result.Counted)
		cmd.sideFlags.print(w, m, result)
		if config.Shuffle == sim.Riffle && config.Riffles > 0 && config.Rules.Fresh {
			fmt.Fprintln(w, "All rounds were the same: each was dealt from a new deck, and riffle "+
				"shuffles without chance.")
		}
	})
	if err == nil && stopped {
		err = fmt.Errorf("stopped after %s of %s rounds", whole(result.Rounds), whole(cmd.Rounds))
	}
	return errors.Join(err, file.keep(func() []byte {
		return view.SimulationPicture(words(), m.table, m.player.String(), result).PNG
	}))
}

func (cmd simulateCmd) config(ctx context.Context) (match, sim.Config, error) {
	c := sim.Config{Rounds: cmd.Rounds, Seed: cmd.seed(), Threads: cmd.Threads}
	cmd.Set = append(cmd.Set, cmd.counterFlags.changes()...)
	m, err := cmd.match(cmd.Deck, strategy.Env{})
	if err == nil {
		err = m.seat(ctx, "--player", cmd.Player, strategy.Env{})
	}
	if err == nil {
		c.Shuffle, c.Riffles, err = cmd.shuffle(m.table.Rules)
	}
	if err == nil {
		c.Sides, err = cmd.made(m.table.Rules)
	}
	c.Rules, c.Player, c.House = m.table.Rules, m.player, m.house
	if err == nil {
		err = cmd.counterFlags.apply(&c)
	}
	return m, c, err
}

// simulated is the result as JSON. EV and StdErr are per round, in first stakes.
type simulated struct {
	Table           string  `json:"table"`
	Player          string  `json:"player"`
	House           *string `json:"house"` // null where it does not decide
	Rounds          int64   `json:"rounds"`
	Wins            int64   `json:"wins"`
	Losses          int64   `json:"losses"`
	Pushes          int64   `json:"pushes"`
	EV              float64 `json:"ev"`
	StdErr          float64 `json:"stderr"`
	Busts           int64   `json:"busts"` // hands
	Naturals        int64   `json:"naturals"`
	Doubles         int64   `json:"doubles"`
	Splits          int64   `json:"splits"`
	Surrenders      int64   `json:"surrenders"`
	Seconds         float64 `json:"seconds"`
	RoundsPerSecond float64 `json:"rounds_per_second"`

	Inputs  inputs          `json:"inputs"`
	Counted *countedFigures `json:"counted,omitempty"` // of a player who counts or bets

	// The side bets by their keys. The other figures are without them.
	Sides map[string]simulatedSide `json:"sides,omitempty"`
}

func (cmd simulateCmd) report(
	m match, c sim.Config, r sim.Result, took time.Duration,
) simulated {
	s := simulated{
		Table: m.table.Name, Player: cmd.Player,
		Rounds: r.Rounds, Wins: r.Wins, Losses: r.Losses, Pushes: r.Pushes,
		EV: r.EV(), StdErr: r.StdErr(), Busts: r.Busts, Naturals: r.Naturals, Doubles: r.Doubles,
		Splits: r.Splits, Surrenders: r.Surrenders,
		Seconds: took.Seconds(), RoundsPerSecond: float64(r.Rounds) / took.Seconds(),
		Sides: cmd.sideFlags.report(m, r), Counted: cmd.counterFlags.report(c, r.Counted),
		Inputs: inputsOf(m, c),
	}
	if m.house != nil {
		house := cmp.Or(cmd.House, m.house.String())
		s.House = &house
	}
	return s
}

func printSimulation(w io.Writer, m match, r sim.Result, took time.Duration, seed uint64) {
	share := func(n int64) string { return percent(float64(n) / float64(r.Rounds)) }
	fmt.Fprintf(w, `%s
Would win %s of %s games (%s), lose %s (%s), push %s (%s): wins minus losses %s.
Net result %s bets a round on average, standard error %.5f.
In 100 rounds: %s.
%s rounds in %.2f s, %s million a second; seed %d.
`,
		m.title(m.player.String()), whole(r.Wins), whole(r.Rounds), share(r.Wins),
		whole(r.Losses), share(r.Losses), whole(r.Pushes), share(r.Pushes),
		terminal.Number("%+d", r.Wins-r.Losses), terminal.Number("%+.5f", r.EV()), r.StdErr(),
		rates(r), whole(r.Rounds), took.Seconds(),
		terminal.Number("%.1f", float64(r.Rounds)/took.Seconds()/1e6), seed)
}

// rates says how often in 100 rounds each thing happened.
func rates(r sim.Result) string {
	var list []string
	for _, c := range []struct {
		what string
		n    int64
	}{
		{"hands bust", r.Busts}, {"naturals", r.Naturals}, {"doubles", r.Doubles},
		{"splits", r.Splits}, {"surrenders", r.Surrenders},
	} {
		if c.n > 0 || len(list) == 0 {
			list = append(list, fmt.Sprintf("%.2f %s", 100*float64(c.n)/float64(r.Rounds), c.what))
		}
	}
	return strings.Join(list, ", ")
}

// progress draws a bar on a terminal until clear is called, and nothing anywhere else.
func progress(w io.Writer, rounds int64) (update func(sim.Result), clear func()) {
	if !terminalIs(w) {
		return nil, func() {}
	}
	began, drawn := time.Now(), time.Time{}
	return func(r sim.Result) {
		if now := time.Now(); now.Sub(drawn) >= 100*time.Millisecond {
			drawn = now
			fmt.Fprintf(w, "\r%s\x1b[K", bar(r.Rounds, rounds, r.EV(), now.Sub(began)))
		}
	}, func() { fmt.Fprint(w, "\r\x1b[K") }
}

func terminalIs(stream any) bool {
	file := fileOf(stream)
	if file == nil {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// bar shows how far a simulation has come, and how long the rest takes at that speed.
func bar(done, of int64, ev float64, took time.Duration) string {
	const width = 24
	share := float64(done) / float64(of)
	left := time.Duration(float64(took) * (1 - share) / max(share, 1e-12))
	full := int(share * width)
	return fmt.Sprintf("[%s%s] %2.0f%%  %s left  net %s a round", strings.Repeat("█", full),
		strings.Repeat("░", width-full), 100*share, left.Round(time.Second),
		terminal.Number("%+.4f", ev))
}
