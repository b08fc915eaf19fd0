package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"holecard/internal/long"
	"holecard/storage"
	"holecard/storage/engine"
)

// players is how many play at once in the benchmarks of updates.
const players = 64

// BenchmarkUpdate compares what the store does for an action of a hand with
// transactions of bbolt alone that make as many changes of the same sizes, in
// turns in the same run. The ratio is the store's rate by bbolt's.
func BenchmarkUpdate(b *testing.B) {
	for _, action := range []struct {
		name  string
		store func(*Store, *seat) error
		raw   func(*bbolt.DB, *seat) error
	}{
		{"hit", hit, rawHit},
		{"settle", settle, rawSettle},
	} {
		b.Run(action.name, func(b *testing.B) {
			s, alone := benchStore(b), benchStore(b)
			storeSeats, rawSeats := seats(b, s), seats(b, alone)
			var store, raw time.Duration
			const turn = 4 * players
			for done := 0; done < b.N; done += turn {
				store += inParallel(b, storeSeats, func(p *seat) error {
					return action.store(s, p)
				})
				raw += inParallel(b, rawSeats, func(p *seat) error {
					return action.raw(alone.db, p)
				})
			}
			n := float64((b.N + turn - 1) / turn * turn)
			b.ReportMetric(0, "ns/op") // it is of both together
			b.ReportMetric(n/store.Seconds(), "store-actions/s")
			b.ReportMetric(n/raw.Seconds(), "bbolt-actions/s")
			b.ReportMetric(raw.Seconds()/store.Seconds(), "ratio")
			a, err := s.Audit(context.Background())
			// statistics of hands that were never dealt do not add up
			if err != nil || a.Total != 0 {
				b.Errorf("%+v, %v", a, err)
			}
		})
	}
}

func benchStore(b *testing.B) *Store {
	b.Helper()
	return openNew(b)
}

// seat is a player of the benchmarks with one hand.
type seat struct {
	profile storage.Profile
	hand    storage.Round
	balance storage.Chips
	clicks  int
}

// click returns a new interaction.
func (p *seat) click() storage.InteractionID {
	p.clicks++
	return snowflake(noon.Add(time.Duration(p.clicks)*time.Millisecond), int(p.profile.Player.User))
}

func seats(b *testing.B, s *Store) []*seat {
	b.Helper()
	all := make([]*seat, players)
	for i := range all {
		player := storage.Player{Guild: 7, User: storage.UserID(i + 1)}
		p := &seat{
			profile: storage.Profile{Player: player, Name: "A player", Opened: noon, LastBet: 10},
			hand: storage.Round{ID: storage.RoundID(snowflake(noon, i)), Guild: player.Guild,
				Version: 1, Table: "vegas", Record: make([]byte, 500), Dealt: noon,
				Seats: []storage.Seat{{User: player.User}}},
			balance: 1 << 40,
		}
		all[i] = p
		update(b, s, func(tx storage.Tx) error {
			return errors.Join(tx.SaveProfile(p.profile), tx.SaveRound(p.hand),
				tx.Post(storage.Posting{
					Key: fmt.Sprint("open/", i), From: storage.MintOf(7),
					To:    storage.WalletOf(player),
					Chips: p.balance, Reason: storage.Opening, At: noon,
				}))
		})
	}
	return all
}

// inParallel lets each seat act four times and returns how long that took.
func inParallel(b *testing.B, all []*seat, act func(*seat) error) time.Duration {
	begun := time.Now()
	var acting sync.WaitGroup
	for _, p := range all {
		acting.Go(func() {
			for range 4 {
				if err := act(p); err != nil {
					b.Error(err)
				}
			}
		})
	}
	acting.Wait()
	return time.Since(begun)
}

// hit is what an action that does not end the hand does.
func hit(s *Store, p *seat) error {
	id := p.click()
	return s.Update(context.Background(), 7, func(tx storage.Tx) error {
		return step(tx, p, id)
	})
}

func step(tx storage.Tx, p *seat, id storage.InteractionID) error {
	if err := tx.See(id, id.Time()); err != nil {
		return err
	}
	h, ok, err := tx.Round(p.hand.ID)
	if err != nil || !ok {
		return fmt.Errorf("hand %d (found %v): %w", p.hand.ID, ok, err)
	}
	h.Version++
	h.Changed = id.Time()
	return tx.SaveRound(h)
}

// settle is what an action with two postings does.
func settle(s *Store, p *seat) error {
	id := p.click()
	return s.Update(context.Background(), 7, func(tx storage.Tx) error {
		if err := step(tx, p, id); err != nil {
			return err
		}
		for _, posting := range settlePostings(p, id) {
			if err := tx.Post(posting); err != nil {
				return err
			}
		}
		profile, _, err := tx.Profile(p.profile.Player)
		if err != nil {
			return err
		}
		return tx.SaveProfile(lost(profile))
	})
}

func lost(p storage.Profile) storage.Profile {
	p.Stats.Hands++
	p.Stats.Losses++
	p.Stats.Wagered += 10
	p.Stats.Net -= 10
	return p
}

func settlePostings(p *seat, id storage.InteractionID) [2]storage.Posting {
	wallet, held, house := storage.WalletOf(p.profile.Player), storage.HeldFor(7, p.hand.ID, 0),
		storage.HouseOf(7)
	key := fmt.Sprintf("hand/%d/%d/", p.hand.ID, p.clicks)
	return [2]storage.Posting{
		{Key: key + "hold", From: wallet, To: held, Chips: 10, Reason: storage.Hold,
			Round: p.hand.ID, By: id, At: id.Time()},
		{Key: key + "lose", From: held, To: house, Chips: 10, Reason: storage.Lose,
			Round: p.hand.ID,
			By:    id, At: id.Time()},
	}
}

// rawHit makes the changes of hit, and reads nothing.
func rawHit(db *bbolt.DB, p *seat) error {
	id := p.click()
	return db.Batch(func(tx *bbolt.Tx) error { return rawStep(tx, p, id) })
}

func rawStep(tx *bbolt.Tx, p *seat, id storage.InteractionID) error {
	return errors.Join(
		seenOf(tx).Put(ownKey(uint64(id)), make([]byte, 1+sumSize)),
		handsOf(tx).Put(ownKey(uint64(p.hand.ID)), make([]byte, 570)),
	)
}

// rawSettle makes the changes of settle, and reads nothing.
func rawSettle(db *bbolt.DB, p *seat) error {
	id := p.click()
	was, net := p.balance, p.profile.Stats.Net
	p.balance -= 10
	p.profile = lost(p.profile)
	return db.Batch(func(tx *bbolt.Tx) error {
		err := rawStep(tx, p, id)
		for _, posting := range settlePostings(p, id) {
			n, _ := journalOf(tx).NextSequence()
			err = errors.Join(err, journalOf(tx).Put(ownKey(n), make([]byte, 96)),
				keysOf(tx).put(postingKey(posting.Key), numberKey(n)))
		}
		player := p.profile.Player
		byChips := orderBy(tx, 7, storage.ByChips.Ever())
		byNet := orderBy(tx, 7, storage.ByNet.Ever())
		return errors.Join(err,
			balancesOf(tx).put(accountKey(storage.WalletOf(player)), engine.EncodeChips(p.balance)),
			balancesOf(tx).Delete(accountKey(storage.HeldFor(7, p.hand.ID, 0))),
			balancesOf(tx).put(accountKey(storage.HouseOf(7)), engine.EncodeChips(p.balance)),
			profilesOf(tx).Put(playerKey(player), make([]byte, 50)),
			byChips.entries.Delete(byChips.key(entry{int64(was), player.User})),
			byChips.entries.Put(byChips.key(entry{int64(p.balance), player.User}), nil),
			byNet.entries.Delete(byNet.key(entry{int64(net), player.User})),
			byNet.entries.Put(byNet.key(entry{int64(p.profile.Stats.Net), player.User}), nil),
		)
	})
}

// BenchmarkMillionWallets measures a store of 1,000,000 wallets in one guild,
// and 10,000 open hands. Without -long it is a hundredth.
func BenchmarkMillionWallets(b *testing.B) {
	wallets, hands := long.Of(10_000, 1_000_000), long.Of(100, 10_000)
	path := newPath(b)
	begun := time.Now()
	fillWallets(b, path, wallets, hands)
	b.Logf("%d wallets and %d open hands are made in %v", wallets, hands,
		time.Since(begun).Round(time.Millisecond))
	if info, err := os.Stat(path); err == nil {
		b.Logf("their file has %d MiB", info.Size()>>20)
	}
	b.Run("open", func(b *testing.B) {
		measure(b, func() error {
			s, err := Open(b.Context(), path, Options{})
			if err != nil {
				return err
			}
			return s.Close()
		})
	})
	b.Run("open after a crash", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			file, err := os.OpenFile(path, os.O_RDWR, 0)
			if err := errors.Join(err, breakSeal(file), file.Close()); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			if s, err := Open(b.Context(), path, Options{}); err != nil || s.Close() != nil {
				b.Fatal(err)
			}
		}
	})
	s := openAt(b, path)
	chance := rand.New(rand.NewPCG(1, 2))
	reads := map[string]func(storage.Reader) error{
		"standings from 1": func(r storage.Reader) error {
			lines, err := r.Standings(storage.ByChips.Ever(), 0, 10)
			return expect(len(lines), 10, err)
		},
		"standings from the middle": func(r storage.Reader) error {
			lines, err := r.Standings(storage.ByChips.Ever(), wallets/2, 10)
			return expect(len(lines), 10, err)
		},
		"rank": func(r storage.Reader) error {
			player := storage.Player{Guild: 7, User: storage.UserID(chance.IntN(wallets) + 1)}
			_, of, err := r.Rank(player, storage.Order(chance.IntN(storage.Orders)).Ever())
			return expect(of, wallets, err)
		},
		"transfers": func(r storage.Reader) error {
			player := storage.Player{Guild: 7, User: storage.UserID(chance.IntN(wallets) + 1)}
			list, err := r.Transfers(player, "", 10)
			return expect(len(list), 1, err)
		},
	}
	for _, name := range []string{"standings from 1", "standings from the middle", "rank",
		"transfers"} {
		b.Run(name, func(b *testing.B) {
			measure(b, func() error { return s.View(context.Background(), 7, reads[name]) })
		})
	}
	b.Run("count and sums", func(b *testing.B) { // as metrics ask for once a minute
		measure(b, func() error {
			c, err := s.Count(b.Context())
			sums, errSums := s.Sums(b.Context())
			if sums[storage.HeldAccount] == 0 {
				b.Errorf("the sums are %v", sums)
			}
			return expect(c.OpenHands, hands, errors.Join(err, errSums))
		})
	})
	b.Run("move", func(b *testing.B) {
		n := 0
		measure(b, func() error {
			n++
			player := storage.Player{Guild: 7, User: storage.UserID(chance.IntN(wallets) + 1)}
			return s.Update(context.Background(), 7, func(tx storage.Tx) error {
				return tx.Post(storage.Posting{Key: fmt.Sprint("daily/", n, "/", b.N),
					From: storage.MintOf(7), To: storage.WalletOf(player),
					Chips: storage.Chips(chance.IntN(1000) + 1), Reason: storage.DailyChips,
					At: noon})
			})
		})
	})
	b.Run("audit", func(b *testing.B) {
		for b.Loop() {
			if a, err := s.Audit(context.Background()); err != nil || !a.OK {
				b.Fatalf("%+v, %v", a, err)
			}
		}
	})
}

func expect(got, want int, err error) error {
	if err == nil && got != want {
		err = fmt.Errorf("%d, want %d", got, want)
	}
	return err
}

// measure reports the median and the 99th percentile of fn's time.
func measure(b *testing.B, fn func() error) {
	var took []time.Duration
	for b.Loop() {
		begun := time.Now()
		if err := fn(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "median-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// fillWallets makes a store quickly: many wallets to a commit, and no waiting
// for the disk, which only a file that nobody needs may do.
func fillWallets(b *testing.B, path string, wallets, hands int) {
	b.Helper()
	s := openAt(b, path)
	s.db.NoSync = true
	chance := rand.New(rand.NewPCG(1, 2))
	const each = 250 // a transaction is made for the few records of an action
	for first := 0; first < wallets; first += each {
		update(b, s, func(tx storage.Tx) error {
			for i := first; i < min(first+each, wallets); i++ {
				if err := fillWallet(tx, i, i < hands, chance); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := errors.Join(s.db.Sync(), s.Close()); err != nil {
		b.Fatal(err)
	}
}

func fillWallet(tx storage.Tx, i int, playing bool, chance *rand.Rand) error {
	player := storage.Player{Guild: 7, User: storage.UserID(i + 1)}
	p := storage.Profile{Player: player, Name: fmt.Sprint("player ", i), Opened: noon, LastBet: 10}
	if i%10 == 0 { // one hand of the past, to have statistics
		net := storage.Chips(chance.IntN(500) + 1)
		past := storage.RoundID(snowflake(noon.Add(-time.Hour), i))
		p.Stats = storage.Stats{Hands: 1, Wins: 1, Wagered: 0, Net: net, BiggestWin: net}
		if err := errors.Join(tx.SaveRound(storage.Round{ID: past, Guild: player.Guild, Version: 1,
			Seats: []storage.Seat{{User: player.User, Net: net}}}),
			tx.Post(storage.Posting{Key: fmt.Sprintf("hand/%d/1/win", past),
				From: storage.HouseOf(7), To: storage.WalletOf(player),
				Chips: net, Reason: storage.Win, Round: past, At: noon})); err != nil {
			return err
		}
	}
	err := tx.Post(storage.Posting{
		Key: "open/" +
			string(binary.BigEndian.AppendUint64(nil, uint64(i))), From: storage.MintOf(7),
		To:    storage.WalletOf(player),
		Chips: storage.Chips(chance.IntN(5000) + 10), Reason: storage.Opening, At: noon,
	})
	if playing {
		id := storage.RoundID(snowflake(noon, i))
		p.OpenHand = id
		err = errors.Join(err,
			tx.Post(storage.Posting{Key: fmt.Sprintf("hand/%d/1/hold", id),
				From: storage.WalletOf(player), To: storage.HeldFor(7, id, 0),
				Chips: 10, Reason: storage.Hold, Round: id, At: noon}),
			tx.SaveRound(storage.Round{ID: id, Guild: player.Guild, Version: 1, Table: "vegas",
				Open: true, Record: make([]byte, 500), Dealt: noon,
				Seats: []storage.Seat{{User: player.User, Held: 10}}}),
		)
	}
	return errors.Join(err, tx.SaveProfile(p))
}

// BenchmarkMillionInteractions records a million interactions at 200 a second
// and reports how much memory, and how much of the file, they leave taken.
// Without -long it is a hundredth.
func BenchmarkMillionInteractions(b *testing.B) {
	updates := long.Of(100, 10_000)
	for b.Loop() {
		path := newPath(b)
		s := openAt(b, path)
		heap := heapInUse()
		at := noon
		for range updates {
			update(b, s, func(tx storage.Tx) error {
				for n := range 100 {
					if err := tx.See(snowflake(at, n), at); err != nil {
						return err
					}
				}
				return nil
			})
			at = at.Add(time.Second / 2)
		}
		b.ReportMetric(float64(heapInUse()-heap)/(1<<20), "heap-MiB")
		info, err := os.Stat(path)
		if err := errors.Join(err, s.Close()); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/(1<<20), "file-MiB")
	}
}

func heapInUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
