package session_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/bot/session"
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
	if err := hint(ada, old); !errors.Is(err, session.ErrStale) {
		t.Errorf("at an old version: %v", err)
	}
	if err := hint(bob, h.Version); !errors.As(err, new(*session.NotYoursError)) {
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
	b.cards = "TS TC 9D 8H"
	last := b.act(b.start(ada, 1), blackjack.Stand)
	if last.Awards != storage.AwardSet(0).With(storage.Comeback) {
		t.Errorf("the last chip has won: %v", last.Awards)
	}
	if again := b.act(b.start(ada, 2), blackjack.Stand); again.Awards != 0 {
		t.Errorf("the next win: %v", again.Awards)
	}
	b.cards = "AS TC KD 9H"
	if h := b.start(ada, 1); h.Awards != storage.AwardSet(0).With(storage.FirstNatural) {
		t.Errorf("a natural: %v", h.Awards)
	}
	if h := b.start(ada, 1); h.Awards != 0 {
		t.Errorf("the next natural: %v", h.Awards)
	}
	b.StartingChips = 1000
	b.cards = "8S 6C 8D TH 8H 8C TS TD TC TH 9D"
	h := b.start(bob, 10)
	for h.Open {
		a := blackjack.Stand
		if h.Legal().Has(blackjack.Split) {
			a = blackjack.Split
		}
		h = b.act(h, a)
	}
	if len(h.View.Seats[0].Hands) != 4 || h.Awards != storage.AwardSet(0).
		With(storage.FourWaySplit) {
		t.Errorf("%d hands: %v", len(h.View.Seats[0].Hands), h.Awards)
	}
	for range 20 {
		b.cards = "TS TC 9D 9H"
		b.act(b.start(bob, 10), blackjack.Stand)
	}
	b.reviewed()
	h = b.start(bob, 10)
	if h.Awards != storage.AwardSet(0).With(storage.CleanTwenty) {
		t.Errorf("after twenty rounds: %v", h.Awards)
	}
	if h = b.act(h, blackjack.Stand); h.Awards != 0 {
		t.Errorf("said already: %v", h.Awards)
	}
}

// A settlement wakes the reviewer, and the boards follow in a moment.
func TestASettlementIsReviewedInAMoment(t *testing.T) {
	if onPostgres() {
		t.Skip("SKIPPED on PostgreSQL: its clock is not the test's; the file's engine runs it")
	}
	synctest.Test(t, func(t *testing.T) {
		b := storyBench(t)
		r := newReviewer(b.Sessions)
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
	v := b.openTable(session.Opening{Table: "vegas"}, ada, bob)
	b.cards = "TS TH TC 2D 2H 9H 9C 9D" // both have 12, and would hit
	for _, user := range []storage.UserID{ada, bob} {
		if _, err := b.Bet(t.Context(), b.visit(user), v.ID, storage.Bet{Stake: 10}); err != nil {
			t.Fatal(err)
		}
	}
	for _, user := range []storage.UserID{ada, bob} {
		var err error
		if v, err = b.Ready(t.Context(), b.visit(user), v.ID); err != nil {
			t.Fatal(err)
		}
	}
	v, err := b.Play(t.Context(), b.visit(ada), v.ID, v.Turn, blackjack.Stand)
	if err != nil {
		t.Fatal(err)
	}
	b.now = b.now.Add(time.Hour)
	due, err := b.Deadlines(t.Context(), nil, 0, 9)
	if err != nil || len(due) != 1 {
		t.Fatal(due, err)
	}
	if _, done, err := b.Expire(t.Context(), due[0]); !done || err != nil {
		t.Fatal(done, err)
	}
	b.reviewed()
	for user, decisions := range map[storage.UserID]int{ada: 1, bob: 0} {
		if ever := b.story(user).Tallies[storage.Ever]; ever.Rounds != 1 ||
			ever.Decisions != decisions || ever.Mistakes != decisions {
			t.Errorf("user %d: %+v", user, ever)
		}
	}
}

func TestAPushEndsNoRowOfWins(t *testing.T) {
	b := storyBench(t)
	for _, cards := range []string{"TS TC 9D 8H", "TS TC 9D 9H", "TS TC 9D 8H"} {
		b.cards = cards
		b.act(b.start(ada, 10), blackjack.Stand)
	}
	b.reviewed()
	if ever := b.story(ada).Tallies[storage.Ever]; ever.Run != 2 || ever.BestRun != 2 {
		t.Errorf("%+v", ever)
	}
}
