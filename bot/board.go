package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"holecard/blackjack/season"
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

func leaderboardRoute() route {
	s := spec("leaderboard",
		discord.OptionSpec{Name: "by", Choices: choices(view.OrderCodes[:]...)},
		discord.OptionSpec{Name: "in", Completed: true})
	s.ServerOnly = true
	return route{s, (*Bot).leaderboard, (*Bot).completePeriod}
}

// leaderboard shows the best players of the caller's server.
func (b *Bot) leaderboard(ctx context.Context, c discord.Command) (message.Reply, error) {
	if c.Player.Guild.Direct() {
		return message.Reply{}, errNeedsServer
	}
	text := c.Option("by")
	by := max(0, slices.Index(view.OrderCodes[:], text), slices.Index(oldOrders[:], text))
	of := storage.Board{By: storage.Order(by)}
	var err error
	if of.In, err = b.period(ctx, c.Caller, c.Option("in")); err != nil {
		return message.Reply{}, err
	}
	if !of.Exists() { // chips are counted only as they are now
		of.By = storage.ByNet
	}
	return b.board(ctx, c.Caller, of, 0)
}

// period reads the period of a board: a code, the words that people read, or the name of a
// season.
func (b *Bot) period(ctx context.Context, c discord.Caller, text string) (storage.Period, error) {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return storage.Period{}, nil
	}
	w := b.own(ctx, c)
	for span, code := range view.SpanCodes {
		span := storage.Span(span)
		if strings.EqualFold(text, code) || strings.EqualFold(text, view.SpanName(w, span)) {
			return storage.Period{Span: span}, nil
		}
	}
	seasons, err := b.sessions.Seasons(ctx, c.Player.Guild)
	if err != nil {
		return storage.Period{}, err
	}
	for _, s := range seasons {
		if strings.EqualFold(text, s.Name) {
			return storage.Period{Span: storage.InSeason, Number: s.Number}, nil
		}
	}
	return storage.Period{}, session.ErrNoSeason
}

// completePeriod offers the spans and the seasons.
func (b *Bot) completePeriod(ctx context.Context, c discord.Command) (list []message.Choice,
	err error) {
	w, typed := b.own(ctx, c.Caller), strings.ToLower(strings.TrimSpace(c.Option("in")))
	seasons, err := b.sessions.Seasons(ctx, c.Player.Guild)
	offer := func(name, value string) {
		if strings.Contains(strings.ToLower(name), typed) && len(list) < 25 {
			list = append(list, message.Choice{Name: name, Value: value})
		}
	}
	for span := range storage.InSeason {
		offer(view.SpanName(w, span), view.SpanCodes[span])
	}
	for _, s := range seasons {
		offer(view.SeasonName(s), s.Name)
	}
	return list, err
}

// turn redraws a leaderboard at another page, or another leaderboard.
func (b *Bot) turn(
	ctx context.Context, c discord.Caller, of storage.Board, page int,
) (message.Reply, error) {
	reply, err := b.board(ctx, c, of, page)
	reply.Update = true
	return reply, err
}

// pickBoard shows the leaderboard that was chosen.
func (b *Bot) pickBoard(ctx context.Context, c discord.Click) (message.Reply, error) {
	if len(c.Values) != 1 {
		return message.Reply{}, view.ErrCustomID
	}
	click, err := view.ParseID(c.Values[0])
	if err != nil {
		return message.Reply{}, err
	}
	turn, ok := click.(view.Turn)
	if !ok {
		return message.Reply{}, view.ErrCustomID
	}
	return b.turn(ctx, c.Caller, turn.Board, turn.Page)
}

func (b *Bot) board(
	ctx context.Context, c discord.Caller, of storage.Board, page int,
) (message.Reply, error) {
	if c.Player.Guild.Direct() {
		return message.Reply{}, errNeedsServer
	}
	w := b.here(ctx, c) // first: who asks is on the board
	return reply(func(board session.Board) message.Reply {
		return view.Board(w, board, c.DisplayName)
	})(b.readBoard(ctx, interaction(c), of, page))
}

// season begins a season with a name, ends the one that lasts, or says which one does.
func (b *Bot) season(ctx context.Context, c discord.Command) (message.Reply, error) {
	w, v := b.own(ctx, c.Caller), interaction(c.Caller)
	name, end := c.Option("name"), c.Option("end") == "true"
	if name == "" && !end {
		list, err := b.sessions.Seasons(ctx, c.Player.Guild)
		return view.SeasonNow(w, list), err
	}
	if end {
		return reply(func(s storage.Season) message.Reply { return view.SeasonSaved(w, s) })(
			b.sessions.EndSeason(ctx, v))
	}
	return reply(func(s storage.Season) message.Reply { return view.SeasonSaved(w, s) })(
		b.sessions.BeginSeason(ctx, v, name))
}

// seasonFile hands the caller what the leaderboard of a season is recomputed from. It may read
// all rounds of the server, in turns with what else takes long.
func (b *Bot) seasonFile(ctx context.Context, c discord.Caller, number uint32) (message.Reply,
	error) {
	guild := c.Player.Guild
	if guild.Direct() {
		return message.Reply{}, errNeedsServer
	}
	if _, err := b.sessions.Season(ctx, guild, number); err != nil {
		return message.Reply{}, err
	}
	return message.Reply{Private: true, Work: func(ctx context.Context, show func(message.Reply)) {
		defer b.studies.turn()()
		data, err := b.sessions.SeasonFile(ctx, guild, number, largestFile)
		switch {
		case errors.Is(err, season.ErrTooLarge):
			show(view.SeasonTooLarge(b.own(ctx, c), guild, number))
		case err != nil:
			show(b.explain(ctx, err, c))
		default:
			show(view.SeasonRounds(b.own(ctx, c), data))
		}
	}}, nil
}
