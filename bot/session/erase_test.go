package session_test

import (
	"testing"
	"time"

	"holecard/bot/care"
	"holecard/bot/session"
	"holecard/storage"
)

// erases erases what is kept of a player.
func (b *bench) erases(who storage.UserID, everywhere bool) {
	b.t.Helper()
	v := b.visit(who)
	e, err := b.Erase(b.t.Context(), v, everywhere, v.ID, func(int, int) {})
	if err != nil || e.Failed+e.Playing != 0 {
		b.t.Fatalf("erased %+v, %v", e, err)
	}
}

func TestATableGoesOnWhenSomebodyWhoPlayedThereIsErased(t *testing.T) {
	b := storyBench(t)
	v := b.sleepThrough(ada, bob)
	b.ok(b.Leave(t.Context(), b.visit(ada), v.ID))
	b.erases(ada, false)
	if got := b.seating(v.ID); len(got.Chairs) != 1 || got.Round == nil {
		t.Errorf("it shows %+v", got)
	}
	if list, err := b.Seatings(t.Context(), guild); err != nil || len(list) != 1 {
		t.Errorf("the tables are %+v, %v", list, err)
	}
	resumed, err := b.Resume(t.Context(), func(storage.GuildID) bool { return true })
	if err != nil {
		t.Errorf("resumed %+v, %v", resumed, err)
	}
	if v = b.bets(b.seating(v.ID), 10, bob); !v.Round.Open {
		t.Errorf("the next round is %+v", v.Round)
	}
	for v.Round.Open {
		v = b.strikes(v)
	}
	if _, err := b.CloseSeating(t.Context(), b.visit(bob), v.ID, true); err != nil {
		t.Error(err)
	}
	b.erases(bob, false)
}

func TestErasingLoosensLimitsNoSoonerThanSettingThem(t *testing.T) {
	for _, f := range []struct {
		fact       string
		in         care.Scope
		everywhere bool
		wallet     bool
	}{
		{"here, with a wallet", care.Here, false, true},
		{"here, before the first hand", care.Here, false, false},
		{"everywhere", care.Everywhere, true, true},
		{"everywhere, before the first hand", care.Everywhere, true, false},
	} {
		t.Run(f.fact, func(t *testing.T) {
			b := storyBench(t)
			if f.wallet {
				b.opens(ada)
			}
			b.limit(ada, f.in, care.Bet, 5)
			b.erases(ada, f.everywhere)
			if l := b.limits(ada).Limits[f.in]; l.Now.Bet != 5 ||
				!l.From.Bet.Equal(b.Now().Add(care.LooseAfter)) {
				t.Errorf("limits are %+v", l)
			}
			if !f.wallet {
				b.stops(care.Bet, startOf(b, ada, session.Deal{Bet: 50}))
			}
			b.now = b.now.Add(care.LooseAfter + time.Second)
			if err := startOf(b, ada, session.Deal{Bet: 50}); err != nil {
				t.Errorf("a day later: %v", err)
			}
		})
	}
}

func TestWhoWasErasedMayLockThemselvesOut(t *testing.T) {
	b := storyBench(t)
	b.opens(ada)
	b.erases(ada, false)
	b.lock(ada, care.Everywhere)
	if l := b.limits(ada).Limits[care.Everywhere]; !l.Lock.After(b.Now()) {
		t.Errorf("limits are %+v", l)
	}
}

func TestWhoHidesIsNotNamedToWhoWasNotAtTheTable(t *testing.T) {
	b := storyBench(t)
	b.opens(admin)
	v := b.sleepThrough(ada, bob)
	b.ok(b.Hide(t.Context(), b.visit(bob)))
	b.reviewed()
	for by, named := range map[storage.UserID]bool{ada: true, bob: true, admin: false} {
		r, err := b.Review(t.Context(), b.visit(by), ada, v.Round.ID)
		if err != nil || len(r.Players) != 2 || r.Players[0].User != ada ||
			(r.Players[1].User == bob) != named || (r.Players[1].Name != "") != named {
			t.Errorf("to %d they are %+v, %v", by, r.Players, err)
		}
	}
}
