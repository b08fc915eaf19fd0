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
	rules   blackjack.Rules
	shuffle Shuffle
	riffles int  // of a new deck, in each shuffle; 0 for one of the order there is
	anew    bool // shuffled for each round, by Fisher-Yates
	source  generator
	random  *rand.Rand
	full    []blackjack.Card // a new shoe
	cards   []blackjack.Card // the start of all
	handed  int              // cards handed out since the last shuffle
	unused  bool             // no round has been dealt since reset
	lots    lots
	all     [allCards]blackjack.Card
	riffler *riffler
}

// allCards is more than any shoe has, and a power of two.
const allCards = 512

func newShoe(r blackjack.Rules, how Shuffle, riffles int) *shoe {
	s := &shoe{rules: r, shuffle: how, riffles: riffles,
		riffler: newRiffler(how, riffles)}
	s.random = rand.New(&s.source)
	s.full = r.Unshuffled()
	if r.Endless() {
		s.full = make([]blackjack.Card, atOnce)
	}
	s.cards = s.all[:len(s.full)]
	s.anew = r.Fresh && !r.Endless() && how == FisherYates
	return s
}

func (s *shoe) reset(seed uint64, chunk int64) {
	s.source = newGenerator(seed, chunk)
	s.riffler.reset()
	copy(s.cards, s.full)
	s.handed, s.unused, s.lots.next = 0, true, lotsAhead // no lot is drawn yet
}

// next returns the first cards of a round, where left of those handed to the
// round before are not dealt.
func (s *shoe) next(left int) []blackjack.Card {
	if s.anew {
		return s.begin()
	}
	return s.goOn(left)
}

// goOn is next where the shoe goes on from round to round, or has no end.
func (s *shoe) goOn(left int) []blackjack.Card {
	var rest []blackjack.Card // nil before the first round of a chunk
	if !s.unused {
		rest = s.cards[s.handed-left:]
	}
	s.unused = false
	switch {
	case s.rules.Pack == blackjack.Endless && len(rest) > 0:
		return rest
	case s.rules.Low(rest):
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

func (s *shoe) again() {
	s.handed = 0
	if s.shuffle == FisherYates {
		return // it is done as cards are handed out
	}
	if s.riffles > 0 {
		copy(s.cards, s.full)
	}
	s.riffler.riffle(s.cards, &s.source)
}

// hand puts the next cards in order and hands them out.
func (s *shoe) hand() []blackjack.Card {
	from := s.handed
	s.handed = min(from+atOnce, len(s.cards))
	switch {
	case s.rules.Endless():
		s.drawAny()
	case s.shuffle == FisherYates:
		if s.handed == from+atOnce {
			s.order(from, s.lots.draw(&s.source, from, len(s.cards)))
			break
		}
		for i := from; i < s.handed; i++ {
			s.swap(i, i+s.random.IntN(len(s.cards)-i))
		}
	}
	return s.cards[from:s.handed]
}

// begin shuffles and hands out the first cards.
func (s *shoe) begin() []blackjack.Card {
	if s.lots.next == lotsAhead {
		s.lots.refill(&s.source, len(s.cards))
	}
	l := &s.lots.drawn[s.lots.next&(lotsAhead-1)]
	s.lots.next++
	s.order(0, l)
	s.handed = atOnce
	return s.all[:atOnce]
}

// order puts cards in order by a lot, from card i on.
func (s *shoe) order(i int, l *lot) {
	s.swap(i, int(l[0]))
	s.swap(i+1, int(l[1]))
	s.swap(i+2, int(l[2]))
	s.swap(i+3, int(l[3]))
	s.swap(i+4, int(l[4]))
	s.swap(i+5, int(l[5]))
	s.swap(i+6, int(l[6]))
}

// swap exchanges two cards. There is nothing to check: all has a place for each
// index.
func (s *shoe) swap(i, j int) {
	p, q := &s.all[i&(allCards-1)], &s.all[j&(allCards-1)]
	*p, *q = *q, *p
}

// drawAny draws cards from 1 to 10, all with one random number, as a lot is.
func (s *shoe) drawAny() {
	const ways = 10_000_000 // 10 to the power of atOnce
	for {
		rest := s.source.Uint64()
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
