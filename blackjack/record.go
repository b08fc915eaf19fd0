package blackjack

import (
	"encoding/binary"
	"fmt"
)

// A record is what was dealt and what was done, not what came of it:
//
//	version, rules, seats × (stake, purse), both shuffles of the shoe, actions
//
// Reading it plays the actions again, through the same step that players take,
// so a record cannot hold a round that the rules do not lead to.
const recordVersion = 1

// Record returns the round as bytes that [ReadRecord] reads.
func (r Round) Record() []byte {
	b := make([]byte, 0, 64+r.shoe.Len()+r.nlog)
	b = append(b, recordVersion)
	b = r.rules.append(b)
	b = binary.AppendUvarint(b, uint64(r.nseats))
	for i := range r.nseats {
		b = binary.AppendUvarint(b, uint64(r.Bet(Seat(i))))
		b = binary.AppendUvarint(b, uint64(r.seats[i].purse))
	}
	b = appendCards(b, r.shoe.cards[:r.shoe.first])
	b = appendCards(b, r.shoe.cards[r.shoe.first:])
	b = binary.AppendUvarint(b, uint64(r.nlog))
	for _, a := range r.log[:r.nlog] {
		b = append(b, byte(a))
	}
	return b
}

func appendCards(b []byte, cards []Card) []byte {
	b = binary.AppendUvarint(b, uint64(len(cards)))
	for _, c := range cards {
		b = append(b, byte(c))
	}
	return b
}

// ReadRecord returns the round of a record. The error wraps [ErrRecord].
func ReadRecord(b []byte) (Round, error) {
	d := decoder{rest: b}
	if v := d.byte(); v != recordVersion {
		return Round{}, fmt.Errorf("%w: version %d, this program knows version %d", ErrRecord, v, recordVersion)
	}
	rules := d.rules()
	bets := make([]Bet, min(d.uint(), MaxSeats+1))
	purses := make([]Chips, len(bets))
	for i := range bets {
		bets[i] = Bet{Stake: Chips(d.uint()), Purse: unlimited}
		purses[i] = Chips(d.uint())
	}
	left, next := d.cards(), d.cards()
	actions := d.bytes()
	if d.bad || len(d.rest) > 0 {
		return Round{}, fmt.Errorf("%w: it ends in the wrong place", ErrRecord)
	}
	r, err := replay(rules, left, next, bets, actions)
	if err != nil {
		return Round{}, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	for i, p := range purses {
		r.fund(Seat(i), p)
	}
	return r, nil
}

// replay deals and plays again. The purses are unlimited meanwhile: what an
// empty purse forced is among the actions.
func replay(rules Rules, left, next []Card, bets []Bet, actions []byte) (Round, error) {
	shoe, err := NewShoeThen(left, next)
	if err != nil {
		return Round{}, err
	}
	r, err := Deal(rules, shoe, bets...)
	if err != nil {
		return Round{}, err
	}
	for i, a := range actions {
		if err := r.act(Action(a)); err != nil {
			return Round{}, fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	return r, nil
}

func (r Rules) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(r.Decks))
	b = binary.AppendUvarint(b, uint64(r.Jokers))
	b = append(b, byte(r.Pack), byte(r.Aces), flag(r.Fresh))
	b = binary.AppendUvarint(b, uint64(r.ReshuffleBelow))
	b = append(b, flag(r.EmptyWins),
		byte(r.Start), flag(r.SeatBySeat), flag(r.LastUp), flag(r.BankShows), byte(r.HoleCard), byte(r.DealerStands), flag(r.DealerHitsSoft17),
		flag(r.HouseDecides), flag(r.DealerWins21), flag(r.TieLoses),
		flag(r.AskedAt21), byte(r.Double), flag(r.DoubleAfterSplit), byte(r.MaxHands), byte(r.MaxAceHands),
		flag(r.HitSplitAces), flag(r.LateSurrender), flag(r.Insurance), flag(r.EvenMoney))
	b = binary.AppendUvarint(b, uint64(r.NaturalPays.Win))
	b = binary.AppendUvarint(b, uint64(r.NaturalPays.Per))
	b = append(b, flag(r.HeartsDouble))
	b = binary.AppendUvarint(b, uint64(r.MinBet))
	return binary.AppendUvarint(b, uint64(r.MaxBet))
}

func (d *decoder) rules() Rules {
	return Rules{
		Decks:            int(d.uint()),
		Jokers:           int(d.uint()),
		Pack:             Pack(d.byte()),
		Aces:             Aces(d.byte()),
		Fresh:            d.flag(),
		ReshuffleBelow:   int(d.uint()),
		EmptyWins:        d.flag(),
		Start:            Start(d.byte()),
		SeatBySeat:       d.flag(),
		LastUp:           d.flag(),
		BankShows:        d.flag(),
		HoleCard:         HoleCard(d.byte()),
		DealerStands:     int(d.byte()),
		DealerHitsSoft17: d.flag(),
		HouseDecides:     d.flag(),
		DealerWins21:     d.flag(),
		TieLoses:         d.flag(),
		AskedAt21:        d.flag(),
		Double:           DoubleOn(d.byte()),
		DoubleAfterSplit: d.flag(),
		MaxHands:         int(d.byte()),
		MaxAceHands:      int(d.byte()),
		HitSplitAces:     d.flag(),
		LateSurrender:    d.flag(),
		Insurance:        d.flag(),
		EvenMoney:        d.flag(),
		NaturalPays:      Ratio{Chips(d.uint()), Chips(d.uint())},
		HeartsDouble:     d.flag(),
		MinBet:           Chips(d.uint()),
		MaxBet:           Chips(d.uint()),
	}
}

func flag(set bool) byte {
	if set {
		return 1
	}
	return 0
}

// decoder takes a record apart; after the first thing that does not fit it is
// bad and gives zeros.
type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) byte() byte {
	if len(d.rest) == 0 {
		d.bad = true
		return 0
	}
	b := d.rest[0]
	d.rest = d.rest[1:]
	return b
}

func (d *decoder) flag() bool {
	b := d.byte()
	d.bad = d.bad || b > 1
	return b == 1
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 || v > uint64(unlimited) {
		d.bad, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

func (d *decoder) bytes() []byte {
	n := d.uint()
	if n > uint64(len(d.rest)) {
		d.bad, d.rest = true, nil
		return nil
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

func (d *decoder) cards() []Card {
	raw := d.bytes()
	cards := make([]Card, len(raw))
	for i, c := range raw {
		cards[i] = Card(c)
	}
	return cards
}
