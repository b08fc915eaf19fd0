package bot

import (
	"context"

	"holecard/bot/care"
	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/internal/typed"
)

// limits shows what the caller has set for themselves.
func (b *Bot) limits(ctx context.Context, c discord.Command) (message.Reply, error) {
	l, err := b.sessions.Limits(ctx, interaction(c.Caller))
	return view.Limits(b.own(ctx, c.Caller), l, care.Here, nil), err
}

// showLimits redraws the limits of a scope.
func (b *Bot) showLimits(ctx context.Context, c discord.Click, s view.ShowLimits) (
	message.Reply, error) {
	return b.limitsNow(ctx, c, func(w *lang.Printer, l session.LimitsOf) message.Reply {
		return view.Limits(w, l, s.In, nil)
	})
}

// askLimit asks for a limit.
func (b *Bot) askLimit(ctx context.Context, c discord.Click, a view.AskLimit) (
	message.Reply, error) {
	return b.limitsNow(ctx, c, func(w *lang.Printer, l session.LimitsOf) message.Reply {
		return view.EnterOne(w, l, a)
	})
}

// askSpan asks for how long a player locks themselves out.
func (b *Bot) askSpan(ctx context.Context, c discord.Click, a view.AskSpan) (
	message.Reply, error) {
	return b.limitsNow(ctx, c, func(w *lang.Printer, l session.LimitsOf) message.Reply {
		return view.AskSpans(w, l, a.In)
	})
}

// askLock asks whether a player really locks themselves out.
func (b *Bot) askLock(ctx context.Context, c discord.Click, a view.AskLock) (
	message.Reply, error) {
	return b.limitsNow(ctx, c, func(w *lang.Printer, l session.LimitsOf) message.Reply {
		return view.ConfirmLock(w, l, a, c.Interaction)
	})
}

// enterLimit sets a limit to what was entered.
func (b *Bot) enterLimit(ctx context.Context, c discord.Click, e view.EnterLimit) (
	message.Reply, error) {
	amount, err := entered(c) // that of nothing is none
	if err == nil {
		err = b.sessions.SetLimit(ctx, interaction(c.Caller), e.In, e.What, amount)
	}
	return b.limitsAfter(ctx, c, e.In, e, err)
}

// keepLimits takes back what is to become looser.
func (b *Bot) keepLimits(ctx context.Context, c discord.Click, k view.KeepLimits) (
	message.Reply, error) {
	return b.limitsAfter(ctx, c, k.In, k, b.sessions.KeepLimits(ctx, interaction(c.Caller), k.In))
}

// lockOut locks the caller out.
func (b *Bot) lockOut(ctx context.Context, c discord.Click, l view.LockOut) (
	message.Reply, error) {
	return b.limitsAfter(ctx, c, l.In, l,
		b.sessions.LockOut(ctx, interaction(c.Caller), l.In, l.Span, l.Asked))
}

// limitsAfter redraws the limits of a scope after a click that has changed them.
func (b *Bot) limitsAfter(ctx context.Context, c discord.Click, in care.Scope, done any,
	err error) (message.Reply, error) {
	if err != nil {
		return message.Reply{}, err
	}
	return b.limitsNow(ctx, c, func(w *lang.Printer, l session.LimitsOf) message.Reply {
		return view.Limits(w, l, in, done)
	})
}

// limitsNow redraws the caller's limits.
func (b *Bot) limitsNow(ctx context.Context, c discord.Click,
	show func(*lang.Printer, session.LimitsOf) message.Reply) (message.Reply, error) {
	l, err := b.sessions.Limits(ctx, interaction(c.Caller))
	if err != nil {
		return message.Reply{}, err
	}
	r := show(b.own(ctx, c.Caller), l)
	r.Update = r.Modal == nil
	return r, nil
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
