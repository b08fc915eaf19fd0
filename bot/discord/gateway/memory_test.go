package gateway

import (
	"fmt"
	"io"
	"math"
	"net/http"
	"runtime"
	"strings"
	"testing"
)

// instant answers every request at once, without a network, and with headers by
// which discordgo would wait.
type instant struct{}

func (instant) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusNoContent, Body: io.NopCloser(strings.NewReader("")), Request: r,
		Header: http.Header{
			"X-Ratelimit-Limit": {"5"}, "X-Ratelimit-Remaining": {"0"},
			"X-Ratelimit-Reset-After": {"60"}, "X-Ratelimit-Bucket": {"b"},
		},
	}, nil
}

// discordgo keeps a bucket for each path if it is let: 0.5 KiB each.
func TestNothingIsKeptOfARequest_long(t *testing.T) {
	api := testAPI(t, "", nil)
	api.network.next = instant{}
	retained := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	const most = 15 // bytes each
	const many = 5_000
	least := math.Inf(1) // a leak is in every round, and what others leave behind is not
	for round := range 4 {
		before := retained()
		for n := range many {
			path := fmt.Sprintf("interactions/%d/token/callback", round*many+n)
			if _, err := api.Request(t.Context(), http.MethodPost, path, Content{}); err != nil {
				t.Fatal(err)
			}
		}
		least = min(least, float64(retained()-before)/many)
	}
	if least > most {
		t.Errorf("%.1f bytes are kept of each request", least)
	}
	runtime.KeepAlive(api)
}
