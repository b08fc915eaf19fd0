package discord

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

// outage is a fake Discord that goes away and comes back.
type outage struct {
	*fake
	mu     sync.Mutex
	away   bool
	opened time.Time // when the last session was begun or resumed
}

func newOutage(t *testing.T, resumes bool) *outage {
	o := &outage{fake: newFake(t)}
	o.gateway = func(_ int, c *fakeConn) {
		c.hello(41250)
		for {
			switch op := c.hear(); {
			case op == "":
				time.Sleep(2 * time.Second) // see behave
				return
			case op == "6" && !resumes:
				c.say(`{"op":9,"d":false}`)
			case op == "6":
				c.event("RESUMED", `{}`)
				o.opens()
			case op == "2":
				c.event("READY", `{"session_id":"s"}`)
				o.opens()
			default:
				c.say(`{"op":11}`)
			}
		}
	}
	return o
}

func (o *outage) isAway() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.away
}

func (o *outage) opens() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.opened = time.Now()
}

// lasts takes the gateway away for a time, and returns how long after its end
// the bot is back.
func (o *outage) lasts(d time.Duration) time.Duration {
	o.mu.Lock()
	o.away = true
	o.mu.Unlock()
	o.link().Close()
	time.Sleep(d)
	o.mu.Lock()
	o.away, o.opened = false, time.Time{}
	o.upgrades.Store(0)
	o.mu.Unlock()
	up := time.Now()
	for {
		time.Sleep(10 * time.Millisecond)
		o.mu.Lock()
		opened := o.opened
		o.mu.Unlock()
		if !opened.IsZero() {
			return opened.Sub(up)
		}
	}
}

// A gateway that is restarted refuses connections for a while, and a server
// that is not Discord may then resume no session.
func TestTheBotIsBackSecondsAfterTheGateway(t *testing.T) {
	refused := func(context.Context) error { return errors.New("connection refused") }
	hangs := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for _, test := range []struct {
		name            string
		resumes         bool
		dial            func(context.Context) error // while it is away; nil makes a connection
		upgrade         int64                       // the status of a WebSocket handshake meanwhile
		question        int                         // the status of GET /gateway from then on
		median, slowest time.Duration
	}{
		{name: "refused, then resumed", resumes: true, dial: refused, median: time.Second,
			slowest: 2 * time.Second},
		{name: "refused, then not resumed", dial: refused, median: time.Second,
			slowest: 2 * time.Second},
		{name: "refused, and nobody says where it is", dial: refused, question: 503,
			median: time.Second, slowest: 2 * time.Second},
		{name: "behind a proxy", upgrade: 502, median: time.Second, slowest: 2 * time.Second},
		{name: "hanging", dial: hangs, median: 2 * time.Second, slowest: 3 * time.Second},
		{name: "limited", resumes: true, dial: refused, question: 429, median: time.Second,
			slowest: 2 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				o := newOutage(t, test.resumes)
				o.dialled = func(ctx context.Context) error {
					if test.dial != nil && o.isAway() {
						return test.dial(ctx)
					}
					return nil
				}
				o.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
					if r.URL.Path != "/api/gateway" || test.question == 0 || n == 1 {
						return false
					}
					w.Header().Set("Retry-After", "3600")
					w.WriteHeader(test.question)
					return true
				}
				r := start(o.fake, echo())
				<-r.ready
				var took []time.Duration
				for range 50 {
					time.Sleep(20 * time.Second)
					o.upgrades.Store(test.upgrade)
					took = append(took, o.lasts(10*time.Second))
				}
				r.finish()
				slices.Sort(took)
				t.Logf("back after %v in the median, %v at the slowest", took[len(took)/2],
					took[len(took)-1])
				if took[len(took)/2] > test.median || took[len(took)-1] > test.slowest {
					t.Errorf("want %v and %v", test.median, test.slowest)
				}
			})
		})
	}
}

// Dials that are refused are no IDENTIFYs: they use up none of the day's.
func TestADialThatIsRefusedUsesUpNoIdentify(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.starts = `"total":5,"remaining":5,"reset_after":80000000,"max_concurrency":1`
		dials := 0
		f.dialled = func(context.Context) error {
			if dials++; dials > 1 && dials < 100 { // the first is for the REST requests
				return errors.New("connection refused")
			}
			return nil
		}
		began := time.Now()
		play(f, echo())
		if took := time.Since(began); dials < 100 || took > 10*time.Minute {
			t.Errorf("ready after %v and %d dials", took, dials)
		}
	})
}
