package discord

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/message"
	"holecard/storage"
)

// doubled is a bot, and another copy that is faster when it is told to be.
type doubled struct {
	*running
	t      *testing.T
	faster atomic.Bool
	n      int
	frozen atomic.Bool // the last press was handed over as one that may move no chips
}

func newDoubled(t *testing.T) *doubled {
	return newDoubledWith(t, func(*Options) {})
}

func newDoubledWith(t *testing.T, with func(*Options)) *doubled {
	d := &doubled{t: t}
	f := newFake(t)
	answeredOnce := map[string]bool{}
	f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
		if !strings.HasSuffix(r.URL.Path, "/callback") {
			return false
		}
		f.mu.Lock()
		before := answeredOnce[r.URL.Path]
		answeredOnce[r.URL.Path] = true
		f.mu.Unlock()
		if before || d.faster.Load() {
			answered(w, r)
			return true
		}
		return false
	}
	d.running = startWith(f, stub{onClick: func(_ context.Context, c Click) message.Reply {
		d.frozen.Store(c.Doubled)
		return message.Reply{Text: "x"}
	}}, with)
	<-d.ready
	return d
}

// press delivers a press so often, and reports whether chips may move by it.
func (d *doubled) press(faster bool, times int) (free bool) {
	d.n++
	d.faster.Store(faster)
	id := snowflake(d.n)
	for range times {
		d.link().event("INTERACTION_CREATE", pressJSON(id, 5, "hit"))
		synctest.Wait()
	}
	return !d.frozen.Load()
}

func (d *doubled) alarms() int {
	return strings.Count(d.log.String(), "another copy of this bot runs")
}

func TestAnotherCopyStopsBetsUntilItIsGone(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDoubled(t)
		for i := range 3 {
			if !d.press(true, 1) {
				t.Errorf("frozen after %d", i)
			}
			time.Sleep(6 * time.Second)
			d.press(false, 1) // the other copy is faster half of the time
		}
		if d.press(false, 1) || d.alarms() != 1 {
			t.Errorf("not frozen after three, or %d alarms", d.alarms())
		}
		for range 10 {
			time.Sleep(4 * time.Minute)
			if d.press(true, 1) {
				t.Error("goes on while the other copy answers")
			}
		}
		if d.alarms() != 1 {
			t.Errorf("%d alarms, want one", d.alarms())
		}
		time.Sleep(copyQuiet)
		if !d.press(false, 1) || !strings.Contains(d.log.String(), "taking bets again") {
			t.Error("does not go on when the other copy is gone")
		}
		d.press(true, 1) // it was asleep
		if d.press(false, 1) || d.alarms() != 2 {
			t.Errorf("goes on after one more, or %d alarms", d.alarms())
		}
		d.finish()
	})
}

func TestWhatLooksLikeAnotherCopyAlarmsNobody(t *testing.T) {
	for name, happens := range map[string]func(*doubled){
		"two at most, now and then": func(d *doubled) {
			for range 20 {
				d.press(true, 1)
				d.press(true, 1)
				time.Sleep(copyWindow + time.Second)
			}
		},
		"a copy that ends while this one begins": func(d *doubled) {
			for range 50 {
				d.press(true, 1)
				time.Sleep(copySpan/50 - time.Millisecond)
			}
		},
		"everything delivered three times": func(d *doubled) {
			for range 50 {
				d.press(false, 3)
				time.Sleep(time.Second)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDoubled(t)
				happens(d)
				if !d.press(false, 1) || d.alarms() != 0 {
					t.Errorf("frozen, or %d alarms", d.alarms())
				}
				d.finish()
			})
		})
	}
}

// A RESUME tells again what was answered before the connection broke, perhaps
// before the bot was restarted.
func TestWhatIsReplayedIsNoOtherCopysDoing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDoubled(t)
		d.gateway = func(n int, c *fakeConn) {
			c.hello(41250)
			c.hear()
			for range 5 {
				d.n++
				d.faster.Store(true)
				c.event("INTERACTION_CREATE", pressJSON(snowflake(d.n), 5, "hit"))
			}
			c.event("RESUMED", `{}`)
			c.obey()
			time.Sleep(2 * time.Second)
		}
		for range 5 {
			time.Sleep(20 * time.Second)
			d.link().Close()
		}
		time.Sleep(time.Minute)
		if d.alarms() != 0 || !strings.Contains(d.log.String(), "another process has answered") {
			t.Errorf("%d alarms; log:\n%s", d.alarms(), d.log)
		}
		d.finish()
	})
}

func TestAnswersAreRememberedInBoundedNumber(t *testing.T) {
	c := newCopies(nil)
	for id := range 3 * knownAnswers {
		if !c.begin(storage.InteractionID(id+1)) || c.begin(storage.InteractionID(id+1)) {
			t.Fatalf("interaction %d is not known once", id)
		}
	}
	if len(c.known) != knownAnswers {
		t.Errorf("%d are remembered, want %d", len(c.known), knownAnswers)
	}
}
