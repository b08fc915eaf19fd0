// Package guild is what the admins of a guild have chosen, what its players have set for
// themselves, and what is forgotten of them:
//
//	bot's limits ─▶ [Guilds]: rulesets as they are played here, chips that are given, a log
//	                [Limits]: what a player may still put at stake ─▶ care.Facts
//	                [Privacy]: what is kept, erased, and swept
//
// It knows wallets and rounds as records alone.
package guild

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/internal/nearest"
	"holecard/storage"
)

// Config is what the bot gives and allows in all guilds.
type Config struct {
	StartingChips storage.Chips // what a wallet is opened with, 0 or more
	DailyChips    storage.Chips // for the first day in a row, 1 or more
	MaxBet        storage.Chips // the largest bet at any table, 1 or more
	RefillChips   storage.Chips // for who has none, once an hour, 0 for nothing
	GiveDaily     storage.Chips // what a player may give away on a day of UTC, 0 for no gifts
	GiveMinAge    time.Duration // how old the account of who is given chips must be
	HistoryDays   int           // how long cards of settled hands are kept, 0 for ever
	ClassTables   bool          // those of courses are open where no admin has chosen
}

// Guilds are the rulesets of all guilds, and what else their admins choose.
type Guilds struct {
	Desk *interact.Desk
	Config
	tables map[string]tables.Table // by name, and by title in small letters
	names  []string                // of the tables, in their order
	casino []string                // played where no admin has chosen
	class  []string                // the tables of courses, without those where players have the edge
}

// New returns the guilds at a desk.
func New(d *interact.Desk, c Config) *Guilds {
	g := &Guilds{Desk: d, Config: c, tables: make(map[string]tables.Table)}
	for _, t := range tables.All() { // once, because every action asks for one
		g.tables[t.Name], g.tables[strings.ToLower(t.Title)] = t, t
		g.names = append(g.names, t.Name)
		if share, _ := t.HouseEdge(); !t.Course {
			g.casino = append(g.casino, t.Name)
		} else if share >= 0 {
			g.class = append(g.class, t.Name)
		}
	}
	return g
}

// Table returns a table as it is played in a guild: with the rules that its
// admins have changed, and no bet above the bot's limit. An empty name is the
// guild's first table. The error is a [*TableError], [ErrClosed], or that of
// rules that cannot be played.
func (g *Guilds) Table(ctx context.Context, guild storage.GuildID,
	name string) (tables.Table, error) {
	settings, err := g.Settings(ctx, guild)
	if err != nil {
		return tables.Table{}, err
	}
	return g.Playable(settings, name)
}

// Tables returns all tables that may be played in a guild, as they are played there.
func (g *Guilds) Tables(ctx context.Context, guild storage.GuildID) ([]tables.Table, error) {
	settings, err := g.Settings(ctx, guild)
	if err != nil {
		return nil, err
	}
	var list []tables.Table
	for _, name := range g.allowed(settings) {
		t, err := g.Ruleset(settings, name)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// Settings returns what the admins of a guild have chosen.
func (g *Guilds) Settings(ctx context.Context, guild storage.GuildID) (settings storage.Settings,
	err error) {
	err = g.Desk.Store.View(ctx, guild, func(r storage.Reader) error {
		settings, err = storage.SettingsOf.Read(r, storage.Only{})
		return err
	})
	return settings, err
}

// allowed returns the names of the tables that may be played in a guild. As long as no admin
// has chosen, those are the tables of casinos. One at which players have the edge prints chips.
func (g *Guilds) allowed(settings storage.Settings) []string {
	if settings.Tables != nil {
		return settings.Tables
	}
	if g.ClassTables {
		return slices.Concat(g.casino, g.class)
	}
	return g.casino
}

// Playable returns a table that may be played.
func (g *Guilds) Playable(settings storage.Settings, name string) (tables.Table, error) {
	t, err := g.Ruleset(settings, name)
	names := g.allowed(settings)
	if t.Name != "" && slices.Contains(names, t.Name) {
		return t, err
	}
	// A table that an admin has left out is none. One that nobody has decided
	// about is a step away.
	if share, known := g.tables[t.Name].HouseEdge(); known && share < 0 && settings.Tables == nil {
		closed := ErrClosed
		if settings.Guild.Direct() {
			closed = ErrClosedDirect
		}
		return t, closed.With(t.Title, refuse.Share(-share))
	}
	return t, &TableError{cmp.Or(t.Name, strings.ToLower(name)), names}
}

// Ruleset returns a table, whether it may be played or not. The error is a
// [*TableError] for a name that no table has, or that of rules that cannot be played.
func (g *Guilds) Ruleset(settings storage.Settings, name string) (tables.Table, error) {
	if name == "" {
		name = g.allowed(settings)[0]
	}
	name, err := g.NameOf(settings, name)
	t := g.tables[name]
	if err != nil {
		return t, err
	}
	most := g.MaxBet
	t.Rules.MaxBet = most
	for _, change := range settings.Rules {
		if change.Table != name {
			continue
		}
		if t.Rules, err = tables.Set(t.Rules, change.Change); err != nil {
			return t, err
		}
	}
	t.Rules.MaxBet = min(t.Rules.MaxBet, most)
	return t, t.Rules.Validate()
}

// Dealt returns a table with the rules that a round was dealt by.
func (g *Guilds) Dealt(name string, rules blackjack.Rules) tables.Table {
	table, ok := g.tables[name]
	if !ok { // of another version
		table = tables.Table{Name: name, Title: name}
	}
	table.Rules = rules
	return table
}

// NameOf returns the name of a table that is called so, whether it may be played or not. The
// error is a [*TableError].
func (g *Guilds) NameOf(settings storage.Settings, called string) (string, error) {
	called = strings.ToLower(called)
	if t, ok := g.tables[called]; ok {
		return t.Name, nil
	}
	return called, &TableError{called, g.allowed(settings)}
}

// Rule is the key of a rule, which people read the name of.
type Rule string

// What is refused of the tables of a guild.
var (
	ErrNoTable = refuse.New("no.table", "one table has to stay")

	// Players have the edge at a table, and no admin has opened it.
	ErrClosed       = refuse.New("closed.server", "the table is closed", "table", "edge")
	ErrClosedDirect = refuse.New("closed.direct", "the table is closed here", "table", "edge")

	ErrMost      = refuse.New("most", "a bet limit is above the bot's", "most")
	ErrRuleChips = refuse.New("rule.chips", "a bet limit is no amount of the bot's", "rule", "most")
)

// Changed is a table before and after its rules were changed, and how.
type Changed struct {
	Before, After tables.Table
	Changes       []storage.SettingChange // none if the rules were so already
}

// Change changes rules of a table in a guild, each by "key=value", whether the
// table may be played or not. Hands that are open go on by the rules they were
// dealt by. The error is a [*TableError], [ErrMost], [ErrRuleChips], or says what the key
// takes, or why the rules could not be played so.
func (g *Guilds) Change(ctx context.Context, v interact.By, table string,
	changes ...string) (done Changed, err error) {
	done.Changes, err = g.change(ctx, v, func(settings *storage.Settings) (err error) {
		if done.Before, err = g.Ruleset(*settings, table); err != nil {
			return err
		}
		name, before := done.Before.Name, settings.Rules
		settings.Rules = slices.Clone(before)
		rules := done.Before.Rules
		for _, change := range changes {
			if rules, err = g.set(rules, change); err != nil {
				return err
			}
			settings.Rules = append(settings.Rules,
				storage.RuleChange{Table: name, Change: change})
		}
		if done.After, err = g.Ruleset(*settings, name); err == nil {
			err = done.After.Rules.ValidateChoice()
		}
		if err != nil {
			return err
		}
		if done.After.Rules == done.Before.Rules {
			settings.Rules = before // which other changes may have led to
		} else {
			settings.Rules = g.shortest(settings.Rules, name, done.After.Rules)
		}
		return nil
	})
	return done, err
}

// set is [tables.Set] within the bot's limit of bets.
func (g *Guilds) set(rules blackjack.Rules, change string) (blackjack.Rules, error) {
	rules, err := tables.Set(rules, change)
	no, unset := errors.AsType[*tables.SetError](err)
	switch {
	case unset && no.Takes.Kind == tables.Chips:
		err = ErrRuleChips.With(Rule(no.Key), int64(g.MaxBet))
	case err == nil && rules.MaxBet > g.MaxBet:
		err = ErrMost.With(int64(g.MaxBet))
	}
	return rules, err
}

// shortest returns the changes without those that a table's rules come out the
// same without. The bot's limit of bets is in the rules already, so a change
// that only repeats it goes too: the limit may be another later.
func (g *Guilds) shortest(changes []storage.RuleChange, table string,
	rules blackjack.Rules) []storage.RuleChange {
	for i := 0; i < len(changes); {
		fewer := slices.Delete(slices.Clone(changes), i, i+1)
		if changes[i].Table != table {
			i++
			continue
		}
		t, err := g.Ruleset(storage.Settings{Rules: fewer}, table)
		if err == nil && t.Rules == rules {
			changes, i = fewer, 0 // those before may be needed no more
		} else {
			i++
		}
	}
	return changes
}

// Reset takes all changes of a table's rules back.
func (g *Guilds) Reset(ctx context.Context, v interact.By, table string) (done Changed,
	err error) {
	done.Changes, err = g.change(ctx, v, func(settings *storage.Settings) (err error) {
		if done.Before, err = g.Ruleset(*settings, table); err != nil && done.Before.Name == "" {
			return err
		}
		name := done.Before.Name
		settings.Rules = slices.DeleteFunc(slices.Clone(settings.Rules),
			func(c storage.RuleChange) bool {
				return c.Table == name
			})
		done.After, err = g.Ruleset(*settings, name)
		return err
	})
	return done, err
}

// TableError reports that a table cannot be played in a guild.
type TableError struct {
	Name    string
	Allowed []string // those that can
}

func (e *TableError) Error() string {
	return fmt.Sprintf("the table %q is not played here", e.Name)
}

// Refusal implements [refuse.Error].
func (e *TableError) Refusal() (string, []any) {
	var titles []string
	for _, name := range e.Allowed {
		t, err := tables.Named(name)
		if err != nil {
			t.Title = name
		}
		titles = append(titles, t.Title)
	}
	if meant := nearest.Title(e.Name, titles, e.Allowed); meant != "" {
		return "table.meant", []any{e.Name, meant}
	}
	return "table", []any{e.Name, titles[:min(len(titles), 3)]}
}

// Allowance is the chips that a guild gives and allows.
type Allowance struct {
	Starting  storage.Chips // what a wallet is opened with
	Daily     storage.Chips // for the first day in a row
	Refill    storage.Chips // for who has none, once an hour; 0 for nothing
	GiveDaily storage.Chips // what a player may give away in a day; 0 for no gifts
}

// Allowance returns what a guild's admins have chosen, and what the bot gives where
// they have not. A bot that lets nobody give chips lets nobody anywhere.
func (g *Guilds) Allowance(settings storage.Settings) Allowance {
	a := Allowance{g.StartingChips, g.DailyChips, g.RefillChips, g.GiveDaily}
	for _, own := range []struct {
		chips storage.Chips
		of    *storage.Chips
	}{{settings.Starting, &a.Starting}, {settings.Daily, &a.Daily}, {settings.Refill, &a.Refill},
		{settings.GiveDaily, &a.GiveDaily}} {
		if own.chips > 0 {
			*own.of = own.chips
		}
	}
	if settings.NoRefill {
		a.Refill = 0
	}
	if g.GiveDaily == 0 {
		a.GiveDaily = 0
	}
	return a
}

// fullStreak is the day in a row from which the daily chips are twice the first.
const fullStreak = 11

// OnDay returns the chips of a day in a row.
func (a Allowance) OnDay(streak int) storage.Chips {
	return a.Daily + a.Daily*storage.Chips(min(streak, fullStreak)-1)/(fullStreak-1)
}
