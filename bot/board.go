package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"holecard/bot/view"
	"holecard/storage"
)

// errNeedsServer tells that a command means nothing in direct messages.
var errNeedsServer = errors.New("needs a server")

func orderChoices() []view.Choice {
	var choices []view.Choice
	for by := range storage.Order(storage.Orders) {
		name := view.OrderName(by)
		choices = append(choices, view.Choice{Name: name, Value: strings.ToLower(name)})
	}
	return choices
}

// leaderboard shows the best players of the caller's server.
func (b *Bot) leaderboard(ctx context.Context, c Command) (view.Reply, error) {
	by := storage.ByChips
	for i, choice := range orderChoices() {
		if choice.Value == c.option("by") {
			by = storage.Order(i)
		}
	}
	return b.board(ctx, c.Caller, by, 0)
}

// turn redraws a leaderboard at another page or in another order.
func (b *Bot) turn(ctx context.Context, c Caller, by storage.Order, page int) (view.Reply, error) {
	reply, err := b.board(ctx, c, by, page)
	reply.Update = true
	return reply, err
}

func (b *Bot) board(ctx context.Context, c Caller, by storage.Order, page int) (view.Reply, error) {
	if c.Player.Guild == storage.DirectMessages {
		return view.Reply{}, errNeedsServer
	}
	board, err := b.sessions.Board(ctx, c.visit(), by, page)
	if err != nil {
		return view.Reply{}, fmt.Errorf("read the leaderboard: %w", err)
	}
	return view.Board(board, c.DisplayName), nil
}
