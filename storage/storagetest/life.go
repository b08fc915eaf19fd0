package storagetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"holecard/storage"
)

var lifeFacts = []fact{
	{"a context that is done keeps everything as it is", func(s *scene) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		s.allFail(ctx, context.Canceled)
		s.has(storage.WalletOf(alice), 0)
	}},
	{"a closed store says so", func(s *scene) {
		if err := s.Close(); err != nil {
			s.Fatal(err)
		}
		s.allFail(context.Background(), storage.ErrClosed)
		if err := s.Close(); err != nil {
			s.Errorf("close again: %v", err)
		}
	}},
	{"closing waits for what is under way", func(s *scene) {
		begun, done := make(chan struct{}), make(chan error, 1)
		var once sync.Once
		go func() {
			done <- s.try(func(tx storage.Tx) error {
				once.Do(func() { close(begun) })
				return tx.Post(opening(alice, "a", 1))
			})
		}()
		<-begun
		s.reopen()
		// An update may be refused by a close that came between two of its runs.
		switch err := <-done; {
		case err == nil:
			s.has(storage.WalletOf(alice), 1)
		case errors.Is(err, storage.ErrClosed):
			s.has(storage.WalletOf(alice), 0)
		default:
			s.Error(err)
		}
	}},
	{"practice holds nothing and is in no statistics", func(s *scene) {
		hand := storage.Round{ID: 5, Guild: alice.Guild, Version: 1, Practice: true, Open: true,
			Record: []byte{0}, Dealt: noon, Changed: noon,
			Seats: []storage.Seat{{User: alice.User}}}
		save := func(open storage.RoundID) {
			s.update(func(tx storage.Tx) error {
				return errors.Join(storage.Rounds.Save(tx, hand),
					storage.Profiles.Save(tx, storage.Profile{Player: alice, OpenHand: open,
						LastHand: 5}))
			})
		}
		save(hand.ID)
		if a := s.sound(); a.OpenHands != 1 || a.Held != 0 {
			s.Errorf("while it is open: %+v", a)
		}
		hand.Version, hand.Open = 2, false
		save(0)
		if a := s.sound(); a.OpenHands != 0 {
			s.Errorf("once it is over: %+v", a)
		}
	}},
	{"an audit counts what there is", func(s *scene) {
		s.update(s.everything)
		want := storage.Audit{OK: true, Accounts: 3, Postings: 2, Wallets: 80, Held: 20,
			OpenHands: 1}
		if diff := cmp.Diff(want, s.sound()); diff != "" {
			s.Errorf("-want +got\n%s", diff)
		}
		s.update(func(tx storage.Tx) error {
			h := fullHand(2, alice, 2)
			h.Open, h.Seats[0].Held, h.Seats[0].Net = false, 0, -20
			stats := storage.Stats{Hands: 1, Losses: 1, Wagered: 20, Net: -20, BiggestLoss: 20}
			return errors.Join(post(lose(alice, 2, handKey(2, storage.Lose), 20))(tx),
				storage.Rounds.Save(tx, h),
				storage.Profiles.Save(tx, storage.Profile{Player: alice, Stats: stats}))
		})
		want = storage.Audit{OK: true, Accounts: 4, Postings: 3, Wallets: 80}
		if diff := cmp.Diff(want, s.sound()); diff != "" {
			s.Errorf("-want +got\n%s", diff)
		}
	}},
	{"players at the same tables conserve all chips", func(s *scene) {
		const players, actions = 8, 40
		for id := range players {
			s.seat(storage.UserID(id+1), 100, storage.Stats{})
		}
		var hands sync.WaitGroup
		for g := range players {
			hands.Go(func() {
				chance := rand.New(rand.NewPCG(7, uint64(g)))
				for i := range actions {
					// Two players of the eight at a time press for the same wallet.
					player := seated(storage.UserID((g+i%2)%players + 1))
					if err := s.act(player, storage.RoundID(g*actions+i+1), chance.Int64N(60)+1,
						chance.IntN(3)); err != nil {
						s.Error(err)
						return
					}
				}
			})
		}
		hands.Wait()
		a := s.sound()
		var wallets storage.Chips
		s.view(func(r storage.Reader) error {
			lines, err := r.Standings(storage.ByChips.Ever(), 0, 100)
			for _, line := range lines {
				wallets += line.Balance
			}
			house, err2 := r.Balance(storage.HouseOf(seated(1).Guild))
			if sum := wallets + house + a.Held; sum != players*100 {
				s.Errorf("the wallets have %d, the house %d, the hands %d: together %d, not %d",
					wallets, house, a.Held, sum, players*100)
			}
			return errors.Join(err, err2)
		})
		s.reopen()
		if diff := cmp.Diff(a, s.sound()); diff != "" {
			s.Errorf("another audit after opening anew: -want +got\n%s", diff)
		}
	}},
}

// allFail checks that nothing can be done for one reason.
func (s *scene) allFail(ctx context.Context, want error) {
	s.Helper()
	_, audit := s.Audit(ctx)
	_, due := s.Due(ctx, nil, noon, 9)
	_, _, lease := s.Lease(ctx, "door", "one", ages)
	_, leased := s.Leased(ctx)
	for what, err := range map[string]error{
		"update": s.Update(ctx, alice.Guild, post(opening(alice, "a", 1))),
		"view":   s.View(ctx, alice.Guild, func(storage.Reader) error { return nil }),
		"audit":  audit, "due": due, "lease": lease, "leases": leased,
		"yield": s.Yield(ctx, "door", "one"),
	} {
		if !errors.Is(err, want) {
			s.Errorf("%s: %v", what, err)
		}
	}
}

// act deals a player a hand, or settles the open one by the outcome given: a
// loss, a push or a win. A stake above the wallet is refused, which is no error.
func (s *scene) act(player storage.Player, id storage.RoundID, stake int64, outcome int) error {
	err := s.try(func(tx storage.Tx) error {
		if err := tx.See(interaction(noon, int(id)), noon); err != nil {
			return err
		}
		p, _, err := storage.Profiles.Get(tx, player)
		if err != nil {
			return err
		}
		if p.OpenHand == 0 {
			p.OpenHand, p.LastBet = id, storage.Chips(stake)
			return errors.Join(
				tx.Post(hold(player, id, handKey(id, storage.Hold), p.LastBet)),
				storage.Rounds.Save(tx, storage.Round{ID: id, Guild: player.Guild, Version: 1,
					Open:  true,
					Seats: []storage.Seat{{User: player.User, Held: p.LastBet}}}),
				storage.Profiles.Save(tx, p),
			)
		}
		h, ok, err := storage.Rounds.Get(tx, p.OpenHand)
		if err != nil || !ok {
			return fmt.Errorf("hand %d (found %v): %w", p.OpenHand, ok, err)
		}
		after := settled(p, h.Held(), outcome)
		return errors.Join(settle(tx, h, outcome), storage.Profiles.Save(tx, after))
	})
	if over := new(storage.OverdrawnError); errors.As(err, &over) {
		return nil
	}
	return err
}

// handKey is the key of a hand's posting, by which audits find it.
func handKey(id storage.RoundID, why storage.Reason) string {
	return storage.RoundKey(id, 0, 1, why)
}

// settle ends a hand: 0 is a loss, 1 a push, 2 a win.
func settle(tx storage.Tx, h storage.Round, outcome int) error {
	key := func(why storage.Reason) string { return handKey(h.ID, why) }
	h.Seats[0].Net = storage.Chips(outcome-1) * h.Seats[0].Held
	var err error
	if outcome == 0 {
		err = tx.Post(lose(h.Player(0), h.ID, key(storage.Lose), h.Seats[0].Held))
	} else {
		err = tx.Post(release(h.Player(0), h.ID, key(storage.Release), h.Seats[0].Held))
	}
	if outcome == 2 {
		err = errors.Join(err, tx.Post(win(h.Player(0), h.ID, key(storage.Win), h.Seats[0].Held)))
	}
	h.Open, h.Seats[0].Held, h.Version = false, 0, h.Version+1
	return errors.Join(err, storage.Rounds.Save(tx, h))
}

// settled returns a player's profile after a hand.
func settled(p storage.Profile, stake storage.Chips, outcome int) storage.Profile {
	p.OpenHand = 0
	p.Stats.Hands++
	p.Stats.Wagered += stake
	switch outcome {
	case 0:
		p.Stats.Losses++
		p.Stats.Net -= stake
		p.Stats.BiggestLoss = max(p.Stats.BiggestLoss, stake)
	case 1:
		p.Stats.Pushes++
	case 2:
		p.Stats.Wins++
		p.Stats.Net += stake
		p.Stats.BiggestWin = max(p.Stats.BiggestWin, stake)
	}
	return p
}

// ages is longer than any test, and brief is soon over.
const (
	ages  = time.Hour
	brief = 10 * time.Millisecond
)

var leaseFacts = []fact{
	{"a lease is one holder's, who can take it for longer", func(s *scene) {
		fence := s.leased("door", "one", ages)
		s.refusedLease("door", "two")
		if again := s.leased("door", "one", ages); again != fence {
			s.Errorf("who goes on holding it has the fence %d, not %d", again, fence)
		}
		s.leased("window", "two", ages)
	}},
	{"a lease that has run out is the next holder's, with a higher fence", func(s *scene) {
		fence := s.leased("door", "one", brief)
		if next := s.await("door", "two"); next <= fence {
			s.Errorf("the fence is %d after %d", next, fence)
		}
		s.refusedLease("door", "one")
	}},
	{"a lease that is yielded is the next holder's at once", func(s *scene) {
		fence := s.leased("door", "one", ages)
		s.yield("door", "two")
		s.yield("window", "one")
		s.refusedLease("door", "two")
		s.yield("door", "one")
		if next := s.leased("door", "two", ages); next <= fence {
			s.Errorf("the fence is %d after %d", next, fence)
		}
		s.yield("door", "one")
		s.refusedLease("door", "one")
	}},
	{"the leases that are held are told by name", func(s *scene) {
		s.leased("window", "two", ages)
		door := s.leased("door", "one", ages)
		s.leased("roof", "two", ages)
		s.yield("roof", "two")
		window := s.leased("window", "two", ages)
		list, err := s.Leased(context.Background())
		want := []storage.Lease{{Name: "door", Holder: "one", Fence: door},
			{Name: "window", Holder: "two", Fence: window}}
		if diff := cmp.Diff(want, list); err != nil || diff != "" {
			s.Errorf("%v, -want +got\n%s", err, diff)
		}
	}},
	{"of those who want a lease at the same time one has it", func(s *scene) {
		for last := uint64(0); last < 10; {
			var all sync.WaitGroup
			held := make(chan storage.Lease, 8)
			for i := range cap(held) {
				all.Go(func() {
					l := storage.Lease{Name: "door", Holder: string(rune('a' + i))}
					fence, ok, err := s.Lease(context.Background(), l.Name, l.Holder, ages)
					if err != nil {
						s.Error(err)
					} else if l.Fence = fence; ok {
						held <- l
					}
				})
			}
			all.Wait()
			if len(held) != 1 {
				s.Fatalf("%d have it at the same time", len(held))
			}
			l := <-held
			if l.Fence <= last {
				s.Fatalf("the fence is %d after %d", l.Fence, last)
			}
			last = l.Fence
			s.yield("door", l.Holder)
		}
	}},
}

// leased takes a lease, which must succeed, and returns its fence.
func (s *scene) leased(name, holder string, lasts time.Duration) uint64 {
	s.Helper()
	fence, held, err := s.Lease(context.Background(), name, holder, lasts)
	if err != nil || !held || fence == 0 {
		s.Fatalf("%s is %s's: %v with the fence %d, %v", name, holder, held, fence, err)
	}
	return fence
}

func (s *scene) refusedLease(name, holder string) {
	s.Helper()
	if _, held, err := s.Lease(context.Background(), name, holder, ages); err != nil ||
		held {
		s.Fatalf("%s is %s's: %v, %v", name, holder, held, err)
	}
}

// await takes a lease as soon as it is free, and returns its fence.
func (s *scene) await(name, holder string) uint64 {
	s.Helper()
	for {
		fence, held, err := s.Lease(context.Background(), name, holder, ages)
		if err != nil {
			s.Fatal(err)
		}
		if held {
			return fence
		}
		time.Sleep(brief / 2)
	}
}

func (s *scene) yield(name, holder string) {
	s.Helper()
	if err := s.Yield(context.Background(), name, holder); err != nil {
		s.Error(err)
	}
}
