package bot

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
		{"the first dial", func(l float64) time.Duration { return dialBackoff(0, longestDial, l) }, 125 * time.Millisecond, 250 * time.Millisecond},
		{"a dial after ten seconds", func(l float64) time.Duration { return dialBackoff(10*time.Second, longestDial, l) }, 500 * time.Millisecond, time.Second},
		{"a dial after a day", func(l float64) time.Duration { return dialBackoff(24*time.Hour, longestDial, l) }, 2500 * time.Millisecond, 5 * time.Second},
		{"the first IDENTIFY", func(l float64) time.Duration { return identifyBackoff(0, l) }, time.Second, 5 * time.Second},
		{"after one that failed", func(l float64) time.Duration { return identifyBackoff(1, l) }, 4 * time.Second, 8 * time.Second},
		{"after many", func(l float64) time.Duration { return identifyBackoff(1000, l) }, 64 * time.Second, 128 * time.Second},
		{"an answer", func(l float64) time.Duration { return sendBackoff(0, l) }, 50 * time.Millisecond, 100 * time.Millisecond},
		{"the commands", func(l float64) time.Duration { return registerBackoff(0, l) }, 4 * time.Second, 8 * time.Second},
		{"the commands in the end", func(l float64) time.Duration { return registerBackoff(1000, l) }, 64 * time.Second, 128 * time.Second},
	} {
		if got := test.wait(least); got != test.short {
			t.Errorf("%s waits %v at least, want %v", test.name, got, test.short)
		}
		if got := test.wait(most).Round(time.Millisecond); got != test.long {
			t.Errorf("%s waits %v at most, want %v", test.name, got, test.long)
		}
	}
	if half := identifyBackoff(0, 0.5); half != 2*time.Second {
		t.Errorf("half of the first IDENTIFYs wait longer than %v", half)
	}
}

func TestAServerThatSaysHowLongToWaitIsWaitedFor(t *testing.T) {
	busy := errors.Join(errors.New("other"), &refusal{status: 429, retryAfter: time.Minute})
	if got := asked(time.Second, nil, busy); got != time.Minute {
		t.Errorf("waits %v, want the minute that it asked for", got)
	}
	if got := asked(2*time.Minute, busy); got != 2*time.Minute {
		t.Errorf("waits %v, want the two minutes of its own", got)
	}
	if got := asked(time.Second, &refusal{retryAfter: 20 * time.Hour}); got != time.Hour {
		t.Errorf("waits %v, want an hour at most", got)
	}
}
