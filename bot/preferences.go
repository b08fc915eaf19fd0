package bot

import (
	"context"
	"slices"

	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/view"
	"holecard/storage"
)

func (b *Bot) preferencesRoutes(to *discord.Routes) {
	b.on(to, spec("profile preferences", choice("cards", view.CardCodes[:]...),
		choice("language", view.LanguageCodes()...), choice("deck", view.DeckCodes[:]...)),
		b.preferences)
	onClick(to, "preference", b.prefer)
}

// preferenceOptions are the options of the command, by what they change.
var preferenceOptions = [view.Preferences]string{view.PreferCards: "cards",
	view.PreferDeck: "deck", view.PreferLanguage: "language"}

// preferences changes what the caller has chosen, and shows it with selects to change
// it.
func (b *Bot) preferences(ctx context.Context, c *call) error {
	var changes []func(*storage.Taste)
	for what, option := range preferenceOptions {
		if c.Option(option) == "" {
			continue
		}
		change, ok := preferring(view.Preference(what), c.Option(option))
		if !ok {
			return discord.ErrNoButton
		}
		changes = append(changes, change)
	}
	if len(changes) == 0 {
		taste, err := b.wallets.Taste(ctx, c.Player)
		if err == nil {
			c.Answer(view.Tastes(b.own(ctx, c), taste))
		}
		return err
	}
	taste, err := b.wallets.Prefer(ctx, c.by, func(t *storage.Taste) {
		for _, change := range changes {
			change(t)
		}
	})
	if err == nil {
		c.Answer(view.Tastes(b.own(ctx, c), taste))
	}
	return err
}

func (b *Bot) prefer(ctx context.Context, c *call, p view.Prefer) error {
	if len(c.Values) != 1 {
		return discord.ErrNoButton
	}
	change, ok := preferring(p.What, c.Values[0])
	if !ok {
		return discord.ErrNoButton
	}
	taste, err := b.wallets.Prefer(ctx, c.by, change)
	if err == nil {
		c.Update(view.Tastes(b.own(ctx, c), taste))
	}
	return err
}

// preferring returns the change that a value stands for.
func preferring(what view.Preference, value string) (func(*storage.Taste), bool) {
	switch what {
	case view.PreferCards:
		n := slices.Index(view.CardCodes[:], value)
		return func(t *storage.Taste) { t.Cards = storage.CardStyle(n) }, n >= 0
	case view.PreferDeck:
		n := slices.Index(view.DeckCodes[:], value)
		return func(t *storage.Taste) { t.FourColours = n == 1 }, n >= 0
	}
	if value == view.AsDiscord {
		return func(t *storage.Taste) { t.Language = "" }, true
	}
	return func(t *storage.Taste) { t.Language = value }, slices.Contains(lang.Codes[:], value)
}
