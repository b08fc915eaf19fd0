// Package backoff says how long to wait before what failed is tried again. Each
// wait is a random part of a longest one, so that bots that were cut off together
// do not come back in the same moment.
//
// Luck is a random number in [0, 1).
package backoff

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Dial returns the wait before the next try to reach a server that has
// been away for a time: up to a tenth of that time. So an outage lasts at most a
// tenth longer for the bot than for everyone, and a long one costs few tries.
func Dial(away, longest time.Duration, luck float64) time.Duration {
	const shortest = 100 * time.Millisecond // presses wait meanwhile
	return jitter(min(max(away/10, shortest), longest), luck)
}

// The longest waits of [Dial].
const (
	LongestDial = 5 * time.Second  // between dials of the gateway: nothing rations them
	LongestAsk  = 30 * time.Second // between questions at the start, which are logged

	// LongestReopen is between edits in a thread that is archived: people reopen it, seldom.
	LongestReopen = 15 * time.Minute
)

// longestTry is the longest wait for an IDENTIFY and for registering, however often they failed.
const longestTry = 128 * time.Second

// Identify returns the wait before another IDENTIFY, after some in a row
// failed. The first waits as Discord asks, 1 to 5 s, half of the time less than
// 2 s, because people are waiting. At its longest, a day has fewer than the 1000
// that Discord allows.
func Identify(failed int, luck float64) time.Duration {
	if failed <= 0 {
		return time.Second + time.Duration(luck*luck*float64(4*time.Second))
	}
	return jitter(min(4*time.Second<<min(failed, 10), longestTry), luck)
}

// Register returns the wait before the commands are registered again.
func Register(try int, luck float64) time.Duration {
	return jitter(min(8*time.Second<<min(try, 10), longestTry), luck)
}

// Send returns the wait before an answer is sent again.
func Send(try int, luck float64) time.Duration {
	return jitter(100*time.Millisecond<<min(try, 5), luck)
}

// jitter returns a random wait of at least half of the longest.
func jitter(longest time.Duration, luck float64) time.Duration {
	return longest/2 + time.Duration(luck*float64(longest/2))
}

// Asked returns the wait, or a longer one if a server asked for it in any of the
// errors, by a method RetryAfter: up to an hour.
func Asked(wait time.Duration, errs ...error) time.Duration {
	for _, err := range errs {
		var no interface{ RetryAfter() time.Duration }
		if errors.As(err, &no) {
			wait = max(wait, min(no.RetryAfter(), time.Hour))
		}
	}
	return wait
}

// Sleep waits, or returns the error of ctx when that ends first.
func Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Luck is the luck of a bot that is not under test.
func Luck() float64 { return rand.Float64() }
