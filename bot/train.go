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

func trainRoute() route {
	kind := discord.OptionSpec{Name: "kind"}
	for _, k := range drill.Kinds() {
		kind.Choices = append(kind.Choices, discord.ChoiceSpec{Value: string(k)})
	}
	return route{spec("learn train", kind, tableOption), (*Bot).train, (*Bot).completeAny}
}

// train begins a drill, unless another is open.
func (b *Bot) train(ctx context.Context, c discord.Command) (message.Reply, error) {
	t := session.Training{Kind: drill.Kind(cmp.Or(c.Option("kind"), string(drill.All))),
		Table: c.Option("table")}
	if !slices.Contains(drill.Kinds(), t.Kind) {
		return message.Reply{}, view.ErrCustomID
	}
	d, err := b.sessions.Train(ctx, interaction(c.Caller), t)
	if errors.Is(err, session.ErrDrillOpen) {
		return view.OpenDrill(b.ownOf(c.Caller, d.Look), d, t), nil
	}
	return b.drilled(c.Caller, d, err)
}

// onDrill answers a press below a drill. One that came too late changes nothing.
func (b *Bot) onDrill(ctx context.Context, c discord.Caller, click view.Click,
) (message.Reply, error) {
	var d session.Drill
	var err error
	v := interaction(c)
	switch click := click.(type) {
	case view.Tell:
		d, err = b.sessions.Answer(ctx, v, click.Drill, int(click.Question), int(click.Answer),
			b.advise)
	case view.Resume:
		d, err = b.sessions.Drill(ctx, c.Player, click.Drill)
	case view.Retrain:
		d, err = b.sessions.Train(ctx, v,
			session.Training{Kind: click.Kind, Table: click.Table, Instead: click.Drill})
	}
	if errors.Is(err, session.ErrStale) {
		err = nil
	}
	r, err := b.drilled(c, d, err)
	r.Update = true
	return r, err
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
