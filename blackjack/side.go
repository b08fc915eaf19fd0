package blackjack

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// SideBet is a bet beside the stake. Numbers are stored.
type SideBet uint8

// The side bets.
const (
	PerfectPairs       SideBet = iota // on a pair in the seat's first two cards
	TwentyOnePlusThree                // on a poker hand of these and the upcard
	DealerBust                        // on a dealer over 21; with more cards it pays more

	SideBets = 3
)

var sideNames = [SideBets]string{"perfect pairs", "21+3", "the dealer's bust"}

// String returns the side bet as players call it.
func (b SideBet) String() string {
	if b < SideBets {
		return sideNames[b]
	}
	return "no side bet"
}

// Sides are the stakes on side bets, 0 for none.
type Sides [SideBets]Chips

// Sum returns all of them together.
func (s Sides) Sum() (sum Chips) {
	for _, stake := range s {
		sum += stake
	}
	return sum
}

// SideResult is how a side bet ended.
type SideResult uint8

// The results: of every side bet the first, and of each those that it wins by, the
// best first.
const (
	SideLost SideResult = iota

	PerfectPair  // of one rank and suit
	ColouredPair // of one rank and colour
	MixedPair    // of one rank

	SuitedTrips // three cards of one rank and suit
	StraightFlush
	Trips
	Straight // an ace is low or high
	Flush

	BustOfEight // the dealer's cards, or more of them
	BustOfSeven
	BustOfSix
	BustOfFive
	BustOfFour
	BustOfThree // or two, where every ace counts 11

	sideResults
)

var resultNames = [sideResults]string{"lost", "perfect pair", "coloured pair", "mixed pair",
	"suited three of a kind", "straight flush", "three of a kind", "straight", "flush",
	"bust with 8 cards or more", "bust with 7 cards", "bust with 6 cards", "bust with 5 cards",
	"bust with 4 cards", "bust with 3 cards"}

// String returns the result as players call it.
func (s SideResult) String() string {
	if s < sideResults {
		return resultNames[s]
	}
	return "no result"
}

// best is the best result of each side bet, which the others follow.
var best = [SideBets]SideResult{PerfectPair, SuitedTrips, BustOfEight}

// PayTable is the number of a pay table of a side bet, 0 where the bet is not offered.
// Numbers are stored.
type PayTable uint8

// payTable is what a chip wins by result, the best first.
type payTable struct {
	pays  []Chips
	decks int // the fewest from which every result can be dealt
}

// payTables are the pay tables of each side bet, by their numbers from 1. Casinos use them:
//
//   - pay tables A to D of wizardofodds.com/games/blackjack/side-bets/perfect-pairs
//   - versions 1 and 3 of wizardofodds.com/games/blackjack/side-bets/21plus3, and that of
//     Evolution's live tables
//   - pay table 1 of wizardofodds.com/games/blackjack/side-bets/buster-blackjack, and that
//     of California's card rooms
var payTables = [SideBets][]payTable{
	PerfectPairs: {
		{[]Chips{25, 12, 6}, 2},
		{[]Chips{30, 10, 5}, 2},
		{[]Chips{25, 12, 5}, 2},
		{[]Chips{25, 15, 5}, 2},
	},
	TwentyOnePlusThree: {
		{[]Chips{9, 9, 9, 9, 9}, 1},
		{[]Chips{100, 35, 33, 10, 5}, 3},
		{[]Chips{100, 40, 30, 10, 5}, 3},
	},
	DealerBust: {
		{[]Chips{250, 50, 12, 4, 2, 2}, 1},
		{[]Chips{200, 100, 30, 6, 3, 1}, 1},
	},
}

// PayTables returns the names of the pay tables of a side bet by their numbers, such as
// "25-12-6"; the first is "off".
func (b SideBet) PayTables() []string {
	names := []string{"off"}
	for _, t := range payTables[b] {
		names = append(names, strings.Trim(strings.ReplaceAll(fmt.Sprint(t.pays), " ", "-"), "[]"))
	}
	return names
}

// PayTable returns the number of the pay table of a side bet.
func (r Rules) PayTable(b SideBet) PayTable {
	return [SideBets]PayTable{r.Pairs, r.Poker, r.Bust}[b]
}

// SidePays yields the results that a side bet wins by, the best first, and what it then
// pays for a chip; nothing where the bet is not offered.
func (r Rules) SidePays(b SideBet) iter.Seq2[SideResult, Chips] {
	return func(yield func(SideResult, Chips) bool) {
		if t := r.PayTable(b); t > 0 {
			for i, pays := range payTables[b][t-1].pays {
				if !yield(best[b]+SideResult(i), pays) {
					return
				}
			}
		}
	}
}

// SideDecks returns the fewest decks from which every result of the side bets offered
// can be dealt.
func (r Rules) SideDecks() (decks int) {
	for b := range SideBet(SideBets) {
		if t := r.PayTable(b); t > 0 {
			decks = max(decks, payTables[b][t-1].decks)
		}
	}
	return decks
}

// WithoutSides returns the rules with no side bet offered. What a hand is worth is the same.
func (r Rules) WithoutSides() Rules {
	r.Pairs, r.Poker, r.Bust = 0, 0, 0
	return r
}

// hasSides reports whether a side bet is offered.
func (r *Rules) hasSides() bool { return r.Pairs|r.Poker|r.Bust != 0 }

// knowsSides reports whether the numbers of pay tables are numbers of some.
func (r *Rules) knowsSides() bool {
	for b := range SideBet(SideBets) {
		if int(r.PayTable(b)) > len(payTables[b]) {
			return false
		}
	}
	return true
}

// SideMax returns the largest stake of a side bet, which is no larger than the bet beside it.
func (r Rules) SideMax() Chips { return min(r.MaxBet, MaxSide) }

// Takes returns why the table does not take a bet: a [*StakeError] or a [*SideBetError]
// for the first that is outside its limits.
func (r *Rules) Takes(b Bet) error {
	if b.Stake < r.MinBet || b.Stake > r.MaxBet {
		return &StakeError{b.Stake, r.MinBet, r.MaxBet}
	}
	if b.Sides == (Sides{}) {
		return nil
	}
	most := min(r.SideMax(), b.Stake)
	for b, stake := range b.Sides {
		offered := r.PayTable(SideBet(b)) > 0
		if stake != 0 && (!offered || stake < 1 || stake > most) {
			return &SideBetError{SideBet(b), stake, 1, most, offered}
		}
	}
	return nil
}

// PairOf returns the result of [PerfectPairs] on the first two cards of a seat.
func PairOf(a, b Card) SideResult {
	switch {
	case a.Rank() != b.Rank():
		return SideLost
	case a == b:
		return PerfectPair
	case a.red() == b.red():
		return ColouredPair
	}
	return MixedPair
}

func (c Card) red() bool { return c.Suit() == Diamonds || c.Suit() == Hearts }

// PokerOf returns the result of [TwentyOnePlusThree] on the first two cards of a seat and
// the dealer's upcard.
func PokerOf(a, b, up Card) SideResult {
	ranks := [...]Rank{a.Rank(), b.Rank(), up.Rank()}
	slices.Sort(ranks[:])
	low, mid, high := ranks[0], ranks[1], ranks[2]
	flush := a.Suit() == b.Suit() && b.Suit() == up.Suit()
	straight := mid == low+1 && high == mid+1 || low == Ace && mid == King-1 && high == King
	switch {
	case low == high && flush:
		return SuitedTrips
	case straight && flush:
		return StraightFlush
	case low == high:
		return Trips
	case straight:
		return Straight
	case flush:
		return Flush
	}
	return SideLost
}

// BustOf returns the result of [DealerBust] on a dealer over 21 with a number of cards.
func BustOf(cards int) SideResult {
	return BustOfEight + SideResult(8-min(max(cards, 3), 8))
}

// decideSides decides the side bets that the first cards decide.
func (c *Course) decideSides() {
	for i := range c.nseats {
		if s := &c.seats[i]; s.sides != (Sides{}) {
			cards := s.hands[0].cards
			s.results = [...]SideResult{
				PerfectPairs:       PairOf(cards[0], cards[1]),
				TwentyOnePlusThree: PokerOf(cards[0], cards[1], c.upcard()),
			}
		}
	}
}

// Sides returns the stakes of a seat's side bets.
func (r *Round) Sides(who Seat) Sides { return r.course.seats[who].sides }

// sideResult returns how a side bet that a seat has made ends, once that is decided.
func (c *Course) sideResult(who Seat, b SideBet) (result SideResult, decided bool) {
	switch {
	case b != DealerBust:
		return c.seats[who].results[b], true
	case c.phase != Over:
		return SideLost, false
	case c.dealer.total <= 21:
		return SideLost, true
	}
	return BustOf(int(c.dealer.ncards)), true
}

// viewSides returns the side bets that a seat has made.
func (c *Course) viewSides(who Seat) (list []SideView) {
	for b, stake := range c.seats[who].sides {
		if stake > 0 {
			v := SideView{Bet: SideBet(b), Stake: stake}
			v.Result, v.Decided = c.sideResult(who, v.Bet)
			if v.Decided {
				v.Won, v.Lost = c.rules.paysSide(v.Bet, v.Result, stake)
			}
			list = append(list, v)
		}
	}
	return list
}

// paysSide returns what a stake on a side bet wins and what it loses.
func (r *Rules) paysSide(b SideBet, result SideResult, stake Chips) (won, lost Chips) {
	if result == SideLost {
		return 0, stake
	}
	return stake * payTables[b][r.PayTable(b)-1].pays[result-best[b]], 0
}
