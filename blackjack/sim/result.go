package sim

import (
	"math"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// Result is how the rounds of one seat ended.
type Result struct {
	Rounds int64
	Unit   blackjack.Chips // the first stake of every round, an amount on which no payout rounds

	Wins, Losses, Pushes int64 // by the net result of the round

	Hands      int64 // more than the rounds, after splits
	Busts      int64 // hands over 21
	Doubles    int64 // hands doubled
	Splits     int64 // times that a hand was split
	Naturals   int64 // rounds with a natural
	Surrenders int64 // rounds given up

	// Distribution counts the rounds by their net result, lowest first; results
	// that never came are left out.
	Distribution []Bin

	Sides []Side // the side bets that were made; the net results are without them

	Counted *Counted // of a player who counts or bets, else nil
}

// Bin is how many rounds ended with a net result.
type Bin struct {
	Net    blackjack.Chips // divide it by the Unit for first stakes
	Rounds int64
}

// Side is how a side bet ended.
type Side struct {
	Bet     blackjack.SideBet
	Rounds  int64
	Results []SideBin // those that it wins by, the best first
}

// SideBin is how many rounds ended with a result of a side bet, which pays so much for a
// chip.
type SideBin struct {
	Result blackjack.SideResult
	Pays   blackjack.Chips
	Rounds int64
}

// Edge returns the share of the stake that the house has won in the mean.
func (s *Side) Edge() float64 {
	edge := 1.0
	for _, b := range s.Results {
		edge -= float64(b.Rounds) / float64(s.Rounds) * float64(1+b.Pays)
	}
	return edge
}

// StdErr returns the standard error of [Side.Edge].
func (s *Side) StdErr() float64 {
	mean, rounds := 1-s.Edge(), float64(s.Rounds)
	sum := -rounds * mean * mean // of the squares of what comes back for a chip
	for _, b := range s.Results {
		sum += float64(b.Rounds) * float64((1+b.Pays)*(1+b.Pays))
	}
	return math.Sqrt(sum/max(rounds-1, 1)) / math.Sqrt(rounds)
}

// Net returns the winnings less the losses of all rounds, in first stakes.
func (r *Result) Net() float64 {
	sum := 0.0
	for _, b := range r.Distribution {
		sum += float64(b.Rounds) * r.stakes(b.Net)
	}
	return sum
}

// EV returns the mean net result of a round, in first stakes.
func (r *Result) EV() float64 { return r.Net() / float64(r.Rounds) }

// StdDev returns the standard deviation of the net result of a round, in first
// stakes.
func (r *Result) StdDev() float64 {
	mean, sum := r.EV(), 0.0
	for _, b := range r.Distribution {
		away := r.stakes(b.Net) - mean
		sum += float64(b.Rounds) * away * away
	}
	return math.Sqrt(sum / float64(max(r.Rounds-1, 1)))
}

// StdErr returns the standard error of [Result.EV].
func (r *Result) StdErr() float64 { return r.StdDev() / math.Sqrt(float64(r.Rounds)) }

func (r *Result) stakes(net blackjack.Chips) float64 { return float64(net) / float64(r.Unit) }

// The range of net results, in first stakes: each of the hands that a seat can
// have is doubled and lost, with insurance; or won at twice the stake.
const (
	deepest = 2*blackjack.MaxSplitHands + 1
	highest = 4*blackjack.MaxSplitHands + 1
)

// counts counts rounds. It only adds whole numbers, so that the order in which
// rounds are counted does not matter. Bets can be any size: their squares are added in the order of
// chunks.
type counts struct {
	nets    []int64 // rounds by net result, the deepest loss first
	none    int     // the place in nets of a round that brings nothing
	endings blackjack.Endings
	sides   [blackjack.BustOfThree + 1]int64 // side bets by result
	counted *tally                           // of a counter, else nil
}

func newCounts(unit blackjack.Chips) counts {
	return counts{nets: make([]int64, (deepest+highest)*unit+1), none: int(deepest * unit)}
}

// count counts rounds with a net result.
func (c *counts) count(net blackjack.Chips, rounds int64) { c.nets[c.none+int(net)] += rounds }

func (c *counts) add(d *counts) {
	for i, n := range d.nets {
		c.nets[i] += n
	}
	c.endings.Add(&d.endings, 1)
	for i, n := range d.sides {
		c.sides[i] += n
	}
	if d.counted != nil {
		if c.counted == nil {
			c.counted = &tally{}
		}
		c.counted.add(d.counted)
	}
}

func (c *counts) result(of *Config, unit blackjack.Chips) Result {
	r := Result{Unit: unit, Naturals: c.endings.Naturals}
	for _, n := range c.endings.Hands {
		r.Hands += n[0] + n[1]
		r.Doubles += n[1]
	}
	r.Busts = c.hands(blackjack.Busted)
	r.Surrenders = c.hands(blackjack.Surrendered)
	for i, n := range c.nets {
		if n == 0 {
			continue
		}
		net := blackjack.Chips(i - c.none)
		r.Distribution = append(r.Distribution, Bin{net, n})
		r.Rounds += n
		switch {
		case net > 0:
			r.Wins += n
		case net < 0:
			r.Losses += n
		default:
			r.Pushes += n
		}
	}
	r.Splits = r.Hands - r.Rounds
	if c.counted != nil {
		r.Counted = c.counted.result(of.Rules.MinBet, of.weights())
		needs := strategy.NeedsOf(of.Player)
		r.Counted.Moves, r.Counted.Remembers = needs.Standing, needs.Memory
	}
	for b, made := range of.Sides {
		if !made {
			continue
		}
		side := Side{Bet: blackjack.SideBet(b), Rounds: r.Rounds}
		for result, pays := range of.Rules.SidePays(side.Bet) {
			side.Results = append(side.Results, SideBin{result, pays, c.sides[result]})
		}
		r.Sides = append(r.Sides, side)
	}
	return r
}

func (c *counts) hands(o blackjack.Outcome) int64 {
	return c.endings.Hands[o][0] + c.endings.Hands[o][1]
}
