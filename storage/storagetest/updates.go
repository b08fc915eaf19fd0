package storagetest

import (
	"errors"
	"fmt"
	"sync"

	"holecard/storage"
)

var errChanged = errors.New("changed my mind")

var updateFacts = []fact{
	{"a failing update leaves nothing", func(s *scene) {
		s.refused(errChanged, func(tx storage.Tx) error {
			return errors.Join(s.everything(tx), errChanged)
		})
		s.nothing()
		// also when the orders were asked in between
		s.refused(errChanged, func(tx storage.Tx) error {
			err := s.everything(tx)
			_, _, rankErr := tx.Rank(alice, storage.ByChips.Ever())
			return errors.Join(err, rankErr, errChanged)
		})
		s.nothing()
		s.reopen()
		s.nothing()
	}},
	{"an update returns its function's error as it is", func(s *scene) {
		for _, before := range []func(storage.Tx) error{
			func(storage.Tx) error { return nil }, s.everything,
		} {
			err := s.try(func(tx storage.Tx) error {
				if err := before(tx); err != nil {
					return err
				}
				return errChanged
			})
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
		tx.SaveProfile(storage.Profile{Player: alice, OpenHand: 2}),
		tx.SaveRound(fullHand(2, alice, 1)),
	)
}

// readsEverything returns an error unless all of everything is there.
func readsEverything(r storage.Reader) error {
	seen, err1 := r.Seen(interaction(noon, 1))
	wallet, err2 := r.Balance(storage.WalletOf(alice))
	held, err3 := r.Balance(storage.HeldFor(alice.Guild, 2, 0))
	profile, ok, err4 := r.Profile(alice)
	hand, ok2, err5 := r.Round(2)
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
		_, profile, err2 := r.Profile(alice)
		_, hand, err3 := r.Round(2)
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
