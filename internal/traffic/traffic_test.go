package traffic

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// Everybody bets, stands, and plays again; answers that are slow, or no hand, are in the
// report.
func TestTrafficPlaysHandsAndReportsEachAnswer(t *testing.T) {
	var mu sync.Mutex
	presses := map[string]int{}
	ctx, enough := context.WithCancel(t.Context())
	bot := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var in struct {
			Data struct{ Name, Custom_ID string }
		}
		if err != nil || json.Unmarshal(body, &in) != nil ||
			r.Header.Get("X-Signature-Ed25519") != "01" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		press := in.Data.Name + in.Data.Custom_ID
		presses[press]++
		switch press {
		case "blackjack":
			io.WriteString(w, `[{"custom_id":"p:1:1:hit"}, {"custom_id":"p:1:1:stand"}]`)
		case "p:1:1:stand":
			io.WriteString(w, `{"custom_id":"a:1:0"}`)
		case "a:1:0":
			io.WriteString(w, `{"content":"Restarting."}`)
			if presses[press] == 3 {
				enough()
			}
		}
	}))
	defer bot.Close()
	report := Traffic{URLs: []string{bot.URL}, Application: 1, People: 1, Rate: 100,
		Sign: func(string, []byte) []byte { return []byte{1} }, For: time.Hour,
	}.Play(ctx)
	bets, stands, again := presses["blackjack"], presses["p:1:1:stand"], presses["a:1:0"]
	if stands < bets-1 || stands > bets || again < stands-1 || again > stands ||
		len(presses) != 3 {
		t.Errorf("it has pressed %v", presses)
	}
	if report.Hands != bets || len(report.Took) != bets+stands ||
		report.Failures[`{"content":"Restarting."}`] != again {
		t.Errorf("%d hands, %d answers and failures %v of %v", report.Hands, len(report.Took),
			report.Failures, presses)
	}
}

// Presses that are due while everybody waits are late, and none is sent in their place.
func TestASlowBotMakesPressesLate_long(t *testing.T) {
	release := make(chan struct{})
	bot := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-release
	}))
	defer bot.Close()
	time.AfterFunc(time.Second, func() { close(release) })
	report := Traffic{URLs: []string{bot.URL}, People: 1, Rate: 50,
		Sign: func(string, []byte) []byte { return nil }, For: 100 * time.Millisecond,
	}.Play(t.Context())
	if report.Late != 4 || report.Failures[""] != 1 {
		t.Errorf("%+v", report)
	}
}
