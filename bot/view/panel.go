package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/guild"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/storage"
)

// The panel of a server's settings has the clicks below.

// Page shows a page of the panel.
type Page struct {
	Of     PageKind              `id:"sp" of:"panel"`
	Table  string                // whose rules, limits or side bets it shows, empty for the first
	Rule   string                // of which it shows the values, empty for none
	Before storage.InteractionID // of the log: what was made before, 0 for the newest
}

// PageKind is a page of the panel.
type PageKind uint8

// The pages.
const (
	TablesPage PageKind = iota
	LimitsPage
	GiftsPage
	LookPage
	LogPage
	RulesPage // behind the tables
	SidesPage
	pageKinds // how many there are
)

// Valid reports whether there is such a page.
func (p PageKind) Valid() bool { return p < pageKinds }

// Pick is a choice among clicks. What was chosen comes as the value of the select.
type Pick struct {
	Line uint8 `id:"so" of:"panel" is:"choice"`
}

// Admit changes the tables that may be played from those it has, a bit each, to those
// that were chosen.
type Admit struct {
	Had uint64 `id:"st" of:"panel"`
}

// Set changes a setting to a value, as the log has it. A table without a rule takes
// back all changes of its rules, and of the tables it becomes the first.
type Set struct {
	What               storage.Setting `id:"sv" of:"panel"`
	Table, Rule, Value string
}

// Ask asks for the value of a setting, or of both limits of bets at a table.
type Ask struct {
	What        storage.Setting `id:"sm" of:"panel"`
	Table, Rule string
}

// Enter changes a setting to what was entered.
type Enter struct {
	What        storage.Setting `id:"se" of:"panel"`
	Table, Rule string
}

// Panel is what admins see of a server's settings, and change.
type Panel struct {
	Page
	guild.Server
	Edges  []HouseEdge // of the tables, where they are known now
	Offers SideOffers  // of the table of [Panel.SidesTable], on that page
	Log    []storage.LogEntry
	Older  bool // there are older entries of the log

	Changes []storage.SettingChange // made just now
	Saved   bool                    // they were, or all was so already
	Change  *EdgeChange             // nil where no rule was changed but pay tables of side bets
	Sides   SideChange              // of the table whose rules were changed
	Refusal string                  // why nothing was changed, empty for nothing
}

// EdgeChange is whose edge a table's was, and is.
type EdgeChange struct {
	Before, After HouseEdge
	Pending       bool // not known yet
}

// SideChange is a table whose rules were changed, with the edges of its side bets.
type SideChange struct {
	Rules         blackjack.Rules
	Before, After SideEdges
}

// LogEntries is how many entries of the log a page shows.
const LogEntries = 8

// PageOf returns the page that a setting is on, or a rule of a table.
func PageOf(what storage.Setting, rule string) PageKind {
	switch what {
	case storage.SetTables:
		return TablesPage
	case storage.SetRule:
		switch {
		case isSideKey(rule):
			return SidesPage
		case rule == InputLeast, rule == InputMost:
			return LimitsPage
		}
		return RulesPage
	case storage.SetGifts, storage.SetGiveDaily:
		return GiftsPage
	case storage.SetStarting, storage.SetDaily, storage.SetRefill,
		storage.SetLossCap:
		return LimitsPage
	}
	return LookPage
}

// Changes returns the tables that were turned on and off.
func (a Admit) Changes(chosen []string) (more, less []string) {
	for i, t := range tables.All() {
		had, has := a.Had>>i&1 != 0, slices.Contains(chosen, t.Name)
		switch {
		case has && !had:
			more = append(more, t.Name)
		case had && !has:
			less = append(less, t.Name)
		}
	}
	return more, less
}

// pageKeys are those of the pages that can be chosen, by their kinds.
var pageKeys = map[PageKind]string{TablesPage: "tables", SidesPage: "sides",
	LimitsPage: "limits", GiftsPage: "gifts", LookPage: "look", LogPage: "log"}

// pages are those that can be chosen.
var pages = []PageKind{TablesPage, SidesPage, LimitsPage, GiftsPage, LookPage, LogPage}

// Reply shows a page of the panel.
func (p Panel) Reply(w *lang.Printer) message.Reply {
	shown := p.Of
	if shown == RulesPage {
		shown = TablesPage
	}
	turn := discordgo.SelectMenu{CustomID: id(Pick{}), Placeholder: w.Say("panel.page")}
	for _, kind := range pages {
		offer(&turn, w.Say("page."+pageKeys[kind]), w.Say("page.about."+pageKeys[kind]),
			Page{Of: kind}, kind == shown)
	}
	r := private(w.Say("settings.title")+" · "+w.Say("page."+pageKeys[shown]), "")
	r.Text, r.Rows, r.Embeds[0].Footer = p.news(w), selects(turn), footer(w.Say("panel.where"))
	map[PageKind]func(*lang.Printer, *message.Reply){TablesPage: p.tables, RulesPage: p.rules,
		SidesPage: p.sides, LimitsPage: p.limits, GiftsPage: p.gifts, LookPage: p.look,
		LogPage: p.log}[p.Of](w, &r)
	return r
}

// Print shows the settings without what changes them.
func (p Panel) Print(w *lang.Printer) message.Reply {
	list := []Page{{}}
	for _, t := range p.Tables {
		if len(differences(t)) > 0 {
			list = append(list, Page{Of: RulesPage, Table: t.Name})
		}
	}
	var text strings.Builder
	for _, p.Page = range append(list, Page{Of: LimitsPage}, Page{Of: GiftsPage},
		Page{Of: LookPage}) {
		e := p.Reply(w).Embeds[0]
		text.WriteString("**" + strings.TrimPrefix(e.Title, w.Say("settings.title")+" · ") + "**\n" +
			e.Description + "\n")
		for _, f := range e.Fields {
			text.WriteString("- " + f.Name + ": " + f.Value + "\n")
		}
	}
	return private(w.Say("settings.title"), shortened(text.String(), 4000))
}

// news says what became of the last click.
func (p Panel) news(w *lang.Printer) string {
	if p.Refusal != "" {
		return "⚠️ " + p.Refusal
	}
	if !p.Saved {
		return ""
	}
	if len(p.Changes) == 0 {
		return w.Say("panel.already")
	}
	lines := []string{w.Say("panel.saved")}
	if p.Sides.Rules != (blackjack.Rules{}) {
		lines[0] = w.Say("panel.saved.rules")
	}
	lines = append(lines, changed(w, p.Changes, p.Gives)...)
	if c := p.Change; c != nil && c.Pending {
		lines = append(lines, w.Say("panel.edge.pending"))
	} else if c != nil {
		lines = append(lines, capital(edgeChange(w, c.Before, c.After)))
		lines = append(lines, warnings(w, c.After)...)
	}
	lines = append(lines, sideChanges(w, p.Sides.Rules, p.Sides.Before, p.Sides.After)...)
	for _, t := range p.opened() {
		lines = append(lines, TurnedOn(w, t, p.edge(t.Name))...)
	}
	return shortened(strings.TrimSpace(strings.Join(lines, "\n")), 2000)
}

// opened are the tables that were turned on just now.
func (p Panel) opened() (list []tables.Table) {
	for _, c := range p.Changes {
		for _, name := range strings.Fields(c.After) {
			if c.What == storage.SetTables && !slices.Contains(strings.Fields(c.Before), name) {
				list = append(list, p.table(name))
			}
		}
	}
	return list
}

func (p Panel) at(name string) int {
	return slices.IndexFunc(p.Tables, func(t tables.Table) bool { return t.Name == name })
}

func (p Panel) table(name string) tables.Table {
	if i := p.at(name); i >= 0 {
		return p.Tables[i]
	}
	return tables.Table{Name: name, Title: Escape(name)}
}

func (p Panel) edge(name string) HouseEdge {
	if i := p.at(name); i >= 0 && i < len(p.Edges) {
		return p.Edges[i]
	}
	return HouseEdge{}
}

// tables shows which tables may be played.
func (p Panel) tables(w *lang.Printer, r *message.Reply) {
	lines := []string{w.Say("panel.tables")}
	admit := discordgo.SelectMenu{MaxValues: len(p.Tables), Placeholder: w.Say("panel.tables.open")}
	first := discordgo.SelectMenu{CustomID: id(Pick{1}), Placeholder: w.Say("setting.first")}
	rules := discordgo.SelectMenu{CustomID: id(Pick{2}), Placeholder: w.Say("panel.tables.rules")}
	for _, name := range p.Allowed {
		t := p.table(name)
		line := t.Title
		if name == p.Allowed[0] {
			line = "**" + w.Say("panel.tables.first", t.Title) + "**"
		}
		if p.edge(name).Known {
			line += " · " + p.edge(name).Words(w)
		}
		if len(differences(t)) > 0 {
			line += " · " + p.changedRules(w, t)
		}
		if p.edge(name).Players() {
			line += " · " + w.Say("settings.player")
		}
		lines = append(lines, "- "+line)
		offer(&first, w.Say("panel.option", w.Say("setting.first"), t.Title), "",
			Set{What: storage.SetTables, Table: name}, name == p.Allowed[0])
	}
	var had Admit
	for i, t := range p.Tables {
		allowed := slices.Contains(p.Allowed, t.Name)
		if allowed {
			had.Had |= 1 << i
		}
		admit.Options = append(admit.Options, discordgo.SelectMenuOption{Label: t.Title,
			Value: t.Name, Description: p.about(w, t), Default: allowed})
		offer(&rules, t.Title, p.changedRules(w, t), Page{Of: RulesPage, Table: t.Name}, false)
	}
	admit.CustomID = id(had)
	r.Embeds[0].Description = strings.Join(lines, "\n")
	class := button(w.Say("panel.class.on"), id(Set{What: storage.SetTables, Value: "on"}))
	if slices.ContainsFunc(p.Allowed, func(name string) bool { return p.table(name).Course }) {
		class = button(w.Say("panel.class.off"), id(Set{What: storage.SetTables, Value: "off"}))
	}
	buttons := line(class)
	if p.Settings.Tables != nil {
		buttons = append(buttons,
			button(w.Say("panel.tables.default"), id(Set{What: storage.SetTables})))
	}
	r.Rows = slices.Concat(r.Rows, selects(admit, first, rules), rows(buttons))
}

// about says what is special about a table.
func (p Panel) about(w *lang.Printer, t tables.Table) string {
	return shortened(strings.TrimPrefix(Listed(w, t, p.edge(t.Name)), t.Title+" · "), 100)
}

// changedRules says how many rules of a table are changed.
func (p Panel) changedRules(w *lang.Printer, t tables.Table) string {
	n := len(differences(t))
	if n == 0 {
		return w.Say("panel.rules.own")
	}
	return w.Say("panel.rules.changed", n)
}

// difference is a rule of a table that is not what it comes as.
type difference struct {
	tables.Value
	comes string
}

// differences are the rules of a table that are changed, but for limits of bets.
func differences(t tables.Table) (list []difference) {
	comes, err := tables.Named(t.Name)
	if err != nil {
		return nil
	}
	values := tables.Values(comes.Rules)
	for i, v := range tables.Values(t.Rules) {
		if v.Value != values[i].Value && v.Takes.Kind != tables.Chips {
			list = append(list, difference{v, values[i].Value})
		}
	}
	return list
}

// rules shows the rules of a table, with the values of the one that was chosen.
func (p Panel) rules(w *lang.Printer, r *message.Reply) {
	t := p.table(p.Table)
	r.Embeds[0].Title = w.Say("settings.title") + " · " + t.Title
	lines := []string{capital(p.about(w, t)),
		w.Say("rules.bets", int64(t.Rules.MinBet), int64(t.Rules.MaxBet))}
	if !slices.Contains(p.Allowed, t.Name) {
		lines = append(lines, w.Say("panel.rules.closed"))
	}
	changed := differences(t)
	for _, d := range changed {
		lines = append(lines, "- "+w.Say("change", RuleName(w, d.Key),
			RuleValue(w, d.Key, d.Takes, d.comes), RuleValue(w, d.Key, d.Takes, d.Value.Value)))
	}
	if len(changed) == 0 {
		lines = append(lines, w.Say("panel.rules.none"))
	}
	r.Embeds[0].Description = strings.Join(lines, "\n")
	buttons := line(button(w.Say("panel.back"), id(Page{Of: TablesPage})))
	all := tables.Values(t.Rules)
	played := slices.IndexFunc(all, func(v tables.Value) bool { return v.Key == firstPlayed })
	choose := []discordgo.SelectMenu{p.choices(w, 1, w.Say("panel.rules.cards"), all[:played]),
		p.choices(w, 2, w.Say("panel.rules.play"), all[played:])}
	for _, v := range all {
		if v.Key != p.Rule || isSideKey(v.Key) {
			continue
		}
		choose = append(choose, values(w, t, v))
		if v.Takes.Kind == tables.Share {
			buttons = append(buttons, button(w.Say("panel.rules.other"),
				id(Ask{storage.SetRule, t.Name, v.Key})))
		}
	}
	if len(changed) > 0 {
		buttons = append(buttons, styled(discordgo.DangerButton, w.Say("panel.rules.reset"),
			id(Set{What: storage.SetRule, Table: t.Name})))
	}
	r.Rows = slices.Concat(r.Rows, selects(choose...), rows(buttons))
}

// firstPlayed is the first rule about what players may do and are paid: a select
// holds 25 of the rules at most.
const firstPlayed = "askedAt21"

// choices is a select of some rules of the table.
func (p Panel) choices(w *lang.Printer, line uint8, hint string,
	some []tables.Value) discordgo.SelectMenu {
	s := discordgo.SelectMenu{CustomID: id(Pick{line}), Placeholder: hint}
	for _, v := range some {
		if v.Takes.Kind != tables.Chips && !isSideKey(v.Key) {
			offer(&s, RuleName(w, v.Key), RuleValue(w, v.Key, v.Takes, v.Value),
				Page{Of: RulesPage, Table: p.table(p.Table).Name, Rule: v.Key}, v.Key == p.Rule)
		}
	}
	return s
}

// values is a select of the values of a rule.
func values(w *lang.Printer, t tables.Table, v tables.Value) discordgo.SelectMenu {
	s := discordgo.SelectMenu{CustomID: id(Pick{3}), Placeholder: RuleName(w, v.Key)}
	all := v.Takes.Values
	if v.Takes.Kind == tables.Number {
		least, _ := strconv.Atoi(all[0])
		most, _ := strconv.Atoi(all[1])
		all = nil
		for n := least; n <= most; n++ {
			all = append(all, strconv.Itoa(n))
		}
	}
	if !slices.Contains(all, v.Value) {
		all = append([]string{v.Value}, all...)
	}
	for _, value := range all {
		offer(&s, w.Say("panel.option", s.Placeholder, RuleValue(w, v.Key, v.Takes, value)), "",
			Set{storage.SetRule, t.Name, v.Key, value}, value == v.Value)
	}
	return s
}
