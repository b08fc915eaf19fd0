package bot

import (
	"context"
	"slices"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/refuse"
	"holecard/bot/story"
	"holecard/bot/view"
	"holecard/storage"
)

func (b *Bot) boardRoutes(to *discord.Routes) {
	b.on(to, serverSpec("leaderboard", choice("by", view.OrderCodes[:]...),
		choice("in", view.PeriodCodes[:]...)), b.leaderboard)
	onClick(to, "leaderboard", b.turn)
	chosen[view.PickBoard](to)
}

// errNeedsServer refuses a command in direct messages.
var errNeedsServer = refuse.New("server", "needs a server")

// leaderboard shows the best players of the caller's server.
func (b *Bot) leaderboard(ctx context.Context, c *call) error {
	by := max(0, slices.Index(view.OrderCodes[:], c.Option("by")))
	in := max(0, slices.Index(view.PeriodCodes[:], c.Option("in")))
	of := story.Ranking{By: storage.Order(by), In: story.Lately(in)}
	if !of.Valid() { // chips are counted only as they are now
		of.By = storage.ByNet
	}
	return c.answer(b.board(ctx, c, of, 0))
}

// turn redraws a leaderboard at another page, or another leaderboard.
func (b *Bot) turn(ctx context.Context, c *call, t view.Turn) error {
	return c.update(b.board(ctx, c, t.Ranking, t.Page))
}

func (b *Bot) board(ctx context.Context, c *call, of story.Ranking, page int) (
	message.Reply, error) {
	if c.Player.Guild.Direct() {
		return message.Reply{}, errNeedsServer
	}
	board, err := b.readBoard(ctx, c.by, of, page)
	if err != nil {
		return message.Reply{}, err
	}
	return view.Board(b.here(ctx, c), board, c.DisplayName), nil
}
