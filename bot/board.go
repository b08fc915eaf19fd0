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

// oldOrders were values of the option "by" in earlier versions, whose commands
// Discord may still show.
var oldOrders = [storage.Orders]string{
	storage.ByNet:        "net winnings",
	storage.ByWinRate:    "win rate",
	storage.ByBiggestWin: "biggest win",
}

// leaderboard shows the best players of the caller's server.
func (b *Bot) leaderboard(ctx context.Context, c discord.Command) (message.Reply, error) {
	text := c.Option("by")
	by := max(0, slices.Index(view.OrderCodes[:], text), slices.Index(oldOrders[:], text))
	return b.board(ctx, c.Caller, storage.Order(by), 0)
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
		return view.Board(b.here(ctx, c), board, c.DisplayName)
	})(b.sessions.Board(ctx, interaction(c), by, page))
}
