package bot

import (
	"context"
	"strings"

	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/view"
	"holecard/internal/nearest"
)

func (b *Bot) helpRoutes(to *discord.Routes) {
	b.on(to, spec("help"), b.help)
	onClick(to, "help", b.turnHelp)
}

func (b *Bot) help(ctx context.Context, c *call) error {
	return c.answer(b.helpPage(ctx, c, view.HelpHome))
}

func (b *Bot) turnHelp(ctx context.Context, c *call, to view.ShowHelp) error {
	if err := admin(c); err != nil && to.Page == view.HelpServer {
		return err
	}
	return c.update(b.helpPage(ctx, c, to.Page))
}

func (b *Bot) helpPage(ctx context.Context, c *call, page view.HelpPage) (message.Reply, error) {
	list, err := b.guilds.Tables(ctx, c.Player.Guild)
	if err != nil {
		return message.Reply{}, err
	}
	edges, _ := b.edgesNow(list)
	return view.Help(b.own(ctx, c), page, admin(c) == nil, list, edges, b.painter,
		b.instance().Version+" · "+strings.Join(b.languages(), " · ")), nil
}

// about shows admins the bot, and how it fares.
func (b *Bot) about(ctx context.Context, c *call) error {
	c.Answer(view.About(b.own(ctx, c), b.instance(), b.languages()))
	return nil
}

func (b *Bot) languages() (names []string) {
	for _, code := range lang.Codes {
		names = append(names, b.books.For(code).Say("choice.language."+code))
	}
	return names
}

// unknown answers a command of another version, which Discord may still show.
func (b *Bot) unknown(ctx context.Context, c *call, name string) message.Reply {
	var names []string
	for _, known := range b.routes().Commands {
		if known.DefaultMemberPermissions == nil || admin(c) == nil {
			names = append(names, known.Name)
		}
	}
	w := b.own(ctx, c)
	typed := "`/" + strings.ReplaceAll(view.Plain(name), "`", "") + "`"
	if meant := nearest.Of(name, names); meant != "" {
		return message.Note(w.Say("unknown.command.near", typed, w.Command(meant)))
	}
	return message.Note(w.Say("unknown.command", typed))
}
