package sim

import (
	"math/rand/v2"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/internal/long"
)

// given is a source whose numbers are given, from 1.
type given struct {
	numbers []uint8
	next    int
}

func (g *given) IntN(int) int {
	g.next++
	return int(g.numbers[g.next-1]) - 1
}

// TestARifflerRifflesAsAShuffleDoes tries every way in which the runs of a few cards can come, and
// some for whole shoes.
func TestARifflerRifflesAsAShuffleDoes(t *testing.T) {
	long.Unraced(t)
	for n := range 8 {
		ways := 1
		for range n {
			ways *= longestRun
		}
		for way := range ways {
			var runs [8]uint8
			for i, left := 0, way; i < len(runs); i, left = i+1, left/longestRun {
				runs[i] = uint8(left%longestRun) + 1
			}
			riffleTwice(t, n, runs[:])
		}
	}
	random := rand.New(rand.NewPCG(20, 5))
	for range 2000 {
		runs := make([]uint8, runsAhead)
		for i := range runs {
			runs[i] = uint8(random.IntN(longestRun)) + 1
		}
		riffleTwice(t, 9+random.IntN(blackjack.MaxDecks*blackjack.DeckSize), runs)
	}
}

// riffleTwice riffles n cards by a shuffle and by a riffler, with the same runs.
func riffleTwice(t *testing.T, n int, runs []uint8) {
	t.Helper()
	for _, how := range []Shuffle{Riffle, RandomRiffle} {
		cards, want := make([]blackjack.Card, n), make([]blackjack.Card, n)
		for i := range cards { // some twice, where there are more than numbers
			cards[i], want[i] = blackjack.Card(i), blackjack.Card(i)
		}
		how.Cards(want, make([]blackjack.Card, n), &given{numbers: runs})
		r := newRiffler(how, 1)
		r.taken = runsAhead - copy(r.runs[runsAhead-len(runs):], runs)
		if r.riffle(cards, nil); !slices.Equal(cards, want) {
			t.Fatalf("%v of %d with runs of %v: %v, want %v", how, n, runs, cards, want)
		}
	}
}

func TestRunsAreOfEachLengthAlike(t *testing.T) {
	r, g := newRiffler(RandomRiffle, 1), newGenerator(7, 8)
	lengths, pairs, places := make([]int, longestRun), make([]int, longestRun*longestRun),
		make([]int, longestRun*runsAtOnce)
	before := 0
	for i := range 20_000 * runsAtOnce {
		run := int(r.next(1, &g)[0]) - 1
		r.taken++
		lengths[run]++
		places[i%runsAtOnce*longestRun+run]++
		if i%2 == 1 {
			pairs[before*longestRun+run]++
		}
		before = run
	}
	even(t, "lengths of runs", lengths)
	even(t, "lengths of two runs", pairs)
	even(t, "lengths of runs by their place in a number", places)
}

// TestANumberOfRifflesIsThatManyShuffles also sees that the next generator's runs are its own.
func TestANumberOfRifflesIsThatManyShuffles(t *testing.T) {
	once, thrice := newRiffler(RandomRiffle, 0), newRiffler(RandomRiffle, 3)
	for chunk := range int64(3) {
		one, three := newGenerator(1, chunk), newGenerator(1, chunk)
		once.reset()
		thrice.reset()
		cards, want := numbered(52), numbered(52)
		for range 3 {
			once.riffle(want, &one)
		}
		if thrice.riffle(cards, &three); !slices.Equal(cards, want) {
			t.Errorf("%v, want %v", cards, want)
		}
		fresh := newGenerator(1, chunk)
		if again := numbered(52); chunk > 0 {
			newRiffler(RandomRiffle, 3).riffle(again, &fresh)
			if !slices.Equal(again, want) {
				t.Errorf("after other chunks %v, else %v", want, again)
			}
		}
	}
}
