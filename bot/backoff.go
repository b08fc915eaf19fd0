package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// The back-offs: how long to wait before something that failed is tried again.
// Each waits a random part of its longest wait, so that bots that were cut off
// together do not come back in the same moment.
//
// Luck is a random number in [0, 1).

// dialBackoff returns the wait before the next try to reach a server that has
// been away for a time: up to a tenth of that time. So an outage lasts at most a
// tenth longer for the bot than for everyone, and a long one costs few tries.
func dialBackoff(away, longest time.Duration, luck float64) time.Duration {
	const shortest = 250 * time.Millisecond
	return jitter(min(max(away/10, shortest), longest), luck)
}

const (
	longestDial = 5 * time.Second  // between dials of the gateway: nothing rations them
	longestAsk  = 30 * time.Second // between questions at the start, which are logged
)

// identifyBackoff returns the wait before another IDENTIFY, after some in a row
// failed. The first waits as Discord asks, 1 to 5 s, half of the time less than
// 2 s, because people are waiting. At its longest, a day has fewer than the 1000
// that Discord allows.
func identifyBackoff(failed int, luck float64) time.Duration {
	if failed <= 0 {
		return time.Second + time.Duration(luck*luck*float64(4*time.Second))
	}
	const longest = 128 * time.Second
	return jitter(min(4*time.Second<<min(failed, 10), longest), luck)
}

// registerBackoff returns the wait before the commands are registered again.
func registerBackoff(try int, luck float64) time.Duration {
	const longest = 128 * time.Second
	return jitter(min(8*time.Second<<min(try, 10), longest), luck)
}

// sendBackoff returns the wait before an answer is sent again.
func sendBackoff(try int, luck float64) time.Duration {
	return jitter(100*time.Millisecond<<min(try, 5), luck)
}

// jitter returns a random wait of at least half of the longest.
func jitter(longest time.Duration, luck float64) time.Duration {
	return longest/2 + time.Duration(luck*float64(longest/2))
}

// asked returns the wait, or a longer one if a server asked for it in any of the
// errors: up to an hour.
func asked(wait time.Duration, errs ...error) time.Duration {
	for _, err := range errs {
		var no *refusal
		if errors.As(err, &no) {
			wait = max(wait, min(no.retryAfter, time.Hour))
		}
	}
	return wait
}

// sleep waits, or returns the error of ctx when that ends first.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// anyLuck is the luck of a bot that is not under test.
func anyLuck() float64 { return rand.Float64() }
