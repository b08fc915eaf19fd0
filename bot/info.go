package bot

import (
	"context"
	"fmt"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/view"
)

// rules tells the rules of a table.
func (b *Bot) rules(ctx context.Context, c discord.Command) (message.Reply, error) {
	table, err := b.sessions.Table(ctx, c.Player.Guild, c.Option("table"))
	if err != nil {
		return message.Reply{}, fmt.Errorf("look up the rules: %w", err)
	}
	return view.Rules(table), nil
}

// help lists the commands.
func (b *Bot) help(context.Context, discord.Command) (message.Reply, error) {
	var lines [][2]string
	for _, r := range routes() {
		lines = append(lines, [2]string{r.Name, r.Description})
	}
	return view.Help(lines), nil
}
