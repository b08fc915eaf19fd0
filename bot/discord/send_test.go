package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/message"
)

var (
	arrives  = status(http.StatusNoContent, "")
	answered = status(http.StatusBadRequest,
		`{"message":"Interaction has already been acknowledged.","code":40060}`)
)

func TestAnAnswerIsTriedAgainWhileThereIsTime(t *testing.T) {
	for _, test := range []struct {
		name    string
		faults  []fault // the last goes on for ever
		tries   int     // 0: any number
		arrives bool
		within  time.Duration
	}{
		{"arrives at once", []fault{arrives}, 1, true, 0},
		{"200 with a body", []fault{status(200, `{"interaction":{}}`)}, 1, true, 0},
		{"202 is success too", []fault{status(202, ``)}, 1, true, 0},
		{"rate limits that nobody can read", []fault{func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-RateLimit-Reset-After", "soon")
			w.Header().Set("X-RateLimit-Remaining", "none")
			w.WriteHeader(http.StatusNoContent)
		}}, 1, true, 0},
		{"500", []fault{status(500, ""), arrives}, 2, true, 200 * time.Millisecond},
		{"502", []fault{status(502, "<html>"), arrives}, 2, true, 200 * time.Millisecond},
		{"503 twice", []fault{status(503, ""), status(503, ""), arrives}, 3, true,
			500 * time.Millisecond},
		{"cut off", []fault{cutOff, arrives}, 2, true, repeatTime},
		{"cut off after it arrived", []fault{cutOff, answered}, 2, true, repeatTime},
		{"cut off for ever", []fault{cutOff}, 2, false, repeatTime},
		{"hangs", []fault{hang, arrives}, 2, true, repeatTime},
		{"hangs after it arrived", []fault{hang, answered}, 2, true, repeatTime},
		{"hangs, and is busy then", []fault{hang, status(503, ""), arrives}, 3, true,
			repeatTime + 200*time.Millisecond},
		{"is busy, and hangs then", []fault{status(503, ""), hang}, 3, false,
			repeatTime + 200*time.Millisecond},
		{"slow", []fault{slow(1100 * time.Millisecond)}, 1, true, 0},
		{"too slow", []fault{slow(2 * time.Second)}, 2, true, repeatTime},
		{"429 that fits", []fault{status(429, `{"retry_after":0.8}`), arrives}, 2, true,
			900 * time.Millisecond},
		{"429 without words", []fault{status(429, `<html>`), arrives}, 2, true,
			200 * time.Millisecond},
		{"429 with a header", []fault{func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		}, arrives}, 2, true, time.Second},
		{"429 that does not fit", []fault{status(429, `{"retry_after":2.6}`), arrives}, 1, false,
			0},
		{"answered by another process", []fault{answered}, 1, false, 0},
		{"unknown interaction",
			[]fault{status(404, `{"code":10062,"message":"Unknown interaction"}`)}, 1, false, 0},
		{"refused", []fault{status(400, `{"code":50035,"message":"Invalid Form Body"}`)}, 1, false,
			0},
		{"redirected", []fault{status(302, ``)}, 1, false, 0},
		{"500 for ever", []fault{status(500, "")}, 0, false, answerTime},
		{"hangs for ever", []fault{hang}, 2, false, repeatTime},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				r := play(newFake(t).meets("/callback", test.faults...), echo())
				synctest.Wait()
				began := time.Now()
				r.press(1, 5, "hit")
				synctest.Wait()
				if test.within == 0 && test.name != "slow" &&
					!strings.Contains(r.log.String(), `"took"`) {
					t.Error("the outcome is clear at once, but the player's line is held up")
				}
				time.Sleep(5 * time.Second)
				got := r.requests("/callback")
				if test.tries > 0 && len(got) != test.tries || len(got) > 8 {
					t.Errorf("%d tries, want %d", len(got), test.tries)
				}
				if last := got[len(got)-1].at.Sub(began); last > test.within {
					t.Errorf("the last try after %v, want within %v", last, test.within)
				}
				if arrived := strings.Contains(r.log.String(),
					`"answered"`); arrived != test.arrives {
					t.Errorf("arrived: %v, want %v; log:\n%s", arrived, test.arrives, r.log)
				}
			})
		})
	}
}

// What was never sent cannot have arrived: it is tried again at once, as long as
// that is of use.
func TestAnAnswerThatWasNotSentIsSentAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		refused := 0
		f.dialled = func(context.Context) error {
			if len(f.requests("/callback")) > 0 && refused < 3 {
				refused++
				return errors.New("connection refused")
			}
			return nil
		}
		f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
			if strings.HasSuffix(r.URL.Path, "/callback") {
				w.Header().Set("Connection", "close") // so that the next answer has to dial
			}
			return false
		}
		r := play(f, echo())
		for i := range 2 {
			synctest.Wait()
			r.press(i, 5, "hit")
			time.Sleep(time.Second)
		}
		if n := len(r.requests("/callback")); n != 2 || refused != 3 {
			t.Errorf("%d answers after %d dials were refused, want 2 after 3; log:\n%s", n, refused,
				r.log)
		}
	})
}

func TestAWordAfterTheAnswerIsPrivateAndSentOnce(t *testing.T) {
	for _, test := range []struct {
		name   string
		faults []fault
		tries  int
	}{
		{"arrives", []fault{arrives}, 1},
		{"500", []fault{status(500, ""), arrives}, 2},
		{"429", []fault{status(429, `{"retry_after":3}`), arrives}, 2},
		{"429 without words", []fault{status(429, ``), arrives}, 2},
		{"cut off, so perhaps arrived", []fault{cutOff, arrives}, 1},
		{"hangs, so perhaps arrived", []fault{hang, arrives}, 1},
		{"refused", []fault{status(404, `{"code":10015}`), arrives}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				f := newFake(t).meets("/webhooks/", test.faults...)
				r := play(f, stub{onClick: func(_ context.Context, r Responder, c tapped) {
					r.Update(message.Reply{Text: c.CustomID})
					r.Follow(message.Reply{Text: "psst", Private: true})
				}})
				synctest.Wait()
				id := snowflake(1)
				r.link().event("INTERACTION_CREATE", pressJSON(id, 5, "hit"))
				synctest.Wait()
				r.press(2, 5, "next")
				synctest.Wait()
				if n := len(r.requests("/callback")); n != 2 {
					t.Errorf("%d answers at once, want 2: the next press does not wait for the "+
						"word", n)
				}
				time.Sleep(20 * time.Second)
				got := r.requests(fmt.Sprintf("/webhooks/%s/secret-%d", fakeApp, id))
				if len(got) != test.tries {
					t.Errorf("%d tries, want %d", len(got), test.tries)
				}
				want := string(mustEncode(encodeMessage(message.Reply{Text: "psst"}, true)))
				if got[0].body != want {
					t.Errorf("sent %s, want %s", got[0].body, want)
				}
			})
		})
	}
}

func TestNoWordFollowsAnAnswerThatDidNotArrive(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t).meets("/callback", status(404, `{"code":10062}`))
		r := play(f, stub{onClick: func(_ context.Context, r Responder, _ tapped) {
			r.Answer(message.Reply{})
			r.Follow(message.Reply{Text: "psst", Private: true})
		}})
		r.press(1, 5, "hit")
		time.Sleep(20 * time.Second)
		if n := len(r.requests("/webhooks/")); n != 0 {
			t.Errorf("%d words after no answer", n)
		}
	})
}

func TestAHandlerIsToldWhenItsAnswerWouldComeTooLate(t *testing.T) {
	bubble(t, func(t *testing.T) {
		told := make(chan time.Duration, 1)
		r := play(newFake(t), stub{onClick: func(ctx context.Context, r Responder, c tapped) {
			began := time.Now()
			<-ctx.Done()
			told <- time.Since(began)
			r.Answer(message.Reply{Text: "slow"})
		}})
		r.press(1, 5, "hit")
		time.Sleep(5 * time.Second)
		if waited := <-told; waited != thinkTime || len(r.requests("/callback")) != 1 {
			t.Errorf("told after %v with %d answers, want %v and one", waited,
				len(r.requests("/callback")), thinkTime)
		}
	})
}

func TestOldInteractionsAreRefused(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r := play(newFake(t), echo())
		id := snowflake(1)
		time.Sleep(oldest + time.Millisecond)
		r.link().event("INTERACTION_CREATE", pressJSON(id, 5, "hit"))
		synctest.Wait()
		if n := len(r.requests("/callback")); n != 0 || !strings.Contains(r.log.String(), "clock") {
			t.Errorf("%d answers to an old press; log:\n%s", n, r.log)
		}
		r.press(1, 5, "hit")
		synctest.Wait()
		if n := len(r.requests("/callback")); n != 1 {
			t.Errorf("%d answers to a new press, want 1", n)
		}
	})
}

func TestAPlayersPressesStayInOrderAndKeepNobodyWaiting(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t).meets("/callback", slow(20*time.Millisecond))
		r := play(f, stub{onClick: func(_ context.Context, r Responder, c tapped) {
			r.Answer(message.Reply{Text: fmt.Sprint(c.Player.User, " ", c.CustomID)})
		}})
		const many = 30
		var want []string
		for i := range many {
			want = append(want, fmt.Sprint(i))
			r.press(i, 5, fmt.Sprint(i))
		}
		r.press(1000, 6, "other")
		synctest.Wait()
		if n := len(r.requests("/callback")); n != 2 {
			t.Errorf("%d answers at once, want the first of each player", n)
		}
		time.Sleep(20 * time.Second)
		var order []string
		for _, s := range r.requests("/callback") {
			if text := between(s.body, `"content":"`, `"`); strings.HasPrefix(text, "5 ") {
				order = append(order, text[2:])
			}
		}
		if !slices.Equal(order, want) {
			t.Errorf("answered in the order %v", order)
		}
	})
}

func between(s, before, after string) string {
	_, s, _ = strings.Cut(s, before)
	s, _, _ = strings.Cut(s, after)
	return s
}

// A Discord that keeps some requests hanging holds up nobody's else.
func TestRequestsThatHangHoldUpNobodyElse(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
			if strings.HasSuffix(r.URL.Path, "/callback") && n == 1 &&
				len(f.requests("/callback")) <= 200 {
				time.Sleep(5 * time.Second)
			}
			return false
		}
		r := play(f, echo())
		synctest.Wait()
		began := time.Now()
		for i := range 200 {
			r.press(i, i+1, "hangs")
		}
		synctest.Wait()
		r.press(1000, 1000, "another")
		r.press(1001, 1, "next")
		time.Sleep(10 * time.Second)
		for text, within := range map[string]time.Duration{"another": 0,
			ErrOverload.Error(): waitTime} { // the latter is the next of a player's
			at := slices.IndexFunc(r.requests("/callback"), func(s sent) bool {
				return strings.Contains(s.body, text)
			})
			if at < 0 {
				t.Errorf("the press %q is not answered", text)
			} else if took := r.requests("/callback")[at].at.Sub(began); took > within {
				t.Errorf("the press %q is answered after %v, want within %v", text, took, within)
			}
		}
	})
}
