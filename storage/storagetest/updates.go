package storagetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"holecard/storage"
)

var errChanged = errors.New("changed my mind")

var updateFacts = []fact{
	{"a failing update leaves nothing", func(s *scene) {
		s.refused(errChanged, func(tx storage.Tx) error {
			err := s.everything(tx)
			_, _, errRank := tx.Rank(alice, storage.ByChips.Ever()) // writes what was changed
			return errors.Join(err, errRank, errChanged)
		})
		s.nothing()
		s.reopen()
		s.nothing()
	}},
	{"an update returns its function's error as it is", func(s *scene) {
		for _, before := range []func(storage.Tx) error{func(storage.Tx) error { return nil },
			s.everything} {
			err := s.try(func(tx storage.Tx) error { return cmp.Or(before(tx), errChanged) })
			if err != errChanged {
				s.Errorf("the error is %#v", err)
			}
		}
	}},
	{"an update reads what it wrote", func(s *scene) {
		s.update(func(tx storage.Tx) error {
			if err := s.everything(tx); err != nil {
				return err
			}
			return readsEverything(tx)
		})
		s.view(func(r storage.Reader) error { return readsEverything(r) })
		s.reopen()
		s.view(func(r storage.Reader) error { return readsEverything(r) })
	}},
	{"a panic reaches its caller and nobody else", func(s *scene) {
		s.update(post(opening(alice, "a", 1000)))
		var calls sync.WaitGroup
		for i := range 20 {
			calls.Go(func() {
				if i%4 != 0 {
					if err := s.try(post(hold(alice, 9, fmt.Sprint(i), 1))); err != nil {
						s.Errorf("update beside a panic: %v", err)
					}
					return
				}
				defer func() {
					if r := recover(); r == nil {
						s.Error("the panic did not reach its caller")
					}
				}()
				s.try(func(tx storage.Tx) error {
					if err := tx.Post(hold(alice, 9, fmt.Sprint(i), 1)); err != nil {
						return err
					}
					panic("cannot happen")
				})
			})
		}
		calls.Wait()
		s.has(storage.HeldFor(alice.Guild, 9, 0), 15)
	}},
	{"a view sees one state while updates go on", func(s *scene) {
		s.update(post(opening(alice, "a", 1000)))
		var writer sync.WaitGroup
		writer.Go(func() {
			for i := range 50 {
				if err := s.try(post(hold(alice, 9, fmt.Sprint(i), 1))); err != nil {
					s.Errorf("update: %v", err)
				}
			}
		})
		for range 200 {
			s.view(func(r storage.Reader) error {
				wallet, err1 := r.Balance(storage.WalletOf(alice))
				held, err2 := r.Balance(storage.HeldFor(alice.Guild, 9, 0))
				again, err3 := r.Balance(storage.WalletOf(alice))
				if wallet+held != 1000 || again != wallet {
					s.Errorf("a view sees %d, %d and then %d", wallet, held, again)
				}
				return errors.Join(err1, err2, err3)
			})
		}
		writer.Wait()
	}},
}

// everything makes a change of every kind.
func (s *scene) everything(tx storage.Tx) error {
	return errors.Join(
		tx.See(interaction(noon, 1), noon),
		tx.Post(opening(alice, "a", 100)),
		tx.Post(hold(alice, 2, handKey(2, storage.Hold), 20)),
		storage.Profiles.Save(tx, storage.Profile{Player: alice, OpenHand: 2}),
		storage.Rounds.Save(tx, fullHand(2, alice, 1)),
	)
}

// readsEverything returns an error unless all of everything is there.
func readsEverything(r storage.Reader) error {
	seen, err1 := r.Seen(interaction(noon, 1))
	wallet, err2 := r.Balance(storage.WalletOf(alice))
	held, err3 := r.Balance(storage.HeldFor(alice.Guild, 2, 0))
	profile, ok, err4 := storage.Profiles.Get(r, alice)
	hand, ok2, err5 := storage.Rounds.Get(r, 2)
	if !seen || wallet != 80 || held != 20 || !ok || profile.OpenHand != 2 || !ok2 ||
		hand.Version != 1 {
		return fmt.Errorf("seen %v, wallet %d, held %d, profile %+v, hand %+v", seen, wallet, held,
			profile, hand)
	}
	return errors.Join(err1, err2, err3, err4, err5)
}

// nothing checks that nothing of everything is there.
func (s *scene) nothing() {
	s.Helper()
	s.view(func(r storage.Reader) error {
		seen, err1 := r.Seen(interaction(noon, 1))
		_, profile, err2 := storage.Profiles.Get(r, alice)
		_, hand, err3 := storage.Rounds.Get(r, 2)
		if seen || profile || hand {
			s.Errorf("left: seen %v, profile %v, hand %v", seen, profile, hand)
		}
		return errors.Join(err1, err2, err3)
	})
	s.has(storage.WalletOf(alice), 0)
	s.has(storage.MintOf(alice.Guild), 0)
	s.rank(alice, storage.ByChips.Ever(), 0, 0)
	if a := s.sound(); a.Postings != 0 || a.Accounts != 0 {
		s.Errorf("the audit finds %+v", a)
	}
}

var guildFacts = []fact{
	{"the guilds that have records are listed", func(s *scene) {
		list, err := s.Guilds(context.Background())
		s.same([]storage.GuildID{}, list, err)
		s.updateIn(carol.Guild, post(opening(carol, "a", 100)))
		s.updateIn(0, func(tx storage.Tx) error {
			return storage.Marks.Put(tx, "of nobody", []byte{1})
		})
		s.update(func(tx storage.Tx) error { return storage.Marks.Put(tx, "story", []byte{1}) })
		s.reopen()
		list, err = s.Guilds(context.Background())
		s.same([]storage.GuildID{alice.Guild, carol.Guild}, list, err)
	}},
	{"an interaction of another guild is not seen, and stays remembered", func(s *scene) {
		old := interaction(noon, 1)
		s.updateIn(carol.Guild, func(tx storage.Tx) error { return tx.See(old, noon) })
		later := noon.Add(2 * storage.SeenFor)
		s.update(func(tx storage.Tx) error { return tx.See(interaction(later, 1), later) })
		for guild, want := range map[storage.GuildID]bool{alice.Guild: false, carol.Guild: true} {
			s.viewOf(guild, func(r storage.Reader) error {
				if seen, err := r.Seen(old); seen != want || err != nil {
					s.Errorf("in %v: seen %v, %v", guild, seen, err)
				}
				return nil
			})
		}
	}},
	{"what is loaded is read as it is", func(s *scene) {
		s.update(s.everything)
		wanted := storage.Wanted{Seen: []storage.InteractionID{interaction(noon, 1), 5},
			Players: []storage.UserID{alice.User, bob.User}, Rounds: []storage.RoundID{2, 3},
			Decks:    []storage.DeckKey{{Player: alice, Table: "mit"}},
			Settings: true, Keys: []string{"a", "b"}}
		s.update(func(tx storage.Tx) error {
			tx.Load(wanted)
			err := errors.Join(readsEverything(tx), tx.Post(hold(alice, 2, "more", 30)))
			tx.Load(wanted)
			if chips, _ := tx.Balance(storage.WalletOf(alice)); chips != 50 {
				s.Errorf("after a load the wallet has %d chips", chips)
			}
			return errors.Join(err, tx.Post(release(alice, 2, "back", 30)))
		})
		err := s.View(context.Background(), alice.Guild, func(r storage.Reader) error {
			r.Load(wanted)
			r.Load(storage.Wanted{})
			return readsEverything(r)
		})
		if err != nil {
			s.Error(err)
		}
		s.sound()
	}},
}
