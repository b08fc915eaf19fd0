package session

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/storage"
)

// Table returns a table as it is played in a guild: with the rules that its
// admins have changed, and no bet above the bot's limit. An empty name is the
// guild's first table. The error is a [*TableError], [ErrClosed], or that of
// rules that cannot be played.
func (s *Sessions) Table(ctx context.Context, guild storage.GuildID,
	name string) (tables.Table, error) {
	settings, err := s.Settings(ctx, guild)
	if err != nil {
		return tables.Table{}, err
	}
	return s.playable(settings, name)
}

// Tables returns all tables that may be played in a guild, as they are played there.
func (s *Sessions) Tables(ctx context.Context, guild storage.GuildID) ([]tables.Table, error) {
	settings, err := s.Settings(ctx, guild)
	if err != nil {
		return nil, err
	}
	var list []tables.Table
	for _, name := range s.allowed(settings) {
		t, err := s.table(settings, name)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// Settings returns what the admins of a guild have chosen.
func (s *Sessions) Settings(ctx context.Context, guild storage.GuildID) (settings storage.Settings,
	err error) {
	err = s.Store.View(ctx, guild, func(r storage.Reader) error {
		settings, err = storage.SettingsOf.Read(r, storage.Only{})
		return err
	})
	return settings, err
}

// allowed returns the names of the tables that may be played in a guild. As long as no admin
// has chosen, those are the tables of casinos. One at which players have the edge prints chips.
func (s *Sessions) allowed(settings storage.Settings) []string {
	if settings.Tables != nil {
		return settings.Tables
	}
	if s.ClassTables {
		return slices.Concat(s.casino, s.class)
	}
	return s.casino
}

// playable returns a table that may be played.
func (s *Sessions) playable(settings storage.Settings, name string) (tables.Table, error) {
	t, err := s.table(settings, name)
	names := s.allowed(settings)
	if t.Name != "" && slices.Contains(names, t.Name) {
		return t, err
	}
	// A table that an admin has left out is none. One that nobody has decided
	// about is a step away.
	if share, known := s.tables[t.Name].HouseEdge(); known && share < 0 && settings.Tables == nil {
		closed := ErrClosed
		if settings.Guild.Direct() {
			closed = ErrClosedDirect
		}
		return t, closed.With(t.Title, refuse.Share(-share))
	}
	return t, &TableError{cmp.Or(t.Name, strings.ToLower(name)), names}
}

// table returns a table, whether it may be played or not. The error is a
// [*TableError] for a name that no table has, or that of rules that cannot be played.
func (s *Sessions) table(settings storage.Settings, name string) (tables.Table, error) {
	if name == "" {
		name = s.allowed(settings)[0]
	}
	name, err := s.nameOf(settings, name)
	t := s.tables[name]
	if err != nil {
		return t, err
	}
	most := s.MaxBet
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

// nameOf returns the name of a table that is called so, whether it may be played or not. The
// error is a [*TableError].
func (s *Sessions) nameOf(settings storage.Settings, called string) (string, error) {
	called = strings.ToLower(called)
	if t, ok := s.tables[called]; ok {
		return t.Name, nil
	}
	return called, &TableError{called, s.allowed(settings)}
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
func (s *Sessions) Change(ctx context.Context, v interact.By, table string,
	changes ...string) (done Changed, err error) {
	done.Changes, err = s.change(ctx, v, func(settings *storage.Settings) (err error) {
		if done.Before, err = s.table(*settings, table); err != nil {
			return err
		}
		name, before := done.Before.Name, settings.Rules
		settings.Rules = slices.Clone(before)
		rules := done.Before.Rules
		for _, change := range changes {
			if rules, err = s.set(rules, change); err != nil {
				return err
			}
			settings.Rules = append(settings.Rules,
				storage.RuleChange{Table: name, Change: change})
		}
		if done.After, err = s.table(*settings, name); err == nil {
			err = done.After.Rules.ValidateChoice()
		}
		if err != nil {
			return err
		}
		if done.After.Rules == done.Before.Rules {
			settings.Rules = before // which other changes may have led to
		} else {
			settings.Rules = s.shortest(settings.Rules, name, done.After.Rules)
		}
		return nil
	})
	return done, err
}

// set is [tables.Set] within the bot's limit of bets.
func (s *Sessions) set(rules blackjack.Rules, change string) (blackjack.Rules, error) {
	rules, err := tables.Set(rules, change)
	no, unset := errors.AsType[*tables.SetError](err)
	switch {
	case unset && no.Takes.Kind == tables.Chips:
		err = ErrRuleChips.With(Rule(no.Key), int64(s.MaxBet))
	case err == nil && rules.MaxBet > s.MaxBet:
		err = ErrMost.With(int64(s.MaxBet))
	}
	return rules, err
}

// shortest returns the changes without those that a table's rules come out the
// same without. The bot's limit of bets is in the rules already, so a change
// that only repeats it goes too: the limit may be another later.
func (s *Sessions) shortest(changes []storage.RuleChange, table string,
	rules blackjack.Rules) []storage.RuleChange {
	for i := 0; i < len(changes); {
		fewer := slices.Delete(slices.Clone(changes), i, i+1)
		if changes[i].Table != table {
			i++
			continue
		}
		t, err := s.table(storage.Settings{Rules: fewer}, table)
		if err == nil && t.Rules == rules {
			changes, i = fewer, 0 // those before may be needed no more
		} else {
			i++
		}
	}
	return changes
}

// Reset takes all changes of a table's rules back.
func (s *Sessions) Reset(ctx context.Context, v interact.By, table string) (done Changed,
	err error) {
	done.Changes, err = s.change(ctx, v, func(settings *storage.Settings) (err error) {
		if done.Before, err = s.table(*settings, table); err != nil && done.Before.Name == "" {
			return err
		}
		name := done.Before.Name
		settings.Rules = slices.DeleteFunc(slices.Clone(settings.Rules),
			func(c storage.RuleChange) bool {
				return c.Table == name
			})
		done.After, err = s.table(*settings, name)
		return err
	})
	return done, err
}
