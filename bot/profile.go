package bot

import (
	"context"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

func (b *Bot) profileRoutes() []command {
	player := personOption("player")
	return append([]command{
		on(spec("profile view", player), b.profile, nil),
		on(spec("profile stats", player), b.stats, nil),
		on(spec("profile history", player, tableOption), b.history, b.completers()),
		on(spec("profile review"), b.reviewNewest, nil),
		b.preferencesRoute(),
		on(spec("profile limits"), b.limits, nil),
	}, b.privacyRoutes()...)
}

// profile shows the caller, or the player named, at a glance.
func (b *Bot) profile(ctx context.Context, c discord.Command) (message.Reply, error) {
	v, who := interaction(c.Caller), player(c)
	account, err := b.sessions.Account(ctx, v, who)
	if err != nil {
		return message.Reply{}, err
	}
	w := b.own(ctx, c.Caller)
	return reply(func(s session.Story) message.Reply {
		return view.AtAGlance(w, account, s, who == c.Player.User)
	})(b.sessions.Story(ctx, v, who))
}

// onProfile answers a button of a profile as its command does, for the caller alone.
func (b *Bot) onProfile(ctx context.Context, c discord.Click, p view.Profile) (
	message.Reply, error) {
	name := "profile " + view.ProfileParts[p.Part]
	i := slices.IndexFunc(b.commands(), func(c command) bool { return c.Name == name })
	answer, err := b.commands()[i].Handle(ctx, discord.Command{Caller: c.Caller, Name: name,
		Options: []*discordgo.ApplicationCommandInteractionDataOption{{Name: "player",
			Value: strconv.FormatUint(uint64(p.Of), 10)}}})
	answer.Private = true
	return answer, err
}

// stats shows what became of the rounds of the caller or of the player named.
func (b *Bot) stats(ctx context.Context, c discord.Command) (message.Reply, error) {
	v, who, look := interaction(c.Caller), player(c), b.look(ctx, c.Caller)
	account, err := b.sessions.Account(ctx, v, who)
	if err != nil {
		return message.Reply{}, err
	}
	return reply(func(s session.Story) message.Reply {
		return view.Stats(b.hereOf(c.Caller, look), account, s, look.Cards != storage.TextCards)
	})(b.sessions.Story(ctx, v, who))
}
