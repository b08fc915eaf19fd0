package session_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
	"holecard/storage/memory"
	"holecard/storage/storagetest"
)

func TestSomebodyElseIsLookedUpButNotMade(t *testing.T) {
	b := newBench(t)
	if _, err := b.Account(t.Context(), b.visit(ada), bob); !errors.Is(err, session.ErrNoPlayer) {
		t.Errorf("error: %v", err)
	}
	b.opens(ada)
	if a, err := b.Account(t.Context(), b.visit(bob), ada); err != nil || a.Balance != 100 {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestSimultaneousPressesPlayOnce(t *testing.T) {
	b := newBench(t)
	b.cards = "2S TC 3D 9H 2C 2D TH TD"
	h := b.start(ada, 10)
	var group sync.WaitGroup
	var mu sync.Mutex
	played := 0
	for range 32 {
		v := b.visit(ada)
		group.Go(func() {
			if _, err := b.Act(context.Background(), v, h.ID, h.Version,
				blackjack.Hit); err == nil {
				mu.Lock()
				played++
				mu.Unlock()
			} else if !errors.Is(err, session.ErrStale) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if played != 1 {
		t.Errorf("%d presses were played", played)
	}
}

func TestChipsAreConservedWhateverPlayersDo(t *testing.T) {
	store := memory.New()
	b := newBenchOn(t, storagetest.Twice(store))
	var err error
	hands := map[storage.UserID]session.Hand{}
	rapid.Check(t, func(rt *rapid.T) {
		for range 20 {
			who := storage.UserID(rapid.IntRange(1, 4).Draw(rt, "player"))
			v := b.visit(who)
			b.now = b.now.Add(time.Duration(rapid.IntRange(0, 20).Draw(rt, "hours")) * time.Hour)
			h, open := hands[who]
			switch rapid.IntRange(0, 3).Draw(rt, "command") {
			case 0:
				_, err = b.Daily(t.Context(), v)
			case 1:
				h, err = b.Start(t.Context(), v,
					session.Deal{Bet: storage.Chips(rapid.IntRange(0, 60).Draw(rt, "bet"))})
			case 2:
				if open {
					h, err = b.Again(t.Context(), v, h.ID, h.Version,
						session.Stake(rapid.IntRange(0, 2).Draw(rt, "stake")))
				}
			case 3:
				if open {
					a := blackjack.Action(rapid.IntRange(0, 7).Draw(rt, "action"))
					h, err = b.Act(t.Context(), v, h.ID, h.Version, a)
				}
			}
			if err == nil && h.ID != 0 {
				hands[who] = h
			}
			if errors.Is(err, storage.ErrCorrupt) || errors.Is(err, storage.ErrPosted) ||
				errors.Is(err, storage.ErrVersion) {
				rt.Fatal(err)
			}
		}
		if audit, err := store.Audit(t.Context()); err != nil || !audit.OK {
			rt.Fatalf("%+v, %v", audit, err)
		}
	})
}
