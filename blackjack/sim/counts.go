package sim

import "holecard/blackjack"

// The range of net results, in first stakes: each of the hands that a seat can
// have is doubled and lost, with insurance; or won at twice the stake.
const (
	deepest = 2*blackjack.MaxSplitHands + 1
	highest = 4*blackjack.MaxSplitHands + 1
)

// counts is what is counted of rounds. Adding is all that is done to it, in
// whole numbers, so that the order in which rounds are counted is no matter.
type counts struct {
	nets    []int64 // rounds by net result, the deepest loss first
	endings blackjack.Endings
}

func newCounts(unit blackjack.Chips) counts {
	return counts{nets: make([]int64, (deepest+highest)*unit+1)}
}

func (c *counts) add(d *counts) {
	for i, n := range d.nets {
		c.nets[i] += n
	}
	for o := range d.endings.Hands {
		c.endings.Hands[o][0] += d.endings.Hands[o][0]
		c.endings.Hands[o][1] += d.endings.Hands[o][1]
	}
	c.endings.Naturals += d.endings.Naturals
}

func (c *counts) result(unit blackjack.Chips) Result {
	r := Result{Unit: unit, Naturals: c.endings.Naturals}
	for _, n := range c.endings.Hands {
		r.Hands += n[0] + n[1]
		r.Doubles += n[1]
	}
	r.Busts = c.hands(blackjack.Busted)
	r.Surrenders = c.hands(blackjack.Surrendered)
	for i, n := range c.nets {
		if n == 0 {
			continue
		}
		net := blackjack.Chips(i) - deepest*unit
		r.Distribution = append(r.Distribution, Bin{net, n})
		r.Rounds += n
		switch {
		case net > 0:
			r.Wins += n
		case net < 0:
			r.Losses += n
		default:
			r.Pushes += n
		}
	}
	r.Splits = r.Hands - r.Rounds
	return r
}

func (c *counts) hands(o blackjack.Outcome) int64 {
	return c.endings.Hands[o][0] + c.endings.Hands[o][1]
}
