package round_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/bot/round"
	"holecard/storage"
)

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
