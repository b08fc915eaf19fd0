package bot

import (
	"context"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/view"
)

// largestFile is less than Discord takes as a file, 10 MiB, in bytes.
const largestFile = 8 << 20

func (b *Bot) privacyRoutes() []command {
	everywhere := switchOption("everywhere")
	return []command{
		on(spec("profile privacy show"), b.kept, nil),
		on(spec("profile privacy export", everywhere), b.export, nil),
		on(spec("profile privacy delete", everywhere), b.askErase, nil),
		on(spec("profile privacy hide"), b.hide, nil),
	}
}

// kept shows what is kept of the caller.
func (b *Bot) kept(ctx context.Context, c discord.Command) (message.Reply, error) {
	return reply(with(b.own(ctx, c.Caller), view.Kept))(
		b.sessions.Kept(ctx, interaction(c.Caller)))
}

// export hands the caller what is kept of them.
func (b *Bot) export(ctx context.Context, c discord.Command) (message.Reply, error) {
	everywhere := c.Option("everywhere") == "true"
	return message.Reply{Private: true, Work: func(ctx context.Context, show func(message.Reply)) {
		data, err := b.sessions.Export(ctx, interaction(c.Caller), everywhere, largestFile)
		if err != nil {
			show(b.explain(ctx, err, c.Caller))
			return
		}
		show(view.Exported(b.own(ctx, c.Caller), data))
	}}, nil
}

// askErase asks the caller whether to erase what is kept of them.
func (b *Bot) askErase(ctx context.Context, c discord.Command) (message.Reply, error) {
	where := view.EraseHere
	if c.Option("everywhere") == "true" {
		where = view.EraseEverywhere
	}
	return view.AskErase(b.own(ctx, c.Caller), where, c.Interaction), nil
}

// erase erases what is kept of the caller, if that is the answer.
func (b *Bot) erase(ctx context.Context, c discord.Click, e view.Erase) (message.Reply, error) {
	w := b.own(ctx, c.Caller)
	if e.Where == view.EraseNothing {
		return view.Declined(w), nil
	}
	first := view.Erasing(w, 0, 1)
	first.Work = func(ctx context.Context, show func(message.Reply)) {
		everywhere := e.Where == view.EraseEverywhere
		done, err := b.sessions.Erase(ctx, interaction(c.Caller), everywhere, e.Asked,
			func(done, of int) {
				if done < of {
					show(view.Erasing(w, done, of))
				}
			})
		if err != nil {
			r := b.explain(ctx, err, c.Caller)
			r.Update, r.Also = true, b.redrawn(done.Tables...)
			show(r)
			return
		}
		r := view.Erased(w, done)
		r.Also = b.redrawn(done.Tables...)
		show(r)
	}
	return first, nil
}

// hide hides the caller from others, or shows them again.
func (b *Bot) hide(ctx context.Context, c discord.Command) (message.Reply, error) {
	return reply(with(b.own(ctx, c.Caller), view.Hidden))(
		b.sessions.Hide(ctx, interaction(c.Caller)))
}
