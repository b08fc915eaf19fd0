package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// The permissions that let a member change a server's settings. Source:
// Discord's "Permissions".
const (
	administrator = 1 << 3
	manageServer  = 1 << 5
)

// What stands between people and the settings of a server.
var (
	errNotAdmin     = errors.New("needs the permission to manage the server")
	errSettingsInDM = errors.New("settings belong to a server")
)

// rulesError tells why a change of the rules is refused.
type rulesError struct{ err error }

func (e *rulesError) Error() string { return e.err.Error() }
func (e *rulesError) Unwrap() error { return e.err }

// ruled marks an error of a change as one that the admin can do something about:
// the key, its value, or rules that do not go together.
func ruled(err error) error {
	if reason, ok := errors.AsType[*tables.SetError](err); ok {
		return &rulesError{reason}
	}
	if reason, ok := errors.AsType[*blackjack.RulesError](err); ok {
		return &rulesError{errors.New(reason.Reason)}
	}
	return fmt.Errorf("change a rule: %w", err)
}

func settingsRoutes() []route {
	table := tableOption("The table; without it, the first of the server")
	settings := func(name, what string, options []OptionSpec, answer func(*Bot, context.Context, Command) (view.Reply, error), complete func(*Bot, context.Context, Command) ([]view.Choice, error)) route {
		return route{Spec{
			Name: "settings " + name, Group: "The tables and gifts of this server, for its admins", Description: what,
			Options: options, Permissions: manageServer, ServerOnly: true,
		}, answer, complete}
	}
	return []route{
		settings("show", "What is played and allowed here, and what is changed about it", nil, (*Bot).showSettings, nil),
		settings("tables", "Choose the tables that may be played here", []OptionSpec{
			{Name: "tables", Description: "Names with spaces between, the first is played where none is named; or all, or default", Kind: Text, Required: true},
		}, (*Bot).allowTables, nil),
		settings("rules", "Change one rule of a table", []OptionSpec{
			{Name: "key", Description: "Rule", Kind: Text, Required: true, Completed: true},
			{Name: "value", Description: "New value", Kind: Text, Required: true, Completed: true},
			table,
		}, (*Bot).changeRule, (*Bot).completeSettings),
		settings("give", "Let players give each other chips, or not", []OptionSpec{
			{Name: "gifts", Description: "Whether they may", Kind: Text, Required: true, Choices: []view.Choice{{Name: "on", Value: "on"}, {Name: "off", Value: "off"}}},
		}, (*Bot).allowGifts, nil),
		settings("reset", "Take back all changes of a table's rules", []OptionSpec{table}, (*Bot).resetRules, (*Bot).completeSettings),
	}
}

// admin returns an error unless the caller may change the settings here.
// Discord hides the command by default, but a server can show it to anyone.
func (c Caller) admin() error {
	switch {
	case c.Player.Guild == storage.DirectMessages:
		return errSettingsInDM
	case c.Permissions&(administrator|manageServer) == 0:
		return errNotAdmin
	}
	return nil
}

// showSettings lists the tables that may be played, with their changes.
func (b *Bot) showSettings(ctx context.Context, c Command) (view.Reply, error) {
	if err := c.admin(); err != nil {
		return view.Reply{}, err
	}
	list, err := b.sessions.Tables(ctx, c.Player.Guild)
	if err != nil {
		return view.Reply{}, fmt.Errorf("list the tables: %w", err)
	}
	settings, err := b.sessions.Settings(ctx, c.Player.Guild)
	if err != nil {
		return view.Reply{}, fmt.Errorf("read the settings: %w", err)
	}
	return b.withEdges(list, func(edges []view.HouseEdge) view.Reply {
		return view.Settings(list, settings, b.sessions.GiveDaily, edges)
	}), nil
}

// allowGifts lets players give each other chips, or not.
func (b *Bot) allowGifts(ctx context.Context, c Command) (view.Reply, error) {
	if err := c.admin(); err != nil {
		return view.Reply{}, err
	}
	gifts := c.option("gifts")
	if gifts != "on" && gifts != "off" {
		return view.Reply{}, &rulesError{errors.New("gifts are on or off")}
	}
	if err := b.sessions.AllowGifts(ctx, c.visit(), gifts == "on"); err != nil {
		return view.Reply{}, fmt.Errorf("switch gifts: %w", err)
	}
	return b.showSettings(ctx, c)
}

// allowTables chooses the tables that may be played.
func (b *Bot) allowTables(ctx context.Context, c Command) (view.Reply, error) {
	if err := c.admin(); err != nil {
		return view.Reply{}, err
	}
	names := strings.FieldsFunc(strings.ToLower(c.option("tables")), func(r rune) bool { return r == ' ' || r == ',' })
	switch {
	case len(names) == 0:
		return view.Reply{}, &rulesError{errors.New("name at least one table, or say all, or default")}
	case len(names) == 1 && names[0] == "all":
		names = everyTable()
	case len(names) == 1 && names[0] == "default":
		names = nil
	}
	if err := b.sessions.Allow(ctx, c.visit(), names); err != nil {
		return view.Reply{}, fmt.Errorf("allow tables: %w", err)
	}
	return b.showSettings(ctx, c)
}

func everyTable() []string {
	var names []string
	for _, t := range tables.All() {
		names = append(names, t.Name)
	}
	return names
}

// changeRule changes one rule of a table, and tells whose edge it is now.
func (b *Bot) changeRule(ctx context.Context, c Command) (view.Reply, error) {
	if err := c.admin(); err != nil {
		return view.Reply{}, err
	}
	key := strings.TrimSpace(c.option("key"))
	done, err := b.sessions.Change(ctx, c.visit(), c.option("table"), key+"="+c.option("value"))
	if err != nil {
		return view.Reply{}, ruled(err)
	}
	return b.saved(done, key), nil
}

// resetRules takes all changes of a table back.
func (b *Bot) resetRules(ctx context.Context, c Command) (view.Reply, error) {
	if err := c.admin(); err != nil {
		return view.Reply{}, err
	}
	done, err := b.sessions.Reset(ctx, c.visit(), c.option("table"))
	if err != nil {
		return view.Reply{}, fmt.Errorf("reset the rules: %w", err)
	}
	return b.saved(done, ""), nil
}

// saved tells what a change has done to a table; of one key, or of all.
func (b *Bot) saved(done session.Changed, key string) view.Reply {
	return b.withEdges([]tables.Table{done.Before, done.After}, func(edges []view.HouseEdge) view.Reply {
		return view.Saved(done, key, edges[0], edges[1])
	})
}

// completeSettings offers the rules, the values that one takes, and the tables.
func (b *Bot) completeSettings(ctx context.Context, c Command) ([]view.Choice, error) {
	if c.focused() == "table" {
		return b.completeTable(ctx, c)
	}
	table, err := b.sessions.Table(ctx, c.Player.Guild, c.option("table"))
	if err != nil {
		return nil, err
	}
	if c.focused() == "key" {
		return completeKey(table.Rules, c.option("key")), nil
	}
	return completeValue(table.Rules, c.option("key"), c.option("value")), nil
}

// completeKey offers the rules by their titles, with what they are now.
func completeKey(r blackjack.Rules, typed string) []view.Choice {
	typed = strings.ToLower(strings.TrimSpace(typed))
	var choices []view.Choice
	for _, v := range tables.Values(r) {
		if strings.Contains(strings.ToLower(v.Title), typed) || strings.Contains(strings.ToLower(v.Key), typed) {
			choices = append(choices, view.Choice{Name: v.Title + ": " + v.Value, Value: v.Key})
		}
	}
	return choices
}

// completeValue offers the values that a rule takes.
func completeValue(r blackjack.Rules, key, typed string) []view.Choice {
	var choices []view.Choice
	for _, v := range tables.Values(r) {
		if v.Key != key {
			continue
		}
		for _, value := range append([]string{typed, v.Value}, strings.FieldsFunc(v.Takes, func(r rune) bool { return r == ',' || r == ' ' })...) {
			if _, err := tables.Set(r, v.Key+"="+value); err == nil && strings.HasPrefix(value, typed) && !offered(choices, value) {
				name := value
				if value == v.Value {
					name += " (now)"
				}
				choices = append(choices, view.Choice{Name: name, Value: value})
			}
		}
	}
	return choices
}

func offered(choices []view.Choice, value string) bool {
	for _, c := range choices {
		if c.Value == value {
			return true
		}
	}
	return false
}
