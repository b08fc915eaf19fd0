// Package drill makes questions for practice: hands that a table deals and that somebody has
// to decide, and cards of a shoe to count.
//
//	rules ─▶ HandsOf: every hand to begin with, by cell ─▶ Draw, by weight ─▶ a round
//	rules ─▶ NewCount: a shuffled shoe ─▶ Cards, Running, True, Choices
//
// All follows from a seed. The answers about hands are those of exact odds.
package drill

import (
	"errors"
	"math/rand/v2"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/review"
)

// Length is how many questions a drill has.
const Length = 20

// Kind is what a drill asks for, as people type it.
type Kind string

// The kinds.
const (
	All   Kind = "all"
	Hard  Kind = "hard"
	Soft  Kind = "soft"
	Pairs Kind = "pairs"
	Count Kind = "count"
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{All, Hard, Soft, Pairs, Count} }

// Valid reports whether there is such a kind.
func (k Kind) Valid() bool { return slices.Contains(Kinds(), k) }

// ErrNone reports that a table deals nothing of the kind.
var ErrNone = errors.New("the table has nothing of the kind")

// Random returns what the question of a number follows from.
func Random(seed uint64, question int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(question)))
}

func (k Kind) has(c review.Cell) bool { return k == All || k == KindOf(c) }

// KindOf returns the kind of drills that ask for a cell.
func KindOf(c review.Cell) Kind {
	return [...]Kind{review.Hard: Hard, review.Soft: Soft, review.Pair: Pairs}[c.Kind]
}

// Tolerance is the cost in stakes up to which an answer is as good as the best. It is above
// what rounding makes of equal values.
const Tolerance = 1e-6

// Weight returns how often a cell is asked, compared with others. Seen and wrong count the
// player's decisions in it, and cost is what the wrong ones cost at stakes of one chip: what was
// dear or was never asked comes more often.
func Weight(c review.Cell, seen, wrong int, cost blackjack.Micro) float64 {
	weight := 1.0
	switch {
	case c.Kind == review.Hard && (c.Total < 8 || c.Total > 17),
		c.Kind == review.Soft && c.Total > 19: // hardly a decision
		weight = 0.25
	}
	if seen == 0 {
		return 2 * weight
	}
	hundredths := float64(cost) / float64(seen) / 10_000 // of a stake, in the mean
	return weight * (1 + 6*float64(wrong)/float64(seen) + min(hundredths, 12))
}
