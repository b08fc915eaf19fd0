package session_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
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
	asked := b.visit(admin).ID
	return func(v session.Interaction) error {
		return without(b.Adjust(b.t.Context(), v,
			session.Adjustment{Do: do, To: to, ToName: "b", Chips: chips, Asked: asked}))
	}
}

// all is everything that a store keeps of the people here.
func (b *bench) all(from storage.Store, v session.Interaction) (all []any) {
	b.t.Helper()
	keep := func(what ...any) {
		if err, failed := what[len(what)-1].(error); failed {
			b.t.Fatal(err)
		}
		all = append(all, what...)
	}
	err := from.View(b.t.Context(), guild, func(r storage.Reader) error {
		for _, who := range []storage.UserID{ada, bob, admin} {
			p := storage.Player{Guild: guild, User: who}
			profile, ok, err := r.Profile(p)
			keep(profile, ok, err)
			keep(r.Balance(storage.WalletOf(p)))
			keep(r.Transfers(p, "", 100))
			for _, id := range []storage.RoundID{profile.OpenHand, profile.LastHand,
				storage.RoundID(v.ID)} {
				hand, ok, err := r.Round(id)
				keep(hand, ok, err)
			}
			deck, ok, err := r.Deck(p, "downen")
			keep(deck, ok, err)
			drill, ok, err := r.Drill(p)
			keep(drill, ok, err)
			keep(r.Lessons(p))
		}
		keep(r.Seen(v.ID))
		keep(r.Settings())
		keep(r.Log(0, 9))
		seatings, err := r.Seatings()
		keep(seatings, err)
		for _, t := range seatings {
			round, ok, err := r.Round(t.Round)
			keep(round, ok, err)
			deck, ok, err := r.Deck(t.DeckOwner(), t.Table)
			keep(deck, ok, err)
		}
		return nil
	})
	keep(from.Due(b.t.Context(), nil, b.now.Add(time.Hour), 9))
	if err != nil {
		b.t.Fatal(err)
	}
	return all
}

// Whichever call of the store fails, the whole command fails by it, and nothing is changed; and
// once it answers again, the same interaction is carried out once. So it is when it is delivered
// again.
func TestAStoreThatFailsAtAnyCallFailsTheWholeCommand(t *testing.T) {
	for _, f := range slices.Concat(failures, failuresOfSettings, failuresOfTables,
		failuresOfDrills) {
		t.Run(f.command, func(t *testing.T) {
			b := newBench(t)
			try, v := f.moment(b), b.visit(ada)
			if err := b.failsAtAnyCall(try, v, errDisk); err != nil {
				t.Errorf("with nothing failing: %v", err)
			}
			done := b.all(b.Store, v)
			or := errDisk
			if f.command == hired { // the strategy need not be read again
				or = nil
			}
			if err := b.failsAtAnyCall(try, v, or); err != nil && !errors.Is(err, session.ErrRepeated) &&
				!errors.Is(err, session.ErrNoSeating) && !errors.Is(err, session.ErrStale) {
				t.Errorf("delivered again: %v", err)
			}
			if now := b.all(b.Store, v); !reflect.DeepEqual(now, done) {
				t.Errorf("delivered again, and what is kept was\n%+v\nand is\n%+v", done, now)
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
	b.Store = store
	defer func() { b.Store = whole }()
	before := b.all(whole, v)
	for n := 1; ; n++ {
		store.left, store.failed = n, false
		err := try(v)
		if !store.failed {
			if n < 3 {
				b.t.Errorf("it makes %d calls", n-1)
			}
			return err
		}
		if !errors.Is(err, errDisk) && !errors.Is(err, or) {
			b.t.Errorf("with call %d failing: %v, want %v", n, err, errDisk)
		}
		if now := b.all(whole, v); !reflect.DeepEqual(now, before) {
			b.t.Fatalf("call %d failed, and what is kept was\n%+v\nand is\n%+v", n, before, now)
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
