package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/refuse"
	"holecard/bot/view"
	"holecard/storage"
)

func (b *Bot) settingsRoutes(to *discord.Routes) {
	b.on(to, adminSpec("settings panel"), b.panel)
	b.on(to, adminSpec("settings show"), b.showSettings)
	b.on(to, adminSpec("settings rules", required(completed("key")), required(completed("value")),
		tableOption), b.changeRule)
	b.on(to, adminSpec("settings about"), b.about)
}

// errNotAdmin refuses the settings of a server.
var errNotAdmin = refuse.New("admin", "needs the permission to manage the server")

// adminSpec describes a command that Discord offers to admins of servers.
func adminSpec(name string, options ...*option) *discordgo.ApplicationCommand {
	s, needs := serverSpec(name, options...), int64(discordgo.PermissionManageGuild)
	s.DefaultMemberPermissions = &needs
	return s
}

// admin returns an error unless the caller may change the settings here.
// Discord hides the command by default, but a server can show it to anyone.
func admin(c *call) error {
	switch {
	case c.Player.Guild.Direct():
		return errNeedsServer
	case c.Permissions&(discordgo.PermissionAdministrator|discordgo.PermissionManageGuild) == 0:
		return errNotAdmin
	}
	return nil
}

// showSettings prints the panel.
func (b *Bot) showSettings(ctx context.Context, c *call) error {
	p, err := b.readPanel(ctx, c.Player.Guild, view.Page{})
	if err != nil {
		return err
	}
	w := b.own(ctx, c)
	return b.withEdges(c, p.Tables, func(edges []view.HouseEdge) message.Reply {
		p.Edges = edges
		return p.Print(w)
	})
}

// changeRule changes one rule of a table, and shows the panel's page that it is on.
func (b *Bot) changeRule(ctx context.Context, c *call) error {
	w := b.own(ctx, c)
	key, value := ruleTyped(w, c.Option("key"), c.Option("value"))
	done, err := b.guilds.Change(ctx, c.by, c.Option("table"), key+"="+value)
	if err != nil {
		return err
	}
	p, changed, err := b.panelAfter(ctx, c.Player.Guild, view.Page{
		Of: view.PageOf(storage.SetRule, key), Table: done.After.Name, Rule: key}, done)
	if err != nil {
		return err
	}
	return b.withEdges(c, changed, func(edges []view.HouseEdge) message.Reply {
		return b.withChange(p, edges, false).Reply(w)
	})
}

// ruleTyped returns the key and the value that people mean who type the words that
// they read, or the key and the value themselves.
func ruleTyped(w *lang.Printer, key, value string) (string, string) {
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	for _, v := range tables.Values(blackjack.Rules{}) {
		if !strings.EqualFold(key, v.Key) && !strings.EqualFold(key, view.RuleName(w, v.Key)) {
			continue
		}
		for _, code := range v.Takes.Values {
			if strings.EqualFold(value, view.RuleValue(w, v.Key, v.Takes, code)) {
				return v.Key, code
			}
		}
		return v.Key, value
	}
	return key, value
}

// completeKey offers the rules by their titles, with what they are now.
func (b *Bot) completeKey(ctx context.Context, c *call) (discord.Choices, error) {
	table, err := b.guilds.Table(ctx, c.Player.Guild, c.Option("table"))
	if err != nil {
		return nil, err
	}
	w, typed := b.own(ctx, c), strings.ToLower(strings.TrimSpace(c.Option("key")))
	var choices discord.Choices
	for _, v := range tables.Values(table.Rules) {
		name := view.RuleName(w, v.Key)
		if strings.Contains(strings.ToLower(name+" "+v.Key), typed) {
			name += ": " + view.RuleValue(w, v.Key, v.Takes, v.Value)
			choices.Offer(name, v.Key)
		}
	}
	return choices, nil
}

// completeValue offers the values that a rule takes.
func (b *Bot) completeValue(ctx context.Context, c *call) (discord.Choices, error) {
	table, err := b.guilds.Table(ctx, c.Player.Guild, c.Option("table"))
	if err != nil {
		return nil, err
	}
	w, r, typed := b.own(ctx, c), table.Rules, c.Option("value")
	key, _ := ruleTyped(w, c.Option("key"), "")
	var choices discord.Choices
	for _, v := range tables.Values(r) {
		if v.Key != key {
			continue
		}
		values := append([]string{typed, v.Value}, v.Takes.Values...)
		for i, value := range values {
			name := view.RuleValue(w, key, v.Takes, value)
			_, err := tables.Set(r, v.Key+"="+value)
			if err != nil || slices.Contains(values[:i], value) ||
				!strings.HasPrefix(strings.ToLower(value), strings.ToLower(typed)) &&
					!strings.Contains(strings.ToLower(name), strings.ToLower(typed)) {
				continue
			}
			if value == v.Value {
				name = w.Say("value.now", name)
			}
			choices.Offer(name, value)
		}
	}
	return choices, nil
}
