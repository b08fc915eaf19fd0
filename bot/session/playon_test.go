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
func (b *bench) again(h session.Hand, stake session.Stake) (session.Hand, error) {
	return b.Again(b.t.Context(), b.visit(h.Player.User), h.ID, h.Version, stake)
}

// sets changes the settings of the bench's guild.
func (b *bench) sets(change func(*storage.Settings)) {
	b.t.Helper()
	err := b.Store.Update(b.t.Context(), guild, func(tx storage.Tx) error {
		settings, err := tx.Settings()
		change(&settings)
		return errors.Join(err, tx.SaveSettings(settings))
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// A hand goes on in the same message, so an old button of it shows the newest hand;
// where each has a message of its own, the one that the message shows.
func TestAHandIsPlayedOnFromOnce(t *testing.T) {
	for _, own := range []bool{false, true} {
		b := newBench(t)
		b.sets(func(s *storage.Settings) { s.NewMessage = own })
		b.cards = "AS 6C KD TH"
		first := b.start(ada, 10)
		b.cards = "TS TC 9D 9H"
		second, err := b.again(first, session.DoubleStake)
		if err != nil || second.Bet != 20 || second.ID == first.ID || second.NewMessage != own {
			t.Fatalf("%+v, %v", second, err)
		}
		b.wants(ada, 95, 20)
		over := b.act(second, blackjack.Stand)
		for _, press := range []func() (session.Hand, error){
			func() (session.Hand, error) { return b.again(first, session.DoubleStake) },
			func() (session.Hand, error) {
				return b.Settled(t.Context(), b.visit(ada), first.ID, first.Version)
			},
			func() (session.Hand, error) {
				return b.Act(t.Context(), b.visit(ada), first.ID, first.Version, blackjack.Hit)
			},
		} {
			h, err := press()
			shown := over
			if own {
				shown = first
			}
			if !errors.Is(err, session.ErrStale) || h.ID != shown.ID || own && h.Next != second.ID {
				t.Errorf("messages of their own %v: a second press: %+v, %v", own, h, err)
			}
		}
		b.wants(ada, 115, 0)
	}
}

// A press meant for the hand does not deal another.
func TestNothingIsDealtJustAfterAHandEnds(t *testing.T) {
	for _, f := range []struct {
		after time.Duration // by Discord's clock
		soon  bool
	}{
		{0, true}, {599 * time.Millisecond, true}, {600 * time.Millisecond, false},
		{time.Hour, false},
		// a machine whose clock is ahead, by little and by much
		{-599 * time.Millisecond, true}, {-time.Minute, false},
	} {
		b := newBench(t)
		b.cards, b.real = "AS 6C KD TH", b.now.Add(-time.Hour)
		h := b.start(ada, 10)
		b.real = b.now.Add(f.after)
		for name, press := range map[string]func() (session.Hand, error){
			"asked about": func() (session.Hand, error) {
				return b.Settled(t.Context(), b.visit(ada), h.ID, h.Version)
			},
			"played again": func() (session.Hand, error) {
				if !f.soon {
					return h, nil // only one of the two would be dealt
				}
				return b.again(h, session.SameStake)
			},
			"played for another bet": func() (session.Hand, error) {
				return b.Rebet(t.Context(), b.visit(ada), h.ID, h.Version,
					storage.Bet{Stake: 115})
			},
		} {
			got, err := press()
			if errors.Is(err, session.ErrSoon) != f.soon || f.soon && got.ID != h.ID {
				t.Errorf("%v after its end it is %s: %+v, %v", f.after, name, got.ID, err)
			}
			if f.soon {
				b.wants(ada, 115, 0)
			}
		}
	}
}

func TestAnotherBetIsAsNamed(t *testing.T) {
	b := newBench(t)
	b.cards = "AS 6C KD TH"
	h := b.start(ada, 10)
	next, err := b.Rebet(t.Context(), b.visit(ada), h.ID, h.Version,
		storage.Bet{Stake: 115})
	if err != nil || next.Bet != 115 {
		t.Errorf("%+v, %v", next, err)
	}
	_, err = b.Rebet(t.Context(), b.visit(ada), next.ID, next.Version,
		storage.Bet{Stake: -1})
	if stake, ok := errors.AsType[*blackjack.StakeError](err); !ok || stake.Min != 1 {
		t.Errorf("a bet of nothing: %v", err)
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
	if !ok || short.Instead == nil || short.Relief != nil {
		t.Fatalf("%+v, %v", short, err)
	}
	want := session.Deal{Bet: 100, Private: true, Table: "downtown", Asked: asked.ID}
	if *short.Instead != want {
		t.Errorf("instead %+v, want %+v", *short.Instead, want)
	}
	if _, err := b.Start(t.Context(), b.visit(bob), want); err != nil {
		t.Error(err) // no hand yet: it is bob's own
	}
	if _, err := b.Start(t.Context(), b.visit(ada), want); kind(err) != "not yours" {
		t.Errorf("a hand that is somebody else's: %v", err)
	}
	want.Asked = b.visit(ada).ID
	for range 2 { // pressed twice
		h, err := b.Start(t.Context(), b.visit(ada), want)
		if err != nil || h.ID != storage.RoundID(want.Asked) || h.Bet != 100 || !h.Private {
			t.Errorf("%+v, %v", h, err)
		}
	}
	b.wants(ada, 250, 0)
	b.allow("vegas") // what was dealt is shown also where it could not be dealt any more
	if h, err := b.Start(t.Context(), b.visit(ada), want); err != nil ||
		h.ID != storage.RoundID(want.Asked) {
		t.Errorf("%+v, %v", h, err)
	}
	b.allow()
	for what, d := range map[string]session.Deal{
		"with a strategy": {Bet: 500, Plays: "stopAt(17)"},
		"practice":        {Bet: 501, Practice: true},
	} {
		_, err := b.Start(t.Context(), b.visit(ada), d)
		if short, ok := errors.AsType[*session.ShortError](err); ok && short.Instead != nil {
			t.Errorf("%s: instead %+v", what, short.Instead)
		}
	}
}

func TestPracticeMovesNoChips(t *testing.T) {
	b := newBench(t)
	b.StartingChips = 0
	deal := func(cards string, bet storage.Chips) session.Hand {
		t.Helper()
		b.cards = cards
		h, err := b.Start(t.Context(), b.visit(ada), session.Deal{Bet: bet, Practice: true})
		if err != nil || !h.Practice || h.Lacks != nil {
			t.Fatalf("%+v, %v", h, err)
		}
		return h
	}
	h := deal("8S 6C 8D TH 3S TS 9S 2C", 500)
	b.wants(ada, 0, 0)
	for _, a := range []blackjack.Action{blackjack.Split, blackjack.Double, blackjack.Stand} {
		h = b.act(h, a)
	}
	if h.Open || h.View.Seats[0].Payout.Staked != 1500 || h.Relief != nil || !h.Proven {
		t.Errorf("%+v", h)
	}
	b.cards = "AS 6C KD TH"
	next, err := b.again(h, session.SameStake)
	if err != nil || !next.Practice || next.Bet != 500 {
		t.Errorf("another hand: %+v, %v", next, err)
	}
	a := b.account(ada)
	if a.Stats != (storage.Stats{}) || a.Balance != 0 {
		t.Errorf("practice is counted: %+v", a)
	}
	if bets, err := b.Bets(t.Context(), b.visit(ada), ""); err != nil || bets.Last != 1 {
		t.Errorf("the bet of practice is the last: %+v, %v", bets, err)
	}
	f, err := b.Fair(t.Context(), b.visit(ada), 0)
	if err != nil || f.Proof == nil || len(f.Proof.Check()) > 0 && b.cards == "" {
		t.Errorf("%+v, %v", f.Proof, err)
	}
	// a wallet is filled beside an open hand of practice as if there were none
	deal("TS TC 7D TH", 500)
	if _, err := b.corrects(session.Grant, ada, storage.MaxChips); err != nil {
		t.Error(err)
	}
}

func TestARefillIsForPlayersWithoutChipsOnceAnHour(t *testing.T) {
	b := newBench(t)
	b.RefillChips = 10
	b.real = b.now
	fill := func() (session.Refill, error) { return b.Refill(t.Context(), b.visit(ada)) }
	if _, err := fill(); !errors.Is(err, session.ErrNotBroke) {
		t.Errorf("a wallet with chips: %v", err)
	}
	b.cards = "TS TC 6D 9H"
	h := b.start(ada, 100)
	if _, err := fill(); !errors.Is(err, session.ErrNotBroke) {
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
	b.real = b.real.Add(time.Minute)
	b.act(b.start(ada, 10), blackjack.Stand)
	begun := v.ID.Time()
	for _, f := range []struct {
		after time.Duration
		given bool
	}{{-10 * time.Minute, false}, {time.Hour - 1e6, false}, {time.Hour, true}} {
		b.real = begun.Add(f.after)
		b.last = 0 // an interaction may be delivered late
		if got, err := fill(); err != nil || got.Given != f.given ||
			!f.given && !got.Next.Equal(begun.Add(time.Hour)) {
			t.Errorf("%v after a refill: %+v, %v", f.after, got, err)
		}
	}
	b.real = b.real.Add(-400 * 24 * time.Hour) // the clock was a year ahead
	b.last = 0
	b.act(b.start(ada, 10), blackjack.Stand)
	if f, err := fill(); err != nil || !f.Given {
		t.Errorf("after a clock was set right: %+v, %v", f, err)
	}
}

func TestAServerChoosesWhatItGives(t *testing.T) {
	b := newBench(t)
	b.RefillChips = 10
	for _, f := range []struct {
		settings storage.Settings
		want     session.Allowance
	}{
		{storage.Settings{},
			session.Allowance{Starting: 100, Daily: 50, Refill: 10, GiveDaily: 1000}},
		{storage.Settings{Starting: 7, Daily: 8, Refill: 9, GiveDaily: 5},
			session.Allowance{Starting: 7, Daily: 8, Refill: 9, GiveDaily: 5}},
		{storage.Settings{NoRefill: true, Refill: 9},
			session.Allowance{Starting: 100, Daily: 50, GiveDaily: 1000}},
	} {
		if got := b.Allowance(f.settings); got != f.want {
			t.Errorf("%+v: %+v, want %+v", f.settings, got, f.want)
		}
	}
	b.sets(func(s *storage.Settings) {
		s.Starting, s.Daily, s.Refill, s.GiveDaily = 7, 8, 9, 5
	})
	b.wants(ada, 7, 0)
	if d := b.daily(ada); d.Chips != 8 || d.NextChips != 8 || d.Balance != 15 {
		t.Errorf("%+v", d)
	}
	if _, err := b.gives(ada, bob, 6); kind(err) != "cap" {
		t.Errorf("more than may be given in a day here: %v", err)
	}
	if g, err := b.gives(ada, bob, 5); err != nil || g.Daily != 5 {
		t.Errorf("%+v, %v", g, err)
	}
	b.wants(bob, 12, 0)
	if _, err := b.corrects(session.Reset, ada, 0); err != nil {
		t.Error(err)
	}
	b.wants(ada, 7, 0)
	b.cards = "TS TC 6D 9H"
	b.act(b.start(ada, 7), blackjack.Stand)
	if f, err := b.Refill(t.Context(), b.visit(ada)); err != nil || f.Chips != 9 {
		t.Errorf("%+v, %v", f, err)
	}
	b.sets(func(s *storage.Settings) { s.NoRefill = true })
	b.act(b.start(ada, 9), blackjack.Stand)
	if _, err := b.Refill(t.Context(), b.visit(ada)); !errors.Is(err, session.ErrNoRefill) {
		t.Error(err)
	}
	b.GiveDaily = 0 // the bot's owner lets nobody give chips
	if _, err := b.gives(bob, ada, 1); !errors.Is(err, session.ErrNoGifts) {
		t.Error(err)
	}
}
