package bot

import (
	"context"
	"errors"

	"holecard/bot/discord"
	"holecard/bot/round"
	"holecard/bot/view"
	"holecard/storage"
)

func (b *Bot) privacyRoutes(to *discord.Routes) {
	b.on(to, spec("profile privacy show"), b.kept)
	b.on(to, spec("profile privacy export", switchOption("everywhere")), b.export)
	b.on(to, spec("profile privacy delete", switchOption("everywhere")), b.askErase)
	b.on(to, spec("profile privacy hide"), b.hide)
	onClick(to, "erase", b.erase)
}

// largestFile is less than Discord takes as a file, 10 MiB, in bytes.
const largestFile = 8 << 20

func (b *Bot) kept(ctx context.Context, c *call) error {
	k, err := b.privacy.Kept(ctx, c.by)
	if err == nil {
		c.Answer(view.Kept(b.own(ctx, c), k))
	}
	return err
}

func (b *Bot) export(ctx context.Context, c *call) error {
	everywhere := c.Option("everywhere") == "true"
	return c.Work(discord.Privately, func(ctx context.Context, s discord.Shower) error {
		data, err := b.stories.Export(ctx, c.by, everywhere, largestFile)
		if err == nil {
			s.Show(view.Exported(b.own(ctx, c), data))
		}
		return err
	})
}

// askErase asks the caller whether to erase what is kept of them.
func (b *Bot) askErase(ctx context.Context, c *call) error {
	where := view.EraseHere
	if c.Option("everywhere") == "true" {
		where = view.EraseEverywhere
	}
	c.Answer(view.AskErase(b.own(ctx, c), where, c.Interaction))
	return nil
}

// erase erases what is kept of the caller, if that is the answer.
func (b *Bot) erase(ctx context.Context, c *call, e view.Erase) error {
	w := b.own(ctx, c)
	if e.Where == view.EraseNothing {
		c.Update(view.Declined(w))
		return nil
	}
	err := c.Work(discord.Shown, func(ctx context.Context, s discord.Shower) error {
		everywhere := e.Where == view.EraseEverywhere
		done, err := b.privacy.Erase(ctx, c.by, everywhere, e.Asked,
			func(done, of int) {
				if done < of {
					s.Show(view.Erasing(w, done, of))
				}
			})
		if err == nil {
			s.Show(view.Erased(w, done))
		}
		return errors.Join(err, b.drawNamed(ctx, done.Tables))
	})
	if err == nil {
		c.Update(view.Erasing(w, 0, 1))
	}
	return err
}

// drawNamed redraws tables whose messages have named somebody.
func (b *Bot) drawNamed(ctx context.Context, list []storage.Seating) (err error) {
	for _, of := range list {
		v, unread := b.rounds.Seating(ctx, of.Guild, of.ID)
		switch {
		case unread == nil:
			b.drawn(v)
		case !errors.Is(unread, round.ErrNoSeating): // one that has closed since is drawn by that
			err = errors.Join(err, unread)
		}
	}
	return err
}

// hide hides the caller from others, or shows them again.
func (b *Bot) hide(ctx context.Context, c *call) error {
	hidden, err := b.wallets.Hide(ctx, c.by)
	if err == nil {
		c.Answer(view.Hidden(b.own(ctx, c), hidden))
	}
	return err
}
