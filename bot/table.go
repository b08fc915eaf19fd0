package bot

import (
	"context"
	"fmt"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/bot/view"
)

func tableOption(what string) OptionSpec {
	return OptionSpec{Name: "table", Description: what, Kind: Text, Completed: true}
}

func strategyOption(name, what string, required bool) OptionSpec {
	return OptionSpec{Name: name, Description: what, Kind: Text, Required: required, Completed: true}
}

// focused returns the name of the option that is being typed.
func (c Command) focused() string {
	for _, o := range c.Options {
		if o.Focused {
			return o.Name
		}
	}
	return ""
}

// completeAny offers values for whichever option is being typed.
func (b *Bot) completeAny(ctx context.Context, c Command) ([]view.Choice, error) {
	switch c.focused() {
	case "table":
		return b.completeTable(ctx, c)
	case "bet":
		return b.completeBet(ctx, c)
	case "strategy", "house", "autopilot":
		table, err := b.sessions.Table(ctx, c.Player.Guild, c.option("table"))
		if err != nil {
			return completeStrategy(c.option(c.focused()), c.focused(), nil), nil // the answer says what is wrong with the table
		}
		return completeStrategy(c.option(c.focused()), c.focused(), &table.Rules), nil
	}
	return nil, nil
}

// completeTable offers the tables that may be played here.
func (b *Bot) completeTable(ctx context.Context, c Command) ([]view.Choice, error) {
	list, err := b.sessions.Tables(ctx, c.Player.Guild)
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	typed := strings.ToLower(c.option("table"))
	var choices []view.Choice
	for _, t := range list {
		if strings.Contains(t.Name, typed) || strings.Contains(strings.ToLower(t.Title), typed) {
			choices = append(choices, view.Choice{Name: t.Title, Value: t.Name})
		}
	}
	return choices, nil
}

// completeStrategy offers strategies to begin from, and what is typed itself. Of
// the strategies it leaves out those that the table's rules refuse, nil for none.
func completeStrategy(typed, option string, rules *blackjack.Rules) []view.Choice {
	var choices []view.Choice
	if typed != "" {
		choices = append(choices, view.Choice{Name: typed, Value: typed})
	}
	examples := []string{
		"basic", "stopAt(17)", "stopAt(12)", "dealerSensitive", "louis", "stupid", "valentine", "reckless(stopAt(16))",
		"majority(stopAt(17), dealerSensitive, valentine)", "total < 12 || upcard >= 7 && total < 17",
	}
	switch option {
	case "autopilot":
		examples = append(examples, "both(stopAt(19), ask)")
	case "house":
		examples[0] = "stopAt(16)" // basic is for players
	}
	env := strategy.Env{
		Rules: rules,
		Basic: func() (chart strategy.Chart, _ error) { return chart, nil },
		Ask:   func(*strategy.Situation) (blackjack.Action, error) { return blackjack.Stand, nil },
	}
	for _, e := range examples {
		if _, err := strategy.Parse(e, env); err == nil && e != typed && strings.HasPrefix(e, typed) {
			choices = append(choices, view.Choice{Name: e, Value: e})
		}
	}
	return choices
}
