package session_test

import (
	"errors"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
)

// again deals another hand after one, and returns what its message shows then.
func (b *bench) again(h session.Hand) (session.Hand, error) {
	return b.Again(b.t.Context(), b.visit(h.Player.User), h.ID, h.Version)
}

// sets changes the settings of the bench's guild.
func (b *bench) sets(change func(*storage.Settings)) {
	b.t.Helper()
	b.update(func(tx storage.Tx) error {
		settings, err := storage.SettingsOf.Read(tx, storage.Only{})
		change(&settings)
		return errors.Join(err, storage.SettingsOf.Save(tx, settings))
	})
}

func TestAHandIsPlayedOnFromOnce(t *testing.T) {
	for _, own := range []bool{false, true} {
		b := newBench(t)
		b.sets(func(s *storage.Settings) { s.NewMessage = own })
		b.cards = "AS 6C KD TH"
		first := b.start(ada, 10)
		second := must(b.again(first))(b)
		shown := second
		if own {
			shown = first
		}
		_, err := b.again(first)
		h, asked := b.Settled(t.Context(), b.visit(ada), first.ID, first.Version)
		if !errors.Is(err, session.ErrStale) || !errors.Is(asked, session.ErrStale) ||
			h.ID != shown.ID || own && h.Next != second.ID {
			t.Errorf("messages of their own %v: %v; %+v, %v", own, err, h, asked)
		}
		b.wants(ada, 130, 0)
	}
}

// A press meant for the hand does not deal another.
func TestNothingIsDealtJustAfterAHandEnds(t *testing.T) {
	for after, soon := range map[time.Duration]bool{ // by Discord's clock
		0: true, 599 * time.Millisecond: true, 600 * time.Millisecond: false, time.Hour: false,
		// a machine whose clock is ahead, by little and by much
		-599 * time.Millisecond: true, -time.Minute: false,
	} {
		for name, press := range map[string]func(*bench, session.Hand) (session.Hand, error){
			"asked about": func(b *bench, h session.Hand) (session.Hand, error) {
				return b.Settled(t.Context(), b.visit(ada), h.ID, h.Version)
			},
			"played again": func(b *bench, h session.Hand) (session.Hand, error) {
				return b.again(h)
			},
			"played for another bet": func(b *bench, h session.Hand) (session.Hand, error) {
				return b.Rebet(t.Context(), b.visit(ada), h.ID, h.Version,
					storage.Bet{Stake: 115})
			},
		} {
			b := newBench(t)
			b.cards, b.real = "AS 6C KD TH", b.now.Add(-time.Hour)
			h := b.start(ada, 10)
			b.real = b.now.Add(after)
			got, err := press(b, h)
			if errors.Is(err, session.ErrSoon) != soon || soon && got.ID != h.ID {
				t.Errorf("%v after its end it is %s: %+v, %v", after, name, got.ID, err)
			}
			if soon {
				b.wants(ada, 115, 0)
			}
		}
	}
}

// Whoever bets too much may bet all there is instead, once.
func TestAllThereIsIsBetInsteadOnce(t *testing.T) {
	b := newBench(t)
	b.cards = "AS 6C KD TH"
	asked := b.visit(ada)
	_, err := b.Start(t.Context(), asked,
		session.Deal{Bet: 500, Private: true, Table: "downtown"})
	short, ok := errors.AsType[*session.ShortError](err)
	want := session.Deal{Bet: 100, Private: true, Table: "downtown", Asked: asked.ID}
	if !ok || short.Instead == nil || *short.Instead != want || short.Relief != nil {
		t.Fatalf("%+v, %v", short, err)
	}
	for range 2 { // pressed twice
		h, err := b.Start(t.Context(), b.visit(ada), want)
		if err != nil || h.ID != storage.RoundID(asked.ID) || h.Bet != 100 || !h.Private {
			t.Errorf("%+v, %v", h, err)
		}
	}
	b.wants(ada, 250, 0)
	if err := startOf(b, bob, want); kind(err) != "not yours" {
		t.Errorf("a hand that is somebody else's: %v", err)
	}
	b.allow("vegas") // what was dealt is shown also where it could not be dealt any more
	if h, err := b.Start(t.Context(), b.visit(ada), want); err != nil ||
		h.ID != storage.RoundID(asked.ID) {
		t.Errorf("%+v, %v", h, err)
	}
	for what, d := range map[string]session.Deal{
		"with a strategy": {Bet: 500, Plays: "stopAt(17)"},
		"practice":        {Bet: 501, Practice: true},
	} {
		err := startOf(b, ada, d)
		if short, ok := errors.AsType[*session.ShortError](err); ok && short.Instead != nil {
			t.Errorf("%s: instead %+v", what, short.Instead)
		}
	}
}

func TestPracticeMovesNoChips(t *testing.T) {
	b := newBench(t)
	b.StartingChips = 0
	b.cards = "8S 6C 8D TH 3S TS 9S 2C"
	practice := session.Deal{Bet: 500, Practice: true}
	h := b.play(b.startWith(ada, practice), []blackjack.Action{split, double, blackjack.Stand})
	if h.Open || h.View.Seats[0].Payout.Staked != 1500 || h.Relief != nil || !h.Proven {
		t.Errorf("%+v", h)
	}
	if a := b.account(ada); a.Stats != (storage.Stats{}) || a.Balance != 0 {
		t.Errorf("practice is counted: %+v", a)
	}
	if bets, err := b.Bets(t.Context(), b.visit(ada), ""); err != nil || bets.Last != 1 {
		t.Errorf("the bet of practice is the last: %+v, %v", bets, err)
	}
	// a wallet is filled beside an open hand of practice as if there were none
	b.cards = "TS TC 7D TH"
	b.startWith(ada, practice)
	if _, err := b.corrects(session.Grant, ada, storage.MaxChips); err != nil {
		t.Error(err)
	}
}

func TestARefillIsForPlayersWithoutChipsOnceAnHour(t *testing.T) {
	b := newBench(t)
	b.RefillChips = 10
	b.real = b.now
	b.cards = "TS TC 6D 9H"
	h := b.start(ada, 100)
	if _, err := b.Refill(t.Context(), b.visit(ada)); !errors.Is(err, session.ErrNotBroke) {
		t.Errorf("with a hand open: %v", err)
	}
	if h = b.act(h, blackjack.Stand); h.Relief == nil || !h.Relief.Refill.Now() ||
		!h.Relief.Daily.Now() || h.Relief.Daily.Chips != 50 {
		t.Fatalf("the relief is %+v", h.Relief)
	}
	v := b.visit(ada)
	for range 2 { // delivered twice
		f, err := b.Refill(t.Context(), v)
		if err != nil || !f.Given || f.Chips != 10 || f.Balance != 10 ||
			!f.Next.Equal(b.real.Add(time.Hour)) {
			t.Errorf("%+v, %v", f, err)
		}
	}
	b.wants(ada, 10, 0)
	begun := v.ID.Time()
	b.real = begun.Add(time.Minute)
	b.act(b.start(ada, 10), blackjack.Stand)
	for _, f := range []struct {
		after time.Duration
		given bool
	}{
		{-10 * time.Minute, false}, {time.Hour - 1e6, false}, {time.Hour, true},
		{-399 * 24 * time.Hour, true}, // the clock was a year ahead, and was set right
	} {
		b.real = begun.Add(f.after)
		b.last = 0 // an interaction may be delivered late
		got, err := b.Refill(t.Context(), b.visit(ada))
		if err != nil || got.Given != f.given ||
			!f.given && !got.Next.Equal(begun.Add(time.Hour)) {
			t.Errorf("%v after a refill: %+v, %v", f.after, got, err)
		}
		if f.given {
			b.act(b.start(ada, 10), blackjack.Stand)
		}
	}
}
