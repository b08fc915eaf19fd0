package discord

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/message"
)

// workshop is a bot whose every command is work that is held until it is let go.
type workshop struct {
	*running
	begun chan string // who has begun: "user 3 in 77"
	let   chan struct{}
	last  int // of the interactions
}

// inWorkshop runs a test in a bubble with a workshop.
func inWorkshop(t *testing.T, test func(*testing.T, *workshop)) {
	bubble(t, func(t *testing.T) {
		w := &workshop{begun: make(chan string, 1000), let: make(chan struct{})}
		h := stub{onCommand: func(_ context.Context, r Responder, c *Call) {
			err := r.Work(Thinking, func(ctx context.Context, s Shower) error {
				w.begun <- fmt.Sprintf("user %d in %d", c.Player.User, c.Player.Guild)
				select {
				case <-w.let:
					s.Show(message.Reply{Text: "done"})
				case <-ctx.Done():
					s.Show(message.Reply{Text: "cut short"})
				}
				return nil
			})
			if err != nil {
				r.Answer(message.Note(err.Error()))
			}
		}}
		h.onClick = echo().onClick
		w.running = play(newFake(t), h)
		test(t, w)
	})
}

// asks gives a command of a user in a guild, and returns the answer to it.
func (w *workshop) asks(user, guild int) string {
	w.t.Helper()
	w.last++
	id := snowflake(w.last)
	w.link().event("INTERACTION_CREATE", fmt.Sprintf(`{"id":"%d","application_id":%q,"type":2,"token":"secret","guild_id":"%d",
		"member":{"permissions":"8","user":{"id":"%d","username":"ada"}},"data":{"name":"blackjack"}}`, id, fakeApp, guild, user))
	synctest.Wait()
	return w.answer(id)
}

func (w *workshop) answer(id uint64) string {
	w.t.Helper()
	all := w.requests(fmt.Sprintf("/interactions/%d/", id))
	if len(all) != 1 {
		w.t.Fatalf("interaction %d is answered %d times", id, len(all))
	}
	return all[0].body
}

// begins checks who has begun to work since the last time.
func (w *workshop) begins(want ...string) {
	w.t.Helper()
	synctest.Wait()
	var got []string
	for len(w.begun) > 0 {
		got = append(got, <-w.begun)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		w.t.Errorf("begun have %v, want %v", got, want)
	}
}

const thinking = `{"type":5}`

func TestAUsersSecondWorkWaitsForTheFirstOfOthersOverAllServers(t *testing.T) {
	inWorkshop(t, func(t *testing.T, w *workshop) {
		for _, ask := range []struct {
			user, guild int
			begins      []string
		}{
			{1, 77, []string{"user 1 in 77"}},
			{1, 78, nil}, // three workers have nothing to do
			{2, 77, []string{"user 2 in 77"}},
			{3, 77, []string{"user 3 in 77"}},
			{4, 78, []string{"user 4 in 78"}},
			{5, 78, nil}, // all are at work
			{6, 79, nil},
		} {
			if got := w.asks(ask.user, ask.guild); got != thinking {
				t.Fatalf("user %d is answered %s", ask.user, got)
			}
			w.begins(ask.begins...)
		}
		w.let <- struct{}{} // any of the four is done
		w.begins("user 5 in 78")
		w.let <- struct{}{}
		w.begins("user 6 in 79")
		for range 2 {
			w.let <- struct{}{}
			synctest.Wait()
		}
		if got := len(w.begun); got > 1 {
			t.Errorf("%d have begun, and only one waited", got)
		}
		close(w.let)
	})
}

func TestMoreWorkThanThereIsRoomForIsRefusedInWords(t *testing.T) {
	inWorkshop(t, func(t *testing.T, w *workshop) {
		for range 1 + workLimits.perQueue {
			if got := w.asks(1, 77); got != thinking {
				t.Fatalf("the answer is %s", got)
			}
		}
		if got := w.asks(1, 78); !strings.Contains(got, "the player's queue is full") ||
			!strings.Contains(got, `"flags":64`) {
			t.Errorf("who has too much under way is answered %s", got)
		}
		room := workLimits.workers - 1 + workLimits.waiting - workLimits.perQueue
		for n := range room {
			if got := w.asks(2+n, 77); got != thinking {
				t.Fatalf("user %d is answered %s", 2+n, got)
			}
		}
		if got := w.asks(1000, 77); !strings.Contains(got, "all queues together are full") {
			t.Errorf("where there is no room the answer is %s", got)
		}
		// What was taken on is done, all of it.
		close(w.let)
		time.Sleep(time.Second)
		synctest.Wait()
		if done := len(w.requests("PATCH ")); done != 1+workLimits.perQueue+room {
			t.Errorf("%d are done of %d", done, 1+workLimits.perQueue+room)
		}
		if got := w.asks(1000, 77); got != thinking {
			t.Errorf("when there is room again the answer is %s", got)
		}
	})
}

func TestWorkWhoseAnswerNeverArrivesDoesNotBegin(t *testing.T) {
	inWorkshop(t, func(t *testing.T, w *workshop) {
		close(w.let)
		w.meets("/callback", status(404, ""))
		w.last++
		w.link().event("INTERACTION_CREATE", fmt.Sprintf(`{"id":"%d","application_id":%q,"type":2,"token":"secret","guild_id":"77",
			"member":{"permissions":"8","user":{"id":"1","username":"ada"}},"data":{"name":"blackjack"}}`, snowflake(w.last), fakeApp))
		time.Sleep(5 * time.Second)
		w.begins()
		w.fake.rest = nil
		w.asks(1, 77)
		w.begins("user 1 in 77") // the worker is free again
	})
}

func TestARoundIsShownStepByStepWithoutAWorker(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := echo()
		h.onCommand = func(_ context.Context, r Responder, _ *Call) {
			r.Work(Thinking, func(_ context.Context, s Shower) error {
				s.Steps([]message.Reply{{Text: "one"}, {Text: "two"}, {Text: "three"}})
				return nil
			})
		}
		w := &workshop{running: play(newFake(t), h)}
		shown := func() (texts []string) {
			synctest.Wait()
			for _, r := range w.requests("PATCH ") {
				_, text, _ := strings.Cut(r.body, `"content":"`)
				text, _, _ = strings.Cut(text, `"`)
				texts = append(texts, text)
			}
			return texts
		}
		users := 2 * workLimits.workers
		for n := range users {
			w.asks(1+n, 77)
		}
		if got := shown(); len(got) != users {
			t.Errorf("of %d rounds %d have begun", users, len(got))
		}
		time.Sleep(stepTime)
		if got := shown(); len(got) != 2*users || got[users] != "two" {
			t.Errorf("after a moment is shown %q", got)
		}
		w.stop() // the bot ends: the end of each is shown
		time.Sleep(time.Second)
		if got := shown(); len(got) != 3*users || got[3*users-1] != "three" {
			t.Errorf("at last is shown %q", got)
		}
	})
}

func TestAMessageIsRedrawnAtOnceAndAgainWhenTheWorkIsDone(t *testing.T) {
	bubble(t, func(t *testing.T) {
		let := make(chan struct{})
		h := stub{onClick: func(_ context.Context, r Responder, _ tapped) {
			r.Work(Shown, func(_ context.Context, s Shower) error {
				<-let
				s.Show(message.Reply{Text: "done"})
				return nil
			})
			r.Update(message.Reply{Text: "at once"})
		}}
		w := &workshop{running: play(newFake(t), h)}
		w.press(1, 1, "x")
		synctest.Wait()
		if got := w.answer(snowflake(1)); !strings.Contains(got, `{"type":7,`) ||
			!strings.Contains(got, "at once") {
			t.Errorf("the answer is %s", got)
		}
		close(let)
		synctest.Wait()
		edits := w.requests("PATCH ")
		if len(edits) != 1 || !strings.Contains(edits[0].body, `"content":"done"`) {
			t.Errorf("edited is %v", edits)
		}
	})
}

func TestWorkOfAHandlerThatFailsDoesNotBegin(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := stub{onClick: func(_ context.Context, r Responder, c tapped) {
			r.Work(Shown, func(context.Context, Shower) error { panic("it begins: " + c.CustomID) })
			if c.CustomID == "boom" {
				panic("a bug")
			}
		}}
		w := &workshop{running: play(newFake(t), h)}
		for n, word := range []string{"fails after all", "boom"} {
			w.press(n, 1, word)
			synctest.Wait()
			if got := w.answer(snowflake(n)); !strings.Contains(got, "refused: ") ||
				strings.Contains(w.log.String(), "it begins") {
				t.Errorf("%s: the answer is %s, the log\n%s", word, got, w.log)
			}
		}
	})
}
