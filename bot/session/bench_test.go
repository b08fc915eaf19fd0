package session_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/session"
	"holecard/storage"
	"holecard/storage/bolt"
)

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
	h, err := b.Start(ctx, b.visit(who), session.Deal{Bet: 10})
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
