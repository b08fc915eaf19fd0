package odds

import (
	"context"
	"math"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

// game returns a table with rules changed.
func game(t testing.TB, name string, changes ...string) Game {
	t.Helper()
	table, err := tables.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	r := table.Rules
	for _, c := range changes {
		if r, err = tables.Set(r, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	return Game{Rules: r}
}

func of(t testing.TB, g Game, player, house strategy.Strategy) Result {
	t.Helper()
	r, err := Strategy(context.Background(), g, player, house)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func bestOf(t testing.TB, g Game, house strategy.Strategy) Result {
	t.Helper()
	r, err := Best(context.Background(), g, house)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func basicOf(t testing.TB, g Game) *strategy.Chart {
	t.Helper()
	c, err := Basic(context.Background(), g, strategy.StopAt(16))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// all returns every table as if shuffled for each round.
func all(t testing.TB) map[string]Game {
	m := map[string]Game{}
	for _, table := range tables.All() {
		m[table.Name] = game(t, table.Name, "fresh=true")
	}
	m["mit finite"] = game(t, "mit", "deck=finite", "fresh=true")
	m["chalmers shows"] = game(t, "chalmers", "bankShows=true")
	m["vegas without end"] = Game{Rules: game(t, "vegas").Rules, Endless: true}
	m["vegas, hearts"] = game(t, "vegas", "hearts=true", "maxHands=2", "decks=1")
	m["european, split aces hit"] = game(t, "european", "hitSplitAces=true",
		"decks=1", "maxHands=3")
	m["joker, splits"] = game(t, "joker", "maxHands=2", "double=any")
	m["amherst, naturals"] = game(t, "amherst", "fresh=true", "natural=3:2", "insurance=true",
		"surrender=late")
	m["downen, both bust"] = game(t, "downen", "fresh=true", "bothBust=tie")
	m["vegas, both bust"] = game(t, "vegas", "bothBust=tie", "decks=1", "maxHands=2")
	m["amherst, both bust"] = game(t, "amherst", "fresh=true", "bothBust=tie")
	m["mit, both bust"] = game(t, "mit", "bothBust=tie")
	return m
}

var players = []strategy.Strategy{strategy.DealerSensitive(), strategy.Valentine(),
	strategy.Reckless(strategy.StopAt(12))}

func TestResultsHoldTogetherAndNobodyPlaysBetterThanBest_long(t *testing.T) {
	for name, g := range all(t) {
		most := bestOf(t, g, strategy.StopAt(16))
		holdsTogether(t, name+", best play", most)
		for _, p := range append([]strategy.Strategy{basicOf(t, g)}, players...) {
			if slow(g, p) {
				continue
			}
			r := of(t, g, p, strategy.StopAt(16))
			holdsTogether(t, name+", "+p.String(), r)
			if r.EV > most.EV+1e-12 {
				t.Errorf("%s: %v has %v, best play %v", name, p, r.EV, most.EV)
			}
		}
	}
}

// slow reports what takes more than a tenth of a second, and is no different.
func slow(g Game, p strategy.Strategy) bool {
	n := strategy.NeedsOf(p)
	suits := n.Suits != [4]bool{}
	return suits && (g.Rules.Decks > 1 || g.Rules.HouseDecides && !g.Rules.Endless())
}

func holdsTogether(t *testing.T, name string, r Result) {
	t.Helper()
	if sum := r.Win + r.Push + r.Loss; !near(sum, 1, 1e-9) {
		t.Errorf("%s: win, push and loss add up to %v", name, sum)
	}
	chance, ev, sum := 0.0, 0.0, 0.0
	for _, u := range r.ByUpcard {
		chance += u.Chance
		ev += u.Chance * u.EV
		if !near(u.Win+u.Push+u.Loss, 1, 1e-9) {
			t.Errorf("%s: against %d they add up to %v", name, u.Value, u.Win+u.Push+u.Loss)
		}
	}
	for _, n := range r.Nets {
		if n.Chance < -1e-12 {
			t.Errorf("%s: %v comes with probability %v", name, n.Net, n.Chance)
		}
		sum += n.Net * n.Chance
	}
	if !near(chance, 1, 1e-9) || !near(ev, r.EV, 1e-9) || !near(sum, r.EV, 1e-12) {
		t.Errorf("%s: upcards add up to %v and %v, nets to %v, of %v", name, chance, ev, sum, r.EV)
	}
}

func TestWorseRulesAreWorth_long(t *testing.T) {
	g := game(t, "vegas")
	fair := bestOf(t, g, nil).EV
	for _, c := range []string{"hitSoft17=true", "natural=6:5", "surrender=none", "das=false",
		"double=9-11", "maxHands=2", "maxAceHands=2", "tie=house", "decks=8"} {
		if worse := bestOf(t, game(t, "vegas", c), nil).EV; worse >= fair {
			t.Errorf("%s: %v, without %v", c, worse, fair)
		}
	}
	for _, c := range []string{"hitSplitAces=true", "decks=1"} {
		if better := bestOf(t, game(t, "vegas", c), nil).EV; better <= fair {
			t.Errorf("%s: %v, without %v", c, better, fair)
		}
	}
}

// Nothing else tells the two sides of downen apart.
func TestAPlayerWhoPlaysAsTheDealerIsEvenWhereBothBustIsATie(t *testing.T) {
	r := of(t, game(t, "downen", "fresh=true", "bothBust=tie"), strategy.StopAt(17), nil)
	if !near(r.EV, 0, 1e-12) || !near(r.Win, r.Loss, 1e-12) || r.Push < 0.1 {
		t.Errorf("%+v", r)
	}
}

func TestWhatHasNoOdds(t *testing.T) {
	ctx := context.Background()
	ask := strategy.Ask(func(*strategy.Situation) (blackjack.Action, error) {
		return blackjack.Stand, nil
	})
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	bad := game(t, "vegas")
	bad.Rules.Decks = 0
	for _, c := range []struct {
		name          string
		ctx           context.Context
		game          Game
		player, house strategy.Strategy
		want          error
	}{
		{"a person plays", ctx, game(t, "vegas"), strategy.Both(strategy.StopAt(17), ask),
			nil, ErrPerson},
		{"a count", ctx, game(t, "vegas"), parsed(t, game(t, "vegas"), "count(hilo) > 0"), nil,
			ErrExtras},
		{"lots", ctx, game(t, "vegas"), parsed(t, game(t, "vegas"), "hit if 40%"), nil, ErrExtras},
		{"bets", ctx, game(t, "vegas"), parsed(t, game(t, "vegas"), "bet 2; stopAt(17)"), nil,
			ErrExtras},
		{"a person is the house", ctx, game(t, "mit"), strategy.StopAt(17), ask, ErrPerson},
		{"nobody is the house", ctx, game(t, "mit"), strategy.StopAt(17), nil, ErrHouse},
		{"no rules", ctx, bad, strategy.StopAt(17), nil, blackjack.ErrRules},
		{"cancelled", cancelled, game(t, "vegas"), strategy.StopAt(17), nil, context.Canceled},
	} {
		if _, err := Strategy(c.ctx, c.game, c.player, c.house); !isError(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestAStrategyMustDoWhatIsLegal(t *testing.T) {
	table := newTable(unmetered(), game(t, "berkeley"), [4]bool{}, 0)
	if _, err := table.evaluate(newAsked(table, surrenders{}), nil); !isError(err, ErrStrategy) {
		t.Errorf("a surrender where there is none: %v", err)
	}
}

// surrenders is a strategy that does not look at what is legal.
type surrenders struct{}

func (surrenders) Decide(*strategy.Situation) (blackjack.Action, error) {
	return blackjack.Surrender, nil
}
func (surrenders) String() string { return "surrenders" }

func unmetered() *meter { return newMeter(context.Background(), OfStrategy) }
