package sim

import (
	"context"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/internal/long"
)

// seer plays as another strategy and shows what it sees to a test.
type seer struct {
	strategy.Strategy
	sees func(*strategy.Situation)
	bets func(*strategy.Standing) float64
}

func (s seer) Decide(at *strategy.Situation) (blackjack.Action, error) {
	if s.sees != nil {
		s.sees(at)
	}
	return s.Strategy.Decide(at)
}

func (s seer) Bet(at *strategy.Standing) float64 {
	if s.bets == nil {
		return float64(at.Unit)
	}
	return s.bets(at)
}

// spread bets a unit below a true count of 1, and one more for each half above.
func spread(most float64) func(*strategy.Standing) float64 {
	return func(s *strategy.Standing) float64 {
		count := math.Floor(s.Memory.True(strategy.HiLo))
		return float64(s.Unit) * max(1, min(most, 2*count))
	}
}

func TestACounterOfFlatBetsPlaysAsTheSimulatorDoes(t *testing.T) {
	for _, g := range games(t) {
		c := g.config(strategy.Louis(), 1<<14)
		plain := run(t, c)
		c.Count = &strategy.HiLo
		counted := run(t, c)
		away := math.Abs(plain.EV() - counted.EV())
		if most := 4 * math.Hypot(plain.StdErr(), counted.StdErr()); away > most {
			t.Errorf("%s: EV %.4f, without counting %.4f: more than %.4f apart", g.name,
				counted.EV(), plain.EV(), most)
		}
		all := counted.Counted.All()
		if math.Abs(all.EV()-counted.EV()) > 1e-9 || all.Rounds != counted.Rounds {
			t.Errorf("%s: the counts say %v of %d rounds, the result %v of %d", g.name, all.EV(),
				all.Rounds, counted.EV(), counted.Rounds)
		}
	}
}

// playedChunks returns the counts of the last of some chunks that one counter plays.
func playedChunks(t *testing.T, c Config, chunks ...int64) (last counts) {
	t.Helper()
	w, err := newCounter(&c)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range chunks {
		if last, err = w.chunk(context.Background(), c.Seed, n, 2000); err != nil {
			t.Fatal(err)
		}
	}
	return last
}

func TestTheSameSeedCountsTheSameOnAnyNumberOfThreads(t *testing.T) {
	c := Config{Rules: rulesOf(t, "vegas", "penetration=0.75"), Seats: 3, Seed: 5,
		Player: seer{Strategy: strategy.Louis(), bets: spread(8)}, Rounds: 3*ChunkRounds + 11}
	want := run(t, c)
	if want.Counted == nil || len(want.Counted.ByCount) < 10 {
		t.Fatalf("counted %+v", want.Counted)
	}
	if alone, after := playedChunks(t, c, 1), playedChunks(t, c, 0, 1); !reflect.DeepEqual(alone,
		after) {
		t.Errorf("a chunk depends on the one played before: %+v and %+v", alone, after)
	}
	for _, threads := range []int{1, 2, 7} {
		c.Threads = threads
		if diff := cmp.Diff(want, run(t, c)); diff != "" {
			t.Errorf("%d threads: %s", threads, diff)
		}
	}
}

// TestACounterRemembersWhatWasOpen keeps a memory of its own, by the cards of the hands.
func TestACounterRemembersWhatWasOpen(t *testing.T) {
	rules := rulesOf(t, "vegas", "decks=1", "penetration=0.5")
	before := strategy.NewMemory(&rules)
	own := 0
	asked := 0
	player := seer{Strategy: strategy.StopAt(17)}
	player.bets = func(s *strategy.Standing) float64 {
		before = *s.Memory
		asked = 0
		return 1
	}
	player.sees = func(s *strategy.Situation) {
		if s.Hands > 1 {
			return
		}
		want := before
		for _, c := range s.Cards {
			want.See(c)
		}
		want.See(s.Upcard)
		if diff := cmp.Diff(want, *s.Memory); diff != "" {
			t.Fatalf("with %v against %v: %s", s.Cards, s.Upcard, diff)
		}
		asked++
		own += len(s.Cards)
	}
	run(t, Config{Rules: rules, Player: player, Rounds: 1000, Seed: 1, Threads: 1})
	if own == 0 {
		t.Error("nobody was asked")
	}
}

func TestTheHoleCardIsSeenAfterTheRound(t *testing.T) {
	rules := rulesOf(t, "vegas", "penetration=0.75")
	var memories []strategy.Memory
	player := seer{Strategy: strategy.StopAt(1), bets: func(s *strategy.Standing) float64 {
		memories = append(memories, *s.Memory)
		return 1
	}}
	run(t, Config{Rules: rules, Player: player, Rounds: 2000, Seed: 1, Threads: 1})
	shuffles := 0
	for i, m := range memories {
		seen := 0
		for _, n := range m.Seen {
			seen += n
		}
		if seen+m.Unseen != 312 {
			t.Fatalf("before round %d: %d seen and %d unseen of 312", i, seen, m.Unseen)
		}
		switch {
		case seen == 0:
			shuffles++
		case m.Unseen < 78:
			t.Errorf("before round %d: %d cards left, and no shuffle", i, m.Unseen)
		case memories[i-1].Unseen-m.Unseen < 4:
			t.Errorf("round %d: %d cards seen of a round", i-1, memories[i-1].Unseen-m.Unseen)
		}
	}
	if shuffles < 20 || shuffles > 60 {
		t.Errorf("%d shuffles in 2000 rounds", shuffles)
	}
}

func TestAllSeatsAreSeenAndOnlyTheFirstIsCounted(t *testing.T) {
	rules := rulesOf(t, "vegas", "penetration=0.75")
	used := func(seats int) (cards float64, counted int64) {
		rounds, left := 0, []int(nil)
		player := seer{Strategy: strategy.StopAt(12), bets: func(s *strategy.Standing) float64 {
			left = append(left, s.Memory.Unseen)
			return 1
		}}
		r := run(t, Config{Rules: rules, Player: player, Rounds: 5000, Seed: 1, Threads: 1,
			Seats: seats})
		sum := 0
		for i := 1; i < len(left); i++ {
			if left[i] < left[i-1] {
				sum += left[i-1] - left[i]
				rounds++
			}
		}
		return float64(sum) / float64(rounds), r.Rounds
	}
	one, _ := used(1)
	five, counted := used(5)
	if five < one+4*2 || counted != 5000 {
		t.Errorf("a round of 1 uses %.1f cards, of 5 %.1f, and %d rounds are counted", one, five,
			counted)
	}
}

// TestAShoeThatRunsOutIsFollowedByANewOne seats seven at one deck: sixteen cards are dealt before
// anybody draws one, so of a deck that is dealt to its end many rounds want more.
func TestAShoeThatRunsOutIsFollowedByANewOne(t *testing.T) {
	long.Unraced(t)
	for _, g := range []struct {
		seats int
		cut   string
		want  float64 // share of the rounds, in another simulator
	}{
		{1, "penetration=0.5", 0},
		{3, "penetration=0.75", 0.00078},
		{1, "penetration=1", 0.1054},
		{7, "penetration=1", 0.4416},
	} {
		player := seer{Strategy: strategy.StopAt(17), bets: func(s *strategy.Standing) float64 {
			if s.Memory.Unseen > 52 || s.Memory.Unseen < 0 {
				t.Fatalf("%d cards of a deck were not seen", s.Memory.Unseen)
			}
			return 1
		}}
		r := run(t, Config{Rules: rulesOf(t, "single-deck", g.cut), Seats: g.seats, Seed: 1,
			Player: player, Rounds: 1 << 16, Threads: 1})
		n := float64(r.Rounds)
		got := float64(r.Counted.RanOut) / n
		if math.Abs(got-g.want) > 4*math.Sqrt(g.want*(1-g.want)/n) {
			t.Errorf("%d seats, %s: the deck ran out in %.3f%% of the rounds, want %.3f%%", g.seats,
				g.cut, 100*got, 100*g.want)
		}
	}
}

func TestABankrollEndsInRuinOrAtItsGoal(t *testing.T) {
	rules := rulesOf(t, "vegas", "minBet=10", "maxBet=500")
	var standings []strategy.Standing
	player := seer{Strategy: strategy.StopAt(17), bets: func(s *strategy.Standing) float64 {
		standings = append(standings, *s)
		return 30
	}}
	r := run(t, Config{Rules: rules, Player: player, Rounds: 20_000, Seed: 3, Threads: 1,
		Bankroll: 210, Goal: 300})
	got := r.Counted.Sessions
	if got.Ruined == 0 || got.Reached == 0 || got.Open != 1 {
		t.Fatalf("sessions %+v", got)
	}
	begun := int64(0)
	for i, s := range standings {
		if s.LastBet == 0 {
			begun++
			if s.Bankroll != 210 || s.Last != 0 {
				t.Errorf("round %d begins a session with %d, last %d", i, s.Bankroll, s.Last)
			}
			continue
		}
		if s.Bankroll < 10 || s.Bankroll >= 300 || s.First != 210 || s.Goal != 300 {
			t.Errorf("round %d is played with %d of %d, goal %d", i, s.Bankroll, s.First, s.Goal)
		}
		if s.LastBet != min(30, standings[i-1].Bankroll) {
			t.Errorf("round %d: last bet %d", i, s.LastBet)
		}
	}
	if sum := got.Ruined + got.Reached + got.Open; begun != sum && begun != sum-1 {
		t.Errorf("%d sessions begun, %d told", begun, sum)
	}
}

func TestWhatNoCounterCanPlayIsRefused(t *testing.T) {
	vegas := rulesOf(t, "vegas")
	for name, c := range map[string]Config{
		"eight seats":              {Rules: vegas, Seats: 8},
		"a bankroll below the bet": {Rules: rulesOf(t, "vegas", "minBet=10"), Bankroll: 9},
		"a bankroll for side bets": {Rules: rulesOf(t, "vegas", "pairs=25-12-6"), Bankroll: 10,
			Sides: [blackjack.SideBets]bool{true}},
		"a goal without a bankroll": {Rules: vegas, Goal: 10},
		"a goal that is reached":    {Rules: vegas, Bankroll: 10, Goal: 10},
	} {
		c.Player, c.Rounds = strategy.StopAt(17), 10
		if _, err := Run(context.Background(), c); err == nil {
			t.Errorf("%s: played", name)
		}
	}
}

func TestCountsAreRoundedDown(t *testing.T) {
	var c tally
	for _, count := range []float64{-0.1, 0, 0.99, 1, -1, -1.01, 40, -40} {
		c.count(count, 1, 1)
	}
	var got []int
	for _, bin := range c.result(1, strategy.HiLo).ByCount {
		for range bin.Rounds {
			got = append(got, bin.Count)
		}
	}
	if want := []int{-10, -2, -1, -1, 0, 0, 1, 10}; !slices.Equal(got, want) {
		t.Errorf("counts %v, want %v", got, want)
	}
}

// TestFiguresAsPublished compares with figures worked out in print.
func TestFiguresAsPublished(t *testing.T) {
	sample := func(ev, deviation float64) Sample {
		n := 1e9
		return Sample{int64(n), n, ev * n, (deviation*deviation + ev*ev) * n}
	}
	near := func(what string, got, want, within float64) {
		if math.Abs(got-want) > within {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	// Michael Hall, "Risk of Ruin", 1991: 0.0151 a hand, variance 3.887, a bankroll of 300
	// units to be doubled: 9.0%. He rounds a power's base to four figures, worth 0.15.
	hall := sample(0.0151, math.Sqrt(3.887))
	near("Hall's risk of ruin", hall.Ruin(300, 600), 0.090, 0.0015)
	// Schlesinger's SCORE supposes Kelly bets, of which 13.5% are ruined: e^-2.
	kelly := hall.Variance() / hall.EV()
	near("the ruin of Kelly bets", hall.Ruin(kelly, 0), 0.1353, 0.0001)
	near("SCORE by its definition", hall.Score(), 100*hall.EV()*10_000/kelly, 1e-4)
	near("N0", hall.N0(), 3.887/(0.0151*0.0151), 1)
	near("N0 and SCORE", hall.N0()*hall.Score(), 1e6, 1e-3)

	even := sample(0, 1)
	near("the ruin of a fair game", even.Ruin(100, 400), 0.75, 1e-9)
	near("the ruin of a fair game without a goal", even.Ruin(100, 0), 1, 0)
	if !math.IsInf(even.N0(), 1) || even.Score() != 0 {
		t.Errorf("a fair game has N0 %v and SCORE %v", even.N0(), even.Score())
	}
	if even.Told() || !hall.Told() {
		t.Errorf("told from zero: a fair game %v, Hall's %v", even.Told(), hall.Told())
	}
	for _, r := range []Sample{{1, 1, 1, 1}, {3, 3, 3, 3}} {
		if r.Told() || r.Score() != 0 || !math.IsInf(r.N0(), 1) {
			t.Errorf("of %d rounds that were won: told %v, SCORE %v, N0 %v", r.Rounds, r.Told(),
				r.Score(), r.N0())
		}
	}
	poor := sample(-0.02, 1.15)
	near("the ruin of who loses", poor.Ruin(1e6, 2e6), 1, 1e-9)
	k := -2 * 0.02 / (1.15 * 1.15)
	near("that of few bets", poor.Ruin(10, 11),
		(math.Exp(-k*10)-math.Exp(-k*11))/(1-math.Exp(-k*11)), 1e-6)
}

// TestRowsAreOfTheCountThatWasNamed counts the same rounds by weights twice as large: what was
// one true count are two then.
func TestRowsAreOfTheCountThatWasNamed(t *testing.T) {
	c := game{rules: rulesOf(t, "vegas", "penetration=0.75")}.config(strategy.Louis(), 1<<14)
	rows := func(w strategy.Weights) map[int]int64 {
		c.Count = &w
		rounds := map[int]int64{}
		for _, bin := range run(t, c).Counted.ByCount {
			rounds[bin.Count] = bin.Rounds
		}
		return rounds
	}
	ko, err := strategy.ParseCount("ko")
	if err != nil {
		t.Fatal(err)
	}
	twice, nothing := ko, rows(strategy.Weights{})
	for i := range twice {
		twice[i] *= 2
	}
	one, two := rows(ko), rows(twice)
	for count := -MostCount / 2; count < MostCount/2; count++ {
		if count > -MostCount/2 && one[count] != two[2*count]+two[2*count+1] {
			t.Errorf("%d rounds at %d, but %d and %d by twice the count", one[count], count,
				two[2*count], two[2*count+1])
		}
	}
	if len(nothing) != 1 || nothing[0] != 1<<14 || maps.Equal(one, rows(strategy.HiLo)) {
		t.Errorf("by nothing %v, by ko %v", nothing, one)
	}
}
