package session_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
	"holecard/storage/memory"
)

// open deals a hand of 10 that is open.
func (b *bench) open(who storage.UserID, plays string) session.Hand {
	b.t.Helper()
	b.cards = "TS TC 9D 9H 2C 3C"
	h, err := b.Start(b.t.Context(), b.visit(who), session.Deal{Bet: 10, Plays: plays})
	if err != nil || !h.Open {
		b.t.Fatalf("%+v, %v", h, err)
	}
	return h
}

func (b *bench) correction(do storage.Reason, to storage.UserID, chips storage.Chips) attempt {
	c := session.Adjustment{Do: do, To: to, ToName: "b", Chips: chips, Asked: b.visit(admin).ID}
	b.AskAdjustment(b.t.Context(), b.visit(ada), c) // which may be refused, too
	return func(v session.Interaction) error { return without(b.Adjust(b.t.Context(), v, c)) }
}

// everything is all that the store keeps.
func (b *bench) everything() string {
	b.t.Helper()
	var all strings.Builder
	b.ok(nil, b.Store.(*memory.Store).Export(b.t.Context(), &all, storage.Move{}))
	return all.String()
}

// Whichever call of the store fails, the whole command fails by it, and nothing is changed; and
// once it answers again, the same interaction is carried out once. So it is when it is delivered
// again.
func TestAStoreThatFailsAtAnyCallFailsTheWholeCommand(t *testing.T) {
	for _, f := range slices.Concat(failures, failuresOfSettings, failuresOfTables,
		failuresOfDrills) {
		t.Run(f.command, func(t *testing.T) {
			b := newBench(t)
			b.ok(session.AliasOf(session.New(b.Config), t.Context(), guild, ada)) // its secret
			try, v := f.moment(b), b.visit(ada)
			if err := b.failsAtAnyCall(try, v, errDisk); err != nil {
				t.Errorf("with nothing failing: %v", err)
			}
			done := b.everything()
			or := errDisk
			if f.command == hired { // the strategy need not be read again
				or = nil
			}
			if err := b.failsAtAnyCall(try, v, or); err != nil && !errors.Is(err, session.ErrRepeated) &&
				!errors.Is(err, session.ErrNoSeating) && !errors.Is(err, session.ErrStale) {
				t.Errorf("delivered again: %v", err)
			}
			if now := b.everything(); now != done {
				t.Errorf("delivered again, and what is kept was\n%q\nand is\n%q", done, now)
			}
		})
	}
}

// failsAtAnyCall tries a command with each of its calls of the store failing, which is an error
// of the disk or as named, and returns what it returns when none fails.
func (b *bench) failsAtAnyCall(try attempt, v session.Interaction, or error) error {
	b.t.Helper()
	whole := b.Store
	store := &failing{Store: whole}
	before := b.everything()
	defer func() { b.Store = whole }()
	for n := 1; ; n++ {
		b.Store, store.left, store.failed = store, n, false
		err := try(v)
		b.Store = whole
		if !store.failed {
			if n < 3 {
				b.t.Errorf("it makes %d calls", n-1)
			}
			return err
		}
		if !errors.Is(err, errDisk) && !errors.Is(err, or) {
			b.t.Errorf("with call %d failing: %v, want %v", n, err, errDisk)
		}
		if now := b.everything(); now != before {
			b.t.Fatalf("call %d failed, and what is kept was\n%q\nand is\n%q", n, before, now)
		}
	}
}

// A hand whose record cannot be read is an error for whoever comes to it.
func TestAHandThatCannotBeReadIsCorrupt(t *testing.T) {
	b := newBench(t)
	h := b.open(ada, "")
	b.update(func(tx storage.Tx) error {
		kept, _, err := tx.Round(h.ID)
		kept.Version, kept.Record = kept.Version+1, []byte{255}
		return errors.Join(err, tx.SaveRound(kept))
	})
	for name, do := range map[string]attempt{
		"found": func(_ session.Interaction) error {
			return without(b.Find(b.t.Context(), guild, h.ID))
		},
		"played": func(v session.Interaction) error {
			return without(b.Act(b.t.Context(), v, h.ID, h.Version+1, blackjack.Stand))
		},
		"dealt after": func(v session.Interaction) error {
			return without(b.Again(b.t.Context(), v, h.ID, h.Version+1, session.SameStake))
		},
		"shown instead": func(v session.Interaction) error {
			return without(b.Start(b.t.Context(), v, session.Deal{}))
		},
		"proven": func(v session.Interaction) error { return without(b.Fair(b.t.Context(), v, 0)) },
		"beside daily chips": func(v session.Interaction) error {
			return without(b.Daily(b.t.Context(), v))
		},
	} {
		if err := do(b.visit(ada)); !errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("%s: %v, want %v", name, err, storage.ErrCorrupt)
		}
	}
}
