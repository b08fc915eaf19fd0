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

func (b *Bot) leaderboardRoute() command {
	return on(serverSpec("leaderboard", choice("by", view.OrderCodes[:]...),
		choice("in", view.PeriodCodes[:]...)), b.leaderboard, nil)
}

// leaderboard shows the best players of the caller's server.
func (b *Bot) leaderboard(ctx context.Context, c discord.Command) (message.Reply, error) {
	by := max(0, slices.Index(view.OrderCodes[:], c.Option("by")))
	in := max(0, slices.Index(view.PeriodCodes[:], c.Option("in")))
	of := session.Ranking{By: storage.Order(by), In: session.Lately(in)}
	if !of.Valid() { // chips are counted only as they are now
		of.By = storage.ByNet
	}
	return b.board(ctx, c.Caller, of, 0)
}

// turn redraws a leaderboard at another page, or another leaderboard.
func (b *Bot) turn(ctx context.Context, c discord.Click, t view.Turn) (message.Reply, error) {
	reply, err := b.board(ctx, c.Caller, t.Ranking, t.Page)
	reply.Update = true
	return reply, err
}

func (b *Bot) board(
	ctx context.Context, c discord.Caller, of session.Ranking, page int,
) (message.Reply, error) {
	if c.Player.Guild.Direct() {
		return message.Reply{}, errNeedsServer
	}
	w := b.here(ctx, c) // first: who asks is on the board
	return reply(func(board session.Board) message.Reply {
		return view.Board(w, board, c.DisplayName)
	})(b.readBoard(ctx, interaction(c), of, page))
}
