package session_test

import (
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
		names = append(names, t.Name)
	}
	return names
}

func (m *model) rules(g storage.GuildID, table string) (blackjack.Rules, bool) {
	if r, changed := m.guilds[g].rules[table]; changed {
		return r, true
	}
	t, err := tables.Named(table)
	t.Rules.MaxBet = blackjack.Chips(m.maxBet)
	return t.Rules, err == nil
}

// table finds the table that a command names.
func (m *model) table(g storage.GuildID, name string) (string, blackjack.Rules, bool) {
	names := m.tables(g)
	if name == "" {
		name = names[0]
	}
	r, ok := m.rules(g, name)
	return name, r, ok && slices.Contains(names, name)
}

func (m *model) change(v session.Visit, table, change string) result {
	if m.seen[v.ID] {
		return result{}
	}
	g := v.Player.Guild
	if table == "" {
		table = m.tables(g)[0]
	}
	rules, ok := m.rules(g, table)
	if !ok {
		return failed("table")
	}
	rules, err := tables.Set(rules, change)
	rules.MaxBet = min(rules.MaxBet, blackjack.Chips(m.maxBet))
	if err != nil || rules.ValidateChoice() != nil {
		return failed("rules")
	}
	m.choose(v, func(c *chosen) { c.rules[table] = rules })
	return result{}
}

func (m *model) reset(v session.Visit, table string) result {
	if table == "" {
		table = m.tables(v.Player.Guild)[0]
	}
	if !m.seen[v.ID] {
		m.choose(v, func(c *chosen) { delete(c.rules, table) })
	}
	return result{}
}

func (m *model) allow(v session.Visit, names []string) result {
	for _, n := range names {
		if _, ok := m.rules(v.Player.Guild, n); !ok {
			return failed("table")
		}
	}
	if !m.seen[v.ID] {
		m.choose(v, func(c *chosen) { c.tables = names })
	}
	return result{}
}

func (m *model) choose(v session.Visit, do func(*chosen)) {
	setIn(m, m.seen, v.ID, true)
	old := m.guilds[v.Player.Guild]
	now := chosen{tables: old.tables, noGifts: old.noGifts, rules: map[string]blackjack.Rules{}}
	for table, r := range old.rules {
		now.rules[table] = r
	}
	do(&now)
	setIn(m, m.guilds, v.Player.Guild, now)
}
