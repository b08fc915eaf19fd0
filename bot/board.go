package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/view"
	"holecard/storage"
)

// errNeedsServer tells that a command means nothing in direct messages.
var errNeedsServer = errors.New("needs a server")

func orderChoices() []message.Choice {
	var choices []message.Choice
	for by := range storage.Order(storage.Orders) {
		name := view.OrderName(by)
		choices = append(choices, message.Choice{Name: name, Value: strings.ToLower(name)})
	}
	return choices
}

// leaderboard shows the best players of the caller's server.
func (b *Bot) leaderboard(ctx context.Context, c discord.Command) (message.Reply, error) {
	by := storage.ByChips
	for i, choice := range orderChoices() {
		if choice.Value == c.Option("by") {
			by = storage.Order(i)
		}
	}
	return b.board(ctx, c.Caller, by, 0)
}

// turn redraws a leaderboard at another page or in another order.
func (b *Bot) turn(ctx context.Context, c discord.Caller, by storage.Order, page int) (message.Reply, error) {
	reply, err := b.board(ctx, c, by, page)
	reply.Update = true
	return reply, err
}

func (b *Bot) board(ctx context.Context, c discord.Caller, by storage.Order, page int) (message.Reply, error) {
	if c.Player.Guild == storage.DirectMessages {
		return message.Reply{}, errNeedsServer
	}
	board, err := b.sessions.Board(ctx, interaction(c), by, page)
	if err != nil {
		return message.Reply{}, fmt.Errorf("read the leaderboard: %w", err)
	}
	return view.Board(board, c.DisplayName), nil
}
