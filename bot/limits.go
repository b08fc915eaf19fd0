package bot

import (
	"context"

	"holecard/bot/care"
	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/view"
	"holecard/internal/typed"
)

// limits shows what the caller has set for themselves.
func (b *Bot) limits(ctx context.Context, c discord.Command) (message.Reply, error) {
	l, err := b.sessions.Limits(ctx, interaction(c.Caller))
	return view.Limits(b.own(ctx, c.Caller), l, care.Here, nil), err
}

// onLimits answers a click on what players set for themselves.
func (b *Bot) onLimits(ctx context.Context, c discord.Click, click view.Click) (message.Reply,
	error) {
	v := interaction(c.Caller)
	in, done, err := b.changeLimits(ctx, c, click)
	if err != nil {
		return message.Reply{}, err
	}
	l, err := b.sessions.Limits(ctx, v)
	if err != nil {
		return message.Reply{}, err
	}
	w := b.own(ctx, c.Caller)
	var r message.Reply
	switch click := click.(type) {
	case view.AskLimit:
		return view.EnterOne(w, l, click), nil
	case view.AskSpan:
		r = view.AskSpans(w, l, click.In)
	case view.AskLock:
		r = view.ConfirmLock(w, l, click, c.Interaction)
	default:
		r = view.Limits(w, l, in, done)
	}
	r.Update = true
	return r, nil
}

// changeLimits changes what a click changes. It returns where, and the click itself if it
// changed something.
func (b *Bot) changeLimits(ctx context.Context, c discord.Click,
	click view.Click) (in care.Scope, done view.Click, err error) {
	v := interaction(c.Caller)
	switch click := click.(type) {
	case view.ShowLimits:
		return click.In, nil, nil
	case view.KeepLimits:
		return click.In, click, b.sessions.KeepLimits(ctx, v, click.In)
	case view.LockOut:
		return click.In, click, b.sessions.LockOut(ctx, v, click.In, click.Span, click.Asked)
	case view.EnterLimit:
		amount, err := entered(c) // that of nothing is none
		if err != nil {
			return 0, nil, err
		}
		return click.In, click, b.sessions.SetLimit(ctx, v, click.In, click.What, amount)
	}
	return 0, nil, nil
}

// entered returns the amount that was entered, 0 for nothing. A 0 that was entered could mean
// that or its opposite, so it is returned as -1, which cannot be set.
func entered(c discord.Click) (int64, error) {
	text := c.Inputs[view.InputAmount]
	if typed.Plain(text) == "" {
		return 0, nil
	}
	amount, ok := typed.Amount(text)
	if !ok {
		return 0, &amountError{text}
	}
	if amount == 0 {
		return -1, nil
	}
	return int64(amount), nil
}
