package sim

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/internal/long"
)

// game is a table with strategies to play it.
type game struct {
	name    string
	rules   blackjack.Rules
	shuffle Shuffle
	riffles int
}

func rulesOf(t testing.TB, table string, changes ...string) blackjack.Rules {
	t.Helper()
	found, err := tables.Named(table)
	for _, change := range changes {
		if err == nil {
			found.Rules, err = tables.Set(found.Rules, change)
		}
	}
	if err == nil {
		err = found.Rules.Validate()
	}
	if err != nil {
		t.Fatal(err)
	}
	return found.Rules
}

// games returns every table, and what its options make of some.
func games(t testing.TB) []game {
	var list []game
	for _, table := range tables.All() {
		list = append(list, game{table.Name, table.Rules, FisherYates, 0})
	}
	if long.Raced {
		return append(list[:1], game{"mit", rulesOf(t, "mit"), FisherYates, 0},
			game{"downen, riffle", rulesOf(t, "downen"), Riffle, 0})
	}
	return append(list,
		game{"downen, riffle", rulesOf(t, "downen"), Riffle, 0},
		game{"amherst, random riffle", rulesOf(t, "amherst"), RandomRiffle, 0},
		game{"berkeley, random riffle", rulesOf(t, "berkeley"), RandomRiffle, 0},
		game{"mit, finite", rulesOf(t, "mit", "deck=finite"), FisherYates, 0},
		game{"mit, forty", rulesOf(t, "mit", "deck=forty"), FisherYates, 0},
		game{"mit, forty, three random riffles", rulesOf(t, "mit", "deck=forty"), RandomRiffle, 3},
		game{"chalmers, the bank shows", rulesOf(t, "chalmers", "bankShows=true"), FisherYates, 0},
		game{"vegas, penetration", rulesOf(t, "vegas", "penetration=0.75"), FisherYates, 0},
		game{"vegas, 2 decks that go on", rulesOf(t, "vegas", "decks=2", "fresh=false"),
			FisherYates, 0},
		game{"vegas, side bets", rulesOf(t, "vegas", "pairs=25-12-6",
			"poker=100-40-30-10-5", "bust=250-50-12-4-2-2"), FisherYates, 0},
		game{"european, side bets", rulesOf(t, "european", "pairs=30-10-5",
			"bust=200-100-30-6-3-1"), FisherYates, 0},
		game{"downen, both bust", rulesOf(t, "downen", "bothBust=tie"), FisherYates, 0},
		game{"vegas, both bust", rulesOf(t, "vegas", "bothBust=tie"), FisherYates, 0},
		game{"downen, side bets", rulesOf(t, "downen", "poker=9-9-9-9-9",
			"bust=250-50-12-4-2-2"), FisherYates, 0},
	)
}

// config returns a simulation of the game, with a house where it needs one and every side
// bet that is offered.
func (g game) config(player strategy.Strategy, rounds int64) Config {
	c := Config{Rules: g.rules, Shuffle: g.shuffle, Riffles: g.riffles, Player: player,
		Rounds: rounds, Seed: 7, Threads: 1}
	if g.rules.HouseDecides {
		c.House = strategy.StopAt(15)
	}
	for b := range c.Sides {
		c.Sides[b] = g.rules.PayTable(blackjack.SideBet(b)) > 0
	}
	return c
}

func run(t *testing.T, c Config) Result {
	t.Helper()
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestASeedGivesTheSameResultOnAnyNumberOfThreads(t *testing.T) {
	for _, g := range games(t) {
		c := g.config(strategy.DealerSensitive(), 3*ChunkRounds+100)
		one := run(t, c)
		for _, threads := range []int{3, 2, 7}[:long.Of(1, 3)] {
			c.Threads = threads
			if diff := cmp.Diff(one, run(t, c)); diff != "" {
				t.Errorf("%s: %d threads differ from one:\n%s", g.name, threads, diff)
			}
		}
		if c.Seed++; cmp.Equal(one, run(t, c)) && g.shuffle != Riffle {
			t.Errorf("%s: another seed gives the same result", g.name)
		}
	}
}

func TestEveryRoundAndHandIsCountedOnce(t *testing.T) {
	for _, g := range games(t) {
		r := run(t, g.config(basic(), 20_000))
		var rounds int64
		for _, b := range r.Distribution {
			rounds += b.Rounds
		}
		if r.Rounds != 20_000 || rounds != r.Rounds || r.Wins+r.Losses+r.Pushes != r.Rounds {
			t.Errorf("%s: %d rounds, %d by result, %d wins, %d losses, %d pushes", g.name, r.Rounds,
				rounds, r.Wins, r.Losses, r.Pushes)
		}
		if r.Hands != r.Rounds+r.Splits || r.Busts > r.Losses+r.Splits || r.Doubles > r.Hands ||
			r.Naturals > r.Rounds {
			t.Errorf("%s: %+v", g.name, r)
		}
		if got := r.Net() / float64(r.Rounds); got != r.EV() {
			t.Errorf("%s: the mean of %v is %v", g.name, got, r.EV())
		}
	}
}

func TestTheStakeIsAnAmountOnWhichNoPayoutRounds(t *testing.T) {
	for natural, want := range map[blackjack.Ratio]blackjack.Chips{{}: 2, {Win: 1, Per: 1}: 2,
		{Win: 3, Per: 2}: 2, {Win: 6, Per: 5}: 10, {Win: 7, Per: 4}: 4} {
		if got := Unit(blackjack.Rules{NaturalPays: natural}); got != want {
			t.Errorf("where a natural pays %v the stake is %d, want %d", natural, got, want)
		}
	}
	rules := rulesOf(t, "six-five", "minBet=25")
	if r := run(t, game{rules: rules}.config(basic(), 1000)); r.Unit != 10 {
		t.Errorf("the limits of a table changed the stake to %d", r.Unit)
	}
}

func TestASimulationThatIsCancelledReturnsWhatItHas(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := game{rules: rulesOf(t, "vegas")}.config(basic(), MaxRounds)
	c.Threads = 2
	var last Result
	c.Progress = func(r Result) {
		if r.Rounds <= last.Rounds || r.Rounds%ChunkRounds != 0 {
			t.Errorf("%d rounds after %d", r.Rounds, last.Rounds)
		}
		if last = r; r.Rounds >= 3*ChunkRounds {
			cancel()
		}
	}
	r, err := Run(ctx, c)
	if !errors.Is(err, context.Canceled) || r.Rounds < 3*ChunkRounds || !cmp.Equal(r, last) {
		t.Errorf("%d rounds, the last progress %d: %v", r.Rounds, last.Rounds, err)
	}
	if r, err = Run(ctx, c); !errors.Is(err, context.Canceled) || r.Rounds != 0 {
		t.Errorf("cancelled before it began: %d rounds, %v", r.Rounds, err)
	}
}

func TestTheErrorOfAStrategyEndsTheSimulation(t *testing.T) {
	gone := errors.New("gone")
	asked := 0
	person := strategy.Ask(func(*strategy.Situation) (blackjack.Action, error) {
		if asked++; asked > 100 {
			return 0, gone
		}
		return blackjack.Stand, nil
	})
	berkeley := game{rules: rulesOf(t, "berkeley")}
	_, err := Run(context.Background(), berkeley.config(person, ChunkRounds))
	if !errors.Is(err, gone) || asked != 101 {
		t.Errorf("asked %d times: %v", asked, err)
	}
	_, err = Run(context.Background(), berkeley.config(cheat{}, ChunkRounds))
	if _, ok := errors.AsType[*blackjack.IllegalError](err); !ok {
		t.Errorf("an action that is not legal: %v", err)
	}
}

// cheat doubles where nobody may.
type cheat struct{}

func (cheat) Decide(*strategy.Situation) (blackjack.Action, error) { return blackjack.Double, nil }
func (cheat) String() string                                       { return "cheat" }

func TestWhatCannotBeSimulatedIsRefused(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"no rounds":              func(c *Config) { c.Rounds = 0 },
		"1e18 rounds":            func(c *Config) { c.Rounds = 1e18 },
		"-1 threads":             func(c *Config) { c.Threads = -1 },
		"no player":              func(c *Config) { c.Player = nil },
		"a house without a say":  func(c *Config) { c.House = strategy.StopAt(16) },
		"a house without a mind": func(c *Config) { c.Rules = rulesOf(t, "mit") },
		"cards without end mixed": func(c *Config) {
			c.Rules, c.House, c.Shuffle = rulesOf(t, "mit"), strategy.StopAt(16), Riffle
		},
		"a shuffle of no name":           func(c *Config) { c.Shuffle = 9 },
		"-1 riffles":                     func(c *Config) { c.Shuffle, c.Riffles = Riffle, -1 },
		"1e9 riffles":                    func(c *Config) { c.Shuffle, c.Riffles = Riffle, 1e9 },
		"riffles without riffle":         func(c *Config) { c.Riffles = 3 },
		"a side bet that is not offered": func(c *Config) { c.Sides[blackjack.DealerBust] = true },
	} {
		c := game{rules: rulesOf(t, "vegas")}.config(basic(), 10)
		change(&c)
		if _, err := Run(context.Background(), c); !errors.Is(err, ErrConfig) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := game{rules: rulesOf(t, "vegas")}.config(basic(), 10)
	c.Rules.Decks = 0
	if _, err := Run(context.Background(), c); !errors.Is(err, blackjack.ErrRules) {
		t.Errorf("no decks: %v", err)
	}
}

func TestARoundAllocatesNothing(t *testing.T) {
	for _, g := range games(t) {
		for _, player := range []strategy.Strategy{basic(), strategy.Valentine(),
			strategy.Reckless(strategy.StopAt(15))} {
			c := g.config(player, 1)
			w, err := newWorker(&c)
			if err != nil {
				t.Fatal(err)
			}
			counts := newCounts(w.unit)
			w.reset(1, 1)
			if n := testing.AllocsPerRun(5, func() {
				if err := w.play(&counts, 200); err != nil {
					t.Fatal(err)
				}
			}); n != 0 {
				t.Errorf("%s, %v: %v allocations in 200 rounds", g.name, player, n)
			}
			if !c.compiles() {
				continue
			}
			a, err := compile(&c)
			if err != nil {
				t.Fatal(err)
			}
			fast := newCompiled(&c, a).rounds
			if n := testing.AllocsPerRun(5, func() { fast.chunk(1, 1, 200, &counts) }); n != 0 {
				t.Errorf("%s, %v: %v allocations in 200 compiled rounds", g.name, player, n)
			}
		}
	}
}

// A bet on the bust makes the dealer draw more cards, and so the shuffles that follow others.
func TestSideBetsLeaveTheRoundsOfASimulationAlone(t *testing.T) {
	c := game{rules: rulesOf(t, "vegas", "pairs=25-12-6", "poker=9-9-9-9-9")}.config(basic(),
		ChunkRounds)
	with := run(t, c)
	c.Sides = [blackjack.SideBets]bool{}
	without := run(t, c)
	if len(with.Sides) != 2 || without.Sides != nil {
		t.Errorf("%d and %d side bets", len(with.Sides), len(without.Sides))
	}
	with.Sides = nil
	if diff := cmp.Diff(without, with); diff != "" {
		t.Errorf("side bets change the rounds:\n%s", diff)
	}
}

func TestNaturalsComeAsOftenAsTheyShould(t *testing.T) {
	long.Unraced(t)
	for decks, changes := range map[float64][]string{1: {"decks=1"}, 6: {"decks=6"},
		8: {"decks=8"}} {
		r := run(t, game{rules: rulesOf(t, "vegas", changes...)}.config(strategy.StopAt(17), 1<<20))
		p := 2 * (4 * decks) * (16 * decks) / (52 * decks) / (52*decks - 1)
		n := float64(r.Rounds)
		if away := (float64(r.Naturals) - n*p) / math.Sqrt(n*p*(1-p)); math.Abs(away) > 4 {
			t.Errorf("%v decks: a natural in %v of the rounds, not %v: %.1f standard deviations",
				decks, float64(r.Naturals)/n, p, away)
		}
	}
}

func TestTheAssignmentsOwnFigure(t *testing.T) {
	long.Unraced(t)
	const stop16AgainstStop15 = 0.48272232253369846 // the chance to win, by exact computation
	r := run(t, game{rules: rulesOf(t, "mit")}.config(strategy.StopAt(16), 1<<22))
	won := float64(r.Wins) / float64(r.Rounds)
	if away := (won - stop16AgainstStop15) / math.Sqrt(0.25/float64(r.Rounds)); math.Abs(away) > 4 {
		t.Errorf("stopAt(16) wins %v against stopAt(15), not %v: %.1f standard errors", won,
			stop16AgainstStop15, away)
	}
}

// always plays the first of its actions that is legal, and else stands.
type always []blackjack.Action

func (a always) Decide(s *strategy.Situation) (blackjack.Action, error) {
	for _, action := range append(slices.Clone(a), blackjack.Stand) {
		if s.Legal.Has(action) {
			return action, nil
		}
	}
	return blackjack.Decline, nil
}

func (a always) String() string { return "always" }

// What is counted of rounds follows from how they are played.
func TestCountsAreThoseOfThePlay(t *testing.T) {
	const rounds = 20_000
	count := func(table string, a ...blackjack.Action) Result {
		return run(t, game{table, rulesOf(t, table), FisherYates, 0}.config(always(a), rounds))
	}
	if r := count("berkeley"); r.Busts != 0 || r.Surrenders != 0 || r.Doubles != 0 ||
		r.Hands != rounds {
		t.Errorf("who always stands: %+v", r)
	}
	if r := count("berkeley", blackjack.Hit); r.Busts == 0 || r.Busts != r.Losses ||
		r.Surrenders != 0 {
		t.Errorf("who draws to 21 loses by busts only: %+v", r)
	}
	if r := count("downen", blackjack.Surrender); r.Surrenders == 0 || r.Busts != 0 ||
		r.Doubles != 0 || r.Wins != r.Naturals-r.Pushes {
		t.Errorf("who always surrenders wins by naturals only: %+v", r)
	}
	if r := count("single-deck", blackjack.Double); r.Doubles == 0 || r.Doubles > r.Hands ||
		r.Busts != 0 {
		t.Errorf("who doubles 9 to 11, and else stands, never busts: %+v", r)
	}
	if r := count("vegas", blackjack.Split); r.Splits == 0 || r.Hands != rounds+r.Splits ||
		r.Busts != 0 || r.Doubles != 0 {
		t.Errorf("who always splits: %+v", r)
	}
}
