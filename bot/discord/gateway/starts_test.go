package gateway

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestIdentifiesAreSpacedByLaneAndBoundedByDay(t *testing.T) {
	now := noon
	s := newStarts(discordgo.SessionInformation{Total: 6, Remaining: 4, ResetAfter: 3_600_000, MaxConcurrency: 2}, 11,
		now)
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
		if got := s.reserve(test.shard, now).Sub(now); got != test.want {
			t.Errorf("step %d: shard %d waits %v, want %v", i, test.shard, got, test.want)
		}
	}
}

func TestAServerThatSaysNothingOfStartsHasOneLane(t *testing.T) {
	s := newStarts(discordgo.SessionInformation{}, 1, noon)
	for i := range 3 {
		if got, want := s.reserve(0, noon).Sub(noon), time.Duration(i)*startSpacing; got != want {
			t.Errorf("start %d waits %v, want %v", i, got, want)
		}
	}
	if got := s.reserve(0, noon.Add(time.Hour)).Sub(noon.Add(time.Hour)); got != 0 {
		t.Errorf("an hour later it waits %v", got)
	}
}

// A bot that has used its IDENTIFYs up is deaf until the next day.
func TestTheSecondHalfOfADaysIdentifiesLastsForTheDay(t *testing.T) {
	s := newStarts(discordgo.SessionInformation{Total: 100, Remaining: 100, ResetAfter: 86_400_000,
		MaxConcurrency: 1}, 1, noon)
	now, used := noon, 0
	for now.Before(noon.Add(24 * time.Hour)) {
		now = s.reserve(0, now)
		used++
		if half := noon.Add(50 * startSpacing); used == 50 && !now.Before(half) {
			t.Errorf("the first half lasts until %v, want %v", now, half)
		}
	}
	if used < 85 || used > 91 {
		t.Errorf("%d IDENTIFYs in a day, want about 90 of 100", used)
	}
}

func TestATurnThatIsGivenBackIsTheNextOnes(t *testing.T) {
	s := newStarts(discordgo.SessionInformation{Total: 6, Remaining: 2, ResetAfter: 3_600_000, MaxConcurrency: 1}, 2,
		noon)
	turn := s.reserve(0, noon)
	s.done(0, turn, false)
	if again := s.reserve(1, noon); again != noon {
		t.Errorf("the turn after one that was given back is at %v, want at once", again)
	}
	if third := s.reserve(0, noon); third != noon.Add(startSpacing) {
		t.Errorf("the next is at %v, want %v later", third, startSpacing)
	}
	if fourth := s.reserve(3, noon); fourth != noon.Add(time.Hour) {
		t.Errorf("the next is at %v, want the next day's", fourth)
	}
}
