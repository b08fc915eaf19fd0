package bot

import (
	"cmp"
	"context"

	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/message"
)

// own returns the words for what only the caller reads, in their language.
func (b *Bot) own(_ context.Context, c discord.Caller) *lang.Printer {
	return b.books.For(c.Locale)
}

// here returns the words for what everybody in the channel reads, in the language
// of the server; in direct messages, in the caller's.
func (b *Bot) here(_ context.Context, c discord.Caller) *lang.Printer {
	return b.books.For(cmp.Or(c.GuildLocale, c.Locale))
}

// with gives a view the words that it is to use.
func with[T any](w *lang.Printer, show func(*lang.Printer, T) message.Reply,
) func(T) message.Reply {
	return func(what T) message.Reply { return show(w, what) }
}
