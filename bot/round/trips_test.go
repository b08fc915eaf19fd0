package round_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/internal/long"
	"holecard/internal/metrics"
	"holecard/internal/postgrestest"
	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/postgres"
)

var server postgrestest.Shared

func TestMain(m *testing.M) {
	long.Parse()
	long.LazyGC()
	defer server.Stop()
	m.Run()
}

// wire counts the round trips between a store and its database.
type wire struct {
	trips  atomic.Int64
	server string
}

// newWire returns a database behind a wire.
func newWire(t *testing.T) (*wire, storage.Store) {
	t.Helper()
	address, err := url.Parse(server.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	w := &wire{server: address.Host}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go w.carry(conn)
		}
	}()
	address.Host = listener.Addr().String()
	store, err := postgres.Open(t.Context(), address.String(), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return w, store
}

// carry carries bytes both ways. What a client asks for by prepared statements up to a Sync is a
// round trip, but for a rollback, which nobody waits for.
func (w *wire) carry(client net.Conn) {
	defer client.Close()
	database, err := net.Dial("tcp", w.server)
	if err != nil {
		return
	}
	defer database.Close()
	go func() {
		defer client.Close()
		_, _ = io.Copy(client, database)
	}()
	var held bytes.Buffer // until it is counted
	said := pgproto3.NewBackend(io.TeeReader(client, &held), io.Discard)
	_, err = said.ReceiveStartupMessage()
	for asks := false; err == nil; {
		var message pgproto3.FrontendMessage
		if _, err = held.WriteTo(database); err == nil {
			message, err = said.Receive()
		}
		for err == nil && partOfMore(message) {
			if bind, ok := message.(*pgproto3.Bind); ok && bind.PreparedStatement != "ROLLBACK" {
				asks = true
			}
			message, err = said.Receive()
		}
		if asks {
			w.trips.Add(1)
		}
		asks = false
	}
}

// partOfMore reports whether a Sync follows.
func partOfMore(message pgproto3.FrontendMessage) bool {
	switch message.(type) {
	case *pgproto3.Parse, *pgproto3.Bind, *pgproto3.Describe, *pgproto3.Execute:
		return true
	}
	return false
}

// takes checks how many round trips an action takes.
func (w *wire) takes(t *testing.T, action string, trips int64, do func() error) {
	t.Helper()
	before := w.trips.Load()
	if err := do(); err != nil {
		t.Fatalf("%s: %v", action, err)
	}
	if took := w.trips.Load() - before; took != trips {
		t.Errorf("%s takes %d round trips, want %d", action, took, trips)
	}
}

// An engine may be at the other end of a network: what an action reads is asked for
// at once, as far as it is known before.
func TestAnActionMakesFewRoundTrips_long(t *testing.T) {
	b := newBench(t)
	w, store := newWire(t)
	b.Store, b.RefillChips = metrics.New("v1", "abc", nil).Store(store), 10
	if _, err := b.Daily(t.Context(), b.visit(bob)); err != nil { // the guild is known
		t.Fatal(err)
	}
	if _, err := b.Aliases(t.Context()); err != nil {
		t.Fatal(err) // its secret is read once by a process
	}
	var h round.Hand
	deal := func(cards, table string) func() error {
		return func() (err error) {
			b.cards = cards
			h, err = b.Start(t.Context(), b.visit(ada), round.Deal{Bet: 10, Table: table})
			return err
		}
	}
	act := func(a blackjack.Action) func() error {
		return func() (err error) {
			h, err = b.Act(t.Context(), b.visit(ada), h.ID, h.Version, a)
			return err
		}
	}
	// What is known to be read, what follows from that, and all that is written with the commit.
	w.takes(t, "the first deal, which opens a wallet", 3, deal("TS TC 2D 9H 2C 7C KC", "vegas"))
	w.takes(t, "a hit", 2, act(blackjack.Hit))
	w.takes(t, "a stand, which settles", 3, act(blackjack.Stand))
	w.takes(t, "a deal from a deck that goes on", 3, deal("TS TC 2D 9H 2C 7C KC", "downen"))
	w.takes(t, "a stand that leaves a deck", 2, act(blackjack.Stand))
	w.takes(t, "an old button", 2, func() error {
		_, err := b.Act(t.Context(), b.visit(ada), h.ID, 1, blackjack.Hit)
		if err == nil {
			t.Error("it is played")
		}
		return nil
	})
	w.takes(t, "the chips of the day", 2, func() error {
		_, err := b.Daily(t.Context(), b.visit(ada))
		return err
	})
	g := b.gift(ada, bob, 5)
	b.ok(b.AskGift(t.Context(), b.visit(ada), g))
	w.takes(t, "a gift to somebody new", 3, func() error {
		_, _, err := b.Wallets.Give(t.Context(), b.visit(ada), g.Asked)
		return err
	})
	c := wallet.Adjustment{Do: wallet.Grant, To: bob, Chips: 5, Asked: b.visit(admin).ID}
	b.ok(b.AskAdjustment(t.Context(), b.visit(admin), c))
	w.takes(t, "a grant", 3, func() error {
		_, _, err := b.Wallets.Adjust(t.Context(), b.visit(admin), c.Asked)
		return err
	})
}

// A table of seven is dealt, played and settled in as few round trips as one hand.
func TestATableMakesFewRoundTrips_long(t *testing.T) {
	b := newBench(t)
	w, store := newWire(t)
	b.Store = store
	b.cards = "TS TH TD TC TS TH TD 9C 9S 9H 9D 9C 9S 9H 9D 8C"
	v := b.openTable(round.Opening{Table: "vegas"}, all...)
	for _, user := range all[1:] {
		v = b.bets(v, 10, user)
	}
	takes := func(action string, do func() (round.Seating, error)) {
		t.Helper()
		w.takes(t, action, 3, func() (err error) {
			v, err = do()
			return err
		})
	}
	takes("a bet", func() (round.Seating, error) {
		return b.Bet(t.Context(), b.visit(ada), v.ID, storage.Bet{Stake: 10})
	})
	// The limits of the six others are read when it is known who they are.
	w.takes(t, "the deal for seven", 4, func() (err error) {
		v, err = b.Ready(t.Context(), b.visit(ada), v.ID)
		return err
	})
	for _, user := range all[:6] {
		takes("a turn", func() (round.Seating, error) {
			return b.Play(t.Context(), b.visit(user), v.ID, v.Turn, blackjack.Stand)
		})
	}
	takes("the last turn, which settles seven seats", func() (round.Seating, error) {
		return b.Play(t.Context(), b.visit(7), v.ID, v.Turn, blackjack.Stand)
	})
	w.takes(t, "a look at the table", 2, func() error {
		_, err := b.Seating(t.Context(), v.Guild, v.ID)
		return err
	})
}

// BenchmarkActions plays hands of 64 players at once in a file: each hand is dealt, hit and
// lost, which is three actions.
func BenchmarkActions(b *testing.B) {
	const players, hands, actions = 64, 60, 3
	store, err := bolt.Open(b.Context(), filepath.Join(b.TempDir(), "test.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	bench := newBenchOn(b, store)
	cards := blackjack.Decks(6)
	first, err := blackjack.ParseCards("5S TC 7D TH 6C") // hit, and lost
	if err != nil {
		b.Fatal(err)
	}
	for i, c := range first {
		at := i + slices.Index(cards[i:], c)
		cards[i], cards[at] = cards[at], cards[i]
	}
	bench.StartingChips = 1_000_000_000
	bench.Shuffle = func(in fair.Inputs, r blackjack.Rules) []blackjack.Card {
		in.Cards(r) // for its cost
		return cards
	}
	for b.Loop() {
		var group sync.WaitGroup
		for player := range storage.UserID(players) {
			group.Go(func() {
				for range hands {
					if err := bench.loses(player + 1); err != nil {
						b.Error(err)
					}
				}
			})
		}
		group.Wait()
	}
	b.ReportMetric(players*hands*actions*float64(b.N)/b.Elapsed().Seconds(), "actions/s")
}

// loses plays a hand of the benchmark.
func (b *bench) loses(who storage.UserID) error {
	ctx := context.Background()
	h, err := b.Start(ctx, b.visit(who), round.Deal{Bet: 10})
	for _, a := range []blackjack.Action{blackjack.Hit, blackjack.Stand} {
		if err == nil {
			h, err = b.Act(ctx, b.visit(who), h.ID, h.Version, a)
		}
	}
	if err == nil && h.Open {
		err = errors.New("the hand is not over")
	}
	return err
}
