package backoff

import (
	"errors"
	"testing"
	"time"
)

func TestBackoffsStayWithinTheirBounds(t *testing.T) {
	const least, most = 0.0, 0.999999
	for _, test := range []struct {
		name        string
		wait        func(luck float64) time.Duration
		short, long time.Duration
	}{
		{"the first dial", func(l float64) time.Duration { return Dial(0, LongestDial, l) },
			50 * time.Millisecond, 100 * time.Millisecond},
		{"a dial after ten seconds", func(l float64) time.Duration { return Dial(10*time.Second, LongestDial, l) },
			500 * time.Millisecond, time.Second},
		{"a dial after a day", func(l float64) time.Duration { return Dial(24*time.Hour, LongestDial, l) },
			2500 * time.Millisecond, 5 * time.Second},
		{"the first IDENTIFY", func(l float64) time.Duration { return Identify(0, l) },
			time.Second, 5 * time.Second},
		{"after one that failed", func(l float64) time.Duration { return Identify(1, l) },
			4 * time.Second, 8 * time.Second},
		{"after many", func(l float64) time.Duration { return Identify(1000, l) },
			64 * time.Second, 128 * time.Second},
		{"an answer", func(l float64) time.Duration { return Send(0, l) },
			50 * time.Millisecond, 100 * time.Millisecond},
		{"the commands", func(l float64) time.Duration { return Register(0, l) },
			4 * time.Second, 8 * time.Second},
		{"the commands in the end", func(l float64) time.Duration { return Register(1000, l) },
			64 * time.Second, 128 * time.Second},
	} {
		if got := test.wait(least); got != test.short {
			t.Errorf("%s waits %v at least, want %v", test.name, got, test.short)
		}
		if got := test.wait(most).Round(time.Millisecond); got != test.long {
			t.Errorf("%s waits %v at most, want %v", test.name, got, test.long)
		}
	}
	if half := Identify(0, 0.5); half != 2*time.Second {
		t.Errorf("half of the first IDENTIFYs wait longer than %v", half)
	}
}

// refusal says how long to wait.
type refusal time.Duration

func (refusal) Error() string               { return "refused" }
func (r refusal) RetryAfter() time.Duration { return time.Duration(r) }

func TestAServerThatSaysHowLongToWaitIsWaitedFor(t *testing.T) {
	busy := errors.Join(errors.New("other"), refusal(time.Minute))
	if got := Asked(time.Second, nil, busy); got != time.Minute {
		t.Errorf("waits %v, want the minute that it Asked for", got)
	}
	if got := Asked(2*time.Minute, busy); got != 2*time.Minute {
		t.Errorf("waits %v, want the two minutes of its own", got)
	}
	if got := Asked(time.Second, refusal(20*time.Hour)); got != time.Hour {
		t.Errorf("waits %v, want an hour at most", got)
	}
}
