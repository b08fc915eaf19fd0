package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/internal/terminal"
)

// gameFlags say what is played, and against whom.
type gameFlags struct {
	Table string   `default:"${table}" help:"The table. See holecard tables." placeholder:"NAME"`
	Set   []string `help:"${set}" placeholder:"KEY=VALUE" sep:"none"`
	House string   `help:"${house}" placeholder:"EXPR"`
}

// Help lists the names that strategies are made of.
func (gameFlags) Help() string {
	var b strings.Builder
	b.WriteString("A strategy (EXPR) is a name, or says when to take another card, such as " +
		"'total < 12 || upcard >= 7 && total < 17'. It is made of:\n\n")
	for _, w := range strategy.Words() {
		fmt.Fprintf(&b, "    %-22s  %s\n", w.Name, w.Says)
	}
	return b.String()
}

type deckFlag struct {
	Deck string `help:"${deck}" placeholder:"WORD"`
}

// match is a table and who plays at it.
type match struct {
	table   tables.Table
	changes []string          // of the table's rules, as given
	player  strategy.Strategy // nil where nobody sits
	house   strategy.Strategy // nil where the house does not decide
}

// match returns the match of the flags and of --deck, with nobody in the player's
// seat. The strategy of the house is parsed in env.
func (f gameFlags) match(deck string, env strategy.Env) (m match, err error) {
	if m.table, err = tables.Named(f.Table); err != nil {
		return m, usageError{err}
	}
	if m.changes = f.Set; deck != "" {
		m.changes = append([]string{"deck=" + deck}, f.Set...)
	}
	rules := &m.table.Rules
	for _, change := range m.changes {
		if *rules, err = tables.Set(*rules, change); err != nil {
			return m, usageError{err}
		}
	}
	if err := rules.ValidateChoice(); err != nil {
		return m, usageError{err}
	}
	switch {
	case !rules.HouseDecides && f.House != "":
		return m, usagef("--house: %s's dealer follows fixed rules. Leave --house out.",
			m.table.Title)
	case f.House != "":
		env.Rules, env.Basic = rules, func() (strategy.Chart, error) {
			return strategy.Chart{}, errors.New("it is the player's strategy, not the house's")
		}
		env.Lacks.Bets = true
		m.house, err = parse("--house", f.House, env)
	case rules.HouseDecides:
		m.house = strategy.StopAt(tables.HouseStops)
	}
	return m, err
}

// seat puts the strategy of a flag, which is parsed in env, into the player's seat.
func (m *match) seat(ctx context.Context, flag, text string, env strategy.Env) (err error) {
	env.Rules = &m.table.Rules
	env.Basic = func() (strategy.Chart, error) {
		chart, err := odds.Basic(ctx, odds.Game{Rules: m.table.Rules}, m.house)
		if err != nil {
			return strategy.Chart{}, err
		}
		return *chart, nil
	}
	m.player, err = parse(flag, text, env)
	return err
}

// lots tells the lots of strategies from the shuffles of the same seed.
const lots = 1

// begin puts the match into a game of the terminal, with the chance of a seed.
func (m match) begin(game *terminal.Game, p process, how shuffleFlags, seed uint64) (err error) {
	game.Table, game.Player, game.House, game.Color = m.table, m.player, m.house, p.colours()
	game.Random = rand.New(rand.NewPCG(seed, lots))
	game.Shuffle, err = how.shuffler(m.table.Rules, seed)
	return err
}

// title says who plays where: "mit: louis against stopAt(16)".
func (m match) title(player string) string {
	if player = strategy.Brief(player); strategy.IsChart(player) {
		player = "a chart"
	}
	title := m.table.Name
	if len(m.changes) > 0 {
		title += " (" + strings.Join(m.changes, ", ") + ")"
	}
	title += ": " + player
	if m.house != nil {
		title += " against " + strategy.Brief(m.house.String())
	}
	return title
}

// parse returns the strategy of a flag's expression. It is not the expression's
// fault when its basic strategy cannot be computed.
func parse(flag, text string, env strategy.Env) (strategy.Strategy, error) {
	s, err := strategy.Parse(text, env)
	if _, limited := errors.AsType[*odds.LimitError](err); limited ||
		errors.Is(err, context.Canceled) {
		return nil, err
	}
	if err != nil {
		return nil, usagef("%s: %w", flag, err)
	}
	return s, nil
}
