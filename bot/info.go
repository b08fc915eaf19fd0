package bot

import (
	"context"

	"holecard/bot/view"
)

// rules tells the rules of the table.
func (b *Bot) rules(context.Context, Command) (view.Reply, error) {
	return view.Rules(b.sessions.Table), nil
}

// help lists the commands.
func (b *Bot) help(context.Context, Command) (view.Reply, error) {
	var lines [][2]string
	for _, r := range routes() {
		lines = append(lines, [2]string{r.Name, r.Description})
	}
	return view.Help(lines), nil
}
