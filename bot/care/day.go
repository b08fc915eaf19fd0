package care

import (
	"time"

	"holecard/storage"
)

// Net returns what a player has won and lost on the day of UTC that it is. A day that the
// clock of another process has begun already goes on.
func Net(d storage.DayOf, now time.Time) storage.Chips {
	if days := day(now) - day(d.At); days == 0 || days == -1 {
		return d.Net
	}
	return 0
}

func day(t time.Time) int64 { return t.Unix() / (24 * 60 * 60) }
