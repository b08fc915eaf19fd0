package session_test

import (
	"context"
	"errors"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/figures"
	"holecard/bot/session"
	"holecard/storage"
)

// houseBench is a bench whose houses are judged by exact odds, however long a busy
// machine takes for them.
func houseBench(t *testing.T) *bench {
	b := newBench(t)
	b.Sessions.Edge = func(ctx context.Context, r blackjack.Rules,
		house strategy.Strategy) (float64, error) {
		if house == nil {
			house = figures.House(r)
		}
		best, err := odds.Best(ctx, odds.Game{Rules: r}, house)
		return -best.EV, err
	}
	return b
}

// atMIT deals a hand at mit, patiently: 10 against 6, then 8, 9 and 5.
func (b *bench) atMIT(plays, house string) (session.Hand, error) {
	b.cards = "TS 6D 8C 9H 5C"
	v := b.patient(ada)
	return b.Start(b.t.Context(), v,
		session.Deal{Bet: 10, Table: "mit", Plays: plays, House: house})
}

func TestTheHouseThatWasChosenPlays(t *testing.T) {
	for _, f := range []struct {
		house   string
		balance storage.Chips
	}{
		{"", 90},           // it stops at 16: 6, 9 and 5 are 20
		{"stopAt(16)", 90}, // which may be said
		{"stopAt(15)", 110},
		{"watch(total < 15)", 110},
	} {
		b := houseBench(t)
		h, err := b.atMIT("", f.house)
		if err != nil || h.House != f.house {
			t.Fatalf("%q: %+v, %v", f.house, h, err)
		}
		b.Sessions = session.New(b.Config) // the bot is restarted
		h = b.act(b.act(h, blackjack.Hit), blackjack.Stand)
		if h.Open || h.House != f.house {
			t.Errorf("%q: %+v", f.house, h)
		}
		b.wants(ada, f.balance, 0)
		v := b.patient(ada)
		h, err = b.Again(t.Context(), v, h.ID, h.Version, session.SameStake)
		if err != nil || h.House != f.house {
			t.Fatalf("another hand after %q: %+v, %v", f.house, h, err)
		}
		again, err := b.Start(t.Context(), b.visit(ada), session.Deal{Bet: 10, Table: "mit"})
		if err != nil || !again.Resumed || again.House != f.house {
			t.Errorf("the open hand is shown with %q, not %q; %v", again.House, f.house, err)
		}
		b.act(b.act(h, blackjack.Hit), blackjack.Stand)
		b.wants(ada, 2*f.balance-100, 0)
	}
}

func TestAHouseThatCannotBeChosenIsRefusedBeforeAnyChipMoves(t *testing.T) {
	b := houseBench(t)
	weak := func(err error) bool {
		e, ok := errors.AsType[*session.WeakHouseError](err)
		return ok && e.Edge > 0
	}
	for _, f := range []struct {
		table, house string
		refused      func(error) bool
	}{
		{"vegas", "stopAt(16)", is[*session.FixedDealerError]},
		{"", "stopAt(16)", is[*session.FixedDealerError]},
		{"mit", "stopAt(0)", weak}, // it never takes a card
		{"mit", "stopAt(14)", weak},
		{"mit", "upcard > 5", weak},
		{"mit", "both(stopAt(16), ask)", func(err error) bool {
			return errors.Is(err, strategy.ErrNobody)
		}},
		{"mit", "basic", func(err error) bool { return errors.Is(err, session.ErrHouseBasic) }},
		{"mit", "clubs > 0", is[*strategy.SyntaxError]},
		{"mit", "stopAt(", is[*strategy.SyntaxError]},
	} {
		v := b.patient(ada)
		h, err := b.Start(t.Context(), v, session.Deal{Bet: 10, Table: f.table, House: f.house})
		if !f.refused(err) || h.ID != 0 {
			t.Errorf("%s at %q: %+v, %v", f.house, f.table, h, err)
		}
	}
	b.wants(ada, 100, 0)
}

func TestAnyHousePlaysWherePlayersMayHaveTheEdge(t *testing.T) {
	b := houseBench(t)
	b.PlayersEdge = true
	h, err := b.atMIT("stopAt(18)", "stopAt(0)")
	if err != nil || h.Open || h.Plays != "stopAt(18)" || h.House != "stopAt(0)" {
		t.Errorf("%+v, %v", h, err)
	}
	b.wants(ada, 110, 0)
}

// A house is not judged on the way of a press: the one who asks first waits, and
// is told to.
func TestAHouseWhoseEdgeIsNotKnownYetIsNotReady(t *testing.T) {
	b := newBench(t)
	b.Sessions.Edge = func(ctx context.Context, _ blackjack.Rules,
		_ strategy.Strategy) (float64, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	}
	b.cards = "TS 6D 8C 9H 5C"
	if _, err := b.Start(t.Context(), b.visit(ada),
		session.Deal{Bet: 10, Table: "mit", House: "stopAt(15)"}); !errors.Is(err,
		session.ErrNotReady) {
		t.Errorf("it is dealt: %v", err)
	}
	b.wants(ada, 100, 0)
}

func TestAHouseIsLeftOutWhereTheDealerHasARuleByNow(t *testing.T) {
	b := houseBench(t)
	h, err := b.atMIT("stopAt(18)", "stopAt(15)")
	if err != nil {
		t.Fatal(err)
	}
	b.ok(b.Change(t.Context(), b.visit(ada), "mit", "houseDecides=false"))
	if h, err = b.Again(t.Context(), b.visit(ada), h.ID, h.Version,
		session.SameStake); err != nil || h.House != "" {
		t.Errorf("%+v, %v", h, err)
	}
}

// A hand is played to its end by the strategies that it was dealt with, also where they would
// be refused by now.
func TestAHandGoesOnWithTheStrategyItWasDealtWith(t *testing.T) {
	b := houseBench(t)
	h, err := b.atMIT("ask", "")
	if err != nil {
		t.Fatal(err)
	}
	err = b.Store.Update(t.Context(), guild, func(tx storage.Tx) error {
		kept, _, err := tx.Round(h.ID)
		kept.Seats[0].Plays, kept.House = "clubs > 9 || soft || ask", "!hard || stopAt(15)"
		kept.Version++
		h.Version = kept.Version
		return errors.Join(err, tx.SaveRound(kept))
	})
	if err != nil {
		t.Fatal(err)
	}
	if h = b.act(b.act(h, blackjack.Hit), blackjack.Stand); h.Open {
		t.Errorf("%+v", h)
	}
	b.wants(ada, 110, 0)
}
