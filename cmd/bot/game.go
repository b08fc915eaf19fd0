package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

// gameFlags say what is played, and against whom.
type gameFlags struct {
	Table string   `default:"${table}" help:"Table to play at; bot tables lists them. Default: ${default}." placeholder:"NAME"`
	Set   []string `help:"Change a rule of the table; bot tables NAME lists the rules." placeholder:"KEY=VALUE" sep:"none"`
	House string   `help:"Strategy of the house where it decides (mit). Default: stopAt(16)." placeholder:"EXPR"`
}

// Help lists the names that strategies are made of.
func (gameFlags) Help() string {
	var b strings.Builder
	b.WriteString("An EXPR says when to take another card, such as 'total < 12 || upcard >= 7 && " +
		"total < 17'. It is made of:\n\n")
	for _, w := range strategy.Words() {
		fmt.Fprintf(&b, "    %-22s  %s\n", w.Name, w.Says)
	}
	return b.String()
}

// deckFlag is a rule that has a flag of its own.
type deckFlag struct {
	Deck string `help:"Short for --set deck=WORD (mit): finite, the values of 52 cards; forty, four each of 1 to 10; or infinite." placeholder:"WORD"`
}

// change returns what --deck changes.
func (f deckFlag) change() (string, error) {
	switch f.Deck {
	case "":
		return "", nil
	case "finite", "forty", "infinite":
		return "deck=" + f.Deck, nil
	}
	return "", usagef("--deck %q: it takes finite, forty or infinite here", f.Deck)
}

// table returns the table with the rules changed as --set says, and one more.
func (f gameFlags) table(change string) (tables.Table, error) {
	t, err := tables.Named(f.Table)
	if err != nil {
		return t, usageError{err}
	}
	changes := f.Set
	if change != "" {
		changes = append([]string{change}, changes...)
	}
	for _, c := range changes {
		if t.Rules, err = tables.Set(t.Rules, c); err != nil {
			return t, usageError{err}
		}
	}
	if err := t.Rules.ValidateChoice(); err != nil {
		return t, usageError{err}
	}
	return t, nil
}

// house returns the strategy of the house, nil where it does not decide.
func (f gameFlags) house(t tables.Table, env strategy.Env) (strategy.Strategy, error) {
	switch {
	case !t.Rules.HouseDecides && f.House != "":
		return nil, usagef("--house: at the table %s the house plays by its rule and takes no "+
			"strategy", t.Name)
	case !t.Rules.HouseDecides:
		return nil, nil
	case f.House == "":
		return strategy.StopAt(tables.HouseStops), nil
	}
	env.Basic = func() (strategy.Chart, error) {
		return strategy.Chart{}, errors.New("it is the player's strategy, not the house's")
	}
	return parse("--house", f.House, env)
}

// basic is where expressions get the basic strategy of a table from. House is
// the strategy of the house, where it decides.
func basic(ctx context.Context, r blackjack.Rules,
	house strategy.Strategy) func() (strategy.Chart, error) {
	return func() (strategy.Chart, error) {
		chart, err := odds.Basic(ctx, odds.Game{Rules: r}, house)
		if err != nil {
			return strategy.Chart{}, err
		}
		return *chart, nil
	}
}

// parse returns the strategy that a flag's expression makes. It is no fault of the
// expression when its basic strategy is not computed.
func parse(flag, text string, env strategy.Env) (strategy.Strategy, error) {
	s, err := strategy.Parse(text, env)
	if _, limited := errors.AsType[*odds.LimitError](err); limited ||
		errors.Is(err, context.Canceled) {
		return nil, inWords(err)
	}
	if err != nil {
		return nil, usagef("%s: %w", flag, err)
	}
	return s, nil
}

// match is a table and who plays at it.
type match struct {
	table   tables.Table
	player  strategy.Strategy // nil where nobody sits
	house   strategy.Strategy // nil where the house does not decide
	changes []string          // of the table's rules, as given
}

// match returns the match of the flags, with nobody in the player's seat. Nobody
// can be asked in it.
func (f gameFlags) match(deck deckFlag, watch strategy.Watcher) (match, error) {
	change, err := deck.change()
	if err != nil {
		return match{}, err
	}
	t, err := f.table(change)
	if err != nil {
		return match{}, err
	}
	m := match{table: t, changes: f.Set}
	if change != "" {
		m.changes = append([]string{change}, f.Set...)
	}
	m.house, err = f.house(t, strategy.Env{Rules: &t.Rules, Watch: watch})
	return m, err
}

// seat puts a strategy into the player's seat.
func (m *match) seat(ctx context.Context, player string, watch strategy.Watcher) (err error) {
	env := strategy.Env{Rules: &m.table.Rules, Basic: basic(ctx, m.table.Rules, m.house),
		Watch: watch}
	m.player, err = parse("--player", player, env)
	return err
}

// title says who plays where: "mit: louis against stopAt(16)".
func (m match) title(player string) string {
	title := m.table.Name
	if len(m.changes) > 0 {
		title += " (" + strings.Join(m.changes, ", ") + ")"
	}
	title += ": " + player
	if m.house != nil {
		title += " against " + m.house.String()
	}
	return title
}
