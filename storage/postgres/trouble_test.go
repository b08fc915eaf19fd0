package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holecard/internal/postgrestest"
	"holecard/storage"
)

// Four processes press for one wallet at the same time: all succeed, one after the other.
func TestConflictsAreSettledByTryingAgain_long(t *testing.T) {
	url := server.Database(t)
	execute(t, url, "ALTER DATABASE "+query(t, url, "SELECT current_database()")+
		" SET default_transaction_isolation = 'read committed'") // a default changes nothing
	first := open(t, url)
	if err := first.Update(t.Context(), guild, opening("a")); err != nil {
		t.Fatal(err)
	}
	const processes, presses = 4, 10
	var all sync.WaitGroup
	for process := range processes {
		s := open(t, url)
		all.Go(func() {
			for press := range presses {
				err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
					return tx.Post(storage.Posting{Key: fmt.Sprint(process, "/", press),
						From: storage.WalletOf(ada), To: storage.HeldFor(guild, 9, 0), Chips: 1,
						Reason: storage.Hold, Round: 9})
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	a, err := first.Audit(t.Context())
	if err != nil || a.Postings != 1+processes*presses || a.Wallets != 100-processes*presses {
		t.Errorf("%+v, %v", a, err)
	}
}

// The database crashes while interactions are carried out. What was acknowledged is there,
// once; what was not may be.
func TestACrashLosesNothingAndDoesNothingTwice_long(t *testing.T) {
	instance := postgrestest.Server(t)
	url := instance.Database(t)
	s := open(t, url)
	if err := s.Update(t.Context(), guild, opening("a")); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	stop := make(chan struct{})
	var mu sync.Mutex
	var acknowledged []string
	var all sync.WaitGroup
	for of := range 4 {
		all.Go(func() {
			for n := 1; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				id := storage.InteractionAt(now) + storage.InteractionID(of<<16|n)
				key := fmt.Sprint("grant/", uint64(id))
				err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
					return errors.Join(tx.See(id, now), tx.Post(storage.Posting{Key: key,
						From: storage.MintOf(guild), Chips: 1, Reason: storage.DailyChips,
						To: storage.WalletOf(storage.Player{Guild: guild,
							User: storage.UserID(of + 1)})}))
				})
				if err == nil || errors.Is(err, storage.ErrSeen) {
					mu.Lock()
					acknowledged = append(acknowledged, key)
					mu.Unlock()
				}
			}
		})
	}
	for range 3 {
		time.Sleep(300 * time.Millisecond)
		instance.Kill()
		instance.Start(t)
	}
	time.Sleep(300 * time.Millisecond)
	close(stop)
	all.Wait()
	t.Logf("%d interactions were acknowledged", len(acknowledged))
	var missing int
	err := s.View(t.Context(), guild, func(r storage.Reader) error {
		missing = 0
		for _, key := range acknowledged {
			posted, err := r.Posted(key)
			if err != nil {
				return err
			}
			if !posted {
				missing++
			}
		}
		return nil
	})
	a, failed := s.Audit(t.Context())
	if missing > 0 || len(acknowledged) == 0 || !a.OK || err != nil || failed != nil {
		t.Errorf("%d of %d are missing, %+v, %v, %v", missing, len(acknowledged), a, err, failed)
	}
}

// A commit that a standby may not have is no success, although it is made.
func TestACommitThatNoStandbyHasIsNoSuccess_long(t *testing.T) {
	instance := postgrestest.Server(t)
	url := instance.Database(t)
	s := open(t, url)
	if err := s.Update(t.Context(), guild, opening("a")); err != nil {
		t.Fatal(err)
	}
	execute(t, url, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
	execute(t, url, "SELECT pg_reload_conf()")
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	done := make(chan error, 1)
	commits := 0
	begin := func() { // the server reads its configuration soon, and not at once
		commits++
		key := fmt.Sprint("b", commits)
		go func() { done <- s.Update(ctx, guild, opening(key)) }()
	}
	begin()
	admin := connect(t, url)
	defer func() {
		execute(t, url, "ALTER SYSTEM RESET synchronous_standby_names")
		execute(t, url, "SELECT pg_reload_conf()")
	}()
	for {
		select {
		case err := <-done:
			if err == nil {
				begin()
				continue
			}
			if !errors.Is(err, storage.ErrUnconfirmed) {
				t.Errorf("commit %d: %v", commits, err)
			}
			return
		case <-time.After(20 * time.Millisecond):
			if _, err := admin.Exec(ctx, `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
				WHERE wait_event = 'SyncRep'`).ReadAll(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Without a database an update ends in time for an answer, and says so.
func TestWithoutADatabaseAnUpdateEndsInTime_long(t *testing.T) {
	instance := postgrestest.Server(t)
	s := open(t, instance.Database(t))
	instance.Kill()
	err := s.Update(t.Context(), guild, opening("a"))
	if !errors.Is(err, context.DeadlineExceeded) || s.Trouble() == nil {
		t.Errorf("%v, in trouble: %v", err, s.Trouble())
	}
	instance.Start(t)
	for range 20 {
		if err = s.Update(t.Context(), guild, opening("a")); err == nil {
			break
		}
	}
	if err != nil || s.Trouble() != nil {
		t.Errorf("once it is back: %v, in trouble: %v", err, s.Trouble())
	}
}

// Who decides by what somebody else changes meanwhile decides again.
func TestWhatWasReadStaysAsItIsUntilTheCommit_long(t *testing.T) {
	url := server.Database(t)
	s, other := open(t, url), open(t, url)
	bob := storage.Player{Guild: guild, User: 8}
	named := func(p storage.Player, name string) func(storage.Tx) error {
		return func(tx storage.Tx) error {
			return storage.Profiles.Save(tx, storage.Profile{Player: p, Name: name})
		}
	}
	if err := s.Update(t.Context(), guild, named(bob, "Bob")); err != nil {
		t.Fatal(err)
	}
	runs := 0
	err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
		p, _, err := storage.Profiles.Get(tx, bob)
		if runs++; err == nil && runs == 1 {
			err = other.Update(t.Context(), guild, named(bob, "Rob"))
		}
		return errors.Join(err, named(ada, "friend of "+p.Name)(tx))
	})
	if err != nil || runs != 2 {
		t.Errorf("it ran %d times: %v", runs, err)
	}
	err = s.View(t.Context(), guild, func(r storage.Reader) error {
		if p, _, err := storage.Profiles.Get(r, ada); p.Name != "friend of Rob" || err != nil {
			t.Errorf("%+v, %v", p, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// What somebody else deletes meanwhile is not made anew: who has read it decides again.
func TestWhatWasDeletedMeanwhileIsNotMadeAnew_long(t *testing.T) {
	url := server.Database(t)
	s, other := open(t, url), open(t, url)
	deck := storage.Deck{Player: ada, Table: "vegas", Cards: []byte{1}}
	fails := map[string]struct{ made, changed, deleted func(storage.Tx) error }{
		"a record": {
			func(tx storage.Tx) error { return storage.Decks.Save(tx, deck) },
			func(tx storage.Tx) error {
				d, known, err := storage.Decks.Get(tx, ada.Deck("vegas"))
				if err != nil || !known {
					return errors.Join(err, errGone)
				}
				d.Cards = append(d.Cards, 2)
				return storage.Decks.Save(tx, d)
			},
			func(tx storage.Tx) error { return storage.Decks.Delete(tx, ada.Deck("vegas")) },
		},
		"an account": {
			func(tx storage.Tx) error { return errors.Join(opening("a")(tx), bet("b")(tx)) },
			func(tx storage.Tx) error {
				held, err := tx.Balance(storage.HeldFor(guild, 9, 0))
				if err != nil || held == 0 {
					return errors.Join(err, errGone)
				}
				return bet("c")(tx)
			},
			func(tx storage.Tx) error {
				return tx.Post(storage.Posting{Key: "d", From: storage.HeldFor(guild, 9, 0),
					To: storage.HouseOf(guild), Chips: 1, Reason: storage.Lose, Round: 9})
			},
		},
	}
	for what, do := range fails {
		if err := s.Update(t.Context(), guild, do.made); err != nil {
			t.Fatal(err)
		}
		runs := 0
		err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
			runs++
			err := do.changed(tx)
			if runs == 1 {
				err = errors.Join(err, other.Update(t.Context(), guild, do.deleted))
			}
			return err
		})
		if !errors.Is(err, errGone) || runs != 2 {
			t.Errorf("%s: it ran %d times: %v", what, runs, err)
		}
	}
}

var errGone = errors.New("it is gone")

// Sixty-four players of one server press at the same time, and none runs again for another:
// they share no row.
func TestPlayersOfOneServerDoNotMeet_long(t *testing.T) {
	url := server.Database(t)
	s := open(t, url)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	var all sync.WaitGroup
	var runs atomic.Int64
	const players, presses = 64, 5
	for of := range players {
		all.Go(func() {
			for n := range presses {
				p := storage.Player{Guild: guild, User: storage.UserID(of + 1)}
				id := storage.InteractionAt(now) + storage.InteractionID(of<<8|n)
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				err := s.Update(ctx, guild, func(tx storage.Tx) error {
					runs.Add(1)
					return errors.Join(tx.See(id, now), tx.Post(storage.Posting{
						Key: fmt.Sprint(of, "/", n), From: storage.MintOf(guild),
						To: storage.WalletOf(p), Chips: 1, Reason: storage.DailyChips}),
						storage.Profiles.Save(tx, storage.Profile{Player: p}))
				})
				if cancel(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if n := runs.Load(); n != players*presses {
		t.Errorf("%d presses ran %d times", players*presses, n)
	}
}

func TestUsageCountsConflictsAndConnections_long(t *testing.T) {
	url := server.Database(t)
	s, other := open(t, url), open(t, url)
	if err := s.Update(t.Context(), guild, opening("a")); err != nil {
		t.Fatal(err)
	}
	tries := 0
	err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
		if _, err := tx.Balance(storage.WalletOf(ada)); err != nil {
			return err
		}
		if tries++; tries == 1 { // somebody else is faster
			if err := other.Update(t.Context(), guild, bet("b")); err != nil {
				return err
			}
		}
		if s.Usage().Busy == 0 {
			t.Error("it counts no connection that is busy")
		}
		return bet("c")(tx)
	})
	if u := s.Usage(); err != nil || u.Conflicts != int64(tries-1) || tries < 2 ||
		u.Troubles != 0 || u.Most != 8 {
		t.Errorf("after %d tries: %+v, %v", tries, u, err)
	}
}

// bet stakes a chip of a player's.
func bet(key string) func(storage.Tx) error {
	return func(tx storage.Tx) error {
		return tx.Post(storage.Posting{Key: key, From: storage.WalletOf(ada),
			To: storage.HeldFor(guild, 9, 0), Chips: 1, Reason: storage.Hold, Round: 9})
	}
}

// Who looks after the server knows the bot's connections by the name that the address says.
func TestAnAddressNamesTheConnections_long(t *testing.T) {
	url := server.Database(t)
	for address, name := range map[string]string{url: "holecard",
		url + "&application_name=casino": "casino"} {
		if err := open(t, address).Update(t.Context(), guild, opening(name)); err != nil {
			t.Fatal(err)
		}
		if n := query(t, url, "SELECT count(*) FROM pg_stat_activity WHERE application_name = '"+
			name+"'"); n == "0" {
			t.Errorf("no connection is named %s", name)
		}
	}
}
