package blackjack

import "slices"

// Supply hands out the cards of a [Series].
type Supply interface {
	// More returns the cards that follow the ones handed out before, at least
	// one. They are read until the next call, or until the next round is dealt.
	// The error is [ErrShoeEmpty] where there are no more.
	More() ([]Card, error)
}

// Series plays round after round in one place, as a simulator does. The rounds
// are those of [Deal] and [Round.Play]: the same course. What differs is that
// nothing is copied, and that cards may be put in order while they are dealt. The
// rules are checked once, when the series begins.
type Series struct {
	Course
	bets   []Bet
	supply Supply
	cards  []Card // handed out
	next   int    // the first of them not yet dealt
}

// NewSeries returns a series by these rules, with the same bets in every round.
// No round is dealt yet. The errors are those of [Deal].
func NewSeries(rules Rules, supply Supply, bets ...Bet) (*Series, error) {
	course, err := NewCourse(rules, bets...)
	if err != nil {
		return nil, err
	}
	return &Series{Course: course, bets: slices.Clone(bets), supply: supply}, nil
}

// SetBet changes what a seat brings to the rounds that follow. The errors are
// those of [Rules.Takes].
func (s *Series) SetBet(who Seat, b Bet) error {
	if err := s.rules.Takes(b); err != nil {
		return err
	}
	s.bets[who] = b
	return nil
}

// Deal deals the next round from these cards, and then from the supply. It
// returns what the seat whose turn it is may do, nothing where the round is over
// already. The error is [ErrShoeEmpty], or another of the supply.
func (s *Series) Deal(cards []Card) (legal Actions, err error) {
	s.cards, s.next = cards, 0
	s.begin(s.bets)
	return s.serve()
}

// Step plays an action of the seat whose turn it is, as [Round.Play] does, in
// place, and returns what may be done next. After an error nothing but Deal may
// be called.
func (s *Series) Step(a Action) (legal Actions, err error) {
	if err := s.Act(a); err != nil {
		return s.Legal(), err
	}
	return s.serve()
}

// serve gives the course cards as long as it wants one.
func (s *Series) serve() (Actions, error) {
	for s.wants == WantsCard {
		if s.next == len(s.cards) {
			var err error
			s.next = 0
			if s.cards, err = s.supply.More(); err == ErrShoeEmpty {
				err = s.RunOut()
			}
			if err != nil {
				return 0, err
			}
			continue
		}
		s.Give(s.cards[s.next])
		s.next++
	}
	return s.Legal(), nil
}

// Left returns how many of the cards handed to the round it has not dealt.
func (s *Series) Left() int { return len(s.cards) - s.next }

// SoftSum is what [Series.Sum] adds to a soft total.
const SoftSum = 64

// Sum returns the total of the hand that is asked about, with SoftSum more
// where it is soft: both in one number below 2*SoftSum, for looking up.
func (s *Series) Sum() int {
	total, soft := s.Total()
	if soft {
		total += SoftSum
	}
	return total
}

// Endings counts what became of hands.
type Endings struct {
	Hands    [outcomes][2]int64 // by [Outcome]; doubled hands apart
	Naturals int64              // first hands that were naturals
}

// Add adds the endings of rounds that all ended like f.
func (e *Endings) Add(f *Endings, rounds int64) {
	for o := range e.Hands {
		e.Hands[o][0] += f.Hands[o][0] * rounds
		e.Hands[o][1] += f.Hands[o][1] * rounds
	}
	e.Naturals += f.Naturals * rounds
}

// Count adds the hands of the first seat, once the round is over, and returns
// the seat's winnings less its losses, without side bets.
func (c *Course) Count(e *Endings) Chips {
	if c.natural(&c.seats[0].hands[0]) {
		e.Naturals++
	}
	won, lost := c.insured(0)
	net := won - lost
	s := &c.seats[0]
	for i := range s.nhands {
		h, doubled := &s.hands[i], 0
		if h.doubled {
			doubled = 1
		}
		e.Hands[c.outcome(h)][doubled]++
		won, lost := c.pays(s, h)
		net += won - lost
	}
	return net
}

// Side returns how a side bet of the first seat ended, once the round is over.
func (c *Course) Side(b SideBet) SideResult {
	result, _ := c.sideResult(0, b)
	return result
}
