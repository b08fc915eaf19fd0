package figures

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holecard/blackjack/odds"
)

// ErrBusy reports that others were to be computed first: more than may wait, or
// for longer than the caller waits.
var ErrBusy = errors.New("too many computations wait")

// TimeError reports a computation that this machine is too slow for: within the
// limits of odds, but longer than anybody waits.
type TimeError struct {
	Question odds.Question
	Limit    time.Duration
}

func (e *TimeError) Error() string {
	return fmt.Sprintf("%v took longer than %v", e.Question, e.Limit)
}

// Refusal returns the key of the words for players.
func (e *TimeError) Refusal() (string, []any) {
	return (&odds.LimitError{Question: e.Question}).Refusal()
}

// Is reports that the error is [odds.ErrNone].
func (*TimeError) Is(target error) bool { return target == odds.ErrNone }

// lane lets one computation run at a time. A few more wait for their turn, and
// others are refused.
type lane struct {
	slots chan struct{} // held by the computation that runs and those that wait
	turn  chan struct{} // held by the one that runs
	limit time.Duration // of a computation, not counting its wait
	again time.Duration // how long one that took too long is not tried again
}

func newLane(waiting int, limit, again time.Duration) *lane {
	return &lane{make(chan struct{}, 1+waiting), make(chan struct{}, 1), limit, again}
}

// run computes when it is its turn, until ctx ends. The error is [ErrBusy], a
// [*TimeError], or what compute returns. Without a lane it computes at once.
func (l *lane) run(
	ctx context.Context, of odds.Question, compute func(context.Context) error,
) error {
	if l == nil {
		return compute(ctx)
	}
	select {
	case l.slots <- struct{}{}:
	default:
		return ErrBusy
	}
	defer func() { <-l.slots }()
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrBusy, ctx.Err())
	}
	defer func() { <-l.turn }()
	limited, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	err := compute(limited)
	switch {
	case !errors.Is(err, context.DeadlineExceeded):
		return err
	case ctx.Err() != nil: // the caller's time went by in the queue
		return fmt.Errorf("%w: %w", ErrBusy, ctx.Err())
	}
	return &TimeError{of, l.limit}
}
