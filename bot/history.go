package bot

import (
	"context"
	"errors"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/story"
	"holecard/bot/view"
	"holecard/storage"
)

func (b *Bot) historyRoutes(to *discord.Routes) {
	b.on(to, spec("profile history", personOption("player"), tableOption), b.history)
	b.on(to, spec("profile review"), b.reviewNewest)
	onClick(to, "history", b.turnHistory)
	chosen[view.OpenRound](to)
	onClick(to, "step", b.step)
	onClick(to, "review", b.reviewPast)
	onClick(to, "review", b.reviewHand)
}

// history lists the rounds of the caller or of the player named.
func (b *Bot) history(ctx context.Context, c *call) error {
	return c.answer(b.pastOf(ctx, c, view.Past{Of: player(c), Table: c.Option("table")}))
}

func (b *Bot) turnHistory(ctx context.Context, c *call, t view.TurnHistory) error {
	return c.update(b.pastOf(ctx, c, t.Past))
}

func (b *Bot) pastOf(ctx context.Context, c *call, at view.Past) (message.Reply, error) {
	h, err := b.stories.History(ctx, c.by, at.Of, at.Table, at.At)
	if err != nil {
		return message.Reply{}, err
	}
	return view.History(b.own(ctx, c), h, at), nil
}

// reviewNewest shows the caller what their newest round was worth.
func (b *Bot) reviewNewest(ctx context.Context, c *call) error {
	return b.reviewHand(ctx, c, view.Review{})
}

// reviewHand shows the caller what a hand was worth, 0 for the newest.
func (b *Bot) reviewHand(ctx context.Context, c *call, r view.Review) error {
	return c.answer(b.review(ctx, c, r.Hand, view.Past{Of: c.Player.User}))
}

// reviewPast shows the review of a round in the message of a history.
func (b *Bot) reviewPast(ctx context.Context, c *call, p view.ReviewPast) error {
	return c.update(b.review(ctx, c, p.Round, p.Past))
}

// review shows what a round was worth to whose history it is in; 0 is the newest.
func (b *Bot) review(ctx context.Context, c *call, id storage.RoundID, at view.Past) (
	message.Reply, error) {
	r, err := b.stories.Review(ctx, c.by, at.Of, id)
	if err != nil && !errors.Is(err, story.ErrUnreviewable) {
		return message.Reply{}, err
	}
	return view.ReviewOf(b.own(ctx, c), r, at), nil
}

// step shows a round of a history at one of its moments, in the reader's look. What its
// decisions were worth may not be known yet.
func (b *Bot) step(ctx context.Context, c *call, s view.StepTo) error {
	r, err := b.stories.Review(ctx, c.by, s.Of, s.Round)
	if err != nil && r.ID == 0 {
		return err
	}
	c.Update(view.Moment(b.own(ctx, c), r, s.Moment, s.Past, b.cards(b.look(ctx, c))))
	return nil
}
