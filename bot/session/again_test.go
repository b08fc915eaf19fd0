package session_test

import (
	"strings"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
)

// What was refused, or only showed something, does nothing when it is delivered
// again, although by then it could.
func TestWhatWasRefusedDoesNothingWhenItIsDeliveredAgain(t *testing.T) {
	becomesRich := func(who storage.UserID) func(*bench) {
		return func(b *bench) { b.fill(who, 1000) }
	}
	deals := func(d session.Deal) func(*bench) attempt {
		return func(b *bench) attempt {
			return func(v session.Interaction) error {
				return without(b.Start(b.t.Context(), v, d))
			}
		}
	}
	for _, f := range []struct {
		what   string
		moment func(*bench) attempt
		then   func(*bench) // lets it be possible
	}{
		{"a hand that the wallet is too small for", deals(session.Deal{Bet: 101}),
			becomesRich(ada)},
		{"a hand at a table that is not played", func(b *bench) attempt {
			b.allow("vegas")
			return deals(session.Deal{Table: "downtown"})(b)
		}, func(b *bench) { b.allow("vegas", "downtown") }},
		{"a hand while one is open, which shows that one", func(b *bench) attempt {
			b.cards = "TS TC 7D TH"
			b.start(ada, 10)
			return deals(session.Deal{Bet: 10})(b)
		}, func(b *bench) { b.act(b.start(ada, 10), blackjack.Stand) }},
		{"another hand that the wallet is too small for", func(b *bench) attempt {
			b.cards = "TS TC 7D TH"
			over := b.act(b.start(ada, 60), blackjack.Stand)
			return func(v session.Interaction) error {
				return without(b.Again(b.t.Context(), v, over.ID, over.Version))
			}
		}, becomesRich(ada)},
		{"a double that the wallet is too small for", func(b *bench) attempt {
			b.cards = "6S 6C 5D TH TS TD"
			h := b.start(ada, 60)
			return func(v session.Interaction) error {
				return without(b.Act(b.t.Context(), v, h.ID, h.Version, double))
			}
		}, becomesRich(ada)},
		{"the daily chips of a day whose chips were collected", func(b *bench) attempt {
			b.daily(ada)
			b.now = b.now.Add(8*time.Hour + 50*time.Minute)
			return func(v session.Interaction) error { return without(b.Daily(b.t.Context(), v)) }
		}, func(b *bench) { b.now = b.now.Add(10 * time.Minute) }}, // it is after midnight
		{"a gift that the wallet is too small for", func(b *bench) attempt {
			b.opens(ada)
			g := b.gift(ada, bob, 500)
			return func(v session.Interaction) error {
				return without(b.Give(b.t.Context(), v, g))
			}
		}, becomesRich(ada)},
		{"more chips taken than the wallet has", func(b *bench) attempt {
			b.opens(bob)
			return b.correction(session.Take, bob, 500)
		}, becomesRich(bob)},
		{"a rule that does not go with another", func(b *bench) attempt {
			b.change("maxBet=300")
			return func(v session.Interaction) error {
				return without(b.Change(b.t.Context(), v, "vegas", "minBet=400"))
			}
		}, func(b *bench) { b.change("maxBet=500") }},
	} {
		t.Run(f.what, func(t *testing.T) {
			b := newBench(t)
			try, v := f.moment(b), b.visit(ada)
			first := try(v)
			f.then(b)
			before := b.everything()
			if err := try(v); strings.HasPrefix(kind(err), "unknown") {
				t.Errorf("answered %v, and then %v", first, err)
			}
			if after := b.everything(); after != before {
				t.Errorf("delivered again, it is done:\n%q, was\n%q", after, before)
			}
			if err := try(b.visit(ada)); err != nil || b.everything() == before {
				t.Errorf("asked for by now, it is not done: %v", err)
			}
		})
	}
}

// opens opens a player's wallet.
func (b *bench) opens(who storage.UserID) {
	b.t.Helper()
	b.ok(b.Fair(b.t.Context(), b.visit(who), 0))
}

func (b *bench) daily(who storage.UserID) session.Daily {
	b.t.Helper()
	return must(b.Daily(b.t.Context(), b.visit(who)))(b)
}

func (b *bench) allow(names ...string) {
	b.t.Helper()
	b.ok(b.Allow(b.t.Context(), b.visit(ada), names))
}
