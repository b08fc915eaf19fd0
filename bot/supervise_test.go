package bot

import (
	"testing"
	"time"
)

func TestIdentifiesAreSpacedByLaneAndBoundedByDay(t *testing.T) {
	now := noon
	s := newStarts(startLimit{Total: 6, Remaining: 4, ResetAfter: 3_600_000, MaxConcurrency: 2}, now)
	for i, test := range []struct {
		shard int
		want  time.Duration
	}{
		{0, 0}, {1, 0}, {2, startSpacing}, {3, startSpacing}, // two lanes
		{4, time.Hour}, // no more are left until then
		{6, time.Hour + startSpacing}, {5, time.Hour}, {7, time.Hour + startSpacing},
		{9, time.Hour + 2*startSpacing}, {8, time.Hour + 2*startSpacing},
		{10, 25 * time.Hour}, // six in a day
	} {
		if got := s.reserve(test.shard, now); got != test.want {
			t.Errorf("step %d: shard %d waits %v, want %v", i, test.shard, got, test.want)
		}
	}
}

func TestAServerThatSaysNothingOfStartsHasOneLane(t *testing.T) {
	s := newStarts(startLimit{}, noon)
	for i := range 3 {
		if got, want := s.reserve(0, noon), time.Duration(i)*startSpacing; got != want {
			t.Errorf("start %d waits %v, want %v", i, got, want)
		}
	}
	if got := s.reserve(0, noon.Add(time.Hour)); got != 0 {
		t.Errorf("an hour later it waits %v", got)
	}
}

func TestPausesGrowToALimitThatSparesTheDaysIdentifies(t *testing.T) {
	for try := range 100 {
		for range 20 {
			d := pause(try)
			if d < 500*time.Millisecond || d > 128*time.Second || try >= 7 && d < 64*time.Second {
				t.Fatalf("try %d: pause of %v", try, d)
			}
		}
	}
}
