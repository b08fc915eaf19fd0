package blackjack

// Supply hands out the cards of a [Series].
type Supply interface {
	// More returns the cards that follow the ones handed out before, at least
	// one. They are read until the next call, or until the next round is dealt.
	// The error is [ErrShoeEmpty] where there are no more.
	More() ([]Card, error)
}

// Series plays round after round in one place, as a simulator does. The rounds
// are those of [Deal] and [Round.Play]: the same deal, the same step. What
// differs is that nothing is copied, and that cards may be put in order while
// they are dealt. The rules are checked once, when the series begins.
type Series struct {
	round Round
	bets  [MaxSeats]Bet
	// nets are those of the first seat's hands by outcome, not doubled and doubled,
	// without hearts.
	nets [1 << outcomeBits][2]Chips
}

// NewSeries returns a series by these rules, with the same bets in every round.
// No round is dealt yet. The errors are those of [Deal].
func NewSeries(rules Rules, supply Supply, bets ...Bet) (*Series, error) {
	s := &Series{round: Round{supply: supply}}
	if err := s.round.begin(rules, bets); err != nil {
		return nil, err
	}
	copy(s.bets[:], bets)
	s.price(bets[0].Stake)
	s.round.phase = Over
	return s, nil
}

// price fills the nets of a stake.
func (s *Series) price(stake Chips) {
	rules := &s.round.rules
	for o := range s.nets {
		if Outcome(o) == WonNatural && !rules.Naturals() {
			continue
		}
		for doubled := range s.nets[o] {
			won, lost := rules.Pays(Outcome(o), stake<<doubled, false)
			s.nets[o][doubled] = won - lost
		}
	}
}

// Deal deals the next round from these cards, and then from the supply. It
// returns what the seat whose turn it is may do, nothing where the round is over
// already. The error is [ErrShoeEmpty], or another of the supply.
func (s *Series) Deal(cards []Card) (legal Actions, err error) {
	r := &s.round
	r.phase, r.emptied, r.waits, r.at, r.may, r.nlog = Playing, false, 0, 0, 0, 0
	for i := range r.nseats {
		r.sit(i, s.bets[i])
	}
	if err := r.deal(cards); err != nil {
		return 0, r.orEmptied(err)
	}
	return r.may, nil
}

// Step plays an action of the seat whose turn it is, as [Round.Play] does, in
// place, and returns what may be done next. After an error nothing but Deal may
// be called.
func (s *Series) Step(a Action) (legal Actions, err error) {
	err = s.round.act(a)
	return s.round.may, err
}

// Left returns how many of the cards handed to the round it has not dealt.
func (s *Series) Left() int { return len(s.round.shoe.cards) - s.round.next }

// Turn returns the seat that is asked now.
func (s *Series) Turn() Seat { return s.round.turn() }

// Legal returns what the seat whose turn it is may do.
func (s *Series) Legal() Actions { return s.round.may }

// Total returns the total of the hand that is asked about, and whether it is soft.
func (s *Series) Total() (total int, soft bool) {
	h := s.round.asked()
	return h.total(), h.soft()
}

// SoftSum is what [Series.Sum] adds to a soft total.
const SoftSum = int(softBit)

// Sum returns the total of the hand that is asked about, with SoftSum more
// where it is soft: both in one number below 2*SoftSum, for looking up.
func (s *Series) Sum() int { return int(s.round.asked().sum) & (2*SoftSum - 1) }

// Cards returns the cards of the hand that is asked about, in the order drawn.
// They are the series' own, and not to be changed.
func (s *Series) Cards() []Card {
	h := s.round.asked()
	return h.cards[:h.len()]
}

// Natural reports whether the hand that is asked about is a natural.
func (s *Series) Natural() bool { return s.round.natural(s.round.asked()) }

// Hands returns how many hands the seat has whose turn it is.
func (s *Series) Hands() int {
	return max(s.round.seat().nhands, 1)
}

// Upcard returns the card that the seat whose turn it is sees of its opponent,
// if it sees one. The house sees the first card of the first seat.
func (s *Series) Upcard() (c Card, seen bool) {
	r := &s.round
	if r.at == bankPlace {
		return r.hands[0].cards[0], r.hands[0].len() > 0
	}
	return r.upcard(), r.bank().len() > 0
}

// Endings counts what became of hands.
type Endings struct {
	Hands    [1 << outcomeBits][2]int64 // by [Outcome]; doubled hands apart
	Naturals int64                      // first hands that were naturals
}

// Count adds the hands of the first seat, once the round is over, and returns
// the seat's winnings less its losses, without side bets.
func (s *Series) Count(e *Endings) Chips {
	r := &s.round
	e.Naturals += one(r.natural(&r.hands[0]))
	won, lost := r.insured(0)
	net, bank := won-lost, r.bankScore()
	for i := range r.seats[0].nhands {
		h := &r.hands[i&(handPlaces-1)]
		o := r.outcomeAgainst(h, bank) & (1<<outcomeBits - 1)
		doubled := one(h.doubled)
		e.Hands[o][doubled]++
		net += s.nets[o][doubled]
		if r.rules.HeartsDouble && o == Won {
			won, _ := r.pays(h, o)
			net += won - s.nets[o][doubled]
		}
	}
	return net
}

// Side returns how a side bet of the first seat ended, once the round is over.
func (s *Series) Side(b SideBet) SideResult {
	result, _ := s.round.sideResult(0, b)
	return result
}

// one is 1 for true, without a branch.
func one(yes bool) (n int64) {
	if yes {
		n = 1
	}
	return n
}
