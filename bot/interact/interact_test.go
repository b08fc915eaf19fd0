package interact_test

import (
	"context"
	"sync"
	"testing"

	"holecard/bot/interact"
	"holecard/internal/long"
	"holecard/storage"
	"holecard/storage/memory"
)

func TestMain(m *testing.M) { long.Main(m) }

// An alias stands for one user in one guild, for ever and for every process on the store.
func TestAnAliasStandsForOneUserInOneGuild(t *testing.T) {
	store := memory.New()
	defer store.Close()
	processes := []interact.Desk{{Store: store}, {Store: store}, {Store: store}}
	var mu sync.Mutex
	whose := map[storage.Alias]storage.Player{}
	var group sync.WaitGroup
	for i := range processes {
		group.Go(func() {
			for _, g := range []storage.GuildID{0, 77, 78, storage.DirectMessages(1)} {
				for _, u := range []storage.UserID{1, 2} {
					known, err := processes[i].Aliases(context.Background())
					if err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					whose[known.Of(g, u)] = storage.Player{Guild: g, User: u}
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
