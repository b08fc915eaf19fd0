package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/blackjack/odds"
	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
)

func (b *Bot) trainRoute() command {
	var kinds []string
	for _, k := range drill.Kinds() {
		kinds = append(kinds, string(k))
	}
	return on(spec("learn train", choice("kind", kinds...), tableOption), b.train, b.completers())
}

// train begins a drill, unless another is open.
func (b *Bot) train(ctx context.Context, c discord.Command) (message.Reply, error) {
	t := session.Training{Kind: drill.Kind(cmp.Or(c.Option("kind"), string(drill.All))),
		Table: c.Option("table")}
	if !slices.Contains(drill.Kinds(), t.Kind) {
		return message.Reply{}, discord.ErrNoButton
	}
	d, err := b.sessions.Train(ctx, interaction(c.Caller), t)
	if errors.Is(err, session.ErrDrillOpen) {
		return view.OpenDrill(b.ownOf(c.Caller, d.Look), d, t), nil
	}
	return b.drilled(c.Caller, d, err)
}

// answerDrill answers a question of a drill.
func (b *Bot) answerDrill(ctx context.Context, c discord.Click, t view.Tell) (
	message.Reply, error) {
	return b.redrill(c)(b.sessions.Answer(ctx, interaction(c.Caller), t.Drill, int(t.Question),
		int(t.Answer), b.advise))
}

// resumeDrill shows a drill that is open.
func (b *Bot) resumeDrill(ctx context.Context, c discord.Click, r view.Resume) (
	message.Reply, error) {
	return b.redrill(c)(b.sessions.Drill(ctx, c.Player, r.Drill))
}

// retrain begins another drill instead of one.
func (b *Bot) retrain(ctx context.Context, c discord.Click, r view.Retrain) (
	message.Reply, error) {
	return b.redrill(c)(b.sessions.Train(ctx, interaction(c.Caller),
		session.Training{Kind: r.Kind, Table: r.Table, Instead: r.Drill}))
}

// redrill redraws a drill after a press. One that came too late changes nothing.
func (b *Bot) redrill(c discord.Click) func(session.Drill, error) (message.Reply, error) {
	return func(d session.Drill, err error) (message.Reply, error) {
		if errors.Is(err, session.ErrStale) {
			err = nil
		}
		r, err := b.drilled(c.Caller, d, err)
		r.Update = true
		return r, err
	}
}

func (b *Bot) advise(ctx context.Context, v blackjack.View) ([]odds.Option, error) {
	return b.figures.Advise(ctx, v, 0, nil, nil)
}

// drilled shows a drill. The odds of its question are computed while the player looks at it.
func (b *Bot) drilled(c discord.Caller, d session.Drill, err error) (message.Reply, error) {
	if err == nil && !d.Over() && d.Kind != drill.Count {
		go b.advise(context.Background(), d.View) // which remembers them, or is asked again
	}
	return reply(func(d session.Drill) message.Reply {
		return view.Drill(b.ownOf(c, d.Look), d, b.cards(d.Look))
	})(d, err)
}
