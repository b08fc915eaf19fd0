package postgres

import (
	"strconv"
	"testing"
	"time"

	"holecard/storage/engine"
)

// Boards of days and weeks come to an end: what is kept of them goes, and is bounded.
func TestSamplesOfBoardsThatNobodyAsksForAreDropped(t *testing.T) {
	var s samples
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	order := func(n int) engine.Key { return engine.Key{ID: []byte(strconv.Itoa(n))} }
	if s.of(order(1), false, now) != nil {
		t.Error("a sample was begun that nobody wanted")
	}
	kept, left := s.of(order(1), true, now), s.of(order(2), true, now)
	now = now.Add(sampleFor)
	if kept == nil || left == nil || s.of(order(1), false, now) != kept {
		t.Error("a sample was forgotten while it was asked for")
	}
	now = now.Add(time.Second)
	if s.of(order(1), false, now) != kept || s.of(order(2), false, now) != nil ||
		len(s.all) != 1 {
		t.Errorf("%d samples are kept, not the one that was asked for", len(s.all))
	}
	for n := range 2 * mostSamples {
		s.of(order(n), true, now)
	}
	if len(s.all) != mostSamples || s.of(order(1), true, now) != kept {
		t.Errorf("%d samples are kept", len(s.all))
	}
}
