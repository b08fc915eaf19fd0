package session_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holecard/bot/session"
	"holecard/storage"
)

func TestTheLogHasWhatEachInteractionChangedAndWhatItWas(t *testing.T) {
	rule := func(key, before, after string) storage.SettingChange {
		return storage.SettingChange{What: storage.SetRule, Table: "vegas", Rule: key,
			Before: before, After: after}
	}
	b := newBench(t)
	for i, f := range []struct {
		do   attempt
		want []storage.SettingChange
	}{
		{func(v session.Interaction) error {
			return without(b.Change(t.Context(), v, "vegas", "fresh=false", "maxBet=200"))
		}, []storage.SettingChange{rule("fresh", "true", "false"),
			rule("penetration", "0", "0 cards"), rule("maxBet", "500", "200")}},
		{func(v session.Interaction) error { return without(b.Reset(t.Context(), v, "vegas")) },
			[]storage.SettingChange{rule("fresh", "false", "true"),
				rule("penetration", "0 cards", "0"), rule("maxBet", "200", "500")}},
		{func(v session.Interaction) error {
			return without(b.Set(t.Context(), v, storage.SetRefill, "off"))
		}, []storage.SettingChange{{What: storage.SetRefill, Before: "0", After: "off"}}},
		{func(v session.Interaction) error {
			return without(b.Set(t.Context(), v, storage.SetLossCap, "30"))
		}, []storage.SettingChange{{What: storage.SetLossCap, Before: "0", After: "30"}}},
		{func(v session.Interaction) error { return without(b.Open(t.Context(), v, nil, nil)) },
			nil}, // what is so already is not logged
	} {
		v := b.visit(admin)
		for range 2 { // delivered twice
			if err := f.do(v); err != nil {
				t.Fatalf("%d: %v", i, err)
			}
		}
		log, err := b.Log(t.Context(), guild, 0, 100)
		want := storage.LogEntry{By: v.ID, Guild: guild, Who: admin, Name: v.Name,
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
		if _, err := b.Set(t.Context(), b.visit(admin), f.what, f.value); kind(err) != "setting" {
			t.Errorf("setting %d is %q: %v", f.what, f.value, err)
		}
	}
	_, err := b.Set(t.Context(), b.visit(admin), storage.SetDaily, "1000000001")
	if no, ok := errors.AsType[*session.SettingError](err); !ok || no.Most != session.MostGiven {
		t.Errorf("%+v", no)
	}
	if _, err := b.Open(t.Context(), b.visit(admin), []string{"roulette"},
		nil); kind(err) != "table" {
		t.Errorf("a table that nobody knows is played: %v", err)
	}
}

// failuresOfSettings are commands of admins, each of which fails as a whole.
var failuresOfSettings = []failure{
	{"tables that are allowed", func(b *bench) attempt {
		return func(v session.Interaction) error {
			return without(b.Allow(b.t.Context(), v, []string{"mit", "vegas"}))
		}
	}},
	{"a rule that is changed", func(b *bench) attempt {
		return func(v session.Interaction) error {
			return without(b.Change(b.t.Context(), v, "mit", "maxBet=20"))
		}
	}},
	{"gifts that are switched off", func(b *bench) attempt {
		return func(v session.Interaction) error {
			return without(b.Set(b.t.Context(), v, storage.SetGifts, "off"))
		}
	}},
	{"tables that are opened and closed", func(b *bench) attempt {
		return func(v session.Interaction) error {
			return without(b.Open(b.t.Context(), v, []string{"valentine"}, []string{"mit"}))
		}
	}},
	{"a table that becomes the first", func(b *bench) attempt {
		return func(v session.Interaction) error {
			return without(b.First(b.t.Context(), v, "mit"))
		}
	}},
	{"the log of settings", func(b *bench) attempt {
		b.change("maxBet=20")
		return func(_ session.Interaction) error {
			return without(b.Log(b.t.Context(), guild, 0, 9))
		}
	}},
	{"rules that are reset", func(b *bench) attempt {
		b.change("maxBet=20")
		return func(v session.Interaction) error { return without(b.Reset(b.t.Context(), v, "")) }
	}},
}

// Two admins look at the same tables, and each takes one away.
func TestOneTableStays(t *testing.T) {
	b := newBench(t)
	b.ok(b.Allow(t.Context(), b.visit(admin), []string{"mit", "vegas"}))
	b.ok(b.Open(t.Context(), b.visit(ada), nil, []string{"mit"}))
	if _, err := b.Open(t.Context(), b.visit(bob), nil, []string{"vegas"}); !errors.Is(err,
		session.ErrNoTable) {
		t.Errorf("the last table goes: %v", err)
	}
	if s, err := b.Settings(t.Context(), guild); err != nil || len(s.Tables) != 1 {
		t.Errorf("%q, %v", s.Tables, err)
	}
}
