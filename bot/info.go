package bot

import (
	"context"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/view"
)

// rules shows the rules of a table.
func (b *Bot) rules(ctx context.Context, c discord.Command) (message.Reply, error) {
	return reply(view.Rules)(b.sessions.Table(ctx, c.Player.Guild, c.Option("table")))
}

// help lists the commands.
func (b *Bot) help(context.Context, discord.Command) (message.Reply, error) {
	var lines [][2]string
	for _, r := range routes() {
		lines = append(lines, [2]string{r.Name, r.Description})
	}
	return view.Help(lines), nil
}
