package session

import "time"

// What comes once a day follows the days of UTC, by Discord's clock: the time
// that an interaction carries. So a clock of this machine that is wrong, or set
// back over midnight, makes no day shorter, longer or double. And days only go
// forward: an interaction that Discord made before midnight, and delivers after
// one that it made later, belongs to the later day.

// today returns a moment of the day that an interaction belongs to, for a player who did
// the same before, or at the zero time for one who did not.
//
// A time that is more than a day ahead was not written for a late delivery but by
// the wrong clock of a server that stands in for Discord. It does not count, or its
// player would wait for that day, for a year perhaps.
func today(last time.Time, v Interaction) time.Time {
	at := v.ID.Time().UTC()
	if dayNumber(last) == dayNumber(at)+1 {
		return last
	}
	return at
}

// daysSince returns how many days have passed since a player did the same. A time
// that does not count was yesterday, so that it ends no streak.
func daysSince(last time.Time, v Interaction) int64 {
	if days := dayNumber(today(last, v)) - dayNumber(last); days >= 0 {
		return days
	}
	return 1
}

// dayNumber counts the days of UTC from the beginning of Unix time.
func dayNumber(t time.Time) int64 {
	const day = 24 * 60 * 60
	return t.Unix() / day
}

// midnightAfter returns when the day of UTC ends that a time belongs to.
func midnightAfter(t time.Time) time.Time {
	y, m, d := t.UTC().Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, time.UTC)
}
