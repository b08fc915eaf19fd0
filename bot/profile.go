package bot

import (
	"context"
	"strconv"

	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

func profileRoutes() []route {
	player := discord.OptionSpec{Name: "player", Kind: discord.Person}
	return append([]route{
		{spec("profile view", player), (*Bot).profile, nil},
		{spec("profile stats", player), (*Bot).stats, nil},
		{spec("profile history", player, tableOption), (*Bot).history, (*Bot).completeAny},
		{spec("profile review"), (*Bot).reviewNewest, nil},
		preferencesRoute(),
		{spec("profile limits"), (*Bot).limits, nil},
	}, privacyRoutes()...)
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
func (b *Bot) onProfile(ctx context.Context, c discord.Caller, click view.Profile,
) (message.Reply, error) {
	r, _ := find("profile " + view.ProfileParts[click.Part])
	answer, err := r.answer(b, ctx, discord.Command{Caller: c, Name: r.Name,
		Options: []discord.Option{{Name: "player",
			Value: strconv.FormatUint(uint64(click.Of), 10)}}})
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
