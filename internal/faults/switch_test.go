package faults

import (
	"context"
	"errors"
	"testing"
	"time"

	"holecard/storage"
	"holecard/storage/memory"
)

// faulty is a store with a fault.
type faulty struct {
	storage.Store
	of    func(storage.Tx) storage.Tx // nil for none in its transactions
	loses bool                        // updates: says done, and keeps nothing
}

func (s faulty) Update(
	ctx context.Context, in storage.GuildID, fn func(storage.Tx) error,
) error {
	lost := errors.New("lost")
	err := s.Store.Update(ctx, in, func(tx storage.Tx) error {
		if s.of != nil {
			tx = s.of(tx)
		}
		if err := fn(tx); err != nil || !s.loses {
			return err
		}
		return lost
	})
	if errors.Is(err, lost) {
		return nil
	}
	return err
}

// switched is a transaction in which some writes do something else, or nothing.
type switched struct {
	storage.Tx
	post    func(storage.Tx, storage.Posting) error
	seating func(storage.Tx, storage.Seating) error
	see     bool // notes no interaction
	without *storage.Kind
}

func (t switched) Post(p storage.Posting) error {
	if t.post != nil {
		return t.post(t.Tx, p)
	}
	return t.Tx.Post(p)
}

func (t switched) See(id storage.InteractionID, now time.Time) error {
	if t.see {
		return nil
	}
	return t.Tx.See(id, now)
}

func (t switched) Change(k storage.Key, value []byte) error {
	switch {
	case k.Kind == storage.Seatings.Kind && value != nil && t.seating != nil:
		_, s, err := storage.Seatings.Decode(t.Guild(), k.ID, value)
		if err != nil {
			return err
		}
		return t.seating(t.Tx, s)
	case k.Kind == t.without:
		return nil
	}
	return t.Tx.Change(k, value)
}

// switches are faults of the money path, by what the store does wrong.
func switches() map[string]faulty {
	all := map[string]faulty{"it says done and keeps nothing": {loses: true}}
	in := func(name string, t switched) {
		all[name] = faulty{of: func(tx storage.Tx) storage.Tx { t.Tx = tx; return t }}
	}
	change := func(of storage.Reason, to func(*storage.Posting)) switched {
		return switched{post: func(tx storage.Tx, p storage.Posting) error {
			if p.Reason == of {
				to(&p)
			}
			return tx.Post(p)
		}}
	}
	for name, of := range map[string]storage.Reason{"hold": storage.Hold, "win": storage.Win,
		"release": storage.Release, "loss": storage.Lose, "claim": storage.DailyChips,
		"gift": storage.Gift, "start": storage.Opening} {
		in("no posting of a "+name, switched{post: func(tx storage.Tx, p storage.Posting) error {
			if p.Reason == of {
				return nil
			}
			return tx.Post(p)
		}})
		in("a "+name+" by another key", change(of, func(p *storage.Posting) { p.Key += "'" }))
	}
	more := func(p *storage.Posting) { p.Chips++ }
	in("a win of one chip more", change(storage.Win, more))
	in("a loss of one chip less", change(storage.Lose, func(p *storage.Posting) { p.Chips-- }))
	in("a gift of one chip more", change(storage.Gift, more))
	in("a win of another", change(storage.Win, func(p *storage.Posting) { p.To.Owner ^= 1 }))
	in("interactions are not noted", switched{see: true})
	in("hands are not saved", switched{without: storage.Rounds.Kind})
	in("profiles are not saved", switched{without: storage.Profiles.Kind})
	in("tables are not saved",
		switched{seating: func(storage.Tx, storage.Seating) error { return nil }})
	in("a deadline stays after it was met",
		switched{seating: func(tx storage.Tx, s storage.Seating) error {
			was, ok, err := storage.Seatings.Get(tx, s.ID)
			if err != nil {
				return err
			}
			if ok && !was.Due.At.IsZero() {
				s.Due = was.Due
			}
			return storage.Seatings.Save(tx, s)
		}})
	return all
}

// problemsOf lets players play on a store with a fault, in turns, until something is wrong.
func problemsOf(t *testing.T, store faulty) []string {
	t.Helper()
	b, c := newBook(), newClock(1)
	b.next()
	var wrong []string
	tell := func(d deed) {
		if err := b.take(d); err != nil {
			wrong = append(wrong, err.Error())
		}
	}
	all := make([]*player, players)
	for i := range all {
		all[i] = newPlayer(store, c, i, firstSeed, tell)
	}
	for range 10 {
		for range 10 {
			for _, p := range all {
				_ = p.act(t.Context()) // whose outcome is told
			}
		}
		found, err := b.compare(t.Context(), store.Store)
		if err != nil {
			found = append(found, err.Error())
		}
		if wrong = append(wrong, found...); len(wrong) > 0 {
			return wrong
		}
	}
	return nil
}

// A store that does one thing of the money path wrong must not get away with it.
func TestPlayersFindEachFaultOfAStore(t *testing.T) {
	if found := problemsOf(t, faulty{Store: memory.New()}); len(found) > 0 {
		t.Fatalf("without a fault: %.500q", found)
	}
	for name, store := range switches() {
		store.Store = memory.New()
		found := problemsOf(t, store)
		if len(found) == 0 {
			t.Errorf("%s: not found", name)
			continue
		}
		t.Logf("%s: %.150s", name, found[0])
	}
}
