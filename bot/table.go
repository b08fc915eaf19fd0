package bot

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/bot/discord"
	"holecard/bot/view"
)

// The options of several commands that are completed.
var (
	betOption = &option{Type: discordgo.ApplicationCommandOptionString, Name: "bet",
		Autocomplete: true, MaxLength: longestBet}
	tableOption = completed("table")
	houseOption = completed("house")
)

func (b *Bot) rules(ctx context.Context, c *call) error {
	t, err := b.guilds.Table(ctx, c.Player.Guild, c.Option("table"))
	if err == nil {
		c.Answer(view.Rules(b.own(ctx, c), t, b.sideEdges(t.Rules)))
	}
	return err
}

// completers complete options, by their names.
func (b *Bot) completers() map[string]completer {
	return map[string]completer{"table": b.completeTable, "bet": b.completeBet,
		"strategy": b.completeStrategy, "house": b.completeStrategy,
		"key": b.completeKey, "value": b.completeValue}
}

// completeStrategy offers strategies for a table, to play with or against: for the one that the
// command names, or of the channel.
func (b *Bot) completeStrategy(ctx context.Context, c *call) (discord.Choices, error) {
	var rules *blackjack.Rules // none if the table is wrong, which the answer will say
	if c.Name == "table sit" {
		open, err := b.tableHere(ctx, c)
		if err != nil {
			return nil, err
		}
		rules = &open.Table.Rules
	} else if table, err := b.guilds.Table(ctx, c.Player.Guild, c.Option("table")); err == nil {
		rules = &table.Rules
	}
	kind := c.Focused()
	if kind == "strategy" && c.Option("bet") != "" {
		kind = "bet"
	}
	return strategies(c.Option(c.Focused()), kind, rules), nil
}

// completeTable offers the tables that may be played here.
func (b *Bot) completeTable(ctx context.Context, c *call) (discord.Choices, error) {
	list, err := b.guilds.Tables(ctx, c.Player.Guild)
	if err != nil {
		return nil, err
	}
	w, typed := b.own(ctx, c), strings.ToLower(c.Option("table"))
	var choices discord.Choices
	for _, t := range list {
		listed := view.Listed(w, t, b.edgeNow(t))
		if strings.Contains(strings.ToLower(t.Name+" "+listed), typed) {
			choices.Offer(listed, t.Name)
		}
	}
	return choices, nil
}

// strategies are some to begin from, and what is typed itself. Of
// them it leaves out those that the table's rules refuse, nil for none.
func strategies(typed, kind string, rules *blackjack.Rules) discord.Choices {
	const martingale = "bet 2 * lastBet if lost; bet 1; basic"
	var choices discord.Choices
	if typed != "" {
		choices.Offer(typed, typed)
	}
	examples := []string{
		"basic", "stopAt(17)", "stopAt(12)", "dealerSensitive", "louis", "stupid", "valentine",
		"reckless(stopAt(16))", "majority(stopAt(17), dealerSensitive, valentine)",
		"total < 12 || upcard >= 7 && total < 17",
		"split if aces == 2; double else hit if total == 11; basic",
	}
	switch kind {
	case "bet": // a player's, with chips at stake
		examples = append(examples, "both(stopAt(19), ask)", martingale)
	case "house":
		examples[0] = "stopAt(16)" // basic is for players
	}
	env := strategy.Env{
		Rules: rules,
		Basic: func() (chart strategy.Chart, _ error) { return chart, nil },
		Ask:   func(*strategy.Situation) (a blackjack.Action, _ error) { return a, nil },
	}
	for _, e := range examples {
		if _, err := strategy.Parse(e, env); err == nil && e != typed &&
			strings.HasPrefix(e, typed) {
			choices.Offer(e, e)
		}
	}
	return choices
}
