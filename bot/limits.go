package bot

import (
	"context"

	"holecard/bot/care"
	"holecard/bot/discord"
	"holecard/bot/view"
	"holecard/internal/typed"
)

func (b *Bot) limitsRoutes(to *discord.Routes) {
	b.on(to, spec("profile limits"), b.ownLimits)
	onClick(to, "limits", b.showLimits)
	onClick(to, "limits", b.askLimit)
	onClick(to, "limit", b.enterLimit)
	onClick(to, "limit", b.keepLimits)
	onClick(to, "limits", b.askSpan)
	onClick(to, "limits", b.askLock)
	onClick(to, "lock-out", b.lockOut)
}

func (b *Bot) ownLimits(ctx context.Context, c *call) error {
	l, err := b.limits.Of(ctx, c.by)
	if err == nil {
		c.Answer(view.Limits(b.own(ctx, c), l, care.Here, nil))
	}
	return err
}

func (b *Bot) showLimits(ctx context.Context, c *call, s view.ShowLimits) error {
	return b.limitsNow(ctx, c, s.In, nil, nil)
}

func (b *Bot) askLimit(ctx context.Context, c *call, a view.AskLimit) error {
	l, err := b.limits.Of(ctx, c.by)
	if err == nil {
		c.Ask(view.EnterOne(b.own(ctx, c), l, a))
	}
	return err
}

// askSpan asks for how long a player locks themselves out.
func (b *Bot) askSpan(ctx context.Context, c *call, a view.AskSpan) error {
	l, err := b.limits.Of(ctx, c.by)
	if err == nil {
		c.Update(view.AskSpans(b.own(ctx, c), l, a.In))
	}
	return err
}

// askLock asks whether a player really locks themselves out.
func (b *Bot) askLock(ctx context.Context, c *call, a view.AskLock) error {
	l, err := b.limits.Of(ctx, c.by)
	if err == nil {
		c.Update(view.ConfirmLock(b.own(ctx, c), l, a, c.Interaction))
	}
	return err
}

// enterLimit sets a limit to what was entered.
func (b *Bot) enterLimit(ctx context.Context, c *call, e view.EnterLimit) error {
	amount, err := entered(c) // that of nothing is none
	if err == nil {
		err = b.limits.SetLimit(ctx, c.by, e.In, e.What, amount)
	}
	return b.limitsNow(ctx, c, e.In, e, err)
}

// keepLimits takes back what is to become looser.
func (b *Bot) keepLimits(ctx context.Context, c *call, k view.KeepLimits) error {
	return b.limitsNow(ctx, c, k.In, k, b.limits.KeepLimits(ctx, c.by, k.In))
}

func (b *Bot) lockOut(ctx context.Context, c *call, l view.LockOut) error {
	return b.limitsNow(ctx, c, l.In, l, b.limits.LockOut(ctx, c.by, l.In, l.Span, l.Asked))
}

// limitsNow redraws the limits of a scope, after a click that has changed them or has failed to.
func (b *Bot) limitsNow(ctx context.Context, c *call, in care.Scope, done any, err error) error {
	if err != nil {
		return err
	}
	l, err := b.limits.Of(ctx, c.by)
	if err == nil {
		c.Update(view.Limits(b.own(ctx, c), l, in, done))
	}
	return err
}

// entered returns the amount that was entered, 0 for nothing. A 0 that was entered could mean
// that or its opposite, so it is returned as -1, which cannot be set.
func entered(c *call) (int64, error) {
	text := c.Inputs[view.InputAmount]
	if typed.Plain(text) == "" {
		return 0, nil
	}
	amount, ok := typed.Amount(text)
	if !ok {
		return 0, errAmount.With(text)
	}
	if amount == 0 {
		return -1, nil
	}
	return int64(amount), nil
}
