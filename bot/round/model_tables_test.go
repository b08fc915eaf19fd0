package round_test

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/tables"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/storage"
)

// chosen is what the admins of a guild have chosen.
type chosen struct {
	tables []string // nil for all
	rules  map[string]blackjack.Rules
	set    map[storage.Setting]string // what is not as it comes
	log    []storage.LogEntry         // the newest last
}

// comes is what settings are that no admin has changed. It also lists them in the
// order of the log.
var comes = []struct {
	what  storage.Setting
	value string
}{
	{storage.SetGifts, "on"}, {storage.SetGiveDaily, "0"}, {storage.SetStarting, "0"},
	{storage.SetDaily, "0"}, {storage.SetRefill, "0"}, {storage.SetCards, ""},
	{storage.SetFourColours, "off"}, {storage.SetLanguage, ""}, {storage.SetNewMessage, "off"},
}

func (c chosen) value(what storage.Setting) string {
	if value, changed := c.set[what]; changed {
		return value
	}
	for _, is := range comes {
		if is.what == what {
			return is.value
		}
	}
	return ""
}

// gives is what a guild gives and allows.
func (m *model) gives(g storage.GuildID) guild.Allowance {
	is := m.guilds[g]
	own := func(what storage.Setting, bots storage.Chips) storage.Chips {
		chips, _ := strconv.Atoi(is.value(what))
		return cmp.Or(storage.Chips(chips), bots)
	}
	a := guild.Allowance{
		Starting:  own(storage.SetStarting, m.bots.Starting),
		Daily:     own(storage.SetDaily, m.bots.Daily),
		Refill:    own(storage.SetRefill, m.bots.Refill),
		GiveDaily: own(storage.SetGiveDaily, m.bots.GiveDaily),
	}
	if is.value(storage.SetRefill) == "off" {
		a.Refill = 0
	}
	return a
}

// tables returns the names of the tables played in a guild.
func (m *model) tables(g storage.GuildID) []string {
	return m.guilds[g].played()
}

func (c chosen) played() []string {
	if c.tables != nil {
		return c.tables
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

func (m *model) change(v interact.By, table, change string) result {
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

func (m *model) reset(v interact.By, table string) result {
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

func (m *model) allow(v interact.By, names []string) result {
	return m.once(v, func() result {
		for _, n := range names {
			if _, ok := m.rules(v.Player.Guild, n); !ok {
				return failed("table")
			}
		}
		if !slices.Equal(m.guilds[v.Player.Guild].tables, names) &&
			(names == nil || !slices.Equal(m.tables(v.Player.Guild), names)) {
			m.choose(v, func(c *chosen) { c.tables = names })
		}
		return result{}
	})
}

func (m *model) open(v interact.By, more, less []string) result {
	return m.once(v, func() result {
		now := m.tables(v.Player.Guild)
		var names []string
		for _, n := range append(slices.Clone(now), more...) {
			if !slices.Contains(less, n) && !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
		switch {
		case len(names) == 0:
			return failed("no table")
		case !slices.Equal(names, now):
			m.choose(v, func(c *chosen) { c.tables = names })
		}
		return result{}
	})
}

func (m *model) first(v interact.By, name string) result {
	return m.once(v, func() result {
		names := slices.Clone(m.tables(v.Player.Guild))
		i := slices.Index(names, name)
		if i < 0 {
			return failed("table")
		}
		if i > 0 {
			names = append([]string{name}, slices.Delete(names, i, i+1)...)
			m.choose(v, func(c *chosen) { c.tables = names })
		}
		return result{}
	})
}

func (m *model) set(v interact.By, what storage.Setting, value string) result {
	return m.once(v, func() result {
		if slices.Contains([]string{"much", "-1", "1000000001"}, value) {
			return failed("setting")
		}
		if m.guilds[v.Player.Guild].value(what) != value {
			m.choose(v, func(c *chosen) { c.set[what] = value })
		}
		return result{}
	})
}

func (m *model) choose(v interact.By, do func(*chosen)) {
	old := m.guilds[v.Player.Guild]
	now := chosen{tables: old.tables, rules: map[string]blackjack.Rules{},
		set: map[storage.Setting]string{}}
	maps.Copy(now.rules, old.rules)
	maps.Copy(now.set, old.set)
	do(&now)
	entry := storage.LogEntry{By: v.ID, Guild: v.Player.Guild, Who: v.Player.User,
		Changes: m.differences(old, now)}
	if now.log = old.log; len(entry.Changes) > 0 {
		now.log = append(slices.Clone(old.log), entry)
	}
	setIn(m, m.guilds, v.Player.Guild, now)
}

// differences tells in which order settings and rules are logged.
func (m *model) differences(old, now chosen) (list []storage.SettingChange) {
	if was, is := strings.Join(old.played(), " "), strings.Join(now.played(), " "); was != is {
		list = append(list, storage.SettingChange{What: storage.SetTables, Before: was, After: is})
	}
	for _, t := range tables.All() {
		comes, _ := m.unchanged(t.Name)
		was, is := tables.Values(orElse(old.rules, t.Name, comes)),
			tables.Values(orElse(now.rules, t.Name, comes))
		for i := range was {
			if was[i].Value != is[i].Value {
				list = append(list, storage.SettingChange{What: storage.SetRule, Table: t.Name,
					Rule: was[i].Key, Before: was[i].Value, After: is[i].Value})
			}
		}
	}
	for _, s := range comes {
		if was, is := old.value(s.what), now.value(s.what); was != is {
			list = append(list, storage.SettingChange{What: s.what, Before: was, After: is})
		}
	}
	return list
}

func orElse[K comparable, V any](in map[K]V, key K, other V) V {
	if v, ok := in[key]; ok {
		return v
	}
	return other
}

func describe(x result) string {
	x.hand.Table.Rules, x.hand.View.Rules = blackjack.Rules{}, blackjack.Rules{}
	text := fmt.Sprintf("error %q", x.err)
	for _, part := range []any{x.hand, x.daily, x.refill, x.relief, x.instead, x.account,
		x.board, x.gave, x.corrected, x.client,
		x.proof} {
		if v := reflect.ValueOf(part); !v.IsZero() {
			text += fmt.Sprintf(" %+v", part)
		}
	}
	return text
}

// same compares all but what shuffles promise, which comes after.
func (r *run) same(c command, want, got result) bool {
	got.hand.First, got.hand.Promised = "", "" // see promised
	got.hand.Table.Title, want.hand.Table.Title = "", ""
	// An answer that moved nothing may be forgotten when it is too old anyway.
	unmoved := want.err == "answered" || want.corrected.Again && !r.m.answers[c.to].moved
	if c.to != 0 && unmoved && got.err == "expired" && r.m.now.Sub(c.to.Time()) > storage.SeenFor {
		got = want
	}
	if want.client == "" {
		got.client = ""
	}
	// The engine's own record knows a purse that no view shows; rules compare as values.
	return reflect.DeepEqual(strip(want), strip(got))
}

// strip leaves what a room promises of a table: its name and its rules.
func strip(x result) result {
	x.hand.Table = tables.Table{Name: x.hand.Table.Name, Rules: x.hand.Table.Rules}
	return x
}

// after checks what shuffles have promised, and remembers what they do now.
func (r *run) after(c command, got result) {
	r.t.Helper()
	r.said[got.err]++
	if h := got.hand; h.ID != 0 {
		r.promised(c, h)
		if !slices.Contains(r.newest[h.Player], h.ID) &&
			h.ID == storage.RoundID(cmp.Or(c.asked, c.v.ID)) {
			r.dealt(h)
		}
		r.j.settle(h.Player, h.ID)
	}
	if d := got.instead; d != nil {
		r.insteads = append(r.insteads, instead{c.v.Player, *d})
		r.insteads = r.insteads[max(0, len(r.insteads)-someQuestions):]
	}
	if c.asks != nil && !slices.Contains(r.questions, *c.asks) {
		r.questions = append(r.questions, *c.asks)
		r.questions = r.questions[max(0, len(r.questions)-someQuestions):]
	}
	who := c.v.Player
	if p := r.m.people[who]; got.client != "" && p.client == "" {
		p.client = got.client
		r.m.people[who] = p
	}
}

// promised checks that a shuffle is made with the seed that was promised before,
// and with none twice, and remembers what is promised when a hand is over.
func (r *run) promised(c command, h round.Hand) {
	r.t.Helper()
	is := r.m.hands[h.ID]
	_, old := r.promises[h.ID]
	if !old && is.fresh {
		r.uses(c, h, is.origin.Shuffle, h.First)
	}
	if r.promises[h.ID] == "" && !h.Open {
		if h.View.Reshuffled {
			r.uses(c, h, is.origin.Behind, "")
		}
		if was := r.promise[h.Player]; h.Promised == "" || r.used[h.Promised] ||
			was != "" && was != h.Promised {
			r.fatal(c.name, ": the next seed is promised by", h.Promised, ", before by", was)
		}
		r.promise[h.Player] = h.Promised
	} else if r.promises[h.ID] != h.Promised {
		r.fatal(c.name, ": the promise was", r.promises[h.ID], "and is", h.Promised)
	}
	r.promises[h.ID] = h.Promised
}

func (r *run) uses(c command, h round.Hand, s storage.Shuffle, first string) {
	r.t.Helper()
	is, was := fair.Seed(s.Server).Commitment(), r.promise[h.Player]
	if was == "" && first != is || was != "" && (is != was || first != "") || r.used[is] {
		r.fatal(c.name, ": the shuffle is of the seed of", is, "promised was", was,
			"said to be the first:", first)
	}
	r.used[is] = true
	delete(r.promise, h.Player)
}

// someHands is how many of a player's newest hands commands are about. Twice as
// many are remembered, because commands are delivered again.
const someHands = 6

// dealt remembers a new hand, and forgets what is long over.
func (r *run) dealt(h round.Hand) {
	list := append(r.newest[h.Player], h.ID)
	if len(list) > 2*someHands {
		delete(r.m.hands, list[0])
		delete(r.promises, list[0])
		r.insteads = slices.DeleteFunc(r.insteads, func(i instead) bool {
			return storage.RoundID(i.deal.Asked) == list[0]
		})
		list = list[1:]
	}
	r.newest[h.Player] = list
}

// touched compares the players of commands, and the accounts that they moved
// chips of, with what the store says.
func (r *run) touched(commands ...command) {
	r.t.Helper()
	r.read(func(from everywhere) error {
		for _, c := range commands {
			if err := r.person(from, c.v.Player); err != nil {
				return err
			}
			if err := r.person(from,
				storage.Player{Guild: c.v.Player.Guild, User: c.other}); err != nil {
				return err
			}
		}
		for _, a := range r.j.touched {
			if err := r.account(from, a); err != nil {
				return err
			}
		}
		return nil
	})
	r.j.touched = r.j.touched[:0]
	if r.sum != 0 {
		r.fatal("the sum over all accounts is", r.sum)
	}
}
