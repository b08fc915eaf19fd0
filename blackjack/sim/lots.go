package sim

import "math/bits"

// lot says with which cards four cards change places, in four steps of
// Fisher-Yates.
type lot [4]uint16

// draw makes of a random number the lot of cards i to i+3, of n. Once in a while
// a number is of no use, and the answer is false.
//
// A number below 2^64 times n is a digit from 0 to n-1, above 2^64, and a rest
// below, which is as good as a new number as long as the digits together could
// not name more than 2^64 things. They are all equally likely once the few last
// rests that would be one too many are thrown away (Brackett-Rozinsky and
// Lemire, "Batched Ranged Random Integer Generation", 2024). Those are below
// the number of ways, and so below 2^36.
func (l *lot) draw(random uint64, i, n int) bool {
	left := uint64(n - i)
	a, rest := bits.Mul64(random, left)
	b, rest := bits.Mul64(rest, left-1)
	c, rest := bits.Mul64(rest, left-2)
	d, rest := bits.Mul64(rest, left-3)
	if rest < 1<<36 && surplus(rest, left) {
		return false
	}
	l[0] = uint16(a) + uint16(i)
	l[1] = uint16(b) + uint16(i+1)
	l[2] = uint16(c) + uint16(i+2)
	l[3] = uint16(d) + uint16(i+3)
	return true
}

// surplus reports whether a rest after four steps is one too many.
func surplus(rest, left uint64) bool {
	ways := left * (left - 1) * (left - 2) * (left - 3)
	return rest < -ways%ways
}

// lots are the lots of the first cards of shoes to come. Drawn in a row they
// cost half as much: one multiplication need not wait for another, as it would
// after each guess of the processor that a round proves wrong.
type lots struct {
	next  int
	drawn [lotsAhead][atOnce / 4]lot
	one   lot // of later cards
}

const lotsAhead = 64

// refill draws the lots of shoes of n cards.
func (l *lots) refill(g *generator, n int) {
	for half := range atOnce / 4 {
		l.draw(g, half, n)
	}
	l.next = 0
}

// draw draws the lots of four cards for each shoe.
func (l *lots) draw(g *generator, four, n int) {
	var numbers [lotsAhead]uint64
	g.fill(&numbers)
	for i, random := range numbers {
		for !l.drawn[i][four&1].draw(random, 4*four, n) {
			random = g.Uint64()
		}
	}
}
