package round_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/bot/round"
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
		if _, err := b.Set(t.Context(), b.visit(admin), f.what, f.value); kind(err) != "setting" {
			t.Errorf("setting %d is %q: %v", f.what, f.value, err)
		}
	}
	_, err := b.Set(t.Context(), b.visit(admin), storage.SetDaily, "1000000001")
	if !sameKind(err, guild.ErrSetting.With(storage.SetDaily, int64(guild.MostGiven))) {
		t.Error(err)
	}
	if _, err := b.Open(t.Context(), b.visit(admin), []string{"roulette"},
		nil); kind(err) != "table" {
		t.Errorf("a table that nobody knows is played: %v", err)
	}
}

// failuresOfSettings are commands of admins, each of which fails as a whole.
var failuresOfSettings = []failure{
	{"tables that are allowed", func(b *bench) attempt {
		return func(v interact.By) error {
			return without(b.Allow(b.t.Context(), v, []string{"mit", "vegas"}))
		}
	}},
	{"a rule that is changed", func(b *bench) attempt {
		return func(v interact.By) error {
			return without(b.Change(b.t.Context(), v, "mit", "maxBet=20"))
		}
	}},
	{"gifts that are switched off", func(b *bench) attempt {
		return func(v interact.By) error {
			return without(b.Set(b.t.Context(), v, storage.SetGifts, "off"))
		}
	}},
	{"tables that are opened and closed", func(b *bench) attempt {
		return func(v interact.By) error {
			return without(b.Open(b.t.Context(), v, []string{"valentine"}, []string{"mit"}))
		}
	}},
	{"a table that becomes the first", func(b *bench) attempt {
		return func(v interact.By) error {
			return without(b.First(b.t.Context(), v, "mit"))
		}
	}},
	{"rules that are reset", func(b *bench) attempt {
		b.change("maxBet=20")
		return func(v interact.By) error { return without(b.Reset(b.t.Context(), v, "")) }
	}},
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
	b.allow("downen", "mit", "downen")
	list := must(b.Tables(t.Context(), home))(b)
	first := must(b.Table(t.Context(), home, ""))(b)
	if len(list) != 2 || list[0].Name != "downen" || first.Name != "downen" {
		t.Errorf("%v, the first %v", list, first.Name)
	}
	_, err := b.Table(t.Context(), home, "vegas")
	if no, ok := errors.AsType[*guild.TableError](err); !ok ||
		!slices.Equal(no.Allowed, []string{"downen", "mit"}) {
		t.Errorf("error: %v", err)
	}
	if other := must(b.Table(t.Context(), home+1, ""))(b); other.Name != tables.Default {
		t.Errorf("in another guild %v", other.Name)
	}
}

func TestBetsOfATableAreWithinTheBotsLargest(t *testing.T) {
	b := newBench(t)
	change := func(c, want string) {
		t.Helper()
		if _, err := b.Change(t.Context(), b.visit(ada), "vegas", c); kind(err) != want {
			t.Errorf("%s: %v, want %q", c, err, want)
		}
	}
	change("minBet=501", "rules")
	change("maxBet=501", "limit")
	change("minBet=500", "")
	if vegas, err := b.Table(t.Context(), home, "vegas"); err != nil ||
		vegas.Rules.MinBet != 500 || vegas.Rules.MaxBet != 500 {
		t.Errorf("%+v, %v", vegas.Rules, err)
	}
	b.MaxBet = 499 // as the bot is started again
	if _, err := b.Table(t.Context(), home, "vegas"); !errors.Is(err, blackjack.ErrRules) {
		t.Errorf("500 where the bot takes 499: %v", err)
	}
	b.MaxBet = 1000
	b.change("maxBet=1000")
	b.MaxBet = 600
	b.change("minBet=6")
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

func TestRulesOfATableAreKeptAsTheyWereMade(t *testing.T) {
	for _, f := range []struct {
		name    string
		changes []string
	}{
		{"downen", []string{"fresh=true"}}, // which has no penetration
		{"downen", []string{"fresh=true", "penetration=0.5", "fresh=false"}},
		{"amherst", []string{"decks=2", "penetration=0.6154"}}, // the share it has, of more cards
		{"amherst", []string{"penetration=0.1"}},
		// an empty shoe is nobody's any more
		{"mit", []string{"deck=finite", "fresh=true", "fresh=false"}},
		{"vegas", []string{"maxHands=1", "maxHands=3", "tie=house", "tie=push"}},
	} {
		b := newBench(t)
		plain, _ := tables.Named(f.name)
		want := plain.Rules
		want.MaxBet = b.MaxBet
		for _, c := range f.changes {
			b.ok(b.Change(t.Context(), b.visit(ada), f.name, c))
			want, _ = tables.Set(want, c)
		}
		if is := must(b.Table(t.Context(), home, f.name))(b); is.Rules != want {
			t.Errorf("%s after %v: the rules are\n%+v\nwant\n%+v", f.name, f.changes, is.Rules, want)
		}
		b.ok(b.Start(t.Context(), b.visit(ada), round.Deal{Table: f.name}))
	}
}

func TestATableAtWhichPlayersHaveTheEdgeIsClosedUntilAnAdminOpensIt(t *testing.T) {
	b := newBench(t)
	b.cards = "TS TC 7D TH"
	valentine := round.Deal{Bet: 10, Table: "valentine"}
	closed := func(home storage.GuildID, err error) {
		t.Helper()
		kind := guild.ErrClosed
		if home.Direct() {
			kind = guild.ErrClosedDirect
		}
		no, ok := errors.AsType[*refuse.Refusal](err)
		if !ok || no.Kind != kind || no.Facts[0] != "Valentine" ||
			math.Abs(float64(no.Facts[1].(refuse.Share))-0.18315) > 0.00005 {
			t.Errorf("error: %v", err)
		}
	}
	for _, g := range []storage.GuildID{home, storage.DirectMessages(ada)} {
		v := b.visit(ada)
		v.Player.Guild = g
		_, err := b.Start(t.Context(), v, valentine)
		closed(g, err)
		if slices.ContainsFunc(must(b.Tables(t.Context(), g))(b), func(t tables.Table) bool {
			return t.Name == "valentine"
		}) {
			t.Errorf("it is one of the tables of guild %d", g)
		}
	}
	b.allow("vegas", "valentine")
	open := b.startWith(ada, valentine)
	// the admins take the choice back: the open hand is played to its end, and no other begins
	b.allow()
	over := b.act(open, blackjack.Stand)
	_, err := b.again(over)
	closed(home, err)
	b.allow("vegas") // and who is not asked about it does not offer it
	if err := startOf(b, ada, valentine); kind(err) != "table" {
		t.Errorf("error: %v", err)
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
