package session

import (
	"context"
	"slices"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/storage"
)

// Table returns a table as it is played in a guild: with the rules that its
// admins have changed, and no bet above the bot's limit. An empty name is the
// guild's first table. The error is a [*TableError], or that of rules that
// cannot be played.
func (s *Sessions) Table(ctx context.Context, guild storage.GuildID, name string) (tables.Table, error) {
	settings, err := s.Settings(ctx, guild)
	if err != nil {
		return tables.Table{}, err
	}
	return s.table(settings, name)
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
func (s *Sessions) Settings(ctx context.Context, guild storage.GuildID) (settings storage.Settings, err error) {
	err = s.Store.View(ctx, func(r storage.Reader) error {
		settings, err = r.Settings(guild)
		return err
	})
	return settings, err
}

func (s *Sessions) allowed(settings storage.Settings) []string {
	if settings.Tables != nil {
		return settings.Tables
	}
	return s.names
}

func (s *Sessions) table(settings storage.Settings, name string) (tables.Table, error) {
	names := s.allowed(settings)
	if name = strings.ToLower(name); name == "" {
		name = names[0]
	}
	t, ok := s.tables[name]
	if !ok || !slices.Contains(names, name) {
		return t, &TableError{name, names}
	}
	var err error
	most := blackjack.Chips(s.MaxBet)
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

// Allow sets the tables that may be played in a guild; the first is played
// where none is named. No names allow all. The error is a [*TableError] for a
// name that no table has.
func (s *Sessions) Allow(ctx context.Context, v Visit, names []string) error {
	for _, name := range names {
		if _, err := tables.Named(name); err != nil {
			return &TableError{name, s.names}
		}
	}
	return s.change(ctx, v, func(settings *storage.Settings) error {
		settings.Tables = unique(names)
		return nil
	})
}

// unique returns the names without those that came before.
func unique(names []string) []string {
	var list []string
	for _, name := range names {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// Change changes one rule of a table in a guild, by "key=value". Hands that are
// open go on by the rules they were dealt by. The error is a [*TableError], or
// says what the key takes, or why the rules could not be played so.
func (s *Sessions) Change(ctx context.Context, v Visit, table, change string) error {
	return s.change(ctx, v, func(settings *storage.Settings) error {
		name := table
		if name == "" {
			name = s.allowed(*settings)[0]
		}
		rules := append(slices.Clone(settings.Rules), storage.RuleChange{Table: name, Change: change})
		t, err := s.table(storage.Settings{Rules: rules}, name)
		if err == nil {
			err = t.Rules.ValidateChoice()
		}
		if err != nil {
			return err
		}
		settings.Rules = s.shortest(rules, name, t.Rules)
		return nil
	})
}

// shortest returns the changes without those that a table's rules come out the
// same without. The bot's limit of bets is in the rules already, so a change
// that only repeats it goes too: the limit may be another later.
func (s *Sessions) shortest(changes []storage.RuleChange, table string, rules blackjack.Rules) []storage.RuleChange {
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
func (s *Sessions) Reset(ctx context.Context, v Visit, table string) error {
	return s.change(ctx, v, func(settings *storage.Settings) error {
		name := table
		if name == "" {
			name = s.allowed(*settings)[0]
		}
		settings.Rules = slices.DeleteFunc(slices.Clone(settings.Rules), func(c storage.RuleChange) bool { return c.Table == name })
		return nil
	})
}

func (s *Sessions) change(ctx context.Context, v Visit, do func(*storage.Settings) error) error {
	now := s.Now()
	return s.Store.Update(ctx, func(tx storage.Tx) error {
		seen, err := tx.Seen(v.ID)
		if err != nil || seen {
			return err // delivered again: it has been done
		}
		settings, err := tx.Settings(v.Player.Guild)
		if err != nil {
			return err
		}
		if err := do(&settings); err != nil {
			return err
		}
		if err := tx.See(v.ID, now); err != nil {
			return err
		}
		return tx.SaveSettings(settings)
	})
}
