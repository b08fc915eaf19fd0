package session_test

import (
	"errors"
	"testing"
	"time"

	"holecard/blackjack/strategy"
	"holecard/bot/care"
	"holecard/bot/session"
	"holecard/storage"
)

// betting starts a hand that a strategy plays and bets on.
func betting(t *testing.T, b *bench, plays string, limit storage.Chips) session.Hand {
	t.Helper()
	h, err := b.Start(t.Context(), b.visit(ada), session.Deal{Bet: limit, Plays: plays})
	if err != nil || h.Open {
		t.Fatalf("%s: %+v, %v", plays, h, err)
	}
	return h
}

const (
	lost = "TS TC 6D TH" // 16 against 20
	won  = "TS TC KD 9H" // 20 against 19
)

func TestAnAutopilotBetsWithinTheLimitThatItsPlayerSets(t *testing.T) {
	const martingale = "bet 2 * lastBet if lost; bet 10; stand"
	type hand struct {
		cards   string
		balance storage.Chips // then
	}
	for _, f := range []struct {
		plays string
		limit storage.Chips
		hands []hand
	}{
		// twice the last, and not 40: the limit is 30
		{martingale, 30, []hand{{lost, 90}, {lost, 70}, {won, 100}, {won, 110}}},
		{"bet 900; stand", 900, []hand{{lost, 0}}}, // no more than there is
		{"stand", 0, []hand{{lost, 90}}},           // the last bet, of a strategy that does not bet
	} {
		b := newBench(t)
		for _, h := range f.hands {
			b.cards = h.cards
			betting(t, b, f.plays, f.limit)
			b.wants(ada, h.balance, 0)
		}
	}
}

func TestAnAutopilotThatBetsNeedsALimitAndChips(t *testing.T) {
	b := newBench(t)
	if err := startOf(b, ada, session.Deal{Plays: "bet 10; stand"}); !errors.Is(err,
		session.ErrNoLimit) {
		t.Errorf("%v", err)
	}
	b.fill(ada, 0)
	if err := startOf(b, ada, session.Deal{Bet: 50, Plays: "bet 1; stand"}); kind(err) != "short" {
		t.Errorf("without chips it bets: %v", err)
	}
}

func TestAnotherHandKeepsTheLimitOfAnAutopilot(t *testing.T) {
	b := newBench(t)
	b.cards = lost
	h := betting(t, b, "bet lastBet + 10; stand", 25)
	b.wants(ada, 90, 0)
	for _, balance := range []storage.Chips{70, 45} { // 20, and 25 of 30
		b.now, b.real = b.now.Add(time.Minute), b.real.Add(time.Minute)
		var err error
		if h, err = b.again(h, session.SameStake); err != nil {
			t.Fatal(err)
		}
		b.wants(ada, balance, 0)
	}
}

func TestAnAutopilotRemembersTheShoe(t *testing.T) {
	b := newBench(t)
	b.cards = "2S TC 3D 7H 4C TH 5S"
	h, err := b.Start(t.Context(), b.visit(ada),
		session.Deal{Bet: 10, Plays: "count(hilo) == 1 && cards == 2"})
	if err != nil || h.Open { // 2 and 3 against the ten, and not the hole card
		t.Fatalf("%+v, %v", h, err)
	}
	if n := len(h.View.Seats[0].Hands[0].Cards); n != 3 {
		t.Errorf("it has %d cards", n)
	}
}

func TestAtATableOfSeveralAStrategyNeitherCountsNorBets(t *testing.T) {
	b := newBench(t)
	v := b.openTable(session.Opening{}, ada)
	for text, want := range map[string]strategy.Fault{
		"count(hilo) > 0": strategy.NoMemory, "bet 2; stand": strategy.NoBets} {
		_, err := b.Sit(t.Context(), b.visit(bob), v.ID, text)
		if wrong, ok := errors.AsType[*strategy.SyntaxError](err); !ok || wrong.Fault != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	if v, err := b.Sit(t.Context(), b.visit(bob), v.ID, "hit if 50%"); err != nil {
		t.Errorf("%+v, %v", v.Chairs, err)
	}
}

// A limit of the player's own, and chips that are not there, stop a strategy as they stop
// its player.
func TestAnAutopilotBetsWithinThePlayersOwnLimits(t *testing.T) {
	b := newBench(t)
	b.cards = lost
	b.limit(ada, care.Here, care.Bet, 15)
	_, err := b.Start(t.Context(), b.visit(ada), session.Deal{Bet: 50, Plays: "bet 20; stand"})
	b.stops(care.Bet, err)
	b.wants(ada, 100, 0)
	betting(t, b, "bet 12; stand", 50)
	b.wants(ada, 88, 0)
}
