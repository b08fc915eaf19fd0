package sim

import (
	"math/bits"
	"math/rand/v2"

	"holecard/blackjack"
)

// shoe hands out cards to a series. It puts a few of them in order at a time:
// of the 312 cards of six decks a round sees five or six, and the rest need no
// shuffling. What the last shuffle left is as good a start as any other.
type shoe struct {
	shuffle Shuffle
	rules   blackjack.Rules
	pcg     *rand.PCG
	random  *rand.Rand
	full    []blackjack.Card // a new shoe
	cards   []blackjack.Card
	space   []blackjack.Card
	handed  int  // cards handed out since the last shuffle
	unused  bool // no round has been dealt since reset
}

// atOnce is how many cards are put in order at once, which is a bit more than
// most rounds need.
const atOnce = 8

func newShoe(r blackjack.Rules, s Shuffle) *shoe {
	pcg := rand.NewPCG(0, 0)
	full := r.Full()
	if r.Infinite {
		full = make([]blackjack.Card, atOnce)
	}
	return &shoe{
		shuffle: s, rules: r, pcg: pcg, random: rand.New(pcg),
		full: full, cards: make([]blackjack.Card, len(full)), space: make([]blackjack.Card, len(full)),
	}
}

// reset begins a chunk, with a new shoe and a generator of the chunk's own.
func (s *shoe) reset(seed uint64, chunk int64) {
	s.pcg.Seed(mix(seed), mix(seed^mix(uint64(chunk)+1)))
	copy(s.cards, s.full)
	s.handed, s.unused = 0, true
}

// mix is the finalizer of SplitMix64: seeds and chunks that differ in one bit
// get generators that differ in half of them.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// next returns the first cards of a round, where left of those handed to the
// round before are not dealt.
func (s *shoe) next(left int) []blackjack.Card {
	all := len(s.cards) - s.handed + left
	switch {
	case s.unused || s.rules.Fresh && !s.rules.Infinite || all < s.rules.ReshuffleBelow || s.rules.EmptyWins && all == 0:
		s.unused = false
		s.again()
		return s.hand()
	case left > 0:
		return s.cards[s.handed-left : s.handed]
	}
	return nil // the round begins with nothing, and goes on with More
}

// More hands out the next cards.
func (s *shoe) More() ([]blackjack.Card, error) {
	if s.handed == len(s.cards) {
		if s.rules.EmptyWins {
			return nil, blackjack.ErrShoeEmpty
		}
		s.again()
	}
	return s.hand(), nil
}

// again shuffles.
func (s *shoe) again() {
	s.handed = 0
	if s.shuffle != FisherYates {
		s.shuffle.Cards(s.cards, s.space, s.random)
	}
}

// hand puts the next cards in order and hands them out.
func (s *shoe) hand() []blackjack.Card {
	from := s.handed
	s.handed = min(from+atOnce, len(s.cards))
	switch {
	case s.rules.Infinite:
		s.draw()
	case s.shuffle == FisherYates:
		i := from
		for ; i+4 <= s.handed; i += 4 {
			s.four(s.cards[i:])
		}
		for ; i < s.handed; i++ {
			j := i + s.random.IntN(len(s.cards)-i)
			s.cards[i], s.cards[j] = s.cards[j], s.cards[i]
		}
	}
	return s.cards[from:s.handed]
}

// four puts the first four of the cards in order, by four steps of Fisher-Yates
// with one random number.
//
// A number below 2^64 times n is a digit from 0 to n-1, above 2^64, and a rest
// below, which is as good as a new number as long as the digits together could
// not name more than 2^64 things. They are all equally likely once the few last
// rests that would be one too many are thrown away (Brackett-Rozinsky and
// Lemire, "Batched Ranged Random Integer Generation", 2024).
func (s *shoe) four(cards []blackjack.Card) {
	n := uint64(len(cards))
	ways := n * (n - 1) * (n - 2) * (n - 3)
	for {
		a, rest := bits.Mul64(s.pcg.Uint64(), n)
		b, rest := bits.Mul64(rest, n-1)
		c, rest := bits.Mul64(rest, n-2)
		d, rest := bits.Mul64(rest, n-3)
		if rest < ways && rest < -ways%ways {
			continue
		}
		cards[0], cards[a] = cards[a], cards[0]
		cards[1], cards[1+b] = cards[1+b], cards[1]
		cards[2], cards[2+c] = cards[2+c], cards[2]
		cards[3], cards[3+d] = cards[3+d], cards[3]
		return
	}
}

// draw draws cards from 1 to 10, all with one random number, as four does.
func (s *shoe) draw() {
	const ways = 100_000_000 // 10 to the power of atOnce
	for {
		rest := s.pcg.Uint64()
		for i := range s.cards {
			var digit uint64
			digit, rest = bits.Mul64(rest, 10)
			s.cards[i] = blackjack.Card(digit)
		}
		if rest >= ways || rest >= (1<<64-ways)%ways {
			return
		}
	}
}
