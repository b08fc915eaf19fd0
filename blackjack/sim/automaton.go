package sim

import "holecard/blackjack"

// automaton is a table and who plays at it, compiled: the state that follows each state with each
// card. Threads share it.
//
//	start ─▶ states ─┬─▶ end: what the round brings. Its row is that of the start, and so
//	                 │   the next card begins the next round
//	                 └─▶ split: hand ─▶ how it ended ─┐
//	                            hand ─▶ how it ended ─┼─▶ what the round brings
//	                            dealer ─▶ final hand ─┘
type automaton struct {
	symbols    uint32 // the length of a row
	next       []uint32
	firstEnd   uint32 // where the rows of ends begin; a state is the place of its row in next
	firstSplit uint32 // where the numbers of splits begin, which have no rows
	ends       []result
	splits     []split
	parts
}

// result is what a round brings, or a part of one.
type result struct {
	net     blackjack.Chips
	endings blackjack.Endings
}

// split is where the hands of a round part.
type split struct {
	hand   uint32    // with the first card of the pair, each of them
	dealer [2]uint32 // once they have been played and none stands, or one does
}

// parts are the rows of what is played for itself once hands have been split.
type parts struct {
	hands   []handRow
	dealers []partRow
	stands  []bool            // of hands, by how they ended
	insured []blackjack.Chips // what insurance brings, by the dealer's final hand
	brings  [][]result        // how a hand ended against the dealer's final hand
}

type partRow [maxSymbols]uint32

// What a row of a part has beside the number of the row that follows.
const (
	partEnds  = 1 << 30 // the number of the end follows
	splits    = 1 << 31 // the hand is split once more, and that is the row of its parts
	partMask  = partEnds - 1
	noSuchEnd = ^uint32(0) // of the dealer's turn after hands that never end so
)

// maxSymbols is the most kinds of cards: ten values, with a heart and without, a joker, and the
// end of the shoe.
const maxSymbols = 22

// start is the first state.
const start = 0

// finish plays the rest of a round whose hands have been split, and counts it.
func (a *automaton) finish(state uint32, draw func() uint32, c *counts) {
	s := &a.splits[state-a.firstSplit]
	var ended [blackjack.MaxSplitHands]uint32
	hands, first, one := 2, s.hand, 0
	for i := 0; i < hands; i++ {
		row := first
		for row&partEnds == 0 {
			if row = a.hands[row].next[draw()]; row&splits != 0 {
				hands++
				row &= partMask
				first = row
			}
		}
		if ended[i] = row & partMask; a.stands[ended[i]] {
			one = 1
		}
	}
	dealer := s.dealer[one]
	for dealer&partEnds == 0 {
		dealer = a.dealers[dealer][draw()]
	}
	final := dealer & partMask
	net := a.insured[final]
	for _, e := range ended[:hands] {
		r := &a.brings[e][final]
		net += r.net
		c.endings.Add(&r.endings, 1)
	}
	c.count(net, 1)
}

// tell counts rounds by their last states. Those whose hands were split have been counted.
func (a *automaton) tell(last []uint32, c *counts, sums []int64) {
	clear(sums)
	for _, state := range last {
		sums[state-a.firstEnd]++
	}
	for i := range a.ends {
		rounds := sums[i*int(a.symbols)]
		c.count(a.ends[i].net, rounds)
		c.endings.Add(&a.ends[i].endings, rounds)
	}
}

// sums returns the space that tell needs.
func (a *automaton) sums() []int64 { return make([]int64, a.firstSplit-a.firstEnd+1) }

// counted is the last state of a round that has been counted.
func (a *automaton) counted() uint32 { return a.firstSplit }
