package session_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
	"holecard/storage/engine"
)

// distant is a store whose records are far away: each call is a round trip.
type distant struct {
	engine.Numbered
	storage.Store // for what it does not do
	mu            sync.Mutex
	records       [engine.Tables]map[string][]byte
	reads         []string // since they were counted
	commits       int
}

func (d *distant) Update(_ context.Context, in storage.GuildID, fn func(storage.Tx) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	tx := engine.NewTransaction(d, in)
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Write()
}

func (d *distant) View(_ context.Context, in storage.GuildID, fn func(storage.Reader) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return fn(engine.NewReader(d, in))
}

func (d *distant) Get(keys ...engine.Key) (values [][]byte, err error) {
	d.reads = append(d.reads, fmt.Sprintf("get %v", keys))
	for _, k := range keys {
		values = append(values, d.records[k.Table][string(k.ID)])
	}
	return values, nil
}

func (d *distant) Scan(r engine.Range, fn func(id, value []byte, err error) bool) error {
	d.reads = append(d.reads, fmt.Sprintf("scan %v", r))
	var ids []string
	for id := range d.records[r.Table] {
		if strings.HasPrefix(id, string(r.ID)) && id >= string(r.From) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		if !fn([]byte(id), d.records[r.Table][id], nil) {
			return nil
		}
	}
	return nil
}

func (d *distant) UpTo(_, _ engine.Key) (int, error) {
	d.reads = append(d.reads, "count")
	return 0, nil
}

func (d *distant) Apply(changes []engine.Change) error {
	d.commits++
	for _, c := range changes {
		if c.Value == nil {
			delete(d.records[c.Table], string(c.ID))
		} else {
			d.records[c.Table][string(c.ID)] = c.Value
		}
	}
	return nil
}

// An engine may be at the other end of a network: what an action reads is asked for
// at once, as far as it is known before.
func TestAnActionMakesFewRoundTrips(t *testing.T) {
	b := newBench(t)
	d := &distant{}
	for of := range d.records {
		d.records[of] = map[string][]byte{}
	}
	b.Store, b.RefillChips = d, 10
	counts := func(action string, reads, commits int, do func() error) {
		t.Helper()
		d.reads, d.commits = nil, 0
		if err := do(); err != nil {
			t.Fatalf("%s: %v", action, err)
		}
		if len(d.reads) != reads || d.commits != commits {
			t.Errorf("%s makes %d reads and %d commits, want %d and %d:\n%s", action, len(d.reads),
				d.commits,
				reads, commits, strings.Join(d.reads, "\n"))
		}
	}
	var h session.Hand
	deal := func(cards, table string) func() error {
		return func() (err error) {
			b.cards = cards
			h, err = b.Start(t.Context(), b.visit(ada), session.Deal{Bet: 10, Table: table})
			return err
		}
	}
	act := func(a blackjack.Action) func() error {
		return func() (err error) {
			h, err = b.Act(t.Context(), b.visit(ada), h.ID, h.Version, a)
			return err
		}
	}
	// Seen interactions that are old are looked for by a scan, once an update.
	counts("the first deal, which opens a wallet", 3, 1, deal("TS TC 2D 9H 2C 7C KC", "vegas"))
	counts("a hit", 2, 1, act(blackjack.Hit))
	counts("a stand, which settles", 3, 1, act(blackjack.Stand))
	counts("a deal that is settled", 3, 1, deal("AS TC KD 9H", "vegas"))
	counts("another hand", 3, 1, func() (err error) {
		b.cards = "5S TC 6D 9H TH 7C"
		h, err = b.Again(t.Context(), b.visit(ada), h.ID, h.Version, session.SameStake)
		return err
	})
	counts("a double", 3, 1, act(blackjack.Double))
	counts("a refill for a wallet that is not empty", 2, 1, func() error {
		if _, err := b.Refill(t.Context(), b.visit(ada)); err == nil {
			t.Error("it is given")
		}
		return nil
	})
	counts("a question about another bet", 1, 0, func() error {
		_, err := b.Settled(t.Context(), b.visit(ada), h.ID, h.Version)
		return err
	})
	all := b.account(ada).Balance
	counts("another hand for all chips", 3, 1, func() (err error) {
		b.cards = "TS TC 6D 9H"
		h, err = b.Rebet(t.Context(), b.visit(ada), h.ID, h.Version, storage.Bet{Stake: all})
		return err
	})
	counts("a loss of all chips", 3, 1, act(blackjack.Stand))
	counts("a refill", 2, 1, func() error {
		_, err := b.Refill(t.Context(), b.visit(ada))
		return err
	})
	counts("a deal from a deck that goes on", 3, 1, deal("TS TC 2D 9H 2C 7C KC", "downen"))
	counts("a deal while a hand is open", 4, 1, deal("", "downen"))
	counts("a stand that leaves a deck", 2, 1, act(blackjack.Stand))
	stale := h
	counts("an old button", 2, 1, func() error {
		_, err := b.Act(t.Context(), b.visit(ada), stale.ID, 1, blackjack.Hit)
		if err == nil {
			t.Error("it is played")
		}
		return nil
	})
	counts("the chips of the day", 2, 1, func() error {
		_, err := b.Daily(t.Context(), b.visit(ada))
		return err
	})
	g := b.gift(ada, bob, 5)
	counts("a question for a gift", 3, 1, func() error {
		_, err := b.AskGift(t.Context(), b.visit(ada), g)
		return err
	})
	counts("a gift to somebody new", 4, 1, func() error {
		_, _, err := b.Sessions.Give(t.Context(), b.visit(ada), g.Asked)
		return err
	})
	c := session.Adjustment{Do: session.Grant, To: bob, Chips: 5, Asked: b.visit(admin).ID}
	counts("an admin's question", 3, 1, func() error {
		_, err := b.AskAdjustment(t.Context(), b.visit(admin), c)
		return err
	})
	counts("a grant", 4, 1, func() error {
		_, _, err := b.Sessions.Adjust(t.Context(), b.visit(admin), c.Asked)
		return err
	})
	counts("a change of a rule", 2, 1, func() error {
		_, err := b.Change(t.Context(), b.visit(admin), "vegas", "decks=8")
		return err
	})
}

// A table of seven is dealt, played and settled in as few round trips as one hand, nearly.
func TestATableMakesFewRoundTrips(t *testing.T) {
	b := newBench(t)
	d := &distant{}
	for of := range d.records {
		d.records[of] = map[string][]byte{}
	}
	b.Store = d
	b.cards = "TS TH TD TC TS TH TD 9C 9S 9H 9D 9C 9S 9H 9D 8C"
	v := b.openTable(session.Opening{Table: "vegas"}, all...)
	for _, user := range all[1:] {
		v = b.bets(v, 10, user)
	}
	counts := func(action string, reads int, do func() (session.Seating, error)) {
		t.Helper()
		d.reads, d.commits = nil, 0
		var err error
		if v, err = do(); err != nil {
			t.Fatalf("%s: %v", action, err)
		}
		if len(d.reads) != reads || d.commits != 1 {
			t.Errorf("%s makes %d reads and %d commits, want %d and 1:\n%s", action, len(d.reads),
				d.commits, reads, strings.Join(d.reads, "\n"))
		}
	}
	counts("a bet", 3, func() (session.Seating, error) {
		return b.Bet(t.Context(), b.visit(ada), v.ID, storage.Bet{Stake: 10})
	})
	counts("the deal for seven", 4, func() (session.Seating, error) {
		return b.Ready(t.Context(), b.visit(ada), v.ID)
	})
	for _, user := range all[:6] {
		counts("a turn", 4, func() (session.Seating, error) {
			return b.Play(t.Context(), b.visit(user), v.ID, v.Turn, blackjack.Stand)
		})
	}
	counts("the last turn, which settles seven seats", 4, func() (session.Seating, error) {
		return b.Play(t.Context(), b.visit(7), v.ID, v.Turn, blackjack.Stand)
	})
}
