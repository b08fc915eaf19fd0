package blackjack

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// A record is what was dealt and what was done, not the result:
//
//	version, rules, seats × (stake, purse, side bets where the rules offer any),
//	both shuffles of the shoe, actions
//
// Reading it plays the actions again, through the same step that players take,
// so a record cannot hold a round that the rules do not lead to.
const recordVersion = 1

// Record returns the round as bytes that [ReadRecord] reads.
func (r *Round) Record() []byte {
	c := coder{b: make([]byte, 0, 64+r.shoe.Len()+r.Acted())}
	left, next, log := r.shoe.cards[:r.shoe.first], r.shoe.cards[r.shoe.first:], r.Actions()
	version := uint8(recordVersion)
	numbers(&c, &version)
	r.course.rules.code(&c)
	numbers(&c, &r.course.nseats)
	for i := range r.course.nseats {
		b := Bet{r.Bet(Seat(i)), r.course.seats[i].purse, r.Sides(Seat(i))}
		b.code(&c, &r.course.rules)
	}
	list(&c, &left)
	list(&c, &next)
	list(&c, &log)
	return c.b
}

// ReadRecord returns the round of a record. The error wraps [ErrRecord].
func ReadRecord(b []byte) (Round, error) {
	c := coder{b: b, reading: true}
	var version uint8
	if numbers(&c, &version); version != recordVersion {
		return Round{}, fmt.Errorf("%w: version %d, this program knows version %d",
			ErrRecord, version, recordVersion)
	}
	var rules Rules
	var seats int
	rules.code(&c)
	numbers(&c, &seats)
	bets := make([]Bet, min(seats, MaxSeats+1))
	purses := make([]Chips, len(bets))
	for i := range bets {
		bets[i].code(&c, &rules)
		purses[i] = bets[i].Purse
	}
	var left, next []Card
	var actions []Action
	list(&c, &left)
	list(&c, &next)
	list(&c, &actions)
	if c.bad || len(c.b) > 0 {
		return Round{}, fmt.Errorf("%w: it ends in the wrong place", ErrRecord)
	}
	r, err := Replay(rules, left, next, bets, actions)
	if err != nil {
		return Round{}, fmt.Errorf("%w: %v", ErrRecord, err) // not a refusal of a player
	}
	for i, p := range purses {
		r = r.Fund(Seat(i), p)
	}
	return r, nil
}

// Replay deals and plays again: from what was left of one shuffle, and the next behind it,
// with the [Round.Actions] of a round. Purses are unlimited, whatever the bets say: what an
// empty purse forced is among the actions.
func Replay(rules Rules, left, next []Card, bets []Bet, actions []Action) (Round, error) {
	shoe, err := NewShoeThen(left, next)
	if err != nil {
		return Round{}, err
	}
	bets = slices.Clone(bets)
	for i := range bets {
		bets[i].Purse = unlimited
	}
	r, err := Deal(rules, shoe, bets...)
	if err != nil {
		return Round{}, err
	}
	for i, a := range actions {
		if err := r.act(a); err != nil {
			return Round{}, fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	return r, nil
}

// Steps yields each moment of the round at which somebody decided: the round as it was, who
// was asked, and what they did. The chips that a seat could add are those that it has now and
// those that it has added since, so what only its purse forced on it is not among them.
func (r *Round) Steps(yield func(before Round, who Seat, did Action) bool) {
	bets := make([]Bet, r.course.nseats)
	for i := range bets {
		s := &r.course.seats[i]
		bets[i] = Bet{Stake: r.Bet(Seat(i)), Sides: s.sides}
		bets[i].Purse = s.funds
	}
	now, err := Deal(r.course.rules, r.shoe, bets...)
	for err == nil && now.Acted() < r.Acted() {
		who, did := now.Turn(), r.course.log[now.Acted()]
		if !yield(now, who, did) {
			return
		}
		now, err = now.Play(who, did)
	}
	if err != nil { // every action of the log was played once, with these chips or fewer
		panic(fmt.Sprintf("blackjack: a round does not play again: %v", err))
	}
}

// Actions returns the round's log: what was asked and answered, and what was forced.
func (r *Round) Actions() []Action { return slices.Clone(r.course.log[:r.course.nlog]) }

// Acted returns how many actions the round's log has.
func (r *Round) Acted() int { return r.course.nlog }

// code writes or reads a bet at a table.
func (b *Bet) code(c *coder, r *Rules) {
	numbers(c, &b.Stake, &b.Purse)
	if r.hasSides() {
		for i := range b.Sides {
			numbers(c, &b.Sides[i])
		}
	}
}

// code writes or reads the rules, from the first release on in this order for ever.
func (r *Rules) code(c *coder) {
	numbers(c, &r.Decks, &r.Jokers)
	numbers(c, &r.Pack)
	numbers(c, &r.Aces)
	c.flags(&r.Fresh)
	numbers(c, &r.ReshuffleBelow)
	c.flags(&r.EmptyWins)
	numbers(c, &r.Start)
	c.flags(&r.SeatBySeat, &r.LastUp, &r.BankShows)
	numbers(c, &r.HoleCard)
	numbers(c, &r.DealerStands)
	c.flags(&r.DealerHitsSoft17, &r.HouseDecides, &r.DealerWins21, &r.TieLoses, &r.AskedAt21)
	numbers(c, &r.Double)
	c.flags(&r.DoubleAfterSplit)
	numbers(c, &r.MaxHands, &r.MaxAceHands)
	c.flags(&r.HitSplitAces, &r.LateSurrender, &r.Insurance, &r.EvenMoney)
	numbers(c, &r.NaturalPays.Win, &r.NaturalPays.Per)
	c.flags(&r.HeartsDouble)
	numbers(c, &r.MinBet, &r.MaxBet)
	numbers(c, &r.Pairs, &r.Poker, &r.Bust)
	c.flags(&r.BothBustTie)
}

// coder writes a record, or reads one: after the first thing that does not fit it
// is bad and gives zeros.
type coder struct {
	b       []byte // written so far, or left to read
	reading bool
	bad     bool
}

// numbers writes or reads whole numbers that are not negative.
func numbers[T ~int | ~uint8 | ~int64](c *coder, list ...*T) {
	for _, at := range list {
		if !c.reading {
			c.b = binary.AppendUvarint(c.b, uint64(*at))
			continue
		}
		v, n := binary.Uvarint(c.b)
		if *at = T(v); n <= 0 || v > uint64(unlimited) || uint64(*at) != v {
			c.bad, c.b, *at = true, nil, 0
			return
		}
		c.b = c.b[n:]
	}
}

func (c *coder) flags(list ...*bool) {
	for _, at := range list {
		n := uint8(0)
		if *at {
			n = 1
		}
		numbers(c, &n)
		*at = n == 1
		c.bad = c.bad || n > 1
	}
}

// list writes or reads a list of what fits a byte.
func list[T ~uint8](c *coder, at *[]T) {
	n := len(*at)
	numbers(c, &n)
	if !c.reading {
		for _, v := range *at {
			c.b = append(c.b, byte(v))
		}
		return
	}
	if n > len(c.b) {
		c.bad, c.b, n = true, nil, 0
	}
	*at = make([]T, n)
	for i := range *at {
		(*at)[i] = T(c.b[i])
	}
	c.b = c.b[n:]
}
