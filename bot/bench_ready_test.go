package bot_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"holecard/bot/session"
	"holecard/internal/localdiscord"
	"holecard/internal/long"
	"holecard/storage"
	"holecard/storage/bolt"
)

// BenchmarkReady starts the bot on 1,000,000 wallets with 10,000 open hands, and
// then asks for leaderboards and places. Without -long it is a hundredth.
func BenchmarkReady(b *testing.B) {
	wallets, hands := long.Of(10_000, 1_000_000), long.Of(100, 10_000)
	path := filepath.Join(b.TempDir(), "holecard.db")
	begun := time.Now()
	fill(b, path, wallets, hands)
	b.Logf("made %d wallets and %d open hands in %v",
		wallets, hands, time.Since(begun).Round(time.Second))
	h, ready := newHall(b, path, 0)
	h.invented = true
	sessions := benchSessions(h.store)
	chance := rand.New(rand.NewPCG(1, 2))
	var boards, places latencies
	for b.Loop() {
		who := benchPlayer(chance.IntN(wallets))
		begun := time.Now()
		board, err := sessions.Board(b.Context(), session.Interaction{Player: who},
			session.Ranking{By: storage.Order(chance.IntN(4))}, chance.IntN(wallets/session.PageSize))
		boards.add(time.Since(begun), true)
		if err != nil || board.Of != wallets || board.You.Position == 0 ||
			len(board.Standings) != session.PageSize {
			b.Fatalf("%+v, %v", board, err)
		}
		begun = time.Now()
		a, err := sessions.Account(b.Context(), session.Interaction{Player: who}, who.User)
		places.add(time.Since(begun), true)
		if err != nil || a.Position.Of != wallets {
			b.Fatalf("%+v, %v", a, err)
		}
	}
	b.ReportMetric(float64(ready.Microseconds())/1000, "ready-ms")
	boards.report(b, "board-")
	places.report(b, "places-")
}

func benchPlayer(n int) storage.Player {
	return storage.Player{Guild: 77, User: storage.UserID(n + 1)}
}

// fill makes a store with many players to a commit.
func fill(b *testing.B, path string, wallets, hands int) {
	b.Helper()
	store, err := bolt.Open(b.Context(), path, bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	at := time.Now().Add(-time.Hour).UTC()
	first := storage.InteractionID(localdiscord.IDAt(at))
	dealer := storage.Player{Guild: 76, User: 1}
	dealt, err := benchSessions(store).Start(b.Context(),
		session.Interaction{ID: first, Player: dealer}, session.Deal{Bet: 10})
	if err != nil {
		b.Fatal(err)
	}
	var open storage.Round // every open hand is like this one
	err = store.View(b.Context(), dealer.Guild, func(r storage.Reader) (err error) {
		open, _, err = r.Round(dealt.ID)
		return err
	})
	const each = 250 // a transaction is made for the few records of an action
	chance := rand.New(rand.NewPCG(1, 2))
	for from := 0; from < wallets && err == nil; from += each {
		err = store.Update(b.Context(), benchPlayer(0).Guild, func(tx storage.Tx) error {
			for n := from; n < min(from+each, wallets); n++ {
				hand := open
				hand.ID = open.ID + storage.RoundID(n) + 1
				hand.Guild, hand.Seats = benchPlayer(n).Guild, slices.Clone(open.Seats)
				hand.Seats[0].User = benchPlayer(n).User
				if err := fillPlayer(tx, hand, n < hands, chance); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := errors.Join(err, store.Close()); err != nil {
		b.Fatal(err)
	}
}

// fillPlayer makes a player, and the hand if it is to be open.
func fillPlayer(tx storage.Tx, hand storage.Round, playing bool, chance *rand.Rand) error {
	who := hand.Player(0)
	p := storage.Profile{Player: who, Name: fmt.Sprint("Player ", who.User), Opened: hand.Dealt,
		LastBet: 10, Stats: storage.Stats{
			Hands: 20, Wins: chance.IntN(20), Net: storage.Chips(chance.IntN(2000) - 1000),
			BiggestWin: storage.Chips(chance.IntN(500)),
		}}
	err := tx.Post(storage.Posting{
		Key: fmt.Sprintf("open/%d/%d", who.Guild, who.User), From: storage.MintOf(who.Guild),
		To:    storage.WalletOf(who),
		Chips: storage.Chips(chance.IntN(5000) + 10), Reason: storage.Opening, At: hand.Dealt,
	})
	if playing {
		p.OpenHand = hand.ID
		err = errors.Join(err, tx.SaveRound(hand), tx.Post(storage.Posting{
			Key: fmt.Sprintf("hand/%d/1/hold", hand.ID), From: storage.WalletOf(who),
			To:    storage.HeldFor(who.Guild, hand.ID, 0),
			Chips: hand.Seats[0].Held, Reason: storage.Hold, Round: hand.ID, At: hand.Dealt,
		}))
	}
	return errors.Join(err, tx.SaveProfile(p))
}
