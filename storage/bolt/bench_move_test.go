package bolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"holecard/internal/long"
	"holecard/storage"
)

// BenchmarkMove exports a file of a million hands, or of 10,000 without -long, and imports
// it into another, with both audits. heap-MB is the most that the heap has had.
func BenchmarkMove(b *testing.B) {
	hands := long.Of(10_000, 1_000_000)
	folder := b.TempDir()
	path := filepath.Join(folder, "from.db")
	s, err := Open(b.Context(), path, Options{})
	if err != nil {
		b.Fatal(err)
	}
	playMany(b, s, hands)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	if s, err = OpenReadOnly(b.Context(), path); err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for n := range b.N {
		file, err := os.Create(filepath.Join(folder, fmt.Sprint("stream ", n)))
		if err != nil {
			b.Fatal(err)
		}
		export, heap := timed(b, func() error {
			return s.Export(b.Context(), file, storage.Move{})
		})
		size, _ := file.Seek(0, io.SeekEnd)
		file.Seek(0, io.SeekStart)
		imports, heapAgain := timed(b, func() error {
			return Import(b.Context(), filepath.Join(folder, fmt.Sprint(n, ".db")), file,
				storage.Move{})
		})
		b.ReportMetric(export.Seconds(), "export-s")
		b.ReportMetric(imports.Seconds(), "import-s")
		b.ReportMetric(float64(size)/float64(hands), "B/hand")
		b.ReportMetric(max(heap, heapAgain), "heap-MB")
		file.Close()
	}
}

// timed returns how long something takes, and the most that the heap has meanwhile.
func timed(b *testing.B, fn func() error) (took time.Duration, most float64) {
	runtime.GC()
	ctx, stop := context.WithCancel(context.Background())
	var peak atomic.Uint64
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak.Store(max(peak.Load(), m.HeapInuse))
			time.Sleep(100 * time.Millisecond)
		}
	}()
	begun := time.Now()
	err := fn()
	took = time.Since(begun)
	stop()
	<-done
	if err != nil {
		b.Fatal(err)
	}
	return took, float64(peak.Load()) / 1e6
}

// playMany plays hands of 10 people in each of 100 guilds, 100 in a transaction.
func playMany(b *testing.B, s *Store, hands int) {
	const guilds, people, together = 100, 10, 100
	for g := range storage.GuildID(guilds) {
		updateIn(b, s, g+1, func(tx storage.Tx) (err error) {
			for user := range storage.UserID(people) {
				p := storage.Player{Guild: g + 1, User: user + 1}
				err = errors.Join(err, tx.SaveProfile(storage.Profile{Player: p, Name: "somebody"}),
					tx.Post(storage.Posting{Key: storage.OpeningKey(p), From: storage.MintOf(g + 1),
						To: storage.WalletOf(p), Chips: 1e9, Reason: storage.Opening, At: noon}))
			}
			return err
		})
	}
	for n := 0; n < hands; n += together {
		guild := storage.GuildID(n/together%guilds + 1)
		updateIn(b, s, guild, func(tx storage.Tx) (err error) {
			for i := range together {
				p := storage.Player{Guild: guild, User: storage.UserID(i%people + 1)}
				err = errors.Join(err, playOne(tx, p, snowflake(noon, n+i+1)))
			}
			return err
		})
	}
}

// playOne plays a hand of three presses that is lost.
func playOne(tx storage.Tx, p storage.Player, id storage.InteractionID) error {
	r := storage.Round{ID: storage.RoundID(id), Guild: p.Guild, Table: "vegas", Dealt: noon,
		Record: make([]byte, 120), Changed: noon, Version: 1,
		Seats: []storage.Seat{{User: p.User, Net: -10}}}
	r.Shoe.Shuffle = storage.Shuffle{Server: storage.Secret{byte(id), byte(id >> 8),
		byte(id >> 16), byte(id >> 24), byte(id >> 32)}, Client: "seed", By: id}
	profile, _, err := tx.Profile(p)
	profile.Stats.Hands++
	profile.Stats.Losses++
	profile.Stats.Wagered += 10
	profile.Stats.Net -= 10
	profile.Stats.BiggestLoss = 10
	post := func(why storage.Reason, from, to storage.Account) error {
		return tx.Post(storage.Posting{Key: storage.RoundKey(r.ID, 0, 1, why), From: from, To: to,
			Chips: 10, Reason: why, Round: r.ID, By: id, At: noon})
	}
	held := storage.HeldFor(p.Guild, r.ID, 0)
	return errors.Join(err, tx.SaveRound(r), tx.SaveProfile(profile),
		post(storage.Hold, storage.WalletOf(p), held),
		post(storage.Lose, held, storage.HouseOf(p.Guild)))
}
