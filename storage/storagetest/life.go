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
		want = storage.Audit{OK: true, Accounts: 3, Postings: 3, Wallets: 80}
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
	_, due := s.Due(ctx, storage.Claim{Until: noon, Limit: 9, For: ages})
	_, lease := s.Lease(ctx, "door", "one", ages)
	_, beat := s.Beat(ctx, storage.Process{ID: "one", Of: 1})
	for what, err := range map[string]error{
		"update": s.Update(ctx, alice.Guild, post(opening(alice, "a", 1))),
		"view":   s.View(ctx, alice.Guild, func(storage.Reader) error { return nil }),
		"audit":  audit, "due": due, "lease": lease, "beat": beat,
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

var fleetFacts = []fact{
	{"a lease is one holder's, who can take it for longer", func(s *scene) {
		s.lease("door", "one", ages, true)
		s.lease("door", "two", ages, false)
		s.lease("door", "one", ages, true)
		s.lease("window", "two", ages, true)
	}},
	{"a lease that has run out is the next holder's", func(s *scene) {
		s.lease("door", "one", brief, true)
		time.Sleep(2 * brief)
		s.lease("door", "two", ages, true)
		s.lease("door", "one", ages, false)
	}},
	{"a lease that is yielded is the next holder's at once", func(s *scene) {
		s.lease("door", "one", ages, true)
		s.yield("door", "two")
		s.yield("window", "one")
		s.lease("door", "two", ages, false)
		s.yield("door", "one")
		s.lease("door", "two", ages, true)
		s.yield("door", "one")
		s.lease("door", "one", ages, false)
	}},
	{"of those who want a lease at the same time one has it", func(s *scene) {
		for range 10 {
			var all sync.WaitGroup
			holders := make(chan string, 8)
			for i := range cap(holders) {
				all.Go(func() {
					me := string(rune('a' + i))
					held, err := s.Lease(context.Background(), "door", me, ages)
					if err != nil {
						s.Error(err)
					} else if held {
						holders <- me
					}
				})
			}
			all.Wait()
			if len(holders) != 1 {
				s.Fatalf("%d have it at the same time", len(holders))
			}
			s.yield("door", <-holders)
		}
	}},
	{"processes know each other by their beats", func(s *scene) {
		one := storage.Process{ID: "one", Of: 4, Parts: []int{0, 3}, Served: []int{3}}
		two := storage.Process{ID: "two", Of: 1, Parts: []int{0}}
		s.beat(one)
		s.beat(two, one)
		one.Served = nil
		s.beat(one, two)
		s.beat(storage.Process{}, one, two)
		s.beat(storage.Process{ID: "one"}, two)
		s.beat(two)
	}},
}

// lease takes a lease, and checks whether it is held then.
func (s *scene) lease(name, holder string, lasts time.Duration, want bool) {
	s.Helper()
	if held, err := s.Lease(context.Background(), name, holder, lasts); err != nil ||
		held != want {
		s.Fatalf("%s is %s's: %v, %v", name, holder, held, err)
	}
}

func (s *scene) yield(name, holder string) {
	s.Helper()
	if err := s.Yield(context.Background(), name, holder); err != nil {
		s.Error(err)
	}
}

// beat checks whom a process knows of.
func (s *scene) beat(me storage.Process, want ...storage.Process) {
	s.Helper()
	got, err := s.Beat(context.Background(), me)
	for i := range got {
		if got[i].Ago < 0 || got[i].Ago > storage.HeardFor {
			s.Errorf("%s was heard of %v ago", got[i].ID, got[i].Ago)
		}
		got[i].Ago = 0
	}
	s.same(want, got, err)
}

// claim checks which deadlines a claim returns.
func (s *scene) claim(c storage.Claim, want ...storage.Deadline) {
	s.Helper()
	got, err := s.Due(context.Background(), c)
	s.same(want, got, err)
}
