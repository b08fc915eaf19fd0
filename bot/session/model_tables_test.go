package session_test

import (
	"errors"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/session"
	"holecard/storage"
)

// chosen is what the admins of a guild have chosen.
type chosen struct {
	tables  []string // nil for all
	rules   map[string]blackjack.Rules
	noGifts bool
}

// tables returns the names of the tables played in a guild.
func (m *model) tables(g storage.GuildID) []string {
	if list := m.guilds[g].tables; list != nil {
		return list
	}
	var names []string
	for _, t := range tables.All() {
		if t.Name != "valentine" { // where players have the edge
			names = append(names, t.Name)
		}
	}
	return names
}

func (m *model) rules(g storage.GuildID, table string) (blackjack.Rules, bool) {
	if r, changed := m.guilds[g].rules[table]; changed {
		return r, true
	}
	return m.unchanged(table)
}

// unchanged returns the rules of a table that no admin has changed.
func (m *model) unchanged(table string) (blackjack.Rules, bool) {
	t, err := tables.Named(table)
	t.Rules.MaxBet = m.maxBet
	return t.Rules, err == nil
}

// table finds the table that a command names, or says why it is not played.
func (m *model) table(g storage.GuildID, name string) (_ string, _ blackjack.Rules,
	problem string) {
	names := m.tables(g)
	if name == "" {
		name = names[0]
	}
	r, ok := m.rules(g, name)
	switch {
	case ok && slices.Contains(names, name):
		return name, r, ""
	case name == "valentine" && m.guilds[g].tables == nil:
		return name, r, "closed"
	}
	return name, r, "table"
}

func (m *model) change(v session.Interaction, table, change string) result {
	return m.once(v, func() result {
		g := v.Player.Guild
		if table == "" {
			table = m.tables(g)[0]
		}
		was, ok := m.rules(g, table)
		if !ok {
			return failed("table")
		}
		rules, err := tables.Set(was, change)
		no, unset := errors.AsType[*tables.SetError](err)
		switch {
		case unset && no.Takes.Kind == tables.Chips:
			return failed("amount")
		case err != nil:
			return failed("rules")
		case rules.MaxBet > m.maxBet:
			return failed("limit")
		case rules.ValidateChoice() != nil:
			return failed("rules")
		}
		if rules != was || !m.seen[v.ID] {
			m.choose(v, func(c *chosen) { c.rules[table] = rules })
		}
		return result{}
	})
}

func (m *model) reset(v session.Interaction, table string) result {
	return m.once(v, func() result {
		if table == "" {
			table = m.tables(v.Player.Guild)[0]
		}
		was, ok := m.rules(v.Player.Guild, table)
		if !ok {
			return failed("table")
		}
		if rules, _ := m.unchanged(table); was != rules { // they may have been changed back
			m.choose(v, func(c *chosen) { delete(c.rules, table) })
		}
		return result{}
	})
}

func (m *model) allow(v session.Interaction, names []string) result {
	return m.once(v, func() result {
		for _, n := range names {
			if _, ok := m.rules(v.Player.Guild, n); !ok {
				return failed("table")
			}
		}
		if !slices.Equal(m.guilds[v.Player.Guild].tables, names) {
			m.choose(v, func(c *chosen) { c.tables = names })
		}
		return result{}
	})
}

func (m *model) choose(v session.Interaction, do func(*chosen)) {
	old := m.guilds[v.Player.Guild]
	now := chosen{tables: old.tables, noGifts: old.noGifts, rules: map[string]blackjack.Rules{}}
	for table, r := range old.rules {
		now.rules[table] = r
	}
	do(&now)
	setIn(m, m.guilds, v.Player.Guild, now)
}
