package care

import (
	"cmp"
	"time"

	"holecard/storage"
)

// Holding returns limits as they are at a time: those that were to come may have.
func Holding(l storage.Limits, now time.Time) storage.Limits {
	if l.From.IsZero() || now.Before(l.From) {
		return l
	}
	l.Since = sinceWhen(l, l.Then, l.From)
	l.Now, l.Then, l.From = l.Then, storage.Limit{}, time.Time{}
	return l
}

// Set changes limits. The stricter holds at once; what is looser holds after [LooseAfter],
// and until then it can be taken back by setting what holds.
func Set(l storage.Limits, now time.Time, change func(*storage.Limit)) storage.Limits {
	l = Holding(l, now)
	before, pending := l.Then, !l.From.IsZero()
	wish := l.Now
	if pending {
		wish = l.Then
	}
	change(&wish)
	strict := stricter(l.Now, wish)
	l.Since = sinceWhen(l, strict, now)
	l.Now, l.Then = strict, wish
	switch {
	case wish == strict:
		l.Then, l.From = storage.Limit{}, time.Time{}
	case !pending || stricter(before, wish) != wish: // looser than what was to come
		l.From = now.Add(LooseAfter)
	}
	return l
}

// Spent reports whether limits say nothing any more: none holds or is to come, and what was
// locked out or forgotten was so for long enough.
func Spent(l storage.Limits, now time.Time) bool {
	l = Holding(l, now)
	return l.Now == (storage.Limit{}) && l.From.IsZero() && !l.Lock.After(now) &&
		(l.Forgot.IsZero() || now.Sub(l.Forgot) >= AnewAfter)
}

// Keep takes back what is to come.
func Keep(l storage.Limits, now time.Time) storage.Limits {
	l = Holding(l, now)
	l.Then, l.From = storage.Limit{}, time.Time{}
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

// sinceWhen returns since when each limit holds that changes at a time.
func sinceWhen(l storage.Limits, to storage.Limit, at time.Time) storage.LimitTimes {
	s := l.Since
	for _, f := range []struct {
		changed, set bool
		since        *time.Time
	}{
		{l.Now.Loss != to.Loss, to.Loss > 0, &s.Loss},
		{l.Now.Bet != to.Bet, to.Bet > 0, &s.Bet},
		{l.Now.Rounds != to.Rounds, to.Rounds > 0, &s.Rounds},
		{l.Now.Remind != to.Remind, to.Remind > 0, &s.Remind},
	} {
		switch {
		case f.changed && f.set:
			*f.since = at
		case f.changed:
			*f.since = time.Time{}
		}
	}
	return s
}

// stricter returns the stricter of each of two limits.
func stricter(a, b storage.Limit) storage.Limit {
	return storage.Limit{Loss: lesser(a.Loss, b.Loss), Bet: lesser(a.Bet, b.Bet),
		Rounds: lesser(a.Rounds, b.Rounds), Remind: lesser(a.Remind, b.Remind)}
}

// lesser returns the lesser of two numbers of which 0 is none.
func lesser[T cmp.Ordered](a, b T) T {
	var none T
	if a == none || b == none {
		return max(a, b)
	}
	return min(a, b)
}
