package discord

import (
	"io"
	"log/slog"
	"slices"
	"testing"
	"time"

	"holecard/bot/fleet"
	"holecard/storage/memory"
)

var silent = slog.New(slog.NewTextHandler(io.Discard, nil))

func TestProcessesShareTheShardsAndTheBucketOfIdentifies(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f, store := newFake(t), memory.New()
		f.shards = 2 // Discord's advice; the operator says otherwise
		began := time.Now()
		var all []*running
		for _, mine := range [][]int{{0, 1}, {2, 3}, {4}} {
			all = append(all, startWith(f, echo(), func(o *Options) {
				o.Fleet, o.Shards, o.Mine = fleet.New(store, silent), 5, mine
			}))
		}
		for i, r := range all {
			on := <-r.ready
			parts, open := r.bot.Sessions()
			if n := len(open.Numbers); on.Shards != n || parts.Of != 5 || n != []int{2, 2, 1}[i] {
				t.Errorf("process %d has the shards %v, of them open are %v", i, parts, open)
			}
			if served := r.bot.Served(); !slices.Equal(served.Numbers, parts.Numbers) || served.Of != 5 {
				t.Errorf("process %d serves %v, not %v", i, served, parts)
			}
		}
		links := f.allLinks()
		slices.SortFunc(links, func(a, b *fakeConn) int { return a.began.Compare(b.began) })
		for i, l := range links[1:] {
			if gap := l.began.Sub(links[i].began); gap < 5500*time.Millisecond {
				t.Errorf("IDENTIFY %d comes %v after the one before", i+1, gap)
			}
		}
		if took := time.Since(began); len(links) != 5 || took > 30*time.Second {
			t.Errorf("%d connections after %v", len(links), took)
		}
		for _, r := range all {
			r.stop()
			<-r.ended
		}
		time.Sleep(time.Hour)
	})
}

// What one process has used up of the day's IDENTIFYs, another does not use.
func TestIdentifiesThatOtherProcessesUseCount(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		r := playWith(f, echo(), func(o *Options) { o.Fleet = fleet.New(memory.New(), silent) })
		time.Sleep(time.Hour)
		f.mu.Lock()
		f.starts = `"total":1000,"remaining":0,"reset_after":7200000,"max_concurrency":1`
		f.mu.Unlock()
		broke := time.Now()
		r.link().say(`{"op":9,"d":false}`)
		time.Sleep(3 * time.Hour)
		if n := r.linkCount(); n != 2 {
			t.Fatalf("%d connections", n)
		}
		if wait := r.link().began.Sub(broke); wait < 2*time.Hour {
			t.Errorf("it identifies after %v, though none are left for two hours", wait)
		}
	})
}
