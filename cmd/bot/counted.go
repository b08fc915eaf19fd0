package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/sim"
	"holecard/blackjack/strategy"
	"holecard/internal/terminal"
)

// counterFlags say where a player who counts sits, and with how much.
type counterFlags struct {
	Penetration *string          `help:"${penetration}" placeholder:"SHARE"`
	Count       *string          `help:"${count}" placeholder:"COUNT"`
	Seats       int              `most:"7" help:"${seats}" placeholder:"N"`
	Bankroll    *blackjack.Chips `help:"${bankroll}" placeholder:"CHIPS"`
	Goal        *blackjack.Chips `help:"${goal}" placeholder:"CHIPS"`
}

// changes returns the changes of rules that the flags make.
func (f counterFlags) changes() []string {
	if f.Penetration == nil {
		return nil
	}
	return []string{"penetration=" + *f.Penetration}
}

// apply puts the flags into a simulation.
func (f counterFlags) apply(c *sim.Config) error {
	c.Seats = f.Seats
	if f.Bankroll != nil {
		if c.Sides != [blackjack.SideBets]bool{} {
			return usagef("--bankroll pays for no side bets, which are counted apart: leave it " +
				"out, or the side bets.")
		}
		c.Bankroll = *f.Bankroll
		err := within("--bankroll", c.Bankroll, c.Rules.MinBet, blackjack.MaxStake)
		if err != nil {
			return err
		}
	}
	if f.Goal != nil {
		switch c.Goal = *f.Goal; {
		case f.Bankroll == nil:
			return usagef("--goal ends a session that --bankroll begins: say --bankroll too.")
		case c.Goal <= c.Bankroll:
			return usagef("--goal takes more chips than --bankroll, not %s.", whole(c.Goal))
		}
	}
	switch {
	case f.Count != nil && strings.TrimSpace(*f.Count) == "":
		return usagef("--count takes the name of a count, such as hilo, or ten numbers for ace, " +
			"2 to 10.")
	case f.Count != nil:
		count, err := strategy.ParseCount(*f.Count)
		if err != nil {
			return usagef("--count: %w", err)
		}
		c.Count = &count
	case f.Penetration != nil || c.Seats > 0:
		c.Count = &strategy.HiLo
	}
	return nil
}

// inputs is all that a simulation depends on, as JSON: the same inputs give the same
// result.
type inputs struct {
	Table          string          `json:"table"`
	Changes        []string        `json:"changes"` // of rules, as --set takes them
	Player         string          `json:"player"`  // in canonical form
	House          string          `json:"house,omitempty"`
	Rounds         int64           `json:"rounds"`
	Seed           uint64          `json:"seed"`
	Shuffle        string          `json:"shuffle"`
	Riffles        int             `json:"riffles,omitempty"` // of a new deck
	Decks          int             `json:"decks"`
	ReshuffleBelow int             `json:"reshuffle_below"` // cards left; 0 with fresh rounds
	Fresh          bool            `json:"fresh"`           // shuffled for each round
	Seats          int             `json:"seats"`
	Count          string          `json:"count,omitempty"` // that was named; else hilo
	MinBet         blackjack.Chips `json:"min_bet"`         // the unit
	MaxBet         blackjack.Chips `json:"max_bet"`
	Bankroll       blackjack.Chips `json:"bankroll,omitempty"`
	Goal           blackjack.Chips `json:"goal,omitempty"`
}

func inputsOf(m match, c sim.Config) inputs {
	in := inputs{Table: m.table.Name, Changes: append([]string{}, m.changes...),
		Player: m.player.String(), Rounds: c.Rounds, Seed: c.Seed, Shuffle: c.Shuffle.String(),
		Riffles: c.Riffles, Decks: c.Rules.Decks, ReshuffleBelow: c.Rules.ReshuffleBelow,
		Fresh: c.Rules.Fresh, Seats: max(c.Seats, 1), MinBet: c.Rules.MinBet,
		MaxBet: c.Rules.MaxBet, Bankroll: c.Bankroll, Goal: c.Goal}
	if c.Count != nil && *c.Count != strategy.HiLo {
		in.Count = c.Count.String()
	}
	if m.house != nil {
		in.House = m.house.String()
	}
	return in
}

// countedFigures are the figures of a counter as JSON. Amounts are in units, the smallest
// bet of the table; what has no value is null.
type countedFigures struct {
	sampleFigures
	Told     bool          `json:"told"` // from zero; if not, the next three are those of chance
	N0       *float64      `json:"n0"`   // rounds; null for who does not win
	Score    float64       `json:"score"`
	Ruin     *float64      `json:"risk_of_ruin"` // by formula; null where it tells none
	Sessions *sim.Sessions `json:"sessions"`     // null without a bankroll
	RanOut   int64         `json:"ran_out"`      // rounds in which a new shoe went on
	Count    string        `json:"count"`        // that the rows follow
	ByCount  []countFigure `json:"by_count"`
}

type sampleFigures struct {
	Rounds  int64    `json:"rounds"`
	EV      float64  `json:"ev"`     // a round
	StdErr  *float64 `json:"stderr"` // null where all results are the same
	EV100   float64  `json:"ev_per_100"`
	StdDev  float64  `json:"stddev"` // of the net result of a round
	Bet     float64  `json:"bet"`    // the first stake, on average
	Edge    float64  `json:"edge"`   // net result as a share of the bets
	EdgeErr *float64 `json:"edge_stderr"`
}

type countFigure struct {
	Count int `json:"count"` // rounded down; the lowest and highest stand for all beyond
	sampleFigures
}

func figuresOf(s sim.Sample) sampleFigures {
	f := sampleFigures{Rounds: s.Rounds, EV: s.EV(), EV100: 100 * s.EV(), StdDev: s.StdDev(),
		Bet: s.Bet(), Edge: s.Edge()}
	if s.Varied() {
		mean, edge := s.StdErr(), s.EdgeErr()
		f.StdErr, f.EdgeErr = &mean, &edge
	}
	return f
}

// finite returns a pointer to a number, nil where it is none.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

func (f counterFlags) report(c sim.Config, counted *sim.Counted) *countedFigures {
	if counted == nil {
		return nil
	}
	all := counted.All()
	r := &countedFigures{sampleFigures: figuresOf(all), Told: all.Told(), N0: finite(all.N0()),
		Score: all.Score(), RanOut: counted.RanOut, Count: counted.By.String()}
	if c.Bankroll > 0 {
		if !counted.Moves {
			r.Ruin = finite(ruin(c, all))
		}
		r.Sessions = &counted.Sessions
	}
	for _, bin := range counted.ByCount {
		r.ByCount = append(r.ByCount, countFigure{bin.Count, figuresOf(bin.Sample)})
	}
	return r
}

func ruin(c sim.Config, all sim.Sample) float64 {
	unit := float64(c.Rules.MinBet)
	return all.Ruin(float64(c.Bankroll)/unit, float64(c.Goal)/unit)
}

// print prints the figures of a counter.
func (f counterFlags) print(w io.Writer, c sim.Config, counted *sim.Counted) {
	if counted == nil {
		return
	}
	all := counted.All()
	fmt.Fprintf(w, "\nIn units of the smallest bet, %s:\n", terminal.Chips(c.Rules.MinBet))
	if counted.Spread() {
		fmt.Fprintln(w, "Above, rounds count alike whatever was bet; here, by their bets.")
	}
	fmt.Fprintf(w, "Expected value %s in 100 rounds, standard error %.3f; that is %s of the %.2f "+
		"bet on average.\nStandard deviation %.3f a round, %.2f in 100.\n", signed(100*all.EV(), 3),
		100*all.StdErr(), signed(100*all.Edge(), 3)+"%", all.Bet(), all.StdDev(), 10*all.StdDev())
	switch n0 := all.N0(); {
	case !all.Told():
		fmt.Fprintln(w, "The expected value is too close to zero to tell from chance: N0, "+
			"SCORE and the risk of ruin take more rounds.")
	case n0 < sim.MaxRounds:
		fmt.Fprintf(w, "N0 %s rounds, SCORE %.2f.\n", whole(int64(math.Ceil(n0))), all.Score())
	default:
		fmt.Fprintln(w, "No N0, and SCORE 0: the player does not win.")
	}
	if c.Rules.Fresh && (f.Count != nil || counted.Remembers) {
		fmt.Fprintln(w, "The shoe is shuffled for each round, so no count lasts: add "+
			"--penetration 0.75.")
	}
	if counted.RanOut > 0 {
		fmt.Fprintf(w, "In %s of the rounds the shoe ran out, and a new one went on.\n",
			percent(float64(counted.RanOut)/float64(all.Rounds)))
	}
	f.printSessions(w, c, counted, all)
	if len(counted.ByCount) > 1 {
		printByCount(w, counted, all)
	}
}

func (f counterFlags) printSessions(
	w io.Writer, c sim.Config, counted *sim.Counted, all sim.Sample,
) {
	if c.Bankroll == 0 {
		return
	}
	before := ""
	if c.Goal > 0 {
		before = fmt.Sprintf(" before %s", whole(c.Goal))
	}
	switch {
	case counted.Moves:
		fmt.Fprintln(w, "No formula tells the risk of ruin of bets that go by the bankroll or "+
			"the last round.")
	case all.Told():
		fmt.Fprintf(w, "Risk of ruin with %s%s: %s by the formula for bets that stay.\n",
			terminal.Chips(c.Bankroll), before, percent(ruin(c, all)))
	}
	s := counted.Sessions
	fmt.Fprintf(w, "Of the sessions played, %s ended in ruin", whole(s.Ruined))
	if c.Goal > 0 {
		if s.Ruined > 0 && s.Reached > 0 {
			over := float64(s.Ruined + s.Reached)
			share := float64(s.Ruined) / over
			fmt.Fprintf(w, " (%s of those that ended, standard error %s)", percent(share),
				percent(math.Sqrt(share*(1-share)/over)))
		}
		fmt.Fprintf(w, ", %s at the goal", whole(s.Reached))
	}
	fmt.Fprintf(w, ", and %s had not ended.\n", whole(s.Open))
}

// printByCount prints a line for each true count, with its edge as a bar.
func printByCount(w io.Writer, counted *sim.Counted, all sim.Sample) {
	what := "Hi-Lo true count"
	if counted.By != strategy.HiLo {
		what = "true count of " + counted.By.String()
	}
	fmt.Fprintf(w, "\nBy the %s before the deal, rounded down:\n", what)
	fmt.Fprintln(w, "count   rounds      bet    edge   error  deviation")
	for i, bin := range counted.ByCount {
		err, deviation := "?", "?"
		if bin.Varied() {
			err = fmt.Sprintf("%.2f%%", 100*bin.EdgeErr())
			deviation = fmt.Sprintf("%.3f", bin.StdDev())
		}
		fmt.Fprintf(w, "%5s  %6.2f%%  %7.2f  %s%%  %6s  %9s  %s\n",
			countName(bin.Count, i == 0, i == len(counted.ByCount)-1),
			100*float64(bin.Rounds)/float64(all.Rounds), bin.Bet(), signed(100*bin.Edge(), 2),
			err, deviation, bar100(bin.Edge()))
	}
}

// countName names a true count: the first and the last stand for all beyond them where
// they are the bounds of what is told apart.
func countName(count int, first, last bool) string {
	name := terminal.Number("%d", count)
	switch {
	case first && count == -sim.MostCount:
		return "≤" + name
	case last && count == sim.MostCount:
		return "≥" + name
	}
	return name
}

// signed writes a number with its sign, and as wide as one below 10 with those decimals.
func signed(x float64, decimals int) string {
	return terminal.Number(fmt.Sprintf("%%+.%df", decimals), x)
}

// bar100 draws an edge as a bar: a sign for half a point, up to ten points.
func bar100(edge float64) string {
	sign := "+"
	if edge < 0 {
		sign = "-"
	}
	return strings.Repeat(sign, int(math.Round(min(math.Abs(200*edge), 20))))
}
