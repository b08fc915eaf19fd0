package bot

import (
	"context"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/story"
	"holecard/bot/view"
	"holecard/bot/wallet"
	"holecard/storage"
)

func (b *Bot) profileRoutes(to *discord.Routes) {
	b.on(to, spec("profile view", personOption("player")), b.profile)
	b.on(to, spec("profile stats", personOption("player")), b.stats)
	onClick(to, "profile", b.onProfile)
}

// profile shows the caller, or the player named, at a glance.
func (b *Bot) profile(ctx context.Context, c *call) error {
	account, story, err := b.readStory(ctx, c)
	own := account.Player.User == c.Player.User
	if err == nil {
		c.Answer(view.AtAGlance(b.own(ctx, c), account, story, own))
	}
	return err
}

// readStory reads what became of the rounds of the caller or of the player named.
func (b *Bot) readStory(ctx context.Context, c *call) (a wallet.Account, s story.Story,
	err error) {
	who := player(c)
	if a, err = b.wallets.Account(ctx, c.by, who); err == nil {
		s, err = b.stories.Story(ctx, c.by, who)
	}
	return a, s, err
}

// onProfile answers a button of a profile as its command does, for the caller alone.
func (b *Bot) onProfile(ctx context.Context, c *call, p view.Profile) error {
	c.Options = []*discordgo.ApplicationCommandInteractionDataOption{{Name: "player",
		Value: strconv.FormatUint(uint64(p.Of), 10)}}
	c.Responder = privately{c.Responder}
	return [...]answerer{b.stats, b.history, b.reviewNewest, b.preferences, b.ownLimits,
		b.kept}[p.Part](ctx, c)
}

// privately answers so that only the person who asked sees it.
type privately struct{ discord.Responder }

// Answer implements [discord.Responder].
func (p privately) Answer(r message.Reply) {
	r.Private = true
	p.Responder.Answer(r)
}

// stats shows what became of the rounds of the caller or of the player named.
func (b *Bot) stats(ctx context.Context, c *call) error {
	account, story, err := b.readStory(ctx, c)
	if err == nil {
		c.Answer(view.Stats(b.here(ctx, c), account, story,
			b.look(ctx, c).Cards != storage.TextCards))
	}
	return err
}
