package guild_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/internal/long"
	"holecard/storage"
	"holecard/storage/memory"
)

func TestMain(m *testing.M) { long.Main(m) }

const (
	home  storage.GuildID = 77
	ada   storage.UserID  = 1
	bob   storage.UserID  = 2
	admin storage.UserID  = 9
)

// bench is guilds on a store, at one moment.
type bench struct {
	*guild.Guilds
	t    testing.TB
	now  time.Time
	last storage.InteractionID
}

func newBench(t testing.TB) *bench {
	b := &bench{t: t, now: time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)}
	b.last = storage.InteractionID(b.now.UnixMilli()-1_420_070_400_000) << 22
	store := memory.New()
	t.Cleanup(func() { store.Close() })
	b.Guilds = guild.New(&interact.Desk{Store: store, Now: func() time.Time { return b.now }},
		guild.Config{MaxBet: 500, ClassTables: true})
	return b
}

// visit returns an interaction that was never before.
func (b *bench) visit(who storage.UserID) interact.By {
	b.last++
	return interact.By{ID: b.last, Player: storage.Player{Guild: home, User: who}}
}

// ok fails the test at an error.
func (b *bench) ok(_ any, err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) table(in storage.GuildID, name string) tables.Table {
	b.t.Helper()
	t, err := b.Table(b.t.Context(), in, name)
	b.ok(t, err)
	return t
}

func without[T any](_ T, err error) error { return err }

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func TestTheLogHasWhatEachInteractionChangedAndWhatItWas(t *testing.T) {
	rule := func(key, before, after string) storage.SettingChange {
		return storage.SettingChange{What: storage.SetRule, Table: "vegas", Rule: key,
			Before: before, After: after}
	}
	b := newBench(t)
	for i, f := range []struct {
		do   func(interact.By) error
		want []storage.SettingChange
	}{
		{func(v interact.By) error {
			return without(b.Change(t.Context(), v, "vegas", "fresh=false", "maxBet=200"))
		}, []storage.SettingChange{rule("fresh", "true", "false"),
			rule("penetration", "0", "0 cards"), rule("maxBet", "500", "200")}},
		{func(v interact.By) error { return without(b.Reset(t.Context(), v, "vegas")) },
			[]storage.SettingChange{rule("fresh", "false", "true"),
				rule("penetration", "0 cards", "0"), rule("maxBet", "200", "500")}},
		{func(v interact.By) error {
			return without(b.Set(t.Context(), v, storage.SetRefill, "off"))
		}, []storage.SettingChange{{What: storage.SetRefill, Before: "0", After: "off"}}},
		{func(v interact.By) error {
			return without(b.Set(t.Context(), v, storage.SetLossCap, "30"))
		}, []storage.SettingChange{{What: storage.SetLossCap, Before: "0", After: "30"}}},
		{func(v interact.By) error { return without(b.Open(t.Context(), v, nil, nil)) },
			nil}, // what is so already is not logged
	} {
		v := b.visit(admin)
		for range 2 { // delivered twice
			if err := f.do(v); err != nil {
				t.Fatalf("%d: %v", i, err)
			}
		}
		log, err := b.Log(t.Context(), home, 0, 100)
		want := storage.LogEntry{By: v.ID, Guild: home, Who: admin,
			At: b.now.UTC().Truncate(1000), Changes: f.want}
		if diff := cmp.Diff(want, log[0]); f.want != nil && (diff != "" || len(log) != i+1) ||
			len(log) > 4 || err != nil {
			t.Errorf("%d: %d entries, %v, -want +got\n%s", i, len(log), err, diff)
		}
	}
}

func TestSettingsThatCannotBeAreRefused(t *testing.T) {
	b := newBench(t)
	for _, f := range []struct {
		what  storage.Setting
		value string
	}{
		{storage.SetGifts, "maybe"}, {storage.SetStarting, "-1"}, {storage.SetDaily, ""},
		{storage.SetGiveDaily, "1000000001"}, {storage.SetRefill, "1k"},
		{storage.SetCards, "gold"}, {storage.SetTables, "mit"}, {0, ""},
	} {
		_, err := b.Set(t.Context(), b.visit(admin), f.what, f.value)
		if !errors.Is(err, guild.ErrSetting) && !errors.Is(err, guild.ErrNoSetting) {
			t.Errorf("setting %d is %q: %v", f.what, f.value, err)
		}
	}
	_, err := b.Set(t.Context(), b.visit(admin), storage.SetDaily, "1000000001")
	if !reflect.DeepEqual(err, guild.ErrSetting.With(storage.SetDaily, int64(guild.MostGiven))) {
		t.Error(err)
	}
	if _, err := b.Open(t.Context(), b.visit(admin), []string{"roulette"},
		nil); !is[*guild.TableError](err) {
		t.Errorf("a table that nobody knows is played: %v", err)
	}
}

// Two admins look at the same tables, and each takes one away.
func TestOneTableStays(t *testing.T) {
	b := newBench(t)
	b.ok(b.Allow(t.Context(), b.visit(admin), []string{"mit", "vegas"}))
	b.ok(b.Open(t.Context(), b.visit(ada), nil, []string{"mit"}))
	if _, err := b.Open(t.Context(), b.visit(bob), nil, []string{"vegas"}); !errors.Is(err,
		guild.ErrNoTable) {
		t.Errorf("the last table goes: %v", err)
	}
	if s, err := b.Settings(t.Context(), home); err != nil || len(s.Tables) != 1 {
		t.Errorf("%q, %v", s.Tables, err)
	}
}

func TestAllowedTablesAreThoseOfTheGuildAndTheFirstIsPlayed(t *testing.T) {
	b := newBench(t)
	b.ok(b.Allow(t.Context(), b.visit(admin), []string{"downen", "mit", "downen"}))
	list, err := b.Tables(t.Context(), home)
	first := b.table(home, "")
	if err != nil || len(list) != 2 || list[0].Name != "downen" || first.Name != "downen" {
		t.Errorf("%v, the first %v", list, first.Name)
	}
	_, err = b.Table(t.Context(), home, "vegas")
	if no, ok := errors.AsType[*guild.TableError](err); !ok ||
		!slices.Equal(no.Allowed, []string{"downen", "mit"}) {
		t.Errorf("error: %v", err)
	}
	if other := b.table(home+1, ""); other.Name != tables.Default {
		t.Errorf("in another guild %v", other.Name)
	}
}

func TestBetsOfATableAreWithinTheBotsLargest(t *testing.T) {
	b := newBench(t)
	change := func(c string, want error) {
		t.Helper()
		if _, err := b.Change(t.Context(), b.visit(ada), "vegas", c); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", c, err, want)
		}
	}
	change("minBet=501", blackjack.ErrRules)
	change("maxBet=501", guild.ErrMost)
	change("minBet=500", nil)
	if vegas, err := b.Table(t.Context(), home, "vegas"); err != nil ||
		vegas.Rules.MinBet != 500 || vegas.Rules.MaxBet != 500 {
		t.Errorf("%+v, %v", vegas.Rules, err)
	}
	b.MaxBet = 499 // as the bot is started again
	if _, err := b.Table(t.Context(), home, "vegas"); !errors.Is(err, blackjack.ErrRules) {
		t.Errorf("500 where the bot takes 499: %v", err)
	}
	b.MaxBet = 1000
	change("maxBet=1000", nil)
	b.MaxBet = 600
	change("minBet=6", nil)
	if now, err := b.Table(t.Context(), home, "vegas"); err != nil || now.Rules.MaxBet != 600 {
		t.Errorf("up to %d, %v", now.Rules.MaxBet, err)
	}
}

func TestARuleIsKeptAsTheFewestChangesAndADeliveryOnce(t *testing.T) {
	b := newBench(t)
	first := b.visit(ada)
	for _, f := range []struct {
		v      interact.By
		change string
		want   []string
		ok     bool
	}{
		{b.visit(ada), "decks=4", []string{"decks=4"}, true},
		{first, "decks=8", []string{"decks=8"}, true},
		{first, "decks=8", []string{"decks=8"}, true},
		{b.visit(ada), "decks=9", []string{"decks=8"}, false},
		{b.visit(ada), "bankShows=true", []string{"decks=8"}, false},
		{b.visit(ada), "maxHands=2", []string{"decks=8", "maxHands=2"}, true},
		{first, "decks=8", []string{"decks=8", "maxHands=2"}, true}, // it is in force
		{b.visit(ada), "decks=6", []string{"maxHands=2"}, true},
	} {
		if _, err := b.Change(t.Context(), f.v, "vegas", f.change); (err == nil) != f.ok {
			t.Errorf("%s: %v", f.change, err)
		}
		var got []string
		s, err := b.Settings(t.Context(), home)
		for _, c := range s.Rules {
			got = append(got, c.Change)
		}
		if err != nil || !slices.Equal(got, f.want) {
			t.Errorf("after %s: %v, %v", f.change, s.Rules, err)
		}
	}
}

func TestANewServerHasTheTablesOfCasinosUntilAnAdminOpensThoseOfCourses(t *testing.T) {
	b := newBench(t)
	b.ClassTables = false
	has := func(want int, last string) {
		t.Helper()
		list, err := b.Tables(t.Context(), home)
		if err != nil || len(list) != want || list[want-1].Name != last {
			t.Errorf("%d tables, %v; want %d up to %s", len(list), err, want, last)
		}
	}
	has(6, "six-five")
	for range 2 {
		b.ok(b.OpenClass(t.Context(), b.visit(ada), true))
		has(12, "joker") // without valentine, where players have the edge
	}
	b.ok(b.Open(t.Context(), b.visit(ada), []string{"valentine"}, nil))
	b.ok(b.OpenClass(t.Context(), b.visit(ada), false))
	has(6, "six-five")
}
