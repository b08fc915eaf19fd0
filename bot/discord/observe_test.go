package discord

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"holecard/bot/message"
)

// observed writes down what an observer is told.
type observed struct {
	mu     sync.Mutex
	ends   []string
	took   []time.Duration
	panics int
}

func (o *observed) Ended(e End) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ends = append(o.ends, fmt.Sprint(e.Kind, " ", e.Name, " ", e.Outcome))
	o.took = append(o.took, e.Took)
}

func (o *observed) Panicked() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.panics++
}

// next returns what the observer was told since it was asked last.
func (o *observed) next() (ends string, took []time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	ends, took = strings.Join(o.ends, ", "), o.took
	o.ends, o.took = nil, nil
	return ends, took
}

// commandJSON is a command as Discord sends it.
func commandJSON(id uint64, name string) string {
	return strings.Replace(strings.Replace(pressJSON(id, 5, ""), `"type":3`, `"type":2`, 1),
		`"custom_id":"t:"`, fmt.Sprintf(`"name":%q`, name), 1)
}

func TestTheObserverIsToldOnceHowEachInteractionEnds(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f, o := newFake(t), &observed{}
		f.rest = func(w http.ResponseWriter, r *http.Request, _ int) bool {
			body, _ := io.ReadAll(r.Body)
			for answer, code := range map[string]int{"expired": 10062, "elsewhere": 40060} {
				if strings.Contains(string(body), answer) {
					w.WriteHeader(http.StatusBadRequest)
					fmt.Fprintf(w, `{"code":%d,"message":"no"}`, code)
					return true
				}
			}
			return false
		}
		h := stub{
			onClick: func(_ context.Context, r Responder, c tapped) {
				if c.CustomID == "panic" {
					panic("a mistake")
				}
				time.Sleep(30 * time.Millisecond)
				r.Answer(message.Reply{Text: c.CustomID})
			},
			onCommand: func(_ context.Context, r Responder, _ *Call) { r.Answer(message.Note("hi")) },
		}
		r := playObserved(f, h, o)
		send := func(raw string) {
			r.link().event("INTERACTION_CREATE", raw)
			time.Sleep(4 * time.Second)
		}
		now := func(id int, customID string) func() string {
			return func() string { return pressJSON(snowflake(id), 5, customID) }
		}
		for _, test := range []struct {
			raw  func() string
			want string
		}{
			{now(1, "hit"), "button button answered"},
			{func() string { return commandJSON(snowflake(2), "blackjack") }, "command blackjack answered"},
			{func() string { return commandJSON(snowflake(3), "what somebody made up") }, "command unknown answered"},
			{now(4, "expired"), "button button undelivered"},
			{now(5, "elsewhere"), "button button elsewhere"},
			{now(9, "fails"), "button button failed"},
			{now(6, "panic"), "button button panicked"},
			{func() string { return `[]` }, "unknown unknown malformed"},
			{func() string { return strings.Replace(now(7, "x")(), `"type":3`, `"type":99`, 1) },
				"unknown unknown malformed"},
			{func() string { return pressJSON(uint64(1)<<22, 5, "hit") }, "button button late"},
		} {
			send(test.raw())
			ends, took := o.next()
			if ends != test.want {
				t.Errorf("the observer is told %q, want %q", ends, test.want)
			}
			if test.want == "button button answered" && took[0] != 30*time.Millisecond {
				t.Errorf("it took %v, want the 30ms of the handler", took[0])
			}
		}
		r.bot.closing.Store(true)
		send(pressJSON(snowflake(8), 5, "hit"))
		if ends, _ := o.next(); ends != "button button stopping" {
			t.Errorf("at the end the observer is told %q", ends)
		}
		if o.panics != 1 {
			t.Errorf("%d panics", o.panics)
		}
		if got := r.bot.Shards(); len(got) != 1 || !got[0].Open || got[0].Interactions != 11 ||
			got[0].Started != 1 || got[0].Heard.IsZero() {
			t.Errorf("the shards are %+v", got)
		}
	})
}

func TestTheObserverIsToldOfRefusalsAtTheGateAndInQueues(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f, o := newFake(t), &observed{}
		until := make(chan struct{})
		h := stub{onClick: func(_ context.Context, r Responder, c tapped) {
			if c.CustomID == "wait" {
				<-until
			}
			r.Answer(message.Reply{Text: c.CustomID})
		}}
		r := playObserved(f, h, o)
		r.bot.gate = newGate(Allowance{PerSecond: 1, Burst: 1})
		at := snowflake(0)
		for n := range uint64(3) {
			r.link().event("INTERACTION_CREATE", pressJSON(at+n, 5, "hit"))
			time.Sleep(time.Millisecond)
		}
		if ends, _ := o.next(); ends != "button button answered, button button refused, "+
			"button button ignored" {
			t.Errorf("at the gate the observer is told %q", ends)
		}
		r.bot.gate = newGate(Allowance{PerSecond: 1_000, Burst: 1_000})
		for n := range uint64(2 + pressLimits.perQueue) {
			r.link().event("INTERACTION_CREATE", pressJSON(at+10+n, 5, "wait"))
			time.Sleep(time.Millisecond)
		}
		if ends, _ := o.next(); ends != "button button busy" {
			t.Errorf("in a full queue the observer is told %q", ends)
		}
		queues := r.bot.Queues()
		if q := queues[0]; q.Running != 1 || q.Waiting != pressLimits.perQueue ||
			q.Oldest != time.Duration(1+pressLimits.perQueue)*time.Millisecond {
			t.Errorf("the queues are %+v", queues)
		}
		close(until)
		time.Sleep(time.Second)
		if q := r.bot.Queues()[0]; q.Waiting != 0 || q.Oldest != 0 {
			t.Errorf("when all is done the queue is %+v", q)
		}
		ends, _ := o.next()
		if got := strings.Count(ends, "answered"); got != 1+pressLimits.perQueue {
			t.Errorf("%d are answered: %s", got, ends)
		}
	})
}
