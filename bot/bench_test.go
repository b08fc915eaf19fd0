package bot_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot"
	"holecard/bot/discord"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/internal/localdiscord"
	"holecard/internal/long"
	"holecard/storage"
	"holecard/storage/bolt"
)

// hall is local Discord and a bot in real time: an action goes through the real client, over TCP
// on loopback, to a commit that is safe on disk, and back. Local Discord works in the same
// process, and takes its share of the time.
type hall struct {
	t       testing.TB
	discord *localdiscord.Server
	store   storage.Store
	people  []localdiscord.Actor
}

// benchChips is what players have.
const benchChips = 1_000_000_000

// benchCards make a hand that is open when it is dealt, and lost when it stands.
// At a table of four it is so for all of them.
const benchCards = "TS TC 7D TH 6D 7S 7C 9D 7H TD"

// unlimited lets everybody do as much as they can: a benchmark must not fail
// because the machine is fast.
var unlimited = discord.Allowance{PerSecond: 1_000_000, Burst: 1_000_000}

// openHall opens a hall on a store, with so many people in it.
func openHall(t testing.TB, open func() (storage.Store, error), people int) *hall {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, discord: localdiscord.New(localdiscord.Config{KeepMessages: 2*people + 200,
		KeepRequests: -1})}
	go h.discord.Serve(listener)
	for n := range people {
		h.people = append(h.people,
			h.discord.As(h.discord.AddPerson(localdiscord.Person{Name: fmt.Sprint("Player ", n)})))
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-ended, h.audit(), h.store.Close(), h.discord.Close()); err != nil {
			t.Error(err)
		}
	})
	if h.store, err = open(); err != nil {
		t.Fatal(err)
	}
	ready := make(chan bool, 1)
	player := bot.New(bot.Config{Stories: benchRooms(h.store), Figures: noFigures{},
		Log: slog.New(slog.DiscardHandler)})
	options := discord.Options{
		Token: h.discord.Token(), APIURL: fmt.Sprintf("http://%v/api/v9", listener.Addr()),
		Ready:     func(discord.Connected) { ready <- true },
		Allowance: unlimited,
		Beside:    func(ctx context.Context, c *discord.Connection) { player.Run(ctx) },
	}
	connection, err := player.Connect(options)
	if err != nil {
		t.Fatal(err)
	}
	go func() { ended <- connection.Run(ctx) }()
	<-ready
	return h
}

// benchRooms returns rooms whose shuffles cost what real ones do, and
// deal benchCards.
func benchRooms(store storage.Store) *story.Stories {
	return story.New(round.New(wallet.New(guild.New(&interact.Desk{Store: store, Now: time.Now},
		guild.Config{StartingChips: benchChips, DailyChips: dailyChips, MaxBet: maxBet})),
		round.Config{Seed: interact.NewSeed, Shuffle: benchShuffle}), nil)
}

func benchShuffle(in fair.Inputs, r blackjack.Rules) []blackjack.Card {
	cards := in.Cards(r)
	first, err := blackjack.ParseCards(benchCards)
	if err != nil {
		panic(err) // they are a constant
	}
	for i, c := range first {
		at := i + slices.Index(cards[i:], c)
		cards[i], cards[at] = cards[at], cards[i]
	}
	return cards
}

// audit returns an error when the ledger is not in order.
func (h *hall) audit() error {
	audit, err := h.store.Audit(context.Background())
	if err == nil && !audit.OK {
		err = fmt.Errorf("the audit is not ok: %+v", audit)
	}
	return err
}

// deal deals everybody a hand, as often as it takes, and returns the messages.
func (h *hall) deal() []localdiscord.ID {
	h.t.Helper()
	hands := make([]localdiscord.ID, len(h.people))
	channel := h.discord.Channel("blackjack").ID
	h.spread(8, func(n int) {
		for range 20 {
			a, err := h.people[n].Do(context.Background(), channel, "blackjack", bet(10))
			if err == nil && a.Message != nil {
				if button, ok := a.Message.Find("Stand"); ok && !button.Disabled {
					hands[n] = a.Message.ID
					return
				}
			}
		}
		h.t.Error("a hand is not dealt")
	})
	if h.t.Failed() {
		h.t.FailNow()
	}
	return hands
}

// spread does something for each of the people, so many at a time.
func (h *hall) spread(workers int, do func(n int)) {
	var group sync.WaitGroup
	next := make(chan int)
	for range workers {
		group.Go(func() {
			for n := range next {
				do(n)
			}
		})
	}
	for n := range h.people {
		next <- n
	}
	close(next)
	group.Wait()
}

// BenchmarkBurst lets 2,000 players press at the same moment, without -long a tenth of them. The
// times are from that moment on.
func BenchmarkBurst(b *testing.B) {
	path := filepath.Join(b.TempDir(), "holecard.db")
	h := openHall(b, func() (storage.Store, error) {
		return bolt.Open(b.Context(), path, bolt.Options{})
	}, long.Of(200, 2000))
	var took []time.Duration
	for b.Loop() {
		took = append(took, h.bursts(len(h.people), h.deal()).took...)
	}
	slices.Sort(took)
	last := len(took) - 1
	for name, at := range map[string]int{"p50-ms": last / 2, "p99-ms": last * 99 / 100,
		"max-ms": last} {
		b.ReportMetric(float64(took[at].Microseconds())/1000, name)
	}
	b.ReportMetric(0, "ns/op") // of dealing as well
}
