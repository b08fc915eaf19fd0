package bot_test

import (
	"context"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"holecard/bot/figures"
	"holecard/internal/localdiscord"
)

// BenchmarkPressesWhileSimulating lets players press 100 times a second, first
// in peace and then while four others simulate the basic strategy at vegas. The
// figure to look at is the ratio of the two 99th percentiles.
func BenchmarkPressesWhileSimulating(b *testing.B) {
	const simulators = 4
	players := tenth(500)
	h, _ := newHallWith(b, filepath.Join(b.TempDir(), "holecard.db"), players+simulators,
		figures.New())
	others := h.people[players:]
	h.people = h.people[:players]
	h.simulate(others[0], 1) // the chart is computed once
	var quiet, loud latencies
	for b.Loop() {
		h.pressSteadily(&quiet, nil)
		h.pressSteadily(&loud, others)
	}
	quiet.report(b, "quiet-")
	loud.report(b, "loud-")
	b.ReportMetric(loud.quantile(0.99)/quiet.quantile(0.99), "p99-ratio")
}

// quantile returns the latency in seconds that so many stay below. The
// latencies must be sorted: see report.
func (l *latencies) quantile(q float64) float64 {
	return l.took[int(math.Floor(q*float64(len(l.took)-1)))].Seconds()
}

// pressSteadily lets everybody press once, 100 a second, while the others
// simulate, one simulation after another each, until all have pressed.
func (h *hall) pressSteadily(all *latencies, others []localdiscord.Actor) {
	h.b.Helper()
	hands := h.deal()
	var simulating sync.WaitGroup
	over := make(chan struct{})
	for _, p := range others {
		simulating.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					h.simulate(p, 2_000_000)
				}
			}
		})
	}
	var group sync.WaitGroup
	tick := time.NewTicker(time.Second / 100)
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
	close(over)
	simulating.Wait()
}

// simulate simulates and waits for the end.
func (h *hall) simulate(p localdiscord.Actor, rounds int) {
	i, err := p.Command(h.discord.Channel("blackjack").ID, "learn simulate",
		option("strategy", "basic"),
		option("table", "vegas"), option("rounds", rounds))
	if err != nil {
		h.b.Error(err)
		return
	}
	a, err := i.Wait(context.Background())
	if err != nil || a.Type != localdiscord.CallbackDeferredAnswer {
		h.b.Errorf("a simulation is answered %v, %s", err, a.Body)
		return
	}
	for range 2000 {
		if m, ok := i.Latest(); ok && strings.Contains(look(m), " won ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	h.b.Error("a simulation does not end")
}
