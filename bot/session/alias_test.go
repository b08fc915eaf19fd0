package session_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"holecard/bot/session"
	"holecard/storage"
	"holecard/storage/memory"
)

// An alias stands for one user in one guild, for ever and for every process on the store.
func TestAnAliasStandsForOneUserInOneGuild(t *testing.T) {
	store := memory.New()
	defer store.Close()
	processes := []*bench{newBenchOn(t, store), newBenchOn(t, store), newBenchOn(t, store)}
	var mu sync.Mutex
	whose := map[storage.Alias]storage.Player{}
	var group sync.WaitGroup
	for _, p := range processes {
		group.Go(func() {
			for _, g := range []storage.GuildID{0, guild, guild + 1,
				storage.DirectMessages(ada)} {
				for _, u := range []storage.UserID{ada, bob} {
					a, err := session.AliasOf(p.Sessions, context.Background(), g, u)
					if err != nil {
						t.Error(err)
					}
					mu.Lock()
					whose[a] = storage.Player{Guild: g, User: u}
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	players := map[storage.Player]bool{}
	for _, p := range whose {
		players[p] = true
	}
	if len(whose) != 8 || len(players) != 8 {
		t.Errorf("%d aliases for %d of 8 players", len(whose), len(players))
	}
}

func TestNoAliasFollowsFromASecretThatIsNotKept(t *testing.T) {
	b := newBench(t)
	store := &failing{Store: b.Store}
	b.Store = store
	for n := 1; n == 1 || store.failed; n++ {
		store.left, store.failed = n, false
		_, err := session.AliasOf(b.Sessions, t.Context(), guild, ada)
		if errors.Is(err, errDisk) != store.failed {
			t.Errorf("with call %d failing: %v", n, err)
		}
	}
}
