package sim

import (
	"math"

	"holecard/blackjack/strategy"
)

// Counted is what a simulation tells of a player who counts or bets, beside its
// [Result]. Amounts are in units: smallest bets of the table.
type Counted struct {
	By        strategy.Weights // the count by whose true count results are told
	ByCount   []CountBin       // lowest count first; counts that never came are left out
	Sessions  Sessions
	RanOut    int64 // rounds in which the shoe ran out, and a new one went on
	Remembers bool  // the player looks at what was seen of the shoe
	Moves     bool  // bets go by the bankroll or the last round: no [Sample.Ruin] is told of them
}

// CountBin is the rounds that began at a true count.
type CountBin struct {
	Count int // rounded down; the lowest and the highest stand for all beyond them
	Sample
}

// Sessions are what became of bankrolls. A session begins with the bankroll and
// a new shoe, and ends when the bankroll is below the smallest bet or at its goal.
type Sessions struct {
	Ruined  int64 `json:"ruined"`  // the bankroll is gone
	Reached int64 `json:"reached"` // the goal is reached
	Open    int64 `json:"open"`    // still playing when the simulation stopped them
}

// Sample is the bets and net results of some rounds, added up.
type Sample struct {
	Rounds  int64
	Bets    float64 // first stakes
	Net     float64 // what was won less what was lost
	Squares float64 // of the net results
}

func (s *Sample) add(t *Sample) {
	s.Rounds += t.Rounds
	s.Bets += t.Bets
	s.Net += t.Net
	s.Squares += t.Squares
}

// All returns the sample of all rounds.
func (c *Counted) All() (all Sample) {
	for i := range c.ByCount {
		all.add(&c.ByCount[i].Sample)
	}
	return all
}

// Spread reports whether not every bet was the smallest.
func (c *Counted) Spread() bool {
	all := c.All()
	return all.Bets != float64(all.Rounds)
}

// EV returns the mean net result of a round.
func (s *Sample) EV() float64 { return s.Net / float64(s.Rounds) }

// Bet returns the mean bet.
func (s *Sample) Bet() float64 { return s.Bets / float64(s.Rounds) }

// Edge returns the net result as a share of the bets: where all bets are the
// same, the expected value of a round in first stakes.
func (s *Sample) Edge() float64 { return s.Net / s.Bets }

// Variance returns the variance of the net result of a round.
func (s *Sample) Variance() float64 {
	n := float64(s.Rounds)
	return max(0, s.Squares-s.Net*s.Net/n) / max(n-1, 1)
}

// StdDev returns the standard deviation of the net result of a round.
func (s *Sample) StdDev() float64 { return math.Sqrt(s.Variance()) }

// StdErr returns the standard error of [Sample.EV]. Rounds of a shoe depend on
// one another a little, and it takes them for independent.
func (s *Sample) StdErr() float64 { return s.StdDev() / math.Sqrt(float64(s.Rounds)) }

// EdgeErr returns the standard error of [Sample.Edge].
func (s *Sample) EdgeErr() float64 { return s.StdErr() / s.Bet() }

// Varied reports whether not all results were the same. Of one round, or of a few that ended
// alike, the standard error would come out as zero, and is not known.
func (s *Sample) Varied() bool { return s.Variance() > 0 }

// Told reports whether the mean is told from zero: it is two standard errors away or more.
// Where it is not, N0, SCORE and the risk of ruin are those of chance.
func (s *Sample) Told() bool {
	return s.Varied() && math.Abs(s.EV()) >= 2*s.StdErr()
}

// N0 returns after how many rounds the expected win is one standard deviation:
// variance / EV², as Brett Harris defined it. It is infinite for a player who does not win,
// and where the variance is not known.
func (s *Sample) N0() float64 {
	if !(s.Net > 0) || !s.Varied() {
		return math.Inf(1)
	}
	return s.Variance() / (s.EV() * s.EV())
}

// Score returns the square of Don Schlesinger's desirability index, (1000 EV /
// standard deviation)². It is his SCORE where the bets are the best for the game:
// what a player with 10,000 chips who sizes bets by Kelly, and so is ruined in
// 13.5 of 100 lives, wins in 100 rounds (Blackjack Attack, 3rd edition, 2005,
// chapter 10). It is 0 where N0 is infinite.
func (s *Sample) Score() float64 { return 1e6 / s.N0() }

// Ruin returns the chance to lose a bankroll, in units, before it grows to a
// goal; a goal of 0 stands for none, and then the chance is to lose it ever. With
// k = 2 EV / variance it is
//
//	e^(-k bankroll)                                     without a goal
//	(e^(-k bankroll) - e^(-k goal)) / (1 - e^(-k goal))  with one
//
// the gambler's ruin of many small independent bets that do not depend on the
// bankroll (Griffin, The Theory of Blackjack, 1979, chapter 9; Schlesinger,
// Blackjack Attack, chapter 8, after Patrick Sileo).
func (s *Sample) Ruin(bankroll, goal float64) float64 {
	k := 2 * s.EV() / s.Variance()
	switch {
	case goal == 0 && !(k > 0):
		return 1
	case goal == 0:
		return math.Exp(-k * bankroll)
	case goal <= bankroll:
		return 0
	case math.Abs(k*goal) < 1e-9: // a fair game
		return 1 - bankroll/goal
	case k < 0: // the same, without the overflow of large powers
		return 1 - math.Expm1(k*bankroll)/math.Expm1(k*goal)*math.Exp(k*(goal-bankroll))
	}
	return 1 - math.Expm1(-k*bankroll)/math.Expm1(-k*goal)
}
