package session_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/bot/session"
	"holecard/storage"
)

// An ace is shown to two players, who have 19 and 18 against 17 or a natural.
const insured = "TS TH AC 9D 8S 6H"

func (b *bench) seating(id storage.SeatingID) session.Seating {
	b.t.Helper()
	return must(b.Seating(b.t.Context(), guild, id))(b)
}

// A seated round keeps room for what it may win, beside a hand of one's own.
func TestSeatsAndAHandKeepRoomForWhatTheyMayWin(t *testing.T) {
	b := newBench(t)
	b.change("maxHands=1", "double=none", "hearts=false") // 10 win 15 at most
	b.fill(ada, storage.MaxChips-3*15-8)
	b.cards = "TS 7C 8D TH"
	first := b.bets(b.openTable(session.Opening{}, ada), 10, ada)
	second := b.bets(b.openTable(session.Opening{}, ada), 10, ada)
	h := b.start(ada, 10)
	for chips, want := range map[storage.Chips]error{9: session.ErrTheirsFull, 8: nil} {
		grant := session.Adjustment{To: ada, Do: session.Grant, Chips: chips,
			Asked: b.visit(bob).ID}
		if _, err := b.Adjust(t.Context(), b.visit(bob), grant); !errors.Is(err, want) {
			t.Errorf("a grant of %d: %v, want %v", chips, err, want)
		}
	}
	if a := b.account(ada); a.Held != 30 {
		t.Errorf("%d are held", a.Held)
	}
	b.does(first, ada, blackjack.Stand)
	b.does(second, ada, blackjack.Stand)
	b.act(h, blackjack.Stand)
	b.wants(ada, storage.MaxChips-3*15+3*10, 0)
}

func TestASeatThatIsRefusedIsNotTakenByTheNextDelivery(t *testing.T) {
	b := newBench(t)
	v := b.openTable(session.Opening{}, ada)
	again := b.visit(bob)
	_, err := b.Sit(t.Context(), again, v.ID, "basic") // there is none here
	if kind(err) != "strategy" {
		t.Error(err)
	}
	b.Sessions.Basic = hits
	if v = must(b.Sit(t.Context(), again, v.ID, "basic"))(b); len(v.Chairs) != 1 {
		t.Errorf("%+v", v.Chairs)
	}
}

// hits is a basic strategy that always hits.
func hits(context.Context, blackjack.Rules) (strategy.Chart, error) { return strategy.Chart{}, nil }

// The rules of a table, and what is known of them, may change after a strategy has sat down.
func TestAStrategyThatCannotPlayAnyMoreStands(t *testing.T) {
	b := newBench(t)
	b.Sessions.Basic = hits
	v := b.openTable(session.Opening{}, ada)
	b.ok(b.Sit(t.Context(), b.visit(ada), v.ID, "basic"))
	b.Sessions.Basic = func(context.Context, blackjack.Rules) (strategy.Chart, error) {
		return strategy.Chart{}, errors.New("too much to compute")
	}
	b.cards = "5S 2S TC 6D 3D 7H 9S 9D"
	v = b.bets(v, 10, bob)
	if v.Stage != session.Playing || v.Round.View.Turn != 1 || v.Round.View.Seats[0].Hands[0].
		Total != 11 {
		t.Errorf("%+v", v.Round.View)
	}
}

// A strategy that takes long is waited for by who is patient, and never by the clock.
func TestAStrategyThatTakesLongIsNotReady(t *testing.T) {
	b := newBench(t)
	ready := make(chan struct{})
	b.Sessions.Basic = func(ctx context.Context, _ blackjack.Rules) (strategy.Chart, error) {
		select {
		case <-ctx.Done():
			return strategy.Chart{}, ctx.Err()
		case <-ready:
			return strategy.Chart{}, nil
		}
	}
	v := b.openTable(session.Opening{})
	again := b.visit(ada)
	if _, err := b.Sit(t.Context(), again, v.ID, "basic"); !errors.Is(err, session.ErrNotReady) {
		t.Fatal(err)
	}
	close(ready)
	again.Patient = true
	b.ok(b.Sit(t.Context(), again, v.ID, "basic"))
	ready = make(chan struct{}) // the bot was restarted
	b.ok(b.Bet(t.Context(), b.visit(bob), v.ID, storage.Bet{}))
	if _, err := b.Ready(t.Context(), b.visit(bob), v.ID); !errors.Is(err, session.ErrNotReady) {
		t.Fatal(err)
	}
	b.now = b.now.Add(time.Minute)
	due := must(b.Store.Due(t.Context(), storage.Claim{Until: b.Now(), Limit: 1}))(b)
	if _, done, err := b.Expire(t.Context(), due[0]); done || !errors.Is(err, session.ErrNotReady) {
		t.Fatal(done, err)
	}
	close(ready)
	if v, done, err := b.Expire(t.Context(), due[0]); !done || err != nil || v.Round == nil {
		t.Error(v, done, err)
	}
}

// An unreadable table keeps no other from going on after a restart.
func TestOneTableThatCannotBeReadKeepsNoOtherWaiting(t *testing.T) {
	b := newBench(t)
	b.cards = "TS 7C 7D TH"
	broken := b.bets(b.openTable(session.Opening{}, ada), 10, ada)
	var others []session.Seating
	for range session.MostOpened - 1 {
		others = append(others, b.openTable(session.Opening{}, ada))
	}
	b.update(func(tx storage.Tx) error {
		kept, _, err := storage.Rounds.Get(tx, broken.Round.ID)
		kept.Version, kept.Record = kept.Version+1, []byte{255}
		return errors.Join(err, storage.Rounds.Save(tx, kept))
	})
	b.now = b.now.Add(time.Hour)
	resumed, err := b.Resume(t.Context(), storage.Claim{})
	if !errors.Is(err, storage.ErrCorrupt) || len(resumed) != len(others) {
		t.Fatalf("%d tables go on: %v", len(resumed), err)
	}
	for _, v := range resumed {
		if v.Until.Sub(b.now) != 5*time.Minute {
			t.Errorf("a table at which nobody bets closes at %v, now is %v", v.Until, b.now)
		}
	}
}

func TestInsuranceIsHeldUntilTheRoundTakesIt(t *testing.T) {
	b := newBench(t)
	b.cards = insured
	v := b.bets(b.openTable(session.Opening{}, ada, bob), 10, ada, bob)
	v = b.does(v, bob, blackjack.Insure)
	b.fill(bob, 0) // all that is not held goes elsewhere
	if v = b.does(v, ada, blackjack.Decline); v.Round.View.Seats[1].Insurance != 5 {
		t.Errorf("%+v", v.Round)
	}
	b.wants(bob, 0, 15)
}
