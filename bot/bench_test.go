package bot_test

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot"
	"holecard/bot/discord"
	"holecard/bot/session"
	"holecard/internal/localdiscord"
	"holecard/internal/long"
	"holecard/storage"
	"holecard/storage/bolt"
)

// The benchmarks measure whole actions, as players feel them: from a press at
// local Discord through the real client, over TCP on loopback, to a commit that
// is safe on disk and back to the answer at local Discord. Local Discord works
// in the same process, and its share is in the figures.

// hall is local Discord and a bot in real time.
type hall struct {
	invented bool // the statistics are, so that they do not add up
	b        testing.TB
	discord  *localdiscord.Server
	store    storage.Store
	people   []localdiscord.Actor
	away     atomic.Bool  // Discord takes no connection
	busy     atomic.Int64 // presses that were told that the bot is
}

// dial connects to Discord unless it is away.
func (h *hall) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if h.away.Load() {
		return nil, errors.New("connection refused")
	}
	var d net.Dialer
	return d.DialContext(ctx, network, addr)
}

// benchChips is what players have.
const benchChips = 1_000_000_000

// benchCards make a hand that is open when it is dealt, and lost when it stands.
// At a table of four it is so for all of them.
const benchCards = "TS TC 7D TH 6D 7S 7C 9D 7H TD"

// newHall opens a hall on the file at path, with so many people in it, and
// returns how long the bot took to be ready, from the opening of its file.
func newHall(b *testing.B, path string, people int) (*hall, time.Duration) {
	b.Helper()
	return newHallWith(b, path, people, noFigures{})
}

// newHallWith opens a hall whose bot knows figures.
func newHallWith(b *testing.B, path string, people int, known bot.Figures) (*hall, time.Duration) {
	b.Helper()
	return openHall(b, path, people, known, unlimited)
}

// unlimited lets everybody do as much as they can: a benchmark must not fail
// because the machine is fast.
var unlimited = discord.Allowance{PerSecond: 1_000_000, Burst: 1_000_000}

// openHall opens a hall whose bot knows figures and allows each person so much.
func openHall(
	b *testing.B, path string, people int, known bot.Figures, allowed discord.Allowance,
) (*hall, time.Duration) {
	b.Helper()
	return openHallOn(b, func() (storage.Store, error) {
		return bolt.Open(b.Context(), path, bolt.Options{})
	}, people, known, allowed)
}

// openHallOn opens a hall on a store.
func openHallOn(
	b testing.TB, open func() (storage.Store, error), people int, known bot.Figures,
	allowed discord.Allowance,
) (*hall, time.Duration) {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	h := &hall{b: b, discord: localdiscord.New(localdiscord.Config{KeepMessages: 2*people + 200,
		KeepRequests: -1})}
	go h.discord.Serve(listener)
	for n := range people {
		h.people = append(h.people,
			h.discord.As(h.discord.AddPerson(localdiscord.Person{Name: fmt.Sprint("Player ", n)})))
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	b.Cleanup(func() {
		stop()
		if err := errors.Join(<-ended, h.audit(), h.store.Close(), h.discord.Close()); err != nil {
			b.Error(err)
		}
	})
	begun := time.Now()
	if h.store, err = open(); err != nil {
		b.Fatal(err)
	}
	ready := make(chan time.Duration, 1)
	player := bot.New(bot.Config{Sessions: benchSessions(h.store), Figures: known,
		Log: slog.New(slog.DiscardHandler)})
	options := discord.Options{
		Token: h.discord.Token(), APIURL: fmt.Sprintf("http://%v/api/v9", listener.Addr()),
		Dial:      h.dial,
		Ready:     func(discord.Connected) { ready <- time.Since(begun) },
		Allowance: allowed,
		Remote:    h.store.Remote(),
		Beside:    func(ctx context.Context, c *discord.Connection) { player.Run(ctx, c) },
	}
	if *overHTTP {
		options.Endpoint = h.endpoint()
	}
	connection, err := discord.Connect(player, bot.Specs(), options)
	if err != nil {
		b.Fatal(err)
	}
	go func() { ended <- connection.Run(ctx) }()
	return h, <-ready
}

// endpoint returns where the bot takes interactions, and has Discord send them there.
func (h *hall) endpoint() *discord.Endpoint {
	h.b.Helper()
	key, err := hex.DecodeString(h.discord.PublicKey())
	if err != nil {
		h.b.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		h.b.Fatal(err)
	}
	h.discord.SetDelivery(localdiscord.Delivery{Endpoints: []string{
		fmt.Sprintf("http://%v/interactions", listener.Addr())}})
	return &discord.Endpoint{Listener: listener, Key: key}
}

// benchSessions returns sessions whose shuffles cost what real ones do, and
// deal benchCards.
func benchSessions(store storage.Store) *session.Sessions {
	return session.New(session.Config{
		Store: store, Seed: session.NewSeed, Shuffle: benchShuffle, Now: time.Now,
		StartingChips: benchChips, DailyChips: dailyChips, MaxBet: maxBet,
	})
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
	if err == nil && h.invented {
		audit.OK = audit.Total == 0
	}
	if err == nil && !audit.OK {
		err = fmt.Errorf("the audit is not ok: %+v", audit)
	}
	return err
}

// deal deals everybody a hand and returns the messages.
func (h *hall) deal() []localdiscord.ID {
	h.b.Helper()
	hands := make([]localdiscord.ID, len(h.people))
	channel := h.discord.Channel("blackjack").ID
	h.spread(64, func(n int) {
		a, err := h.people[n].Do(context.Background(), channel, "blackjack", bet(10))
		if err != nil || a.Message == nil {
			h.b.Errorf("a hand is not dealt: %v, %s", err, a.Body)
			return
		}
		if button, ok := a.Message.Find("Stand"); !ok || button.Disabled {
			h.b.Errorf("a hand is not open: %s", a.Body)
			return
		}
		hands[n] = a.Message.ID
	})
	if h.b.Failed() {
		h.b.FailNow()
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

// busy is what a press is told that would be answered too late.
const busy = "Busy. Nothing changed; try again."

// stand lets a player stand, and returns whether that was answered.
func (h *hall) stand(n int, hand localdiscord.ID) bool {
	a, err := h.people[n].Press(context.Background(), hand, "Stand")
	switch {
	case errors.Is(err, localdiscord.ErrNoAnswer):
		return false
	case err == nil && a.Message != nil && a.Message.Content == busy:
		h.busy.Add(1)
	case err != nil || a.Type != localdiscord.CallbackUpdate:
		h.b.Errorf("a press is not played: %v, %s", err, a.Body)
	}
	return true
}

// latencies are those of presses.
type latencies struct {
	mu         sync.Mutex
	took       []time.Duration
	unanswered int
}

func (l *latencies) add(took time.Duration, answered bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took = append(l.took, took)
	if !answered {
		l.unanswered++
	}
}

// report reports the latencies in milliseconds.
func (l *latencies) report(b *testing.B, prefix string) {
	slices.Sort(l.took)
	last := len(l.took) - 1
	for _, q := range []struct {
		name string
		at   int
	}{{"p50-ms", last / 2}, {"p99-ms", last * 99 / 100}, {"max-ms", last}} {
		b.ReportMetric(float64(l.took[q.at].Microseconds())/1000, prefix+q.name)
	}
	if l.unanswered > 0 {
		b.ReportMetric(float64(l.unanswered), prefix+"unanswered")
	}
	b.ReportMetric(0, "ns/op") // of dealing as well
}

// tenth returns a tenth of a number, which shows that a benchmark runs; with -long, the number.
func tenth(n int) int { return long.Of(n/10, n) }

// BenchmarkBurst lets 2,000 players press at the same moment. The times are
// from that moment on.
func BenchmarkBurst(b *testing.B) {
	h, _ := newHall(b, filepath.Join(b.TempDir(), "holecard.db"), tenth(2000))
	var all latencies
	for b.Loop() {
		hands := h.deal()
		var group sync.WaitGroup
		begun := time.Now()
		for n := range h.people {
			group.Go(func() {
				answered := h.stand(n, hands[n])
				all.add(time.Since(begun), answered)
			})
		}
		group.Wait()
	}
	all.report(b, "")
	b.ReportMetric(float64(h.busy.Load()), "busy")
}

// BenchmarkSteady lets players press 200 times a second, for five seconds, and sends
// hands as texts or as pictures; "tables" is the same at 50 tables of four.
func BenchmarkSteady(b *testing.B) {
	b.Run("texts", func(b *testing.B) { benchSteady(b, storage.TextCards) })
	b.Run("pictures", func(b *testing.B) { benchSteady(b, storage.PictureCards) })
	b.Run("tables", benchTablesSteady)
}

func benchSteady(b *testing.B, cards storage.CardStyle) {
	h, _ := newHall(b, filepath.Join(b.TempDir(), "holecard.db"), tenth(1000))
	guild := storage.GuildID(h.discord.GuildID())
	err := h.store.Update(b.Context(), guild, func(tx storage.Tx) error {
		return tx.SaveSettings(storage.Settings{Guild: guild, Taste: storage.Taste{Cards: cards}})
	})
	if err != nil {
		b.Fatal(err)
	}
	var all latencies
	for b.Loop() {
		hands := h.deal()
		var group sync.WaitGroup
		tick := time.NewTicker(time.Second / 200)
		for n := range h.people {
			<-tick.C
			group.Go(func() {
				begun := time.Now()
				answered := h.stand(n, hands[n])
				all.add(time.Since(begun), answered)
			})
		}
		tick.Stop()
		group.Wait()
	}
	all.report(b, "")
}

// BenchmarkOutage takes the gateway away for ten seconds, and forgets all
// sessions, as a server that is not Discord does. Sessions last 2 to 4 s. The time is from
// its return.
func BenchmarkOutage(b *testing.B) {
	h, _ := newHall(b, filepath.Join(b.TempDir(), "holecard.db"), 0)
	h.discord.SetWeather(localdiscord.Weather{NoResume: true})
	var all latencies
	for n := 0; b.Loop(); n++ {
		time.Sleep(time.Duration(2+n%3) * time.Second)
		h.away.Store(true)
		h.discord.Trouble(localdiscord.Trouble{})
		time.Sleep(time.Duration(tenth(10)) * time.Second)
		back := time.Now()
		h.away.Store(false)
		if err := h.discord.AwaitOnline(b.Context()); err != nil {
			b.Fatal(err)
		}
		all.add(time.Since(back), true)
	}
	all.report(b, "back-")
}

// BenchmarkMemory reports by how much the heap grows with interactions, once
// everything that is kept in a bounded number is full.
func BenchmarkMemory(b *testing.B) {
	h, _ := newHall(b, filepath.Join(b.TempDir(), "holecard.db"), tenth(500))
	interactions := 0
	play := func(rounds int) {
		for range rounds {
			hands := h.deal()
			h.spread(64, func(n int) { h.stand(n, hands[n]) })
			interactions += 2 * len(h.people)
		}
	}
	play(tenth(10))
	before, began := h.heap(), interactions
	for b.Loop() {
		play(tenth(20))
	}
	elapsed := b.Elapsed()
	grown := float64(h.heap()-before) / (1 << 20)
	b.ReportMetric(grown*1e6/float64(interactions-began), "MiB/million")
	b.ReportMetric(float64(interactions-began)/elapsed.Seconds(), "interactions/s")
	b.ReportMetric(0, "ns/op")
}

// heap returns the bytes in use after a collection. Before, the gateway session
// is ended and begun anew, because local Discord keeps some thousands of a
// session's events and drops half of them now and then.
func (h *hall) heap() int64 {
	h.b.Helper()
	const invalidSession = 9
	h.discord.Trouble(localdiscord.Trouble{Op: invalidSession})
	if err := errors.Join(h.discord.AwaitOffline(h.b.Context()),
		h.discord.AwaitOnline(h.b.Context())); err != nil {
		h.b.Fatal(err)
	}
	runtime.GC()
	runtime.GC() // the first leaves what finalizers held
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
