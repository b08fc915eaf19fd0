package sim

import "math/bits"

// atOnce is how many cards are put in order at once, with one random number. It
// is enough for 95 rounds in 100.
const atOnce = 7

// lot says with which cards some cards change places, in as many steps of
// Fisher-Yates.
type lot [atOnce]uint16

// draw makes of a random number the lot of cards i to i+6, of n. Once in a while
// a number is of no use, and the answer is false. Ways are [ways] of n-i cards.
//
// A number below 2^64 times n is a digit from 0 to n-1, above 2^64, and a rest
// below, which is as good as a new number as long as the digits together could
// not name more than 2^64 things. They are all equally likely once the few last
// rests that would be one too many are thrown away (Brackett-Rozinsky and
// Lemire, "Batched Ranged Random Integer Generation", 2024).
func (l *lot) draw(random uint64, i, n int, ways uint64) bool {
	left, at := uint64(n-i), uint16(i)
	a, rest := bits.Mul64(random, left)
	l[0] = uint16(a) + at
	a, rest = bits.Mul64(rest, left-1)
	l[1] = uint16(a) + at + 1
	a, rest = bits.Mul64(rest, left-2)
	l[2] = uint16(a) + at + 2
	a, rest = bits.Mul64(rest, left-3)
	l[3] = uint16(a) + at + 3
	a, rest = bits.Mul64(rest, left-4)
	l[4] = uint16(a) + at + 4
	a, rest = bits.Mul64(rest, left-5)
	l[5] = uint16(a) + at + 5
	a, rest = bits.Mul64(rest, left-6)
	l[6] = uint16(a) + at + 6
	return rest >= ways || rest >= -ways%ways
}

// ways returns in how many ways the first atOnce of the cards can come. Of
// eight decks with jokers it is below 2^62.
func ways(cards int) uint64 {
	n := uint64(1)
	for k := range atOnce {
		n *= uint64(cards - k)
	}
	return n
}

// lots are the lots of the first cards of shoes to come. Drawn in a row they
// cost half as much: one multiplication need not wait for another, as it would
// after each guess of the processor that a round proves wrong.
type lots struct {
	next  int
	drawn [lotsAhead]lot
	one   lot // of later cards
}

const lotsAhead = 64

func (l *lots) refill(g *generator, n int) {
	var numbers [lotsAhead]uint64
	g.fill(&numbers)
	ways := ways(n)
	for i := range l.drawn {
		for random := numbers[i]; !l.drawn[i].draw(random, 0, n, ways); {
			random = g.Uint64()
		}
	}
	l.next = 0
}

// draw draws the lot of cards i to i+6, of n.
func (l *lots) draw(g *generator, i, n int) *lot {
	for ways := ways(n - i); !l.one.draw(g.Uint64(), i, n, ways); {
	}
	return &l.one
}
