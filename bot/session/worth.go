package session

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/review"
	"holecard/storage"
)

// ErrUnreviewable reports a round that has no review: its cards were forgotten, or its odds
// take too long.
var ErrUnreviewable = errors.New("the round has no review")

// finished is a seat of a settled round, with what its review follows from.
type finished struct {
	*stored
	seat   int
	line   storage.Line
	hinted []uint32
}

// readFinished reads a seat of a settled round. The line of one that has none, such as
// practice, is made.
func readFinished(r storage.Reader, k *stored, seat int) (finished, error) {
	who := k.Player(seat)
	l, found, err1 := storage.Lines.Get(r, who.Line(k.Dealt, k.ID))
	if !found {
		l = k.line(seat)
	}
	hinted, err2 := storage.Hinted(r, who, k.ID)
	return finished{k, seat, l, hinted}, errors.Join(err1, err2)
}

// judged is what a seat's round was worth.
type judged struct {
	review review.Review
	helped []bool // by steps
	worth  storage.Worth
}

// judge reviews a seat. It computes, so no transaction is open meanwhile. The error is
// [ErrUnreviewable], or one that may not hold for ever.
func (s *Sessions) judge(ctx context.Context, f finished) (j judged, err error) {
	if f.Dropped || s.Adviser == nil {
		return j, ErrUnreviewable
	}
	house, err := keptHouse(f.House)
	if err != nil {
		return j, fmt.Errorf("%w: %w", ErrUnreviewable, err)
	}
	seat := blackjack.Seat(f.seat)
	j.review, err = review.Of(ctx, f.round, seat, s.earlier(f.stored), house, s.Adviser)
	if errors.Is(err, odds.ErrNone) {
		err = fmt.Errorf("%w: %w", ErrUnreviewable, err)
	}
	if err != nil {
		return j, err
	}
	w := &j.worth
	*w = storage.Worth{State: storage.Reviewed, Expected: j.review.Expected,
		Value: j.review.Value}
	for _, step := range j.review.Steps {
		helped := f.Seats[f.seat].Plays != "" ||
			slices.Contains(f.hinted, uint32(step.Action)+1)
		j.helped = append(j.helped, helped)
		if helped {
			continue
		}
		w.Decisions++
		w.Cost += step.Cost
		w.CostPerBet += perBet(step.Cost, f.round.Bet(seat))
		if step.Mistake() {
			w.Mistakes++
		}
	}
	return j, nil
}

// perBet returns a cost as it is for a first stake of one chip.
func perBet(cost storage.Micro, bet storage.Chips) storage.Micro {
	return (cost + storage.Micro(bet)/2) / storage.Micro(bet)
}

// learn adds a seat's own decisions to what its player should practise.
func (j judged) learn(l *storage.Lessons, bet storage.Chips) {
	for i, step := range j.review.Steps {
		if j.helped[i] || step.Cell == (review.Cell{}) { // insurance is in no cell
			continue
		}
		teach(l, cellOf(step.Cell), step.Mistake(), perBet(step.Cost, bet))
	}
}
