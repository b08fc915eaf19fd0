package round_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/bot/round"
	"holecard/storage"
)

func TestAHintDoesNotCountAndIsNotedBeforeItIsSeen(t *testing.T) {
	b := storyBench(t)
	b.cards = "TS TC 2D 9H 2C 3C"
	h := b.start(ada, 10)
	v := b.visit(ada)
	hint := func(by storage.UserID, version uint32) error {
		visit := b.visit(by)
		return b.Hinted(t.Context(), visit, h.ID, version)
	}
	first := h.Version
	if err := errors.Join(b.Hinted(t.Context(), v, h.ID, first), hint(ada, first)); err != nil {
		t.Fatal(err)
	}
	h = b.act(h, blackjack.Stand) // a mistake, with a hint
	if err := hint(ada, first); !errors.Is(err, blackjack.ErrOver) {
		t.Errorf("when it is over: %v", err)
	}
	h = b.start(ada, 10)
	old := h.Version
	h = b.act(h, blackjack.Hit)
	if err := hint(ada, old); !errors.Is(err, round.ErrStale) {
		t.Errorf("at an old version: %v", err)
	}
	if err := hint(bob, h.Version); !errors.Is(err, round.ErrNotYours) {
		t.Errorf("by another: %v", err)
	}
	h = b.act(h, blackjack.Stand) // a mistake without a hint
	b.reviewed()
	ever := b.story(ada).Tallies[storage.Ever]
	if ever.Decisions != 2 || ever.Mistakes != 1 || ever.Cost != 1_000_000 {
		t.Errorf("%+v", ever)
	}
	r, err := b.Review(t.Context(), b.visit(ada), ada, 0)
	if err != nil || r.ID != h.ID || r.Line.Worth.Mistakes != 1 ||
		r.Line.Worth.State != storage.Reviewed || !slices.Equal(r.Helped, []bool{false, false}) ||
		r.Review.Net.Micro() != r.Review.Value-r.Review.Cost()+r.Review.Luck() {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAwardsAreGivenOnceAndSaidOnce(t *testing.T) {
	b := storyBench(t)
	b.StartingChips = 1
	says := func(h round.Hand, awards ...storage.Award) {
		t.Helper()
		var want storage.AwardSet
		for _, a := range awards {
			want = want.With(a)
		}
		if h.Awards != want {
			t.Errorf("the hand says %v, want %v", h.Awards, want)
		}
	}
	b.cards = "TS TC 9D 8H"
	says(b.act(b.start(ada, 1), blackjack.Stand), storage.Comeback) // the last chip
	says(b.act(b.start(ada, 2), blackjack.Stand))
	b.cards = "AS TC KD 9H"
	says(b.start(ada, 1), storage.FirstNatural)
	says(b.start(ada, 1))
	b.StartingChips = 1000
	b.cards = "8S 6C 8D TH 8H 8C TS TD TC TH 9D"
	stand := blackjack.Stand
	says(b.play(b.start(bob, 10), []blackjack.Action{split, split, split, stand, stand, stand,
		stand}), storage.FourWaySplit)
	b.cards = "TS TC 9D 9H"
	for range 20 {
		b.act(b.start(bob, 10), stand)
	}
	b.reviewed()
	h := b.start(bob, 10)
	says(h, storage.CleanTwenty)
	says(b.act(h, stand))
}

// A settlement wakes the reviewer, and the boards follow in a moment.
func TestASettlementIsReviewedInAMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := storyBench(t)
		r := newReviewer(b.Stories)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			r.Run(ctx)
			close(ended)
		}()
		b.cards = "TS TC 9D 8H"
		b.act(b.start(ada, 10), blackjack.Stand)
		if !b.story(ada).Waiting {
			t.Error("the round is counted before the answer")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if ever := b.story(ada).Tallies[storage.Ever]; ever.Rounds != 1 || ever.Decisions != 1 {
			t.Errorf("%+v", ever)
		}
		cancel()
		<-ended
	})
}

// At a table, what the clock and strategies decide is nobody's skill.
func TestWhatTheClockDecidesAtATableDoesNotCount(t *testing.T) {
	b := storyBench(t)
	b.cards = "TS TH TC 2D 2H 9H 9C 9D" // both have 12, and would hit
	v := b.bets(b.openTable(round.Opening{Table: "vegas"}, ada, bob), 10, ada, bob)
	b.strikes(b.does(v, ada, blackjack.Stand))
	b.reviewed()
	for user, decisions := range map[storage.UserID]int{ada: 1, bob: 0} {
		if ever := b.story(user).Tallies[storage.Ever]; ever.Rounds != 1 ||
			ever.Decisions != decisions || ever.Mistakes != decisions {
			t.Errorf("user %d: %+v", user, ever)
		}
	}
}
