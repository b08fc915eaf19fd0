package bot

import (
	"cmp"
	"context"

	"holecard/bot/discord"
	"holecard/bot/interact"
	"holecard/bot/lang"
	"holecard/bot/message"
)

// call is what somebody did, and how they are answered.
type call struct {
	discord.Responder
	*discord.Call
	by interact.By // the same, as the rooms know it
}

func newCall(r discord.Responder, c *discord.Call) *call {
	if c.Memo == nil {
		c.Memo = new(interact.Look)
	}
	return &call{r, c, interact.By{ID: c.Interaction, Player: c.Player,
		Name: c.DisplayName, Look: c.Memo.(*interact.Look)}}
}

// answer posts a message, unless there is an error, which it returns.
func (c *call) answer(r message.Reply, err error) error {
	if err == nil {
		c.Answer(r)
	}
	return err
}

// update redraws the clicked message, unless there is an error, which it returns.
func (c *call) update(r message.Reply, err error) error {
	if err == nil {
		c.Update(r)
	}
	return err
}

// own returns the words for what only the caller reads, in their language.
func (b *Bot) own(ctx context.Context, c *call) *lang.Printer {
	return b.books.For(cmp.Or(b.look(ctx, c).Own, c.Locale))
}

// here returns the words for what everybody in the channel reads, in the language
// of the server; in direct messages, in the caller's.
func (b *Bot) here(ctx context.Context, c *call) *lang.Printer {
	if c.Player.Guild.Direct() {
		return b.own(ctx, c)
	}
	return b.books.For(cmp.Or(b.look(ctx, c).Here, c.GuildLocale, c.Locale))
}

// look returns how the caller is shown things: as what was read for the answer says, or, where
// nothing was, as is read now. What cannot be read in time is left to Discord: words for an error
// must not fail.
func (b *Bot) look(ctx context.Context, c *call) interact.Look {
	if c.by.Look.Known {
		return *c.by.Look
	}
	ctx, cancel := interact.Moment(ctx)
	defer cancel()
	l, err := b.desk.Look(ctx, c.Player)
	if err != nil {
		b.log.Debug("reading a taste", "error", err)
		return l
	}
	*c.by.Look = l
	return l
}
