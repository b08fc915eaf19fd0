package session_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/session"
	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/postgres"
)

const (
	benchPlayers = 64
	// A cycle of the benchmark is a hand that is dealt, hit and lost: three actions.
	cycleActions = 3
	turnCycles   = 4  // of each player, before the other side has its turn
	turns        = 15 // of each side in an iteration
)

// BenchmarkActions compares the actions of 64 players at once with transactions
// of bbolt alone that make as many changes of the same sizes. Both take short
// turns in the same run, and the medians are reported, because machines and
// their disks are never quiet.
func BenchmarkActions(b *testing.B) {
	playing, alone := newBenchPlay(b), newBenchRaw(b)
	var actions, raw, ratios []float64
	for b.Loop() {
		for range turns {
			took, rawTook := inParallel(b, playing.cycle), inParallel(b, alone.cycle)
			const n = benchPlayers * turnCycles * cycleActions
			actions = append(actions, n/took.Seconds())
			raw = append(raw, n/rawTook.Seconds())
			ratios = append(ratios, rawTook.Seconds()/took.Seconds())
		}
	}
	b.ReportMetric(0, "ns/op") // of both together
	b.ReportMetric(median(actions), "actions/s")
	b.ReportMetric(median(raw), "bbolt-transactions/s")
	b.ReportMetric(median(ratios), "ratio")
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// inParallel lets each player play some cycles and returns how long all took.
func inParallel(b *testing.B, cycle func(player int) error) time.Duration {
	begun := time.Now()
	var group sync.WaitGroup
	for player := range benchPlayers {
		group.Go(func() {
			for range turnCycles {
				if err := cycle(player); err != nil {
					b.Error(err)
				}
			}
		})
	}
	group.Wait()
	if b.Failed() {
		b.FailNow()
	}
	return time.Since(begun)
}

// benchPlay plays cycles through sessions.
type benchPlay struct {
	*bench
}

func newBenchPlay(b *testing.B) *benchPlay {
	return newBenchPlayOn(newBenchOn(b, openFile(b)), b)
}

func openFile(b *testing.B) *bolt.Store {
	b.Helper()
	store, err := bolt.Open(b.Context(), filepath.Join(b.TempDir(), "test.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	return store
}

// BenchmarkBytesPerHand reports how much longer a file gets by each hand, once
// there are wallets: docs/operations.md says what a year takes.
func BenchmarkBytesPerHand(b *testing.B) {
	store := openFile(b)
	p := newBenchPlayOn(newBenchOn(b, store), b)
	play := func(rounds int) (size int64) {
		for range rounds {
			p.now = p.now.Add(time.Hour) // what was answered long ago is forgotten
			inParallel(b, p.cycle)
		}
		size, err := store.Backup(b.Context(), io.Discard)
		if err != nil {
			b.Fatal(err)
		}
		return size
	}
	for b.Loop() {
		const rounds = 20
		before, after := play(rounds), play(rounds)
		b.ReportMetric(float64(after-before)/(rounds*benchPlayers*turnCycles), "bytes/hand")
	}
}

func newBenchPlayOn(bench *bench, b *testing.B) *benchPlay {
	cards := wholeShoe(b, "5S TC 7D TH 6C") // hit, and lost
	bench.StartingChips = 1_000_000_000
	bench.Shuffle = func(in fair.Inputs, r blackjack.Rules) []blackjack.Card {
		in.Cards(r) // for its cost
		return cards
	}
	return &benchPlay{bench}
}

// wholeShoe is a whole shoe that begins with some cards.
func wholeShoe(b *testing.B, begins string) []blackjack.Card {
	b.Helper()
	first, err := blackjack.ParseCards(begins)
	if err != nil {
		b.Fatal(err)
	}
	cards := blackjack.Decks(6)
	for i, c := range first {
		at := i + slices.Index(cards[i:], c)
		cards[i], cards[at] = cards[at], cards[i]
	}
	return cards
}

// BenchmarkEngines compares the actions of 64 players at once on a file and on PostgreSQL.
func BenchmarkEngines(b *testing.B) {
	database, err := postgres.Open(b.Context(), server.Database(b), postgres.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { database.Close() })
	for name, store := range map[string]storage.Store{"bolt": openFile(b),
		"postgres": database} {
		b.Run(name, func(b *testing.B) {
			p := newBenchPlayOn(newBenchOn(b, store), b)
			for b.Loop() {
				p.now = p.now.Add(time.Hour)
				inParallel(b, p.cycle)
			}
			const n = benchPlayers * turnCycles * cycleActions
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "actions/s")
		})
	}
}

func (p *benchPlay) cycle(player int) error {
	ctx, who := context.Background(), storage.UserID(player+1)
	h, err := p.Start(ctx, p.visit(who), session.Deal{Bet: 10})
	for _, a := range []blackjack.Action{blackjack.Hit, blackjack.Stand} {
		if err == nil {
			h, err = p.Act(ctx, p.visit(who), h.ID, h.Version, a)
		}
	}
	if err == nil && h.Open {
		err = errors.New("the hand is not over")
	}
	return err
}

// benchRaw makes the changes of a cycle in bbolt, and nothing else: it reads
// nothing and decides nothing.
type benchRaw struct {
	db      *bbolt.DB
	mu      sync.Mutex
	last    uint64
	hand    []byte // a record as large as the store's own
	profile []byte
	posting []byte
	chips   [benchPlayers]uint64
}

// The buckets, as the store has them.
var rawBuckets = []string{"seen", "journal", "keys", "balances", "hands", "profiles", "entries"}

// newBenchRaw takes the sizes of records from a store that a cycle was played on.
func newBenchRaw(b *testing.B) *benchRaw {
	b.Helper()
	folder := b.TempDir()
	sample := filepath.Join(folder, "sample.db")
	store, err := bolt.Open(b.Context(), sample, bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	p := newBenchPlayOn(newBenchOn(b, store), b)
	if err := errors.Join(p.cycle(0), store.Close()); err != nil {
		b.Fatal(err)
	}
	r := &benchRaw{}
	kept, err := bbolt.Open(sample, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		b.Fatal(err)
	}
	for name, record := range map[string]*[]byte{"hands": &r.hand, "profiles": &r.profile,
		"journal": &r.posting} {
		err = errors.Join(err, kept.View(func(tx *bbolt.Tx) error {
			_, value := tx.Bucket([]byte(name)).Cursor().First()
			*record = slices.Clone(value)
			return nil
		}))
	}
	if err := errors.Join(err, kept.Close()); err != nil || len(r.hand) < 300 {
		b.Fatalf("no sample of %d bytes: %v", len(r.hand), err)
	}
	r.db, err = bbolt.Open(filepath.Join(folder, "raw.db"), 0o600,
		&bbolt.Options{FreelistType: bbolt.FreelistMapType})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { r.db.Close() })
	r.db.MaxBatchDelay = time.Millisecond
	if err := r.db.Update(func(tx *bbolt.Tx) error {
		for _, name := range rawBuckets {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	return r
}

// id returns a new interaction.
func (r *benchRaw) id() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	return r.last
}

func (r *benchRaw) cycle(player int) error {
	hand, before := r.id(), r.chips[player]
	r.chips[player] += 10
	wallet, held := number(uint64(player)), number(hand)
	return errors.Join(
		r.db.Batch(func(tx *bbolt.Tx) error { // deal: the stake is held
			return errors.Join(r.step(tx, hand, hand), r.known(tx, player),
				r.post(tx, hand, "1/hold"),
				put(tx, "balances", wallet, number(before)), put(tx, "balances", held, number(10)),
				move(tx, 0, before, r.chips[player], player))
		}),
		r.db.Batch(func(tx *bbolt.Tx) error { return r.step(tx, r.id(), hand) }), // hit
		r.db.Batch(func(tx *bbolt.Tx) error { // stand: the stake is lost
			return errors.Join(r.step(tx, r.id(), hand), r.known(tx, player),
				r.post(tx, hand, "3/lose"),
				put(tx, "balances", number(1<<60), number(before)),
				tx.Bucket([]byte("balances")).Delete(padded(held)),
				move(tx, 1, before, r.chips[player], player))
		}),
	)
}

// step is what every action changes.
func (r *benchRaw) step(tx *bbolt.Tx, id, hand uint64) error {
	return errors.Join(put(tx, "seen", number(id), []byte{1}),
		put(tx, "hands", number(hand), r.hand))
}

// known is what dealing and settling change of a player.
func (r *benchRaw) known(tx *bbolt.Tx, player int) error {
	return put(tx, "profiles", append(number(77), number(uint64(player))...), r.profile)
}

// post is a posting.
func (r *benchRaw) post(tx *bbolt.Tx, hand uint64, what string) error {
	journal := tx.Bucket([]byte("journal"))
	journal.FillPercent = 0.95
	n, err := journal.NextSequence()
	return errors.Join(err, put(tx, "journal", number(n), r.posting),
		put(tx, "keys", fmt.Appendf(nil, "hand/%019d/%s", hand, what), number(n)))
}

// move moves a player to another place in an order.
func move(tx *bbolt.Tx, order byte, from, to uint64, player int) error {
	key := func(score uint64) []byte {
		return slices.Concat(number(77), []byte{order}, number(score), number(uint64(player)))
	}
	return errors.Join(tx.Bucket([]byte("entries")).Delete(key(from)),
		put(tx, "entries", key(to), nil))
}

func put(tx *bbolt.Tx, bucket string, key, value []byte) error {
	if bucket == "balances" {
		key = padded(key)
	}
	return tx.Bucket([]byte(bucket)).Put(key, value)
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// padded makes a key as long as an account's.
func padded(key []byte) []byte { return append(make([]byte, 9), key...) }

// BenchmarkSettlement reports the medians of an action that settles a hand and of one that
// does not, in a file.
func BenchmarkSettlement(b *testing.B) {
	p := newBenchPlay(b)
	var hits, stands []float64
	timed := func(list *[]float64, h session.Hand, a blackjack.Action) session.Hand {
		begun := time.Now()
		h = p.act(h, a)
		*list = append(*list, time.Since(begun).Seconds()*1e6)
		return h
	}
	for b.Loop() {
		for player := range storage.UserID(benchPlayers) {
			h := timed(&hits, p.start(player+1, 10), blackjack.Hit)
			timed(&stands, h, blackjack.Stand)
		}
	}
	b.ReportMetric(0, "ns/op") // of all three actions
	b.ReportMetric(median(hits), "µs/hit")
	b.ReportMetric(median(stands), "µs/settlement")
}

// BenchmarkSeatedRound compares a round of seven seats, with all its presses, with seven hands
// that are played by as many actions. Both take short turns in the same run.
func BenchmarkSeatedRound(b *testing.B) {
	together, alone := newBenchPlay(b), newBenchPlay(b)
	v := newTableOf(together.bench, b)
	var rounds, hands, ratios []float64
	for b.Loop() {
		for range turns {
			begun := time.Now()
			for range turnCycles {
				together.round(b, v)
			}
			took := time.Since(begun)
			begun = time.Now()
			for range turnCycles {
				for player := range storage.MostSeats {
					if err := alone.cycle(player); err != nil {
						b.Fatal(err)
					}
				}
			}
			handsTook := time.Since(begun)
			rounds = append(rounds, took.Seconds()*1e6/turnCycles)
			hands = append(hands, handsTook.Seconds()*1e6/turnCycles)
			ratios = append(ratios, took.Seconds()/handsTook.Seconds())
		}
	}
	b.ReportMetric(0, "ns/op") // of both together
	b.ReportMetric(median(rounds), "µs/round-of-seven")
	b.ReportMetric(median(hands), "µs/seven-hands")
	b.ReportMetric(median(ratios), "ratio")
}

func newTableOf(bench *bench, b *testing.B) session.Seating {
	v := bench.openTable(session.Opening{Table: "vegas"}, all...)
	cards := wholeShoe(b, "5S 5H 5D 5C 5S 5H 5D TC 7S 7H 7D 7C 7S 7H 7D TH 6S 6H 6D 6C 6S 6H 6D")
	bench.Shuffle = func(in fair.Inputs, r blackjack.Rules) []blackjack.Card {
		in.Cards(r) // for its cost
		return cards
	}
	return v
}

// round plays a round: seven bets, the deal, seven hits and seven stands.
func (p *benchPlay) round(b *testing.B, v session.Seating) {
	ctx := context.Background()
	var err error
	for _, user := range all {
		if err == nil {
			_, err = p.Bet(ctx, p.visit(user), v.ID, storage.Bet{Stake: 10})
		}
	}
	for _, user := range all {
		if err == nil {
			v, err = p.Ready(ctx, p.visit(user), v.ID)
		}
	}
	for _, user := range all {
		for _, a := range []blackjack.Action{blackjack.Hit, blackjack.Stand} {
			if err == nil {
				v, err = p.Play(ctx, p.visit(user), v.ID, v.Turn, a)
			}
		}
	}
	if err != nil || v.Stage != session.Waiting {
		b.Fatal(v.Stage, err)
	}
}
