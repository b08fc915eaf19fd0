package discord

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"holecard/bot/message"
)

// tardy is a handler that keeps each press for a time, and writes down whose it was.
type tardy struct {
	takes time.Duration
	mu    sync.Mutex
	did   map[string]int
}

func (s *tardy) handler() stub {
	s.did = make(map[string]int)
	return stub{onClick: func(ctx context.Context, r Responder, c tapped) {
		s.mu.Lock()
		s.did[c.CustomID]++
		s.mu.Unlock()
		time.Sleep(s.takes)
		r.Update(message.Reply{Text: "did " + c.CustomID})
	}}
}

// carriedOut returns how often each press was carried out.
func (s *tardy) carriedOut() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.did)
}

// More presses come at once than the bot can carry out: each is answered in time, and those
// that are told that it is busy are not carried out, then or when they are delivered again.
func TestWhoWaitsForASecondIsToldSoAndNothingIsDone(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := &tardy{takes: 1900 * time.Millisecond}
		f, o := newFake(t), &observed{}
		r := playObserved(f, h.handler(), o)
		began := time.Now()
		const more = 100
		raw := func(i int) string { return pressJSON(snowflake(i), i+1, fmt.Sprint("press ", i)) }
		all := make([]string, pressLimits.workers+more)
		for i := range all {
			all[i] = raw(i)
			r.link().event("INTERACTION_CREATE", all[i])
		}
		time.Sleep(3 * time.Second)
		busy, did := 0, 0
		for _, s := range r.requests("/callback") {
			switch at := s.at.Sub(began); {
			case strings.Contains(s.body, "refused: "+ErrOverload.Error()):
				if busy++; at != waitTime || !strings.Contains(s.body, `"flags":64`) {
					t.Errorf("told after %v: %s", at, s.body)
				}
			case strings.Contains(s.body, "did press"):
				did++
			}
		}
		if busy != more || did != pressLimits.workers || len(h.carriedOut()) != did {
			t.Errorf("%d are told that the bot is busy, %d are answered, %d are carried out",
				busy, did, len(h.carriedOut()))
		}
		ends, _ := o.next()
		if got := strings.Count(ends, "button button busy"); got != more {
			t.Errorf("the observer is told of %d", got)
		}
		for _, again := range all[pressLimits.workers:] {
			r.link().event("INTERACTION_CREATE", again)
		}
		time.Sleep(5 * time.Second)
		if len(h.carriedOut()) != did {
			t.Errorf("delivered again, %d more are carried out", len(h.carriedOut())-did)
		}
		if lines := strings.Count(r.log.String(), `"level":"WARN"`); lines > 3 {
			t.Errorf("the log has %d warnings", lines)
		}
	})
}

// Over HTTP, where a balancer or Discord waits for the response, it is one with words.
func TestOverHTTPABusyBotAnswersInWords(t *testing.T) {
	h := &tardy{takes: 1900 * time.Millisecond}
	serving(t, h.handler(), func(t *testing.T, s *served) {
		var group sync.WaitGroup
		var mu sync.Mutex
		got := map[string]int{}
		for i := range pressLimits.workers + 20 {
			group.Go(func() {
				status, body := s.do(s.request(pressJSON(snowflake(i), i+1, "press")))
				_, text, _ := strings.Cut(body, `"content":"`)
				text, _, _ = strings.Cut(text, `"`)
				mu.Lock()
				defer mu.Unlock()
				got[fmt.Sprint(status, " ", text)]++
			})
		}
		group.Wait()
		want := map[string]int{"200 did press": pressLimits.workers,
			"200 refused: " + ErrOverload.Error(): 20}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the responses are %v, want %v", got, want)
		}
	})
}

// A press that a broken connection has delivered late has less time to wait.
func TestAPressThatCameLateWaitsLess(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := &tardy{takes: 1500 * time.Millisecond}
		r := play(newFake(t), h.handler())
		take := func(id int, late time.Duration) {
			in, err := parseInteraction([]byte(pressJSON(snowflake(id)-uint64(late.Milliseconds())<<22,
				5, "press")), time.Now())
			if err != nil {
				t.Fatal(err)
			}
			_ = r.bot.take(&exchange{sender: r.bot.sender, first: r.bot.sender, in: in,
				deadline: time.Now().Add(answerTime)}, late)
		}
		began := time.Now()
		take(1, 0)
		time.Sleep(time.Millisecond)
		take(2, 400*time.Millisecond)
		take(3, 1400*time.Millisecond) // no time to wait at all
		time.Sleep(5 * time.Second)
		var told []time.Duration
		for _, s := range r.requests("/callback") {
			if strings.Contains(s.body, ErrOverload.Error()) {
				told = append(told, s.at.Sub(began))
			}
		}
		if want := "[1ms 601ms]"; fmt.Sprint(told) != want {
			t.Errorf("told after %v, want %v", told, want)
		}
	})
}

// While the bot is overloaded, presses wait before it reads them. That time is not theirs to wait
// any more, whatever the clocks of this machine and of Discord say.
func TestTimeOnTheWayToTheBotIsTimeOfWaiting(t *testing.T) {
	for _, skew := range []time.Duration{-time.Hour, 0, 5 * time.Minute} {
		t.Run(skew.String(), func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				h := &tardy{takes: 1500 * time.Millisecond}
				r := playWith(newFake(t), h.handler(), func(o *Options) {
					o.Now = func() time.Time { return time.Now().Add(skew) }
				})
				press := func(id int, way time.Duration) {
					r.link().event("INTERACTION_CREATE", pressJSON(
						snowflake(id)-uint64(way.Milliseconds())<<22, 5, fmt.Sprint("press ", id)))
				}
				press(1, 0)
				time.Sleep(5 * time.Second)
				began := time.Now()
				press(2, 0)
				press(3, 400*time.Millisecond)
				press(4, 1400*time.Millisecond) // no time to wait at all
				press(5, 2600*time.Millisecond) // and none to be told so
				r.link().event("INTERACTION_CREATE", pressJSON(
					snowflake(7)-1600<<22, 9, "another's, which need not wait"))
				time.Sleep(5 * time.Second)
				var told []time.Duration
				for _, s := range r.requests("/callback") {
					if strings.Contains(s.body, ErrOverload.Error()) {
						told = append(told, s.at.Sub(began))
					}
				}
				if want := "[0s 0s 600ms]"; fmt.Sprint(told) != want || len(h.carriedOut()) != 2 {
					t.Errorf("told after %v, want %v; carried out are %v", told, want,
						h.carriedOut())
				}
				// A clock that is set, or a way that is longer from now on, is no overload for long.
				time.Sleep(3 * time.Minute)
				press(6, 1400*time.Millisecond)
				time.Sleep(5 * time.Second)
				if h.carriedOut()["press 6"] != 1 {
					t.Error("minutes later the quickest is still taken to be late")
				}
			})
		})
	}
}
