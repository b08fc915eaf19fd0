package session_test

import (
	"errors"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
)

// What was refused, or only showed something, does nothing when it is delivered
// again, although by then it could.
func TestWhatWasRefusedDoesNothingWhenItIsDeliveredAgain(t *testing.T) {
	for _, f := range []struct {
		what   string
		refuse func(*bench) (again func() error) // does it once, and lets it be possible then
	}{
		{"a hand that the wallet is too small for", func(b *bench) func() error {
			v := b.visit(ada)
			deal := func() error {
				_, err := b.Start(b.t.Context(), v, session.Deal{Bet: 101})
				return err
			}
			b.refused(deal())
			b.fill(ada, 1000)
			return deal
		}},
		{"a hand at a table that is not played", func(b *bench) func() error {
			b.allow("vegas")
			v := b.visit(ada)
			deal := func() error {
				_, err := b.Start(b.t.Context(), v, session.Deal{Table: "downtown"})
				return err
			}
			b.refused(deal())
			b.allow("vegas", "downtown")
			return deal
		}},
		{"a hand while one is open, which shows that one", func(b *bench) func() error {
			b.cards = "TS TC 7D TH"
			open := b.start(ada, 10)
			v := b.visit(ada)
			deal := func() error {
				_, err := b.Start(b.t.Context(), v, session.Deal{Bet: 10})
				return err
			}
			if err := deal(); err != nil {
				b.t.Fatal(err)
			}
			b.act(open, blackjack.Stand)
			return deal
		}},
		{"another hand that the wallet is too small for", func(b *bench) func() error {
			b.cards = "TS TC 7D TH"
			over := b.act(b.start(ada, 60), blackjack.Stand)
			v := b.visit(ada)
			again := func() error {
				_, err := b.Again(b.t.Context(), v, over.ID, over.Version, session.SameStake)
				return err
			}
			b.refused(again())
			b.fill(ada, 1000)
			return again
		}},
		{"a double that the wallet is too small for", func(b *bench) func() error {
			b.cards = "6S 6C 5D TH TS TD"
			h := b.start(ada, 60)
			v := b.visit(ada)
			press := func() error {
				_, err := b.Act(b.t.Context(), v, h.ID, h.Version, blackjack.Double)
				return err
			}
			b.refused(press())
			b.fill(ada, 1000)
			return press
		}},
		{"the daily chips of a day whose chips were collected", func(b *bench) func() error {
			b.daily(ada)
			b.now = b.now.Add(8*time.Hour + 50*time.Minute)
			v := b.visit(ada)
			ask := func() error { _, err := b.Daily(b.t.Context(), v); return err }
			if err := ask(); err != nil {
				b.t.Fatal(err)
			}
			b.now = b.now.Add(10 * time.Minute) // it is after midnight
			return ask
		}},
		{"a gift that the wallet is too small for", func(b *bench) func() error {
			b.opens(ada)
			asked, v := b.visit(ada), b.visit(ada)
			give := func() error {
				_, err := b.Give(b.t.Context(), v,
					session.Gift{To: bob, Chips: 500, Asked: asked.ID})
				return err
			}
			b.refused(give())
			b.fill(ada, 1000)
			return give
		}},
		{"more chips taken than the wallet has", func(b *bench) func() error {
			b.opens(bob)
			asked, v := b.visit(ada), b.visit(ada)
			take := func() error {
				_, err := b.Adjust(b.t.Context(), v,
					session.Adjustment{Do: session.Take, To: bob, Chips: 500, Asked: asked.ID})
				return err
			}
			b.refused(take())
			b.fill(bob, 1000)
			return take
		}},
		{"a rule that does not go with another", func(b *bench) func() error {
			v := b.visit(ada)
			change := func() error {
				_, err := b.Change(b.t.Context(), v, "vegas", "minBet=400")
				return err
			}
			b.change("maxBet=300")
			b.refused(change())
			b.change("maxBet=500")
			return change
		}},
	} {
		t.Run(f.what, func(t *testing.T) {
			b := newBench(t)
			again := f.refuse(b)
			before := b.everything()
			if err := again(); err != nil && kind(err) == "unknown: "+err.Error() &&
				!errors.Is(err, session.ErrRepeated) {
				t.Errorf("delivered again, it is answered %v", err)
			}
			if after := b.everything(); after != before {
				t.Errorf("delivered again, it is done:\n%+v, was\n%+v", after, before)
			}
		})
	}
}

func (b *bench) refused(err error) {
	b.t.Helper()
	if err == nil {
		b.t.Fatal("it is not refused")
	}
}

// opens opens a player's wallet.
func (b *bench) opens(who storage.UserID) {
	b.t.Helper()
	if _, err := b.Fair(b.t.Context(), b.visit(who), 0); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) daily(who storage.UserID) session.Daily {
	b.t.Helper()
	d, err := b.Daily(b.t.Context(), b.visit(who))
	if err != nil {
		b.t.Fatal(err)
	}
	return d
}

func (b *bench) allow(names ...string) {
	b.t.Helper()
	if _, err := b.Allow(b.t.Context(), b.visit(ada), names); err != nil {
		b.t.Fatal(err)
	}
}

// state is what interactions change.
type state struct {
	ada, bob  storage.Profile
	postings  int
	openHands int
	changes   int
	held      storage.Chips
}

func (b *bench) everything() (s state) {
	b.t.Helper()
	audit, err := b.Store.Audit(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	s.postings, s.openHands, s.held = audit.Postings, audit.OpenHands, audit.Held
	err = b.Store.View(b.t.Context(), guild, func(r storage.Reader) (err error) {
		if s.ada, _, err = r.Profile(storage.Player{Guild: guild, User: ada}); err != nil {
			return err
		}
		if s.bob, _, err = r.Profile(storage.Player{Guild: guild, User: bob}); err != nil {
			return err
		}
		settings, err := r.Settings()
		s.changes = len(settings.Rules)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}
