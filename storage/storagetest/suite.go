// Package storagetest is the conformance suite of holecard's storage: what
// every engine promises, as tests. An engine's own tests call [Run].
package storagetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"holecard/internal/long"
	"holecard/storage"
)

// Place makes a new place for a store, empty, that is removed after the test.
// It returns a function that opens the store there: called after a Close, it
// opens what was kept.
type Place func(t *testing.T) (open func() storage.Store)

// Run checks all that an engine promises. With -long it does so once more with every function
// run twice (see [Twice]), as an engine does that meets a conflict.
func Run(t *testing.T, place Place) {
	twice := func(t *testing.T) func() storage.Store {
		open := place(t)
		return func() storage.Store { return Twice(open()) }
	}
	for _, way := range []struct {
		name  string
		place Place
	}{{"functions run once", place}, {"functions run twice", twice}}[:long.Of(1, 2)] {
		t.Run(way.name, func(t *testing.T) {
			for _, f := range slices.Concat(ledgerFacts, recordFacts, orderFacts, updateFacts,
				guildFacts, seatFacts, eraseFacts, fleetFacts, lifeFacts) {
				t.Run(f.name, func(t *testing.T) {
					t.Parallel() // commits are mostly waiting for the disk
					f.check(newScene(t, way.place))
				})
			}
			t.Run("a store does what its slow twin does",
				func(t *testing.T) { t.Parallel(); likeTwin(t, way.place) })
		})
	}
}

// fact is something that is true of every engine.
type fact struct {
	name  string
	check func(*scene)
}

// scene is an open store in a test.
type scene struct {
	*testing.T
	storage.Store
	open func() storage.Store
}

func newScene(t *testing.T, place Place) *scene {
	s := &scene{T: t, open: place(t)}
	s.Store = s.open()
	t.Cleanup(func() { s.Store.Close() })
	return s
}

// reopen closes the store and opens what it has kept.
func (s *scene) reopen() {
	s.Helper()
	if err := s.Close(); err != nil {
		s.Fatalf("close: %v", err)
	}
	s.Store = s.open()
}

// try runs fn in the guild of most.
func (s *scene) try(fn func(storage.Tx) error) error {
	return s.Update(context.Background(), alice.Guild, fn)
}

// update runs fn in the guild of most, which must succeed.
func (s *scene) update(fn func(storage.Tx) error) {
	s.Helper()
	s.updateIn(alice.Guild, fn)
}

func (s *scene) updateIn(guild storage.GuildID, fn func(storage.Tx) error) {
	s.Helper()
	if err := s.Update(context.Background(), guild, fn); err != nil {
		s.Fatalf("update: %v", err)
	}
}

// refused runs fn, which must fail with an error that is want.
func (s *scene) refused(want error, fn func(storage.Tx) error) {
	s.Helper()
	if err := s.try(fn); !errors.Is(err, want) {
		s.Fatalf("update: %v, want %v", err, want)
	}
}

// view runs fn in the guild of most, which must succeed.
func (s *scene) view(fn func(storage.Reader) error) {
	s.Helper()
	s.viewOf(alice.Guild, fn)
}

func (s *scene) viewOf(guild storage.GuildID, fn func(storage.Reader) error) {
	s.Helper()
	if err := s.View(context.Background(), guild, fn); err != nil {
		s.Fatalf("view: %v", err)
	}
}

// has checks an account's balance.
func (s *scene) has(a storage.Account, want storage.Chips) {
	s.Helper()
	var got storage.Chips
	s.viewOf(a.Guild, func(r storage.Reader) (err error) {
		got, err = r.Balance(a)
		return err
	})
	if got != want {
		s.Errorf("the %v has %d chips, want %d", a, got, want)
	}
}

// sound checks that an audit finds nothing wrong, and returns it.
func (s *scene) sound() storage.Audit {
	s.Helper()
	a, err := s.Audit(context.Background())
	if err != nil {
		s.Fatalf("audit: %v", err)
	}
	if !a.OK || a.Total != 0 || len(a.Problems) > 0 {
		s.Fatalf("the audit is not ok: %+v", a)
	}
	s.addsUp(a)
	return a
}

// addsUp checks that a store that adds up its chips in a moment finds what an audit does.
func (s *scene) addsUp(a storage.Audit) {
	s.Helper()
	store, ok := s.Store.(interface {
		Sums(context.Context) (storage.Sums, error)
	})
	if !ok {
		return
	}
	sums, err := store.Sums(context.Background())
	total := storage.Chips(0)
	for _, chips := range sums {
		total += chips
	}
	if err != nil || sums[storage.PlayerAccount] != a.Wallets ||
		sums[storage.HeldAccount] != a.Held || total != 0 ||
		a.Wallets > 0 && sums[storage.MintAccount] >= 0 {
		s.Errorf("the sums are %v, %v, and the audit finds %d in wallets and %d held", sums, err,
			a.Wallets, a.Held)
	}
}

// The people and times of the suite. Most is done in the guild of alice and bob.
var (
	noon  = time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)
	alice = storage.Player{Guild: 1 << 60, User: 3}
	bob   = storage.Player{Guild: 1 << 60, User: 5}
	carol = storage.Player{Guild: storage.DirectMessages(3), User: 3}
)

// interaction returns the n-th id that Discord makes in the millisecond.
func interaction(at time.Time, n int) storage.InteractionID {
	const discordEpoch = 1_420_070_400_000 // the first moment of 2015, Unix milliseconds
	return storage.InteractionID(uint64(at.UnixMilli()-discordEpoch)<<22 | uint64(n))
}

// moved is a posting of a round, or of none.
func moved(key string, from, to storage.Account, chips storage.Chips, why storage.Reason,
	round storage.RoundID) storage.Posting {
	return storage.Posting{Key: key, From: from, To: to, Chips: chips, Reason: why, Round: round,
		By: interaction(noon, int(why)), At: noon}
}

// opening gives a player new chips.
func opening(p storage.Player, key string, chips storage.Chips) storage.Posting {
	return moved(key, storage.MintOf(p.Guild), storage.WalletOf(p), chips, storage.Opening, 0)
}

// hold takes a stake from a player, which lose gives to the house and release back; win gives a
// player chips of the house.
func hold(p storage.Player, h storage.RoundID, key string, chips storage.Chips) storage.Posting {
	return moved(key, storage.WalletOf(p), storage.HeldFor(p.Guild, h, 0), chips, storage.Hold, h)
}

func lose(p storage.Player, h storage.RoundID, key string, chips storage.Chips) storage.Posting {
	return moved(key, storage.HeldFor(p.Guild, h, 0), storage.HouseOf(p.Guild), chips,
		storage.Lose, h)
}

func release(p storage.Player, h storage.RoundID, key string, chips storage.Chips) storage.Posting {
	return moved(key, storage.HeldFor(p.Guild, h, 0), storage.WalletOf(p), chips,
		storage.Release, h)
}

func win(p storage.Player, h storage.RoundID, key string, chips storage.Chips) storage.Posting {
	return moved(key, storage.HouseOf(p.Guild), storage.WalletOf(p), chips, storage.Win, h)
}

// gift gives chips of a player to another of the guild.
func gift(from, to storage.Player, key string, chips storage.Chips) storage.Posting {
	return moved(key, storage.WalletOf(from), storage.WalletOf(to), chips, storage.Gift, 0)
}

// grant gives a player new chips by an admin, and confiscation takes some.
func grant(p storage.Player, key string, chips storage.Chips) storage.Posting {
	made := moved(key, storage.MintOf(p.Guild), storage.WalletOf(p), chips, storage.Grant, 0)
	made.Who, made.Note = 99, "for being kind"
	return made
}

func confiscation(p storage.Player, key string, chips storage.Chips) storage.Posting {
	made := moved(key, storage.WalletOf(p), storage.MintOf(p.Guild), chips,
		storage.Confiscation, 0)
	made.Who = 99
	return made
}

// post makes all postings in one update.
func post(postings ...storage.Posting) func(storage.Tx) error {
	return func(tx storage.Tx) error {
		for _, p := range postings {
			if err := tx.Post(p); err != nil {
				return fmt.Errorf("post %s: %w", p.Key, err)
			}
		}
		return nil
	}
}

// Twice returns a store that runs every function of an update twice, and keeps
// only what the second run did: the first is rolled back, as by an engine that
// meets a conflict. A test that passes with it has shown that its functions are
// pure but for their transaction, as [storage.Store] asks.
func Twice(s storage.Store) storage.Store { return twice{s} }

type twice struct{ storage.Store }

// errRollback ends the first run.
var errRollback = errors.New("rolled back to be run again")

func (s twice) Update(ctx context.Context, guild storage.GuildID, fn func(storage.Tx) error) error {
	err := s.Store.Update(ctx, guild, func(tx storage.Tx) error {
		_ = fn(tx) // the second run decides
		return errRollback
	})
	if !errors.Is(err, errRollback) {
		return err // it was not run: the store is closed, or the context done
	}
	return s.Store.Update(ctx, guild, fn)
}
