package session_test

import (
	"testing"
	"time"

	"holecard/bot/session"
)

// midnight begins a day.
var midnight = time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)

// at sets the machine's clock, and Discord's if it is to be the same.
func (b *bench) at(machine, discord time.Time) { b.now, b.real = machine, discord }

func TestWhatIsDeliveredAfterMidnightBelongsToTheLaterDay(t *testing.T) {
	b := newBench(t)
	b.GiveDaily, b.GiveMinAge = 40, 0
	b.at(midnight.Add(-time.Second), midnight.Add(-time.Second))
	b.daily(ada)
	late, lateGift := b.visit(ada), b.visit(ada) // made before midnight
	b.at(midnight.Add(time.Second), midnight.Add(time.Second))
	if d := b.daily(ada); !d.Collected || d.Streak != 2 {
		t.Fatalf("%+v", d)
	}
	gift := func(v session.Interaction) error {
		_, err := b.Give(t.Context(), v, session.Gift{To: bob, Chips: 40, Asked: b.visit(ada).ID})
		return err
	}
	if err := gift(b.visit(ada)); err != nil {
		t.Fatal(err)
	}
	if d, err := b.Daily(t.Context(), late); err != nil || d.Collected || d.Streak != 2 ||
		!d.Next.Equal(midnight.AddDate(0, 0, 1)) {
		t.Errorf("what was asked for before midnight: %+v, %v", d, err)
	}
	if err := gift(lateGift); kind(err) != "cap" {
		t.Errorf("what was given before midnight: %v", err)
	}
}

func TestAClockThatWasFarAheadLocksNobodyOut(t *testing.T) {
	b := newBench(t)
	b.GiveDaily, b.GiveMinAge = 40, 0
	gift := func() error {
		_, err := b.Give(t.Context(), b.visit(ada),
			session.Gift{To: bob, Chips: 40, Asked: b.visit(ada).ID})
		return err
	}
	b.at(midnight, midnight)
	b.daily(ada)
	for day, f := range []struct {
		machine   time.Time
		collected bool
	}{
		{midnight.AddDate(1, 0, 0), false}, // this machine's clock jumps: the day is Discord's
		{midnight.AddDate(-1, 0, 0), false},
		{midnight, false},
	} {
		b.at(f.machine, midnight.Add(time.Duration(day)*time.Minute))
		if d := b.daily(ada); d.Collected != f.collected {
			t.Errorf("with the clock at %v the daily chips are %+v", f.machine, d)
		}
	}
	// A server that stands in for Discord was a year ahead.
	b.at(midnight.AddDate(1, 0, 0), midnight.AddDate(1, 0, 0))
	b.daily(ada)
	if err := gift(); err != nil {
		t.Fatal(err)
	}
	b.last = 0
	for day := range 3 {
		b.at(midnight.AddDate(0, 0, day+1), midnight.AddDate(0, 0, day+1))
		if d := b.daily(ada); !d.Collected || d.Streak != day+2 {
			t.Errorf("%d days later the daily chips are %+v", day+1, d)
		}
		if err := gift(); err != nil {
			t.Errorf("%d days later a gift is answered %v", day+1, err)
		}
	}
}
