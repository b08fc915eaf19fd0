package bot

import (
	"context"
	"errors"
	"slices"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// errNeedsServer refuses a command in direct messages.
var errNeedsServer = errors.New("needs a server")

// orderCodes are the values of the option "by", which never change. What follows
// a code was its value in earlier versions, whose commands Discord may still show.
var orderCodes = [storage.Orders][]string{
	storage.ByChips:      {"chips"},
	storage.ByNet:        {"net", "net winnings"},
	storage.ByWinRate:    {"rate", "win rate"},
	storage.ByBiggestWin: {"biggest", "biggest win"},
}

func orderChoices() []message.Choice {
	var choices []message.Choice
	for by, codes := range orderCodes {
		name := view.OrderName(storage.Order(by))
		choices = append(choices, message.Choice{Name: name, Value: codes[0]})
	}
	return choices
}

// leaderboard shows the best players of the caller's server.
func (b *Bot) leaderboard(ctx context.Context, c discord.Command) (message.Reply, error) {
	by := slices.IndexFunc(orderCodes[:], func(codes []string) bool {
		return slices.Contains(codes, c.Option("by"))
	})
	return b.board(ctx, c.Caller, storage.Order(max(by, 0)), 0)
}

// turn redraws a leaderboard at another page or in another order.
func (b *Bot) turn(
	ctx context.Context, c discord.Caller, by storage.Order, page int,
) (message.Reply, error) {
	reply, err := b.board(ctx, c, by, page)
	reply.Update = true
	return reply, err
}

func (b *Bot) board(
	ctx context.Context, c discord.Caller, by storage.Order, page int,
) (message.Reply, error) {
	if c.Player.Guild.Direct() {
		return message.Reply{}, errNeedsServer
	}
	return reply(func(board session.Board) message.Reply {
		return view.Board(board, c.DisplayName)
	})(b.sessions.Board(ctx, interaction(c), by, page))
}
