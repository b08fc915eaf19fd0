package guild

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/storage"
)

// MostGiven is the most that the admins of a guild can let a player have at once.
const MostGiven storage.Chips = 1_000_000_000

// Why a setting is not changed.
var (
	ErrSetting   = refuse.New("setting", "the setting takes other amounts", "setting", "most")
	ErrNoSetting = refuse.New("button", "the setting does not take this value")
)

// setting is a setting that is one value, as the log has it.
type setting struct {
	what storage.Setting
	most storage.Chips // 0 for one that is no amount
	get  func() string
	set  func(value string) bool
}

// refuses returns what a setting takes.
func (s setting) refuses() error {
	if s.most == 0 {
		return ErrNoSetting
	}
	return ErrSetting.With(s.what, int64(s.most))
}

// single are all settings that are one value, bound to s.
func single(s *storage.Settings) []setting {
	refill := amount(storage.SetRefill, &s.Refill)
	return []setting{
		flag(storage.SetGifts, "on", "off", &s.NoGive),
		amount(storage.SetGiveDaily, &s.GiveDaily),
		amount(storage.SetStarting, &s.Starting),
		amount(storage.SetDaily, &s.Daily),
		{refill.what, refill.most, func() string {
			if s.NoRefill {
				return "off"
			}
			return refill.get()
		}, func(v string) bool {
			s.NoRefill = v == "off"
			return s.NoRefill || refill.set(v)
		}},
		amount(storage.SetLossCap, &s.LossCap),
		named(storage.SetCards, []string{"", "emoji", "picture", "text"}, func() int {
			return int(s.Taste.Cards)
		}, func(i int) { s.Taste.Cards = storage.CardStyle(i) }),
		flag(storage.SetFourColours, "off", "on", &s.Taste.FourColours),
		{storage.SetLanguage, 0, func() string { return s.Taste.Language },
			func(v string) bool { s.Taste.Language = v; return true }},
		flag(storage.SetNewMessage, "off", "on", &s.NewMessage),
	}
}

// amount is a setting of chips: 0 leaves it to the bot.
func amount(what storage.Setting, at *storage.Chips) setting {
	return setting{what, MostGiven, func() string { return fmt.Sprint(*at) }, func(v string) bool {
		n, err := strconv.ParseInt(v, 10, 64)
		*at = storage.Chips(n)
		return err == nil && n >= 0 && *at <= MostGiven
	}}
}

func flag(what storage.Setting, no, yes string, at *bool) setting {
	return named(what, []string{no, yes}, func() int {
		if *at {
			return 1
		}
		return 0
	}, func(i int) { *at = i == 1 })
}

// named is a setting whose values have names, by their positions.
func named(what storage.Setting, names []string, get func() int, set func(int)) setting {
	return setting{what, 0, func() string { return names[get()] }, func(v string) bool {
		i := slices.Index(names, v)
		if i >= 0 {
			set(i)
		}
		return i >= 0
	}}
}

// Value returns what a setting is that is one value, as the log has it.
func Value(s storage.Settings, what storage.Setting) string {
	for _, one := range single(&s) {
		if one.what == what {
			return one.get()
		}
	}
	return ""
}

// Set changes a setting of a guild that is one value, as the log has it. Amounts of 0
// and texts that are empty leave it to the bot. The error is [ErrSetting], [ErrNoSetting]
// or [interact.ErrRepeated].
func (g *Guilds) Set(ctx context.Context, v interact.By, what storage.Setting,
	value string) ([]storage.SettingChange, error) {
	return g.change(ctx, v, func(settings *storage.Settings) error {
		for _, one := range single(settings) {
			if one.what == what && one.set(value) {
				return nil
			} else if one.what == what {
				return one.refuses()
			}
		}
		return ErrNoSetting
	})
}

// Allow sets the tables that may be played in a guild; the first is played
// where none is named. No names take the choice back. The error is a
// [*TableError] for a name that no table has.
func (g *Guilds) Allow(ctx context.Context, v interact.By,
	names []string) ([]storage.SettingChange, error) {
	return g.choose(ctx, v, func([]string) ([]string, error) { return names, nil })
}

// Open adds tables to those that may be played in a guild, and takes others away.
// One has to stay: else the error is [ErrNoTable].
func (g *Guilds) Open(ctx context.Context, v interact.By,
	more, less []string) ([]storage.SettingChange, error) {
	return g.choose(ctx, v, func(names []string) ([]string, error) {
		names = slices.DeleteFunc(slices.Concat(names, more), func(name string) bool {
			return slices.Contains(less, name)
		})
		if len(names) == 0 {
			return nil, ErrNoTable
		}
		return names, nil
	})
}

// OpenClass opens the tables of courses in a guild, or closes them. Those at which players have
// the edge are closed with the others, and opened by themselves alone.
func (g *Guilds) OpenClass(ctx context.Context, v interact.By,
	open bool) ([]storage.SettingChange, error) {
	if open {
		return g.Open(ctx, v, g.class, nil)
	}
	var class []string
	for _, t := range tables.All() {
		if t.Course {
			class = append(class, t.Name)
		}
	}
	return g.Open(ctx, v, nil, class)
}

// First makes a table the one that is played where none is named. The error is a
// [*TableError] for one that may not be played.
func (g *Guilds) First(ctx context.Context, v interact.By,
	name string) ([]storage.SettingChange, error) {
	return g.choose(ctx, v, func(names []string) ([]string, error) {
		if !slices.Contains(names, name) {
			return nil, &TableError{name, names}
		}
		return append([]string{name}, names...), nil
	})
}

// choose changes the tables that may be played.
func (g *Guilds) choose(ctx context.Context, v interact.By,
	of func(now []string) ([]string, error)) ([]storage.SettingChange, error) {
	return g.change(ctx, v, func(settings *storage.Settings) error {
		now := g.allowed(*settings)
		names, err := of(now)
		if err != nil {
			return err
		}
		for _, name := range names {
			if _, err := tables.Named(name); err != nil {
				return &TableError{name, g.names}
			}
		}
		if names = unique(names); names == nil || !slices.Equal(names, now) {
			settings.Tables = names
		}
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

// change changes the settings of a guild, logs what has changed, and returns that.
// A repeat of what was done finds nothing to change, unless somebody has changed it
// since.
func (g *Guilds) change(ctx context.Context, v interact.By,
	do func(*storage.Settings) error) (changes []storage.SettingChange, err error) {
	now := g.Desk.Now()
	err = g.Desk.Once(ctx, v, storage.Wanted{}, func(tx storage.Tx, again bool) error {
		changes = nil
		before, err := storage.SettingsOf.Read(tx, storage.Only{})
		if err != nil {
			return err
		}
		after := before
		if err := do(&after); err != nil || reflect.DeepEqual(before, after) {
			return err
		}
		if err := tx.See(v.ID, now); err != nil {
			return err
		}
		if changes = g.changes(before, after); changes != nil {
			if err := storage.Log.Save(tx, storage.LogEntry{By: v.ID, Guild: v.Player.Guild,
				Who: v.Player.User, At: now, Changes: changes}); err != nil {
				return err
			}
		}
		return storage.SettingsOf.Save(tx, after)
	})
	return changes, err
}

// changes lists in what settings differ.
func (g *Guilds) changes(before, after storage.Settings) (list []storage.SettingChange) {
	add := func(c storage.SettingChange) {
		if c.Before != c.After {
			list = append(list, c)
		}
	}
	add(storage.SettingChange{What: storage.SetTables, Before: strings.Join(g.allowed(before), " "),
		After: strings.Join(g.allowed(after), " ")})
	for _, name := range g.names {
		was, _ := g.Ruleset(before, name) // rules that cannot be played are taken back, too
		is, _ := g.Ruleset(after, name)
		values := tables.Values(is.Rules)
		for i, v := range tables.Values(was.Rules) {
			add(storage.SettingChange{What: storage.SetRule, Table: name, Rule: v.Key,
				Before: v.Value, After: values[i].Value})
		}
	}
	values := single(&after)
	for i, one := range single(&before) {
		add(storage.SettingChange{What: one.what, Before: one.get(), After: values[i].get()})
	}
	return list
}

// Log returns up to limit entries of the log of a guild's settings, newest first,
// made before an interaction; 0 for all.
func (g *Guilds) Log(ctx context.Context, guild storage.GuildID, before storage.InteractionID,
	limit int) (entries []storage.LogEntry, err error) {
	err = g.Desk.Store.View(ctx, guild, func(r storage.Reader) error {
		entries, err = storage.Log.Newest(r, before, limit)
		return err
	})
	return entries, err
}

// Server is what the admins of a guild choose from, and have chosen.
type Server struct {
	Settings storage.Settings
	Tables   []tables.Table // all there are, as they are played there
	Allowed  []string       // those that may be played, the first first
	Gives    Allowance      // of the bot, where nothing is chosen
}

// Server returns the settings of a guild. Tables whose rules cannot be played are
// among them, with as much of their rules as can be read.
func (g *Guilds) Server(ctx context.Context, guild storage.GuildID) (Server, error) {
	settings, err := g.Settings(ctx, guild)
	all := Server{Settings: settings, Allowed: g.allowed(settings),
		Gives: g.Allowance(storage.Settings{})}
	for _, name := range g.names {
		t, _ := g.Ruleset(settings, name)
		all.Tables = append(all.Tables, t)
	}
	return all, err
}
