package bolt

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"holecard/internal/long"
	"holecard/storage"
)

// BenchmarkErase erases a player of a thousand in a guild of a million postings, or of
// 25,000 without -long, while another plays. press-ms is the longest that one of their
// transactions took.
func BenchmarkErase(b *testing.B) {
	const people, together = 1000, 100
	hands := long.Of(25_000, 500_000)
	s := openAt(b, newPath(b))
	for from := 1; from <= people; from += together {
		update(b, s, func(tx storage.Tx) (err error) {
			for user := from; user < from+together; user++ {
				p := storage.Player{Guild: 7, User: storage.UserID(user)}
				err = errors.Join(err, tx.SaveProfile(storage.Profile{Player: p, Name: "somebody"}),
					tx.Post(storage.Posting{Key: storage.OpeningKey(p), From: storage.MintOf(7),
						To: storage.WalletOf(p), Chips: 1e9, Reason: storage.Opening, At: noon}))
			}
			return err
		})
	}
	for n := 0; n < hands; n += together {
		update(b, s, func(tx storage.Tx) (err error) {
			for i := n; i < n+together; i++ {
				p := storage.Player{Guild: 7, User: storage.UserID(i%people + 1)}
				err = errors.Join(err, playOne(tx, p, snowflake(noon, i+1)))
			}
			return err
		})
	}
	ctx, stop := context.WithCancel(b.Context())
	waits := make(chan []time.Duration)
	go func() {
		var took []time.Duration
		for n := hands; ctx.Err() == nil; n++ {
			begun := time.Now()
			update(b, s, func(tx storage.Tx) error {
				return playOne(tx, storage.Player{Guild: 7, User: people}, snowflake(noon, n+1))
			})
			took = append(took, time.Since(begun))
			time.Sleep(5 * time.Millisecond)
		}
		waits <- took
	}()
	user := storage.UserID(0)
	for b.Loop() {
		user++
		e := storage.Erasure{User: user, As: storage.Nobody(uint64(user) + 1<<40), Begun: noon}
		update(b, s, func(tx storage.Tx) error { return tx.Erase(e) })
		if err := storage.CarryOn(b.Context(), s, 7); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "erase-s")
	stop()
	took := <-waits
	b.ReportMetric(float64(slices.Max(took).Microseconds())/1000, "press-ms")
}
