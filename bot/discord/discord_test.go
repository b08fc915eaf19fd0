package discord

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/discord/gateway"
	"holecard/bot/message"
)

func TestAPressIsAnsweredByRedrawingTheMessage(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r := start(newFake(t), echo())
		c := <-r.ready
		if c.ID != fakeApp || c.Shards != 1 ||
			c.Invite != "https://discord.com/oauth2/authorize?client_id="+fakeApp+
				"&permissions=274877959168&scope=bot+applications.commands" {
			t.Errorf("Ready got %+v", c)
		}
		r.press(1, 5, "hit")
		synctest.Wait()
		got := r.requests("/callback")
		want := string(mustEncode(hitAnswer))
		if len(got) != 1 || got[0].body != want {
			t.Errorf("callbacks %+v, want %s", got, want)
		}
		r.finish()
	})
}

func TestARefusedTokenStopsTheBot(t *testing.T) {
	for name, asked := range map[string]string{
		"who am I": "@me", "commands": "GET /api/applications/" + fakeApp + "/commands",
		"registration": "PUT", "shards": "/api/gateway/bot", "gateway": "/api/gateway ",
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				r := start(newFake(t).meets(asked, status(401,
					`{"message":"401: Unauthorized","code":0}`)), echo())
				if err := <-r.ended; !errors.Is(err, gateway.ErrBadToken) {
					t.Errorf("Run = %v, want gateway.ErrBadToken", err)
				}
				time.Sleep(time.Hour)
			})
		})
	}
}

func TestTheBotWaitsForDiscordToComeBack(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
			switch {
			case n == 1:
				http.Error(w, "down", http.StatusServiceUnavailable)
			case n == 2:
				http.Error(w, "<html>", http.StatusTooManyRequests)
			case n == 3 && r.URL.Path != "/api/gateway":
				<-r.Context().Done()
			default:
				return false
			}
			return true
		}
		r := play(f, echo())
		time.Sleep(10 * time.Minute)
		if len(r.requests("PUT")) == 0 || r.registered() == "[]" {
			t.Error("the commands were never registered")
		}
	})
}

func TestServersThatLackEndpointsWillDo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
			switch {
			case r.URL.Path == "/api/users/@me":
				fmt.Fprintf(w, `{"id":%q}`, fakeApp)
			case r.URL.Path == "/api/gateway", r.Method == http.MethodPut:
				return false
			case strings.Contains(r.URL.Path, "/callback"):
				return false
			default:
				http.NotFound(w, r)
			}
			return true
		}
		r := start(f, echo())
		if c := <-r.ready; c.ID != fakeApp || c.Shards != 1 {
			t.Errorf("Ready got %+v", c)
		}
		if len(r.requests("PUT /api/applications/"+fakeApp+"/commands")) != 1 {
			t.Error("commands that cannot be listed are not registered")
		}
		r.finish()
	})
}

func TestRunEndsAtOnceWhateverHangs(t *testing.T) {
	for _, path := range []string{"/api/applications/@me",
		"/api/applications/" + fakeApp + "/commands", "/api/gateway/bot", "/api/gateway", "/gw/"} {
		t.Run(path, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				f := newFake(t)
				f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
					if r.URL.Path == path {
						<-r.Context().Done()
						return true
					}
					return false
				}
				if path == "/gw/" {
					f.gateway = func(int, *fakeConn) { time.Sleep(time.Hour) }
				}
				r := start(f, echo())
				time.Sleep(time.Second)
				began := time.Now()
				r.finish()
				if took := time.Since(began) - time.Hour; took > time.Second {
					t.Errorf("Run ended %v after its context", took)
				}
			})
		})
	}
}

func TestWhatIsUnderWayIsFinishedWhenTheBotEnds(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r := start(newFake(t), stub{onClick: func(ctx context.Context, r Responder, c tapped) {
			time.Sleep(1500 * time.Millisecond)
			r.Answer(message.Reply{Text: c.CustomID})
			r.Follow(message.Reply{Text: "and more", Private: true})
		}})
		<-r.ready
		gateway := r.link()
		gateway.event("INTERACTION_CREATE", pressJSON(snowflake(1), 5, "hit"))
		synctest.Wait()
		r.stop()
		synctest.Wait()
		gateway.event("INTERACTION_CREATE", pressJSON(snowflake(2), 6, "late"))
		r.finish()
		if got := r.requests("/callback"); len(got) != 1 || !strings.Contains(got[0].body, "hit") {
			t.Errorf("callbacks %+v, want that of the first press", got)
		}
		if got := r.requests("/webhooks/"); len(got) != 1 {
			t.Errorf("%d words after the answer, want 1", len(got))
		}
	})
}

func TestAHandlerThatNeverEndsDoesNotKeepTheBot(t *testing.T) {
	bubble(t, func(t *testing.T) {
		forever := make(chan struct{})
		r := start(newFake(t), stub{onClick: func(context.Context, Responder, tapped) {
			<-forever
		}})
		<-r.ready
		r.press(1, 5, "hit")
		synctest.Wait()
		began := time.Now()
		r.stop()
		<-r.ended
		if took := time.Since(began); took > drainTime+cutTime {
			t.Errorf("Run ended after %v", took)
		}
		close(forever)
		time.Sleep(time.Hour)
	})
}

// Valid panics at the word of a bug.
func (t tap) Valid() bool {
	if t.Word == "a bug of parsing" {
		panic(t.Word)
	}
	return true
}

func TestAPanicIsAnsweredAndOthersPlayOn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r := play(newFake(t), stub{onClick: func(_ context.Context, r Responder, c tapped) {
			if c.CustomID == "boom" {
				panic("a bug with " + fakeToken)
			}
			r.Answer(message.Reply{Text: "fine"})
		}})
		r.press(1, 5, "boom")
		r.press(2, 5, "hit")
		r.press(3, 5, "a bug of parsing")
		synctest.Wait()
		got := r.requests("/callback")
		if len(got) != 3 || !strings.Contains(got[0].body, "refused: a handler panicked") ||
			!strings.Contains(got[0].body, `"flags":64`) ||
			!strings.Contains(got[1].body, "fine") ||
			!strings.Contains(got[2].body, "refused: a handler panicked") {
			t.Fatalf("callbacks %+v", got)
		}
		_, reference, _ := strings.Cut(got[0].body, "the log for ")
		if !strings.Contains(r.log.String(), `"reference":"`+reference[:8]) {
			t.Errorf("the reference %q is not in the log", reference[:8])
		}
	})
}

func TestNoTokenIsEverLogged(t *testing.T) {
	var standard logBuffer // where discordgo writes if it is let
	log.SetOutput(&standard)
	defer log.SetOutput(os.Stderr)
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
			switch {
			case strings.Contains(r.URL.Path, "secret") && n%4 == 0:
				return false
			case strings.Contains(r.URL.Path, "secret") && n%4 == 1:
				panic(http.ErrAbortHandler) // cuts the connection
			case strings.Contains(r.URL.Path, "secret") && n%4 == 2:
				<-r.Context().Done()
			case n%2 == 1:
				w.Header().Set("Location", "http://elsewhere.invalid/"+fakeToken)
				w.WriteHeader(http.StatusFound)
				fmt.Fprintf(w, `{"message":"%s %s","code":1}`, fakeToken, "webhooks/1/secret-1")
			default:
				return false
			}
			return true
		}
		f.gateway = func(n int, c *fakeConn) {
			if n%2 == 0 {
				c.behave()
				return
			}
			c.hello(41250)
			c.hear()
			c.event("READY", fmt.Sprintf(`{"session_id":5,"%s":[]}`, fakeToken))
			c.say(`{"op":"x","d":"` + fakeToken + `"}`)
			go c.obey()
			time.Sleep(time.Minute)
			c.hangUp(4000)
			time.Sleep(5 * time.Second)
		}
		r := start(f, stub{onClick: func(_ context.Context, r Responder, c tapped) {
			r.Answer(message.Reply{Text: "x"})
			r.Follow(message.Reply{Text: "y", Private: true})
		}})
		for i := range 50 {
			time.Sleep(10 * time.Second)
			if f.linkCount() > 0 {
				f.link().event("INTERACTION_CREATE", pressJSON(snowflake(i), i%3+1, "hit"))
				f.link().event("INTERACTION_CREATE", `{"token":"secret-x"}`)
			}
		}
		r.finish()
		logged := r.log.String()
		if strings.Contains(logged, fakeToken) || strings.Contains(logged, "secret") {
			t.Errorf("a token in the log:\n%s", logged)
		}
		if strings.Count(logged, "\n") < 100 || !strings.Contains(logged, "no answer arrived") {
			t.Errorf("the session was not noisy:\n%s", logged)
		}
		for line := range strings.Lines(standard.String()) {
			if !strings.Contains(line, "http: ") { // the fake's own server
				t.Errorf("on the standard logger: %s", line)
			}
		}
	})
}
