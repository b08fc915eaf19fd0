package odds

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// mostLanes is how many processors one computation takes at most. Each lane has a graph and a
// memory of its own, and its part of the limit of memory.
const mostLanes = 4

// upcards hands out the upcards of a game, by index, each to one lane.
type upcards struct{ next atomic.Int32 }

func (u *upcards) take() int { return int(u.next.Add(1)) - 1 }

// lanes returns how many lanes a game is worth. Where suits matter a graph is too large to be
// made more than once, and upcards of one value are added up.
func lanes(r *blackjack.Rules, house strategy.Strategy) int {
	if r.HeartsDouble || r.HouseDecides && house != nil &&
		strategy.NeedsOf(house).Suits != [4]bool{} {
		return 1
	}
	return min(runtime.GOMAXPROCS(0), mostLanes)
}

// inLanes computes parts of an answer on several processors, and joins them. Which lane
// computes an upcard makes no difference.
func inLanes[T any](
	ctx context.Context, q Question, n int, compute func(*meter, *upcards) (T, error),
	join func(T, T) T,
) (T, error) {
	failing, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		turns  upcards
		wait   sync.WaitGroup
		parts  = make([]T, n)
		errs   = make([]error, n)
		panics = make([]any, n)
	)
	for i := range n {
		wait.Go(func() {
			defer func() { panics[i] = recover() }()
			m := newMeter(lane{failing, ctx}, q)
			m.limits.Memory /= int64(n)
			if parts[i], errs[i] = compute(m, &turns); errs[i] != nil {
				cancel(errs[i])
			}
		})
	}
	wait.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
	for i, part := range parts {
		if errs[i] != nil {
			return part, context.Cause(failing)
		}
		if i > 0 {
			parts[0] = join(parts[0], part)
		}
	}
	return parts[0], nil
}

// lane is the context of a lane: it ends when another lane has failed, and with the caller's,
// which is asked itself.
type lane struct {
	context.Context
	caller context.Context
}

func (l lane) Err() error {
	if err := l.caller.Err(); err != nil {
		return err
	}
	return l.Context.Err()
}
