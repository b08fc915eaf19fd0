package bot

import (
	"context"
	"errors"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// history lists the rounds of the caller or of the player named.
func (b *Bot) history(ctx context.Context, c discord.Command) (message.Reply, error) {
	return b.pastOf(ctx, c.Caller, view.Past{Of: player(c), Table: c.Option("table")})
}

func (b *Bot) pastOf(ctx context.Context, c discord.Caller, at view.Past) (message.Reply, error) {
	return reply(func(h session.HistoryPage) message.Reply {
		return view.History(b.own(ctx, c), h, at)
	})(b.sessions.History(ctx, interaction(c), at.Of, at.Table, at.At))
}

// reviewNewest shows the caller what their newest round was worth.
func (b *Bot) reviewNewest(ctx context.Context, c discord.Command) (message.Reply, error) {
	return b.review(ctx, c.Caller, 0, view.Past{Of: c.Player.User})
}

// review shows what a round was worth to whose history it is in; 0 is the newest.
func (b *Bot) review(ctx context.Context, c discord.Caller, id storage.RoundID, at view.Past,
) (message.Reply, error) {
	r, err := b.sessions.Review(ctx, interaction(c), at.Of, id)
	if err != nil && !errors.Is(err, session.ErrUnreviewable) {
		return message.Reply{}, err
	}
	return view.ReviewOf(b.ownOf(c, r.Look), r, at), nil
}

// reviewHand shows the caller what a hand was worth.
func (b *Bot) reviewHand(ctx context.Context, c discord.Click, r view.Review) (message.Reply, error) {
	return b.review(ctx, c.Caller, r.Hand, view.Past{Of: c.Player.User})
}

// turnHistory redraws a history at another page.
func (b *Bot) turnHistory(ctx context.Context, c discord.Click, t view.TurnHistory) (
	message.Reply, error) {
	r, err := b.pastOf(ctx, c.Caller, t.Past)
	r.Update = true
	return r, err
}

// reviewPast shows the review of a round in the message of a history.
func (b *Bot) reviewPast(ctx context.Context, c discord.Click, p view.ReviewPast) (
	message.Reply, error) {
	r, err := b.review(ctx, c.Caller, p.Round, p.Past)
	r.Update = true
	return r, err
}

// step shows a round of a history at one of its moments, in the reader's look. What its
// decisions were worth may not be known yet.
func (b *Bot) step(ctx context.Context, c discord.Click, s view.StepTo) (message.Reply, error) {
	r, err := b.sessions.Review(ctx, interaction(c.Caller), s.Of, s.Round)
	if err != nil && r.ID == 0 {
		return message.Reply{}, err
	}
	show := view.Moment(b.ownOf(c.Caller, r.Look), r, s.Moment, s.Past, b.cards(r.Look))
	show.Update = true
	return show, nil
}
