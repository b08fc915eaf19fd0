// Package review says what a round that is over was worth to a seat, what each of its
// decisions has cost, and so what was luck.
//
//	      the deal          a decision            the end
//	Expected ──▶ Value ──▶ best option ─ ─ ─ ─▶ net
//	     luck              │ cost     luck
//	                       └──▶ option chosen
//
//	net = Value - Cost + Luck(), and over many rounds net = Expected - Cost + luck
//
// Everything is valued by what could be seen at that moment: the seat's hands, the upcard,
// the cards of other seats, and those dealt before from a shoe that is kept. No hole card and
// no later card counts, so a decision that turned out badly costs nothing if it was best.
//
// Values are in millionths of a chip and rounded once each, so the sums above are exact.
package review

import (
	"context"
	"errors"
	"fmt"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
)

// Review is what a settled round was worth to a seat.
type Review struct {
	Expected blackjack.Micro // the mean net of best play before any card, from a full shoe
	Value    blackjack.Micro // the same at the seat's first decision; the net where it had none
	Net      blackjack.Chips
	Steps    []Step
}

// Cost returns what all mistakes have cost.
func (r Review) Cost() (sum blackjack.Micro) {
	for _, s := range r.Steps {
		sum += s.Cost
	}
	return sum
}

// Luck returns what is neither the value of the deal nor the player's doing.
func (r Review) Luck() blackjack.Micro { return r.Net.Micro() - r.Value + r.Cost() }

// Step is a decision of the seat.
type Step struct {
	Action  int            // index in the round's log of actions
	Hand    int            // of the seat
	View    blackjack.View // as the seat saw it
	Did     blackjack.Action
	Options []odds.Option   // best first, for each chip of Stake
	Stake   blackjack.Chips // of the hand
	Cost    blackjack.Micro
	Cell    Cell
}

// Loss returns what the decision has cost for each chip of the stake.
func (s Step) Loss() float64 { return s.Options[0].EV - s.done().EV }

// done returns the option that was chosen.
func (s Step) done() odds.Option {
	for _, o := range s.Options {
		if o.Action == s.Did {
			return o
		}
	}
	panic("review: nobody does what is not legal")
}

// worth returns what an option is worth.
func (s Step) worth(o odds.Option) blackjack.Micro { return micro(o.EV * float64(s.Stake)) }

// Mistake reports whether the decision has cost anything but rounding.
func (s Step) Mistake() bool { return s.Loss() > rounding }

// rounding is a loss that is none.
const rounding = 1e-6

// Adviser knows the odds of a table, as [odds.Best], [odds.Advise] and [odds.Side] compute
// them. Seen is the cards dealt before the round from the same shuffle.
type Adviser interface {
	Best(_ context.Context, _ blackjack.Rules, house strategy.Strategy) (odds.Result, error)
	Advise(_ context.Context, _ blackjack.View, _ blackjack.Seat, seen []blackjack.Card,
		house strategy.Strategy) ([]odds.Option, error)
	Side(blackjack.Rules, blackjack.SideBet) odds.SideOdds
}

// ErrOpen reports a round that is not over.
var ErrOpen = errors.New("the round is not over")

// MostStaked is the most that a seat may have staked in a round that is reviewed: what is
// computed of it, and the sums of many such rounds, are numbers in millionths.
const MostStaked blackjack.Chips = 1 << 30

// Of reviews a seat of a round that is over. Before is the cards dealt earlier from the
// shuffle that the round began with; house is who decides for a house that does, nil for the
// table's own. An error that is [odds.ErrNone] is for good: the round has no review.
func Of(
	ctx context.Context, r blackjack.Round, seat blackjack.Seat, before []blackjack.Card,
	house strategy.Strategy, a Adviser,
) (v Review, err error) {
	switch {
	case r.Phase() != blackjack.Over:
		return Review{}, ErrOpen
	case r.Staked(seat) > MostStaked:
		return Review{}, fmt.Errorf("%w: %d chips are staked", odds.ErrNone, r.Staked(seat))
	}
	v.Net = r.Payout(seat).Net()
	if v.Expected, err = expected(ctx, a, r, seat, house); err != nil {
		return Review{}, err
	}
	v.Value = v.Net.Micro()
	r.Steps(func(now blackjack.Round, who blackjack.Seat, did blackjack.Action) bool {
		if who != seat {
			return true
		}
		s := Step{Action: now.Acted(), View: now.View(), Did: did}
		s.Options, err = a.Advise(ctx, s.View, seat, before, house)
		if err != nil {
			return false
		}
		me := s.View.Seats[seat]
		s.Hand, s.Stake = me.Turn, me.Hands[me.Turn].Stake
		s.Cell = cellOf(s.View, seat)
		best := s.worth(s.Options[0])
		s.Cost = best - s.worth(s.done())
		if len(v.Steps) == 0 {
			v.Value = best + sides(s.View, seat, before)
		}
		v.Steps = append(v.Steps, s)
		return true
	})
	if err != nil {
		return Review{}, err
	}
	return v, nil
}
