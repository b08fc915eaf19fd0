package bot

import (
	"cmp"
	"context"

	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
)

// own returns the words for what only the caller reads, in their language.
func (b *Bot) own(ctx context.Context, c discord.Caller) *lang.Printer {
	return b.ownOf(c, b.look(ctx, c))
}

// here returns the words for what everybody in the channel reads, in the language
// of the server; in direct messages, in the caller's.
func (b *Bot) here(ctx context.Context, c discord.Caller) *lang.Printer {
	return b.hereOf(c, b.look(ctx, c))
}

func (b *Bot) ownOf(c discord.Caller, l session.Look) *lang.Printer {
	return b.books.For(cmp.Or(l.Own, c.Locale))
}

func (b *Bot) hereOf(c discord.Caller, l session.Look) *lang.Printer {
	if c.Player.Guild.Direct() {
		return b.ownOf(c, l)
	}
	return b.books.For(cmp.Or(l.Here, c.GuildLocale, c.Locale))
}

// look returns how the caller is shown things. What cannot be read in time is left to
// Discord: words for an error must not fail. A player who was taken to have left is here.
func (b *Bot) look(ctx context.Context, c discord.Caller) session.Look {
	ctx, cancel := session.Moment(ctx)
	defer cancel()
	l, err := b.sessions.Look(ctx, c.Player)
	if err != nil {
		b.log.Debug("reading a taste", "error", err)
	}
	if l.Away {
		if err := b.sessions.PutBack(ctx, c.Player); err != nil {
			b.log.Warn("a player stays off the leaderboards", "error", err)
		}
	}
	return l
}

// with gives a view the words that it is to use.
func with[T any](w *lang.Printer, show func(*lang.Printer, T) message.Reply,
) func(T) message.Reply {
	return func(what T) message.Reply { return show(w, what) }
}
