package discord

import (
	"context"
	"log/slog"
	"math"
	"runtime"
	"testing"
	"time"

	"holecard/bot/discord/gateway"
	"holecard/bot/message"
)

// granted is every request.
type granted struct{}

func (granted) Request(context.Context, string, string, gateway.Content) ([]byte, error) {
	return nil, nil
}

// intake returns what takes interactions as from a gateway, and answers them by
// requests that arrive at once.
func intake(tb testing.TB, h Handler) (take func(raw string), wait func()) {
	d, err := Connect(h, fakeSpecs,
		Options{Token: fakeToken, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		tb.Fatal(err)
	}
	d.sender.api = granted{}
	take = func(raw string) { d.hear(fakeApp, []byte(raw), 0) }
	wait = func() {
		if err := d.jobs.drain(context.Background()); err != nil {
			tb.Fatal(err)
		}
		d.gate.sweep(time.Now().Add(time.Hour)) // the players rest
	}
	return take, wait
}

// retained returns how many bytes of heap are in use.
func retained() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// twice answers each press and says a word after it.
func twice() stub {
	return stub{onClick: func(_ context.Context, c Click) message.Reply {
		return message.Reply{Text: c.CustomID, Update: true,
			Then: &message.Reply{Text: "and more", Private: true}}
	}}
}

// takeMany has n different players press once each, and waits for the answers.
func takeMany(take func(string), wait func(), from, n int) {
	for i := range n {
		take(pressJSON(snowflake(from+i), from+i+1, "hit"))
		if i%1000 == 999 {
			wait()
		}
	}
	wait()
}

func TestNothingIsKeptOfAnInteraction_long(t *testing.T) {
	take, wait := intake(t, twice())
	const most = 15 // bytes each; 20 MiB in a million are 21
	const many = 10_000
	least := math.Inf(1) // a leak is in every round, and what others leave behind is not
	for round := range 4 {
		before := retained()
		takeMany(take, wait, round*many, many)
		least = min(least, float64(retained()-before)/many)
	}
	if least > most {
		t.Errorf("%.1f bytes are kept of each interaction", least)
	}
	runtime.KeepAlive(take) // and with it all that it might keep
}
