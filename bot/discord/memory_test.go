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

// retained returns how many bytes of heap are in use.
func retained() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestNothingIsKeptOfAnInteraction_long(t *testing.T) {
	h := stub{onClick: func(_ context.Context, r Responder, c tapped) {
		r.Update(message.Reply{Text: c.CustomID})
		r.Follow(message.Reply{Text: "and more", Private: true})
	}}
	d, err := Connect(h.routes(fakeSpecs), Options{Token: fakeToken, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	d.sender.api = granted{}
	const most = 15 // bytes each; 20 MiB in a million are 21
	const many = 10_000
	least := math.Inf(1) // a leak is in every round, and what others leave behind is not
	for round := range 4 {
		before := retained()
		for n := range many { // each from another player
			id := round*many + n
			d.hear([]byte(pressJSON(snowflake(id), id+1, "hit")), 0)
			if n%1000 == 999 {
				if err := drained(t.Context(), d.jobs.left); err != nil {
					t.Fatal(err)
				}
				d.gate.sweep(time.Now().Add(time.Hour)) // the players rest
			}
		}
		least = min(least, float64(retained()-before)/many)
	}
	if least > most {
		t.Errorf("%.1f bytes are kept of each interaction", least)
	}
	runtime.KeepAlive(d)
}
