// Package mutant is what mutate's changes call: each returns its value as it is,
// unless the environment's MUTANT is the number of the change. Where MUTANT_TRACE
// names a file, the numbers that are reached are noted there.
package mutant

import (
	"errors"
	"os"
	"strconv"
	"sync/atomic"
)

// Err is returned where there is no error.
var Err = errors.New("mutant")

var (
	number, _ = strconv.Atoi(os.Getenv("MUTANT"))
	trace     = os.Getenv("MUTANT_TRACE")
	reached   [1 << 14]atomic.Bool
)

// chosen reports whether a change is the one of this run.
func chosen(n int) bool {
	if trace != "" && !reached[n].Swap(true) {
		if f, err := os.OpenFile(trace, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			f.WriteString(strconv.Itoa(n) + "\n")
			f.Close()
		}
	}
	return n == number
}

// Pick returns the other value for a change that is chosen.
func Pick[T any](n int, is, other T) T {
	if chosen(n) {
		return other
	}
	return is
}

func Off(n int) bool          { return !chosen(n) }
func Not(n int, is bool) bool { return is != chosen(n) }
func And(n int, is bool) bool { return is && !chosen(n) }
func Or(n int, is bool) bool  { return is || chosen(n) }

type whole interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

func More[T whole](n int, is T) T  { return Pick(n, is, is+1) }
func Less[T whole](n int, is T) T  { return Pick(n, is, is-1) }
func Minus[T whole](n int, is T) T { return Pick(n, is, -is) }

// Two calculates with two values in one way, or in the other.
func Two[T, R any](n int, a, b T, is, other func(a, b T) R) R { return Pick(n, is, other)(a, b) }
