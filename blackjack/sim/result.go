package sim

import (
	"math"

	"holecard/blackjack"
)

// Result is what came of the rounds of one seat.
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
}

// Bin is how many rounds ended with a net result.
type Bin struct {
	Net    blackjack.Chips // divide it by the Unit for first stakes
	Rounds int64
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
