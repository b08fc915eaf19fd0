package care_test

import (
	"errors"
	"testing"
	"time"

	"holecard/bot/care"
	"holecard/storage"
)

var (
	noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	ada  = storage.Player{Guild: 1, User: 2}
)

const day = 24 * time.Hour

// set returns limits after one was set.
func set(l storage.Limits, at time.Time, to storage.Limit) storage.Limits {
	return care.Set(l, at, func(wish *storage.Limit) { *wish = to })
}

// What is stricter holds at once, what is looser a day later, each limit by itself; and nothing
// that is set meanwhile makes what holds looser, or what is to come earlier.
func TestStricterHoldsAtOnceAndLooserADayLater(t *testing.T) {
	l := set(storage.Limits{}, noon, storage.Limit{Loss: 100, Bet: 10})
	l = set(l, noon, storage.Limit{Loss: 50, Bet: 20})
	for _, step := range []struct {
		after     time.Duration
		loss, bet storage.Chips
	}{{0, 50, 10}, {day - 1, 50, 10}, {day, 50, 20}} {
		if now := care.Holding(l, noon.Add(step.after)).Now; now.Loss != step.loss ||
			now.Bet != step.bet {
			t.Errorf("after %v %+v holds", step.after, now)
		}
	}
	later := set(l, noon.Add(time.Hour), storage.Limit{Loss: 50, Bet: 30}) // looser still
	if !later.From.Bet.Equal(noon.Add(time.Hour + day)) {
		t.Errorf("what is looser still comes at %v", later.From)
	}
	nearer := set(l, noon.Add(time.Hour), storage.Limit{Loss: 50, Bet: 15}) // less loose
	if !nearer.From.Bet.Equal(noon.Add(day)) || nearer.Then.Bet != 15 {
		t.Errorf("what is less loose: %+v", nearer)
	}
	if kept := care.Keep(l, noon.Add(time.Hour)); kept.Now.Bet != 10 ||
		kept.From != (storage.LimitTimes{}) {
		t.Errorf("taken back it is %+v", kept)
	}
	lifted := set(l, noon, storage.Limit{})
	if now := care.Holding(lifted, noon).Now; now.Loss != 50 || now.Bet != 10 {
		t.Errorf("lifted at once: %+v", now)
	}
}

// Limits that are loosened on different days come on different days, and each says since when
// it holds.
func TestEachPendingLimitKeepsItsOwnTime(t *testing.T) {
	l := set(storage.Limits{}, noon.Add(-day), storage.Limit{Loss: 100, Bet: 10, Rounds: 60})
	l = set(l, noon, storage.Limit{Loss: 200, Bet: 10, Rounds: 60})
	l = set(l, noon.Add(day/2), storage.Limit{Loss: 200, Rounds: 30})
	for _, step := range []struct {
		after time.Duration
		holds storage.Limit
		since storage.LimitTimes
	}{
		{day - 1, storage.Limit{Loss: 100, Bet: 10, Rounds: 30}, storage.LimitTimes{
			Loss: noon.Add(-day), Bet: noon.Add(-day), Rounds: noon.Add(day / 2)}},
		{day, storage.Limit{Loss: 200, Bet: 10, Rounds: 30}, storage.LimitTimes{
			Loss: noon.Add(day), Bet: noon.Add(-day), Rounds: noon.Add(day / 2)}},
		{2 * day, storage.Limit{Loss: 200, Rounds: 30}, storage.LimitTimes{
			Loss: noon.Add(day), Rounds: noon.Add(day / 2)}},
	} {
		now := care.Holding(l, noon.Add(step.after))
		if now.Now != step.holds || now.Since != step.since {
			t.Errorf("after %v %+v holds", step.after, now)
		}
	}
	if l = care.Holding(l, noon.Add(day)); l.From.Loss != (time.Time{}) ||
		!l.From.Bet.Equal(noon.Add(day/2+day)) {
		t.Errorf("after the first it is %+v", l)
	}
}

// A lock-out is never shortened, and says since when it lasts.
func TestALockOutIsNeverShortened(t *testing.T) {
	l := care.LockOut(storage.Limits{}, noon, noon.Add(7*day))
	l = care.LockOut(l, noon.Add(day), noon.Add(2*day))
	if !l.Lock.Equal(noon.Add(7*day)) || !l.Locked.Equal(noon) {
		t.Errorf("%+v", l)
	}
	l = set(l, noon.Add(day), storage.Limit{})
	l = care.Keep(l, noon.Add(day))
	if l = care.LockOut(l, noon.Add(day), storage.Forever()); !l.Lock.Equal(storage.Forever()) ||
		!l.Locked.Equal(noon) {
		t.Errorf("%+v", l)
	}
}

// facts are of a player with limits here and everywhere.
func facts(here, everywhere storage.Limits) care.Facts {
	return care.Facts{Player: ada, Now: noon, Limits: [care.Scopes]storage.Limits{here, everywhere},
		Dealt: func(int) (time.Time, error) { return noon.Add(-time.Minute), nil }}
}

func now(l storage.Limit) storage.Limits { return storage.Limits{Now: l} }

// What of facts forbids a round of 10, a raise by 10 of one that is played, and a gift.
func TestWhatForbidsARoundARaiseAndAGift(t *testing.T) {
	const free = care.Kinds
	locked := storage.Limits{Lock: noon.Add(1)}
	with := func(f care.Facts, change func(*care.Facts)) care.Facts {
		change(&f)
		return f
	}
	none := storage.Limits{}
	for _, c := range []struct {
		fact               string
		facts              care.Facts
		round, raise, gift care.Kind
	}{
		{"nothing is set", facts(none, none), free, free, free},
		{"a lock-out here", facts(locked, none), care.Lock, care.Lock, care.Lock},
		{"a lock-out everywhere", facts(none, locked), care.Lock, care.Lock, care.Lock},
		{"a lock-out that is over", facts(storage.Limits{Lock: noon}, none), free, free, free},
		{"a bet of 9", facts(now(storage.Limit{Bet: 9}), none), care.Bet, free, free},
		{"a bet of 10", facts(none, now(storage.Limit{Bet: 10})), free, free, free},
		{"a loss of 9", facts(now(storage.Limit{Loss: 9}), none), care.Loss, care.Loss, free},
		{"a loss of 10", facts(now(storage.Limit{Loss: 10}), none), free, free, free},
		{"10 of which 1 is lost", with(facts(now(storage.Limit{Loss: 10}), none),
			func(f *care.Facts) { f.Net = -1 }), care.Loss, care.Loss, free},
		{"10 of which 1 is staked", with(facts(none, now(storage.Limit{Loss: 10})),
			func(f *care.Facts) { f.Staked = 1 }), care.Loss, care.Loss, free},
		{"9 after 1 was won", with(facts(now(storage.Limit{Loss: 9}), none),
			func(f *care.Facts) { f.Net = 1 }), free, free, free},
		{"a server's cap of 9", with(facts(none, none),
			func(f *care.Facts) { f.Cap = 9 }), care.Cap, care.Cap, free},
		{"a round an hour", facts(now(storage.Limit{Rounds: 1}), none), care.Rounds, free, free},
		{"a round an hour ago", with(facts(none, now(storage.Limit{Rounds: 1})),
			func(f *care.Facts) {
				f.Dealt = func(int) (time.Time, error) { return noon.Add(-time.Hour), nil }
			}), free, free, free},
	} {
		_, round := c.facts.Round(10)
		_, gift := c.facts.Gift()
		for what, is := range map[string]struct {
			err  error
			want care.Kind
		}{"round": {round, c.round}, "raise": {c.facts.Raise().Refuses(10), c.raise},
			"gift": {gift, c.gift}} {
			got := care.Kind(free)
			if stop, ok := errors.AsType[*care.StopError](is.err); ok {
				got = stop.Kind
			}
			if got != is.want {
				t.Errorf("%s: limit %d forbids a %s (%v), want %d", c.fact, got, what, is.err,
					is.want)
			}
		}
		if most := c.facts.Most(); (most >= 10) != (c.round == free || c.round == care.Rounds) {
			t.Errorf("%s: the most is %d", c.fact, most)
		}
	}
}

// A leave pays for what was asked, once, for its player alone; none pays for nothing.
func TestALeavePaysOnce(t *testing.T) {
	l, err := facts(now(storage.Limit{Loss: 15}), storage.Limits{}).Round(10)
	if err != nil {
		t.Fatal(err)
	}
	if l, err = l.Pay(ada, 10); err != nil {
		t.Fatal(err)
	}
	if _, err = l.Pay(ada, 6); err == nil {
		t.Error("16 chips are paid of 15")
	}
	if _, err = l.Pay(storage.Player{Guild: 1, User: 3}, 1); !errors.Is(err, care.ErrNoLeave) {
		t.Errorf("another's: %v", err)
	}
	if _, err = (care.Leave{}).Pay(storage.Player{}, 0); !errors.Is(err, care.ErrNoLeave) {
		t.Errorf("nobody's: %v", err)
	}
}

// A sitting goes on over breaks of up to 15 minutes, and is told of once in its time.
func TestASittingIsToldOfOnceInItsTime(t *testing.T) {
	f := facts(now(storage.Limit{Remind: 30 * time.Minute}), storage.Limits{})
	var s storage.Sitting
	var told []int
	for minute := 0; minute <= 90; minute += 10 {
		f.Now = noon.Add(time.Duration(minute) * time.Minute)
		if s = f.Sit(s); s.Reminded.Equal(f.Now) {
			told = append(told, minute)
		}
	}
	if len(told) != 3 || told[0] != 30 || told[1] != 60 || told[2] != 90 {
		t.Errorf("told after %v minutes", told)
	}
	f.Now = f.Now.Add(care.MaxPause + 1)
	if s = f.Sit(s); !s.Since.Equal(f.Now) || !s.Reminded.IsZero() {
		t.Errorf("after a long break it is %+v", s)
	}
}

// Limits are spent when they forbid nothing, now and later.
func TestSpentLimitsForbidNothing(t *testing.T) {
	for fact, c := range map[string]struct {
		limits storage.Limits
		spent  bool
	}{
		"none":           {storage.Limits{}, true},
		"one that holds": {now(storage.Limit{Bet: 1}), false},
		"one that is lifted tomorrow": {set(now(storage.Limit{Bet: 1}), noon,
			storage.Limit{}), false},
		"one that was lifted": {set(now(storage.Limit{Bet: 1}), noon.Add(-day),
			storage.Limit{}), true},
		"a lock-out":              {storage.Limits{Lock: noon.Add(1)}, false},
		"a lock-out that is over": {storage.Limits{Lock: noon}, true},
		"forgotten just now":      {storage.Limits{Forgot: noon.Add(1 - day)}, false},
		"forgotten a day ago":     {storage.Limits{Forgot: noon.Add(-day)}, true},
	} {
		if care.Spent(c.limits, noon) != c.spent {
			t.Errorf("%s: spent is %t", fact, !c.spent)
		}
	}
}

// The net of a day is of that day of UTC, and of one that another clock has begun already.
func TestTheNetIsOfTheDay(t *testing.T) {
	for after, want := range map[time.Duration]storage.Chips{0: -7, 12*time.Hour - 1: -7,
		12 * time.Hour: 0, -12 * time.Hour: -7, -12*time.Hour - 1: -7, -36*time.Hour - 1: 0} {
		if n := care.Net(storage.DayOf{At: noon, Net: -7}, noon.Add(after)); n != want {
			t.Errorf("%v later it is %d, want %d", after, n, want)
		}
	}
}
