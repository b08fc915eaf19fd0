package session_test

import (
	"context"
	"errors"
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
	var errs [32]error
	visits := make([]session.Interaction, len(errs))
	for i := range visits {
		visits[i] = b.visit(ada)
	}
	sameTime(len(errs), func(i int) {
		_, errs[i] = b.Act(context.Background(), visits[i], h.ID, h.Version, blackjack.Hit)
	})
	played := 0
	for _, err := range errs {
		if err == nil {
			played++
		} else if !errors.Is(err, session.ErrStale) {
			t.Error(err)
		}
	}
	if played != 1 {
		t.Errorf("%d presses were played", played)
	}
}

// A store may run the function of an update more than once, as this one does.
func TestChipsAreConservedWhateverPlayersDo(t *testing.T) {
	store := memory.New()
	b := newBenchOn(t, storagetest.Twice(store))
	hands := map[storage.UserID]session.Hand{}
	asked := []storage.InteractionID{b.visit(ada).ID}
	rapid.Check(t, func(rt *rapid.T) {
		for range 20 { // of a walk that goes on from check to check
			draw := func(most int, what string) int { return rapid.IntRange(0, most).Draw(rt, what) }
			who, to := storage.UserID(1+draw(3, "player")), storage.UserID(1+draw(4, "to"))
			chips := rapid.SampledFrom([]storage.Chips{-1, 0, 1, 7, 60, 500, 1 << 52,
				storage.MaxChips, storage.MaxChips + 1, 1<<63 - 1}).Draw(rt, "chips")
			b.now = b.now.Add(time.Duration(draw(10, "minutes")) * time.Minute)
			if draw(9, "day") == 0 {
				b.now = b.now.Add(day)
			}
			v, h := b.visit(who), hands[who]
			question := asked[len(asked)-1-draw(min(3, len(asked)-1), "question")]
			var err error
			switch draw(6, "command") {
			case 0:
				_, err = b.Daily(t.Context(), v)
			case 1:
				h, err = b.Start(t.Context(), v, session.Deal{Bet: min(chips, 60)})
			case 2:
				h, err = b.Again(t.Context(), v, h.ID, h.Version, session.Stake(draw(2, "stake")))
			case 3:
				h, err = b.Act(t.Context(), v, h.ID, h.Version,
					blackjack.Action(draw(7, "action")))
			case 4:
				asked = append(asked, v.ID)
				_, err = b.Give(t.Context(), v, session.Gift{To: to, Chips: chips, Asked: v.ID})
			case 5:
				do := []storage.Reason{session.Grant, session.Take,
					session.Reset}[draw(2, "deed")]
				_, err = b.Adjust(t.Context(), v,
					session.Adjustment{Do: do, To: to, Chips: chips, Asked: question})
			case 6:
				err = b.Decline(t.Context(), v, question)
			}
			if err == nil && h.ID != 0 {
				hands[who] = h
			}
			for _, never := range []error{storage.ErrCorrupt, storage.ErrPosted, storage.ErrPosting,
				storage.ErrSeen, storage.ErrVersion} {
				if errors.Is(err, never) {
					rt.Fatal(err)
				}
			}
			if is[*storage.OverflowError](err) || is[*storage.OverdrawnError](err) {
				rt.Fatal(err) // to be known before
			}
		}
		if audit, err := store.Audit(t.Context()); err != nil || !audit.OK || audit.Total != 0 {
			rt.Fatalf("%+v, %v", audit, err)
		}
	})
}
