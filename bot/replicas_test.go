package bot_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot"
	"holecard/bot/discord"
	"holecard/internal/localdiscord"
	"holecard/storage"
	"holecard/storage/bolt"
)

// Several bots on one store share the interactions of one endpoint. A third of them goes to
// two bots, as when a proxy tries again, and one bot ends and another starts meanwhile. Every
// hand is lost when it stands, so the chips that are gone count the hands.
func TestReplicasBehindABalancerDoEachInteractionOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "holecard.db")
	synctest.Test(t, func(t *testing.T) {
		localdiscord.PassEpoch()
		wire := localdiscord.NewPipeListener()
		server := localdiscord.New(localdiscord.Config{KeepMessages: 2000})
		go server.Serve(wire)
		store, err := bolt.Open(t.Context(), path, bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		pipes := make(map[string]*localdiscord.PipeListener)
		var mu sync.Mutex // guards pipes
		send := localdiscord.Delivery{Twice: 0.3, Seed: 1,
			Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
				mu.Lock()
				pipe := pipes[address]
				mu.Unlock()
				return pipe.Dial(ctx, network, address)
			}}
		start := func(name string) (stop func()) {
			pipe := localdiscord.NewPipeListener()
			mu.Lock()
			pipes[name+":80"] = pipe
			mu.Unlock()
			end := endpointBot(t, server, wire, store, pipe)
			send.Endpoints = append(send.Endpoints, "http://"+name+"/interactions")
			server.SetDelivery(send)
			return end
		}
		stops := []func(){start("one"), start("two"), start("three")}
		time.Sleep(time.Second)
		const people, hands = 20, 12
		room := server.Channel("blackjack").ID
		var playing sync.WaitGroup
		for n := range people {
			p := server.As(server.AddPerson(localdiscord.Person{Name: fmt.Sprint("Player ", n)}))
			playing.Go(func() {
				for range hands {
					a, err := p.Do(t.Context(), room, "blackjack", bet(10))
					if err == nil {
						_, err = p.Press(t.Context(), a.Message.ID, "Stand")
					}
					if err != nil {
						t.Error(err)
						return
					}
					time.Sleep(time.Second)
				}
				who := storage.Player{Guild: storage.GuildID(server.GuildID()),
					User: storage.UserID(p.ID)}
				err := store.View(t.Context(), who.Guild, func(r storage.Reader) error {
					has, err := r.Balance(storage.WalletOf(who))
					if has != benchChips-10*hands {
						t.Errorf("player %d has lost %d, want %d", n, benchChips-has, 10*hands)
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		time.Sleep(3 * time.Second)
		stops[0]()
		time.Sleep(3 * time.Second)
		stops = append(stops[1:], start("four"))
		playing.Wait()
		for _, stop := range stops {
			stop()
		}
		if audit, err := store.Audit(context.Background()); err != nil || !audit.OK {
			t.Errorf("the audit: %+v, %v", audit, err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		server.Close()
		time.Sleep(time.Hour)
	})
}

// endpointBot runs a bot on a store, with an endpoint on a pipe, until stop is called.
func endpointBot(t *testing.T, server *localdiscord.Server, wire *localdiscord.PipeListener,
	store storage.Store, pipe *localdiscord.PipeListener) (stop func()) {
	t.Helper()
	key, err := hex.DecodeString(server.PublicKey())
	if err != nil {
		t.Fatal(err)
	}
	player := bot.New(bot.Config{Sessions: benchSessions(store), Figures: noFigures{},
		Log: slog.New(slog.DiscardHandler)})
	connection, err := discord.Connect(player, bot.Specs(), discord.Options{
		Token: server.Token(), APIURL: "http://127.0.0.1/api/v9", Dial: wire.Dial,
		Allowance: unlimited, Endpoint: &discord.Endpoint{Listener: pipe, Key: key}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- connection.Run(ctx) }()
	if err := server.AwaitCommands(t.Context(), "blackjack"); err != nil {
		t.Fatal(err)
	}
	return func() {
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
