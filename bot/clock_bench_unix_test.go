//go:build unix

package bot_test

import (
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
	"holecard/storage/bolt"
)

// lateWire notes how late deadlines are carried out.
type lateWire struct {
	quietWire
	mu   sync.Mutex
	due  map[uint64]time.Time // by channel
	late latencies
}

func (w *lateWire) Edit(at message.Place, _ message.Live) {
	w.edits.Add(1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if due, ok := w.due[at.Channel]; ok {
		w.late.add(time.Since(due), true)
		delete(w.due, at.Channel)
	}
}

// waits returns for how many deadlines it waits.
func (w *lateWire) waits() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.due)
}

// BenchmarkClock has 1,000 open tables on a file: "idle" is what they cost at which nobody
// plays, "due" how late their deadlines are carried out, which all are in the same moment.
func BenchmarkClock(b *testing.B) {
	b.Run("idle", benchIdle)
	b.Run("due", benchDue)
}

// benchTables is how many tables are open.
func benchTables() int { return tenth(1000) }

func benchClocks(b *testing.B) *clocks {
	store, err := bolt.Open(b.Context(), filepath.Join(b.TempDir(), "holecard.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := store.Close(); err != nil {
			b.Error(err)
		}
	})
	return newClocks(b, store)
}

func benchIdle(b *testing.B) {
	before := heapOf()
	c := benchClocks(b)
	tables := benchTables()
	for guild := range storage.GuildID(tables) {
		if _, err := c.sessions.OpenSeating(b.Context(), c.by(guild+1, 1),
			session.Opening{Size: 7, Channel: 5}); err != nil {
			b.Fatal(err)
		}
	}
	wire := &quietWire{}
	defer c.runs(wire, b.Output())()
	for wire.edits.Load() < int64(tables) { // they are resumed
		time.Sleep(10 * time.Millisecond)
	}
	began, used := time.Now(), processorTime()
	for b.Loop() {
		time.Sleep(time.Duration(tenth(50)) * time.Second / 10)
	}
	b.ReportMetric(100*float64(processorTime()-used)/float64(time.Since(began)), "%core")
	b.ReportMetric(float64(heapOf()-before)/(1<<20), "MiB")
	b.ReportMetric(0, "ns/op")
}

func benchDue(b *testing.B) {
	c := benchClocks(b)
	var all []session.Seating
	for guild := range storage.GuildID(benchTables()) {
		all = append(all, c.open(guild+1))
	}
	wire := &lateWire{}
	defer c.runs(wire, b.Output())()
	for wire.edits.Load() < int64(len(all)) {
		time.Sleep(10 * time.Millisecond)
	}
	for b.Loop() {
		due := make(map[uint64]time.Time)
		for _, v := range all {
			due[v.Place.Channel] = c.now(v).Until
		}
		wire.mu.Lock()
		wire.due = due
		wire.mu.Unlock()
		for wire.waits() > 0 {
			time.Sleep(10 * time.Millisecond)
		}
	}
	wire.late.report(b, "late-")
}

func heapOf() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// processorTime is what the process has used so far.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
