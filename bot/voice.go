package bot

import (
	"cmp"
	"context"

	"holecard/bot/discord"
	"holecard/bot/lang"
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
