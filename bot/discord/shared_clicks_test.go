package discord

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestClicksAboutOneSharedThingAreAnsweredOneAfterTheOther(t *testing.T) {
	bubble(t, func(t *testing.T) {
		const own = 40 * time.Millisecond // a player's own answer at Discord
		f := newFake(t).meets("/callback", slow(own))
		var handled []time.Duration
		var began time.Time
		one := pressed(newState(), func(tapped) { // one after the other: no lock
			handled = append(handled, time.Since(began))
		})
		two := pressed(newState(), func(tapped) {})
		r := play(f, stub{onClick: func(ctx context.Context, r Responder, c tapped) {
			if strings.HasPrefix(c.CustomID, "table 2/") {
				two.onClick(ctx, r, c)
			} else {
				one.onClick(ctx, r, c)
			}
		}, of: newState()})
		began = time.Now()
		for i := range 7 {
			r.press(i, 10+i, "table 1/hit")
		}
		r.press(8, 20, "table 2/hit")
		time.Sleep(time.Second)
		synctest.Wait()
		var order []string
		for _, sent := range f.requests("/callback") {
			_, content, _ := strings.Cut(sent.body, `"content":"`)
			content, _, _ = strings.Cut(content, `"`)
			order = append(order, fmt.Sprintf("%v %s", sent.at.Sub(began), content))
		}
		want := []string{"0s state 1", "0s state 1", "40ms state 2", "80ms state 3",
			"120ms state 4", "160ms state 5", "200ms state 6", "240ms state 7"}
		if !slices.Equal(order, want) {
			t.Errorf("answers %q, want %q", order, want)
		}
		for i, at := range handled {
			if at < time.Duration(i)*own {
				t.Errorf("press %d handled after %v, before the last was answered", i, at)
			}
		}
	})
}

func TestAnAnswerThatHangsDoesNotCostTheOthersTheirs(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f, s := takesEdits(newFake(t)), newState()
		takes := f.rest
		var first atomic.Bool
		f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
			if strings.HasSuffix(r.URL.Path, "/callback") && first.CompareAndSwap(false, true) {
				hang(w, r)
				return true
			}
			return takes(w, r, n)
		}
		r := play(f, pressed(s, func(tapped) {}))
		began := time.Now()
		for i := range 3 {
			r.press(i, 10+i, "table 1/hit")
		}
		time.Sleep(10 * time.Second)
		var at []time.Duration
		for _, sent := range f.requests("/callback") {
			at = append(at, sent.at.Sub(began))
		}
		// The first hangs; the others follow when patience ends; then it is sent again.
		want := []time.Duration{0, sharedTime, sharedTime, repeatTime}
		if !slices.Equal(at, want) {
			t.Errorf("answers after %v, want %v", at, want)
		}
		if got, want := r.edits(began), []string{"2.2 state 3"}; !slices.Equal(got, want) {
			t.Errorf("edits %q, want %q", got, want)
		}
	})
}

// A crowd that presses what it may not costs those who play nothing but the handler's time,
// and does not hold the message's edits back.
func TestPrivateAnswersHoldNobodyUp(t *testing.T) {
	bubble(t, func(t *testing.T) {
		const far = 300 * time.Millisecond // to Discord and back
		f, s := takesEdits(newFake(t)).meets("/callback", slow(far)), newState()
		r := play(f, pressed(s, func(tapped) {}))
		began := time.Now()
		for i := range 20 {
			r.press(i, 10+i, "table 1/private")
		}
		r.press(30, 5, "table 1/hit")
		synctest.Wait()
		if got := len(f.requests("/callback")); got != 21 {
			t.Errorf("%d answers are under way at once, want 21", got)
		}
		time.Sleep(far + editTime/2)
		r.press(31, 11, "table 1/private")
		s.Add(1)
		r.bot.Edit(s.live())
		time.Sleep(far)
		r.press(32, 12, "table 1/private")
		time.Sleep(5 * time.Second)
		if got, want := r.edits(began), []string{"1.3 state 2"}; !slices.Equal(got, want) {
			t.Errorf("edits %q, want %q", got, want)
		}
	})
}

// Those who press all the time have their share of a table's queue, and no more: the others wait
// for one press of each.
func TestWhoPressesAllTheTimeHoldsUpNobody(t *testing.T) {
	bubble(t, func(t *testing.T) {
		const far = 150 * time.Millisecond // to Discord and back
		f, s := newFake(t).meets("/callback", slow(far)), newState()
		r := play(f, pressed(s, func(tapped) {}))
		n := 0
		press := func(who int) uint64 {
			n++
			id := snowflake(n)
			r.link().event("INTERACTION_CREATE", pressJSON(id, who, "table 1/hit"))
			return id
		}
		mine := make(map[uint64]time.Time) // when others pressed
		for tick := range 100 {
			for who := range 5 {
				if press(100 + who); tick%10 == who {
					mine[press(200+who)] = time.Now()
				}
			}
			time.Sleep(200 * time.Millisecond)
		}
		time.Sleep(10 * time.Second)
		for _, sent := range f.requests("/callback") {
			for id, at := range mine {
				if !strings.Contains(sent.path, fmt.Sprint(id)) {
					continue
				}
				waited := sent.at.Sub(at)
				// one that is under way, one of each of the five, and one of another
				if delete(mine, id); waited > 7*far || !strings.Contains(sent.body, "state") {
					t.Errorf("after %v: %s", waited, sent.body)
				}
			}
		}
		if len(mine) > 0 {
			t.Errorf("%d presses are not answered", len(mine))
		}
	})
}
