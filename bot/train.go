package bot

import (
	"cmp"
	"context"
	"errors"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/blackjack/odds"
	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/view"
)

func (b *Bot) trainRoutes(to *discord.Routes) {
	b.on(to, spec("learn train", choice("kind", drill.Kinds()...), tableOption), b.train)
	onClick(to, "drill", b.answerDrill)
	onClick(to, "drill", b.resumeDrill)
	onClick(to, "drill", b.retrain)
}

// train begins a drill, unless another is open.
func (b *Bot) train(ctx context.Context, c *call) error {
	t := story.Training{Kind: drill.Kind(cmp.Or(c.Option("kind"), string(drill.All))),
		Table: c.Option("table")}
	if !t.Kind.Valid() {
		return discord.ErrNoButton
	}
	return c.answer(b.trained(ctx, c, t))
}

// trained begins a drill, or shows which one is open.
func (b *Bot) trained(ctx context.Context, c *call, t story.Training) (message.Reply, error) {
	d, err := b.stories.Train(ctx, c.by, t)
	if errors.Is(err, story.ErrDrillOpen) {
		return view.OpenDrill(b.own(ctx, c), d, t), nil
	}
	return b.drilled(ctx, c, d, err)
}

func (b *Bot) answerDrill(ctx context.Context, c *call, t view.Tell) error {
	d, err := b.stories.Answer(ctx, c.by, t.Drill, int(t.Question), int(t.Answer), b.advise)
	if errors.Is(err, round.ErrStale) { // it came too late, and changes nothing
		err = nil
	}
	return c.update(b.drilled(ctx, c, d, err))
}

// resumeDrill shows a drill that is open.
func (b *Bot) resumeDrill(ctx context.Context, c *call, r view.Resume) error {
	d, err := b.stories.Drill(ctx, c.Player, r.Drill)
	return c.update(b.drilled(ctx, c, d, err))
}

// retrain begins another drill instead of one.
func (b *Bot) retrain(ctx context.Context, c *call, r view.Retrain) error {
	return c.update(b.trained(ctx, c,
		story.Training{Kind: r.Kind, Table: r.Table, Instead: r.Drill}))
}

func (b *Bot) advise(ctx context.Context, v blackjack.View) ([]odds.Option, error) {
	return b.figures.Advise(ctx, v, 0, nil, nil)
}

// drilled shows a drill. The odds of its question are computed while the player looks at it.
func (b *Bot) drilled(ctx context.Context, c *call, d story.Drill, err error) (
	message.Reply, error) {
	if err != nil {
		return message.Reply{}, err
	}
	if !d.Over() && d.Kind != drill.Count {
		go b.advise(context.Background(), d.View) // which remembers them, or is asked again
	}
	return view.Drill(b.own(ctx, c), d, b.cards(b.look(ctx, c))), nil
}
