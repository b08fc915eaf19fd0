package care

import (
	"cmp"
	"time"

	"holecard/storage"
)

// Holding returns limits as they are at a time: those that were to come may have.
func Holding(l storage.Limits, now time.Time) storage.Limits {
	holds, then, since := amounts(l.Now), amounts(l.Then), times(&l.Since)
	for i, from := range times(&l.From) {
		if from.IsZero() || now.Before(*from) {
			continue
		}
		*since[i] = sinceWhen(then[i], *from)
		holds[i], *from = then[i], time.Time{}
	}
	return pending(l, holds, then)
}

// Set changes limits. The stricter holds at once; what is looser holds after [LooseAfter],
// and until then it can be taken back by setting what holds.
func Set(l storage.Limits, now time.Time, change func(*storage.Limit)) storage.Limits {
	l = Holding(l, now)
	wish := l.Now
	if l.From != (storage.LimitTimes{}) {
		wish = l.Then
	}
	before := amounts(wish)
	change(&wish)
	holds, then, since := amounts(l.Now), amounts(wish), times(&l.Since)
	for i, from := range times(&l.From) {
		strict := lesser(holds[i], then[i])
		if strict != holds[i] {
			holds[i], *since[i] = strict, sinceWhen(strict, now)
		}
		switch {
		case then[i] == strict:
			*from = time.Time{}
		case from.IsZero() || lesser(before[i], then[i]) != then[i]: // looser than was to come
			*from = now.Add(LooseAfter)
		}
	}
	return pending(l, holds, then)
}

// pending returns limits with those that hold and those that are to come.
func pending(l storage.Limits, holds, then [fields]int64) storage.Limits {
	l.Now, l.Then = limit(holds), limit(then)
	if l.From == (storage.LimitTimes{}) {
		l.Then = storage.Limit{}
	}
	return l
}

// Spent reports whether limits say nothing any more: none holds or is to come, and what was
// locked out or forgotten was so for long enough.
func Spent(l storage.Limits, now time.Time) bool {
	l = Holding(l, now)
	return l.Now == (storage.Limit{}) && l.From == (storage.LimitTimes{}) &&
		!l.Lock.After(now) && (l.Forgot.IsZero() || now.Sub(l.Forgot) >= AnewAfter)
}

// Keep takes back what is to come.
func Keep(l storage.Limits, now time.Time) storage.Limits {
	l = Holding(l, now)
	l.Then, l.From = storage.Limit{}, storage.LimitTimes{}
	return l
}

// LockOut locks a player out until a time, or for longer if they are already.
func LockOut(l storage.Limits, now, until time.Time) storage.Limits {
	if !l.Lock.After(now) {
		l.Lock, l.Locked = until, now
	} else if until.After(l.Lock) {
		l.Lock = until
	}
	return l
}

// sinceWhen returns since when a limit holds that changes at a time: the zero time for none.
func sinceWhen(to int64, at time.Time) time.Time {
	if to == 0 {
		return time.Time{}
	}
	return at
}

// fields is how many limits there are, which hold and change each by itself.
const fields = 4

// amounts are limits as numbers, in the order of their [times].
func amounts(l storage.Limit) [fields]int64 {
	return [...]int64{int64(l.Loss), int64(l.Bet), int64(l.Rounds), int64(l.Remind)}
}

// limit are the limits that have these amounts.
func limit(of [fields]int64) storage.Limit {
	return storage.Limit{Loss: storage.Chips(of[0]), Bet: storage.Chips(of[1]),
		Rounds: int(of[2]), Remind: time.Duration(of[3])}
}

func times(t *storage.LimitTimes) [fields]*time.Time {
	return [...]*time.Time{&t.Loss, &t.Bet, &t.Rounds, &t.Remind}
}

// lesser returns the lesser of two numbers of which 0 is none.
func lesser[T cmp.Ordered](a, b T) T {
	var none T
	if a == none || b == none {
		return max(a, b)
	}
	return min(a, b)
}
