package bot

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/view"
)

func TestAPressIsAnsweredByRedrawingTheMessage(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r := start(newFake(t), echo())
		c := <-r.ready
		if c.Application != fakeApp || c.Shards != 1 ||
			c.Invite != "https://discord.com/oauth2/authorize?client_id="+fakeApp+"&permissions=0&scope=bot+applications.commands" {
			t.Errorf("Ready got %+v", c)
		}
		r.link().event("INTERACTION_CREATE", pressJSON(snowflake(1), 5, "hit"))
		synctest.Wait()
		got := r.requests("/callback")
		want := `{"type":7,"data":{"content":"hit","embeds":[],"components":[],"allowed_mentions":{"parse":[]}}}`
		if len(got) != 1 || got[0].body != want {
			t.Errorf("callbacks %+v, want %s", got, want)
		}
		r.finish()
	})
}

func TestCommandsAreRegisteredOnceOverTwoStarts(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		for range 2 {
			r := start(f, echo())
			<-r.ready
			r.finish()
		}
		if got := f.requests("PUT"); len(got) != 1 {
			t.Errorf("%d registrations, want 1", len(got))
		}
	})
}

func TestARefusedTokenStopsTheBot(t *testing.T) {
	unauthorised := func(w http.ResponseWriter) bool {
		http.Error(w, `{"message":"401: Unauthorized","code":0}`, http.StatusUnauthorized)
		return true
	}
	for name, rest := range map[string]func(w http.ResponseWriter, r *http.Request, n int) bool{
		"who am I": func(w http.ResponseWriter, r *http.Request, _ int) bool {
			return unauthorised(w)
		},
		"commands": func(w http.ResponseWriter, r *http.Request, _ int) bool {
			return strings.HasSuffix(r.URL.Path, "/commands") && unauthorised(w)
		},
		"registration": func(w http.ResponseWriter, r *http.Request, _ int) bool {
			return r.Method == http.MethodPut && unauthorised(w)
		},
		"shards": func(w http.ResponseWriter, r *http.Request, _ int) bool {
			return r.URL.Path == "/api/gateway/bot" && unauthorised(w)
		},
		"gateway": func(w http.ResponseWriter, r *http.Request, _ int) bool {
			return r.URL.Path == "/api/gateway" && unauthorised(w)
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				f := newFake(t)
				f.rest = rest
				r := start(f, echo())
				if err := <-r.ended; !errors.Is(err, ErrBadToken) {
					t.Errorf("Run = %v, want ErrBadToken", err)
				}
				time.Sleep(time.Hour)
			})
		})
	}
}

func TestCloseCodesThatLastStopTheBotAndOthersDoNot(t *testing.T) {
	for code, want := range map[int]error{
		1000: nil, 1001: nil, 1006: nil, 4000: nil, 4001: nil, 4002: nil, 4003: nil, 4005: nil, 4007: nil, 4008: nil, 4009: nil, 4099: nil,
		4004: ErrBadToken, 4010: ErrGatewayRefused, 4011: ErrGatewayRefused,
		4012: ErrGatewayRefused, 4013: ErrGatewayRefused, 4014: ErrGatewayRefused,
	} {
		for _, when := range []string{"instead of READY", "after READY"} {
			t.Run(fmt.Sprintf("%d %s", code, when), func(t *testing.T) {
				bubble(t, func(t *testing.T) {
					f := newFake(t)
					f.gateway = func(n int, c *fakeConn) {
						if n > 1 {
							c.behave()
							return
						}
						c.hello(41250)
						c.hear()
						if when == "after READY" {
							c.event("READY", `{"session_id":"s1"}`)
							go c.obey()
							time.Sleep(10 * time.Second)
						}
						if code != 1006 { // which is no close frame at all
							c.hangUp(code)
						}
						time.Sleep(5 * time.Second)
					}
					r := start(f, echo())
					if want == nil {
						time.Sleep(time.Minute)
						r.finish()
						if r.linkCount() != 2 {
							t.Errorf("%d connections, want 2", r.linkCount())
						}
						return
					}
					if err := <-r.ended; !errors.Is(err, want) {
						t.Errorf("Run = %v, want %v", err, want)
					}
					time.Sleep(time.Hour)
					if r.linkCount() != 1 {
						t.Errorf("%d connections, want 1", r.linkCount())
					}
				})
			})
		}
	}
}

func TestADroppedConnectionIsResumed(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r := start(newFake(t), echo())
		<-r.ready
		r.link().Close()
		time.Sleep(10 * time.Second)
		if r.linkCount() != 2 || r.link().heard() != "6 1" {
			t.Fatalf("%d connections, the last said %q; want 2 and a RESUME", r.linkCount(), r.link().heard())
		}
		r.link().event("INTERACTION_CREATE", pressJSON(snowflake(1), 5, "hit"))
		synctest.Wait()
		if len(r.requests("/callback")) != 1 {
			t.Error("a press after the drop is not answered")
		}
		r.finish()
	})
}

func TestAReconnectRequestIsResumed(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r := start(newFake(t), echo())
		<-r.ready
		r.link().say(`{"op":7,"d":null}`)
		time.Sleep(10 * time.Second)
		if r.linkCount() != 2 || r.link().heard() != "6 1" {
			t.Errorf("%d connections, the last said %q; want 2 and a RESUME", r.linkCount(), r.link().heard())
		}
		r.finish()
	})
}

// A server may not know how to resume. Then the bot identifies on a connection
// of its own, spaced from the others.
func TestASessionThatCannotBeResumedIsBegunAnew(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.gateway = func(n int, c *fakeConn) {
			if n != 2 {
				c.behave()
				return
			}
			c.hello(41250)
			c.hear()
			c.say(`{"op":9,"d":false}`)
			c.hear()
		}
		r := start(f, echo())
		<-r.ready
		r.link().Close()
		time.Sleep(20 * time.Second)
		if r.linkCount() != 3 || r.link().heard() != "2 1" || f.allLinks()[1].heard() != "6" {
			t.Errorf("%d connections; want 3, the second with a RESUME alone, the third with an IDENTIFY", r.linkCount())
		}
		r.finish()
	})
}

// A connection may break in the moment in which it is ready: nobody but the
// supervisor closes it then, and the bot goes on.
func TestAConnectionThatBreaksAsItOpensIsMadeAnew(t *testing.T) {
	const broken = 300
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.gateway = func(n int, c *fakeConn) {
			if n > broken {
				c.behave()
				return
			}
			c.hello(41250)
			c.hear()
			c.event("READY", `{"session_id":"s"}`)
			c.Close()
		}
		r := start(f, echo())
		for f.linkCount() <= broken {
			time.Sleep(time.Minute)
		}
		time.Sleep(time.Minute)
		r.link().event("INTERACTION_CREATE", pressJSON(snowflake(1), 5, "hit"))
		synctest.Wait()
		if len(r.requests("/callback")) != 1 {
			t.Error("the bot does not play on")
		}
		r.finish()
	})
}

// Discord resets the token of a bot that IDENTIFYs more than 1000 times a day.
func TestAGatewayThatAlwaysRefusesDoesNotGetAThousandIdentifiesADay(t *testing.T) {
	for name, refuse := range map[string]func(*fakeConn){
		"invalid session": func(c *fakeConn) { c.say(`{"op":9,"d":false}`); c.hear() },
		"close":           func(c *fakeConn) { c.hangUp(4000) },
		"cut":             func(c *fakeConn) { c.Close() },
		"after READY": func(c *fakeConn) {
			c.event("READY", `{"session_id":"s"}`)
			go c.obey()
			time.Sleep(time.Second)
			c.say(`{"op":9,"d":false}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				f := newFake(t)
				f.gateway = func(n int, c *fakeConn) {
					c.hello(41250)
					c.hear()
					refuse(c)
					time.Sleep(3 * time.Second)
				}
				r := start(f, echo())
				time.Sleep(24 * time.Hour)
				r.finish()
				identifies := 0
				for _, l := range f.allLinks() {
					identifies += strings.Count(l.heard(), "2")
				}
				if identifies >= 1000 || identifies < 100 {
					t.Errorf("%d IDENTIFYs in a day, want some hundreds", identifies)
				}
			})
		})
	}
}

func TestAGatewayThatSpeaksNonsenseKillsNothing(t *testing.T) {
	for _, message := range []string{
		"null", "[]", "7", "", "{", `{"op":10,"d":{}}`, `{"op":10,"d":{"heartbeat_interval":0}}`,
		`{"op":10,"d":{"heartbeat_interval":-5}}`, `{"op":10,"d":{"heartbeat_interval":99999999999999999999}}`,
		`{"op":10,"d":{"heartbeat_interval":41250.5}}`, `{"op":10,"d":null}`, `{"op":0,"t":"READY","d":null}`,
	} {
		t.Run(message, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				f := newFake(t)
				f.gateway = func(n int, c *fakeConn) {
					switch n {
					case 1: // instead of the greeting
						c.say(message)
						if c.hear() != "" {
							c.event("READY", `{"session_id":"s"}`)
							go c.obey()
							time.Sleep(time.Minute)
						}
					case 2: // instead of READY
						c.hello(41250)
						c.hear()
						c.say(message)
						c.hear()
					case 3: // later
						c.hello(41250)
						c.hear()
						c.event("READY", `{"session_id":"s"}`)
						go c.obey()
						time.Sleep(10 * time.Second)
						c.say(message)
						c.event("INTERACTION_CREATE", `null`)
						c.event("INTERACTION_CREATE", `{"id":{},"member":[],"data":7}`)
						time.Sleep(10 * time.Second)
						c.Close()
					default:
						c.behave()
					}
				}
				r := start(f, echo())
				<-r.ready
				time.Sleep(10 * time.Minute)
				r.link().event("INTERACTION_CREATE", pressJSON(snowflake(1), 5, "hit"))
				synctest.Wait()
				if len(r.requests("/callback")) != 1 {
					t.Error("the bot does not play on")
				}
				r.finish()
			})
		})
	}
}

func TestASilentGatewayIsLeft(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.gateway = func(n int, c *fakeConn) {
			switch n {
			case 1: // no greeting
				time.Sleep(time.Hour)
			case 2: // no READY
				c.hello(41250)
				for c.hear() != "" {
				}
				time.Sleep(time.Hour)
			case 3: // no heartbeat is acknowledged
				c.hello(41250)
				c.hear()
				c.event("READY", `{"session_id":"s"}`)
				for c.hear() != "" {
				}
				time.Sleep(time.Hour)
			default:
				c.behave()
			}
		}
		r := start(f, echo())
		time.Sleep(200 * time.Second) // discordgo alone would take 206 s for the third
		if r.linkCount() != 4 {
			t.Errorf("%d connections, want 4", r.linkCount())
		}
		r.finish()
	})
}

func TestShardsIdentifyFiveSecondsApart(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.shards = 3
		began := time.Now()
		r := start(f, echo())
		if c := <-r.ready; c.Shards != 3 {
			t.Errorf("%d shards, want 3", c.Shards)
		}
		if took := time.Since(began); took != 2*startSpacing {
			t.Errorf("ready after %v, want %v", took, 2*startSpacing)
		}
		if r.linkCount() != 3 {
			t.Errorf("%d connections, want 3", r.linkCount())
		}
		r.finish()
	})
}

func TestAnOutageDoesNotChangeTheNumberOfShards(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.shards = 2
		f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
			if r.URL.Path != "/api/gateway/bot" || n > 3 {
				return false
			}
			w.WriteHeader([]int{503, 429, 500}[n-1])
			fmt.Fprint(w, "{}")
			return true
		}
		r := start(f, echo())
		if c := <-r.ready; c.Shards != 2 {
			t.Errorf("%d shards, want the 2 that Discord says in the end", c.Shards)
		}
		r.finish()
	})
}

func TestInteractionsAreHandedOverOneByOne(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		carrier := &transport{base: &url.URL{Scheme: "http", Host: "discord.invalid", Path: "/api"}, next: newNetwork(f.dial), life: t.Context()}
		began := time.Now()
		var mu sync.Mutex
		var at []time.Duration
		g := newGateway(fakeToken, &knownGateway{ask: carrier.client()}, f.dial, 0, 1, func([]byte, time.Duration) {
			mu.Lock()
			at = append(at, time.Since(began))
			mu.Unlock()
			time.Sleep(time.Second)
		})
		_, leave, err := g.open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for range 3 {
				f.link().event("INTERACTION_CREATE", "{}")
			}
		}()
		time.Sleep(10 * time.Second)
		mu.Lock()
		defer mu.Unlock()
		if want := []time.Duration{0, time.Second, 2 * time.Second}; !slices.Equal(at, want) {
			t.Errorf("handed over at %v, want %v", at, want)
		}
		if err := leave(); err != nil {
			t.Error(err)
		}
		carrier.next.(*http.Transport).CloseIdleConnections()
		time.Sleep(time.Hour)
	})
}

func TestAnIdentifyThatFailedWaitsItsTurnAgain(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.shards = 3
		f.gateway = func(n int, c *fakeConn) {
			if n < 3 {
				c.hello(41250)
				c.hear()
				return
			}
			c.behave()
		}
		r := start(f, echo())
		<-r.ready
		var last time.Time
		for i, l := range r.allLinks() {
			if gap := l.began.Sub(last); gap < 5*time.Second {
				t.Errorf("connection %d identifies %v after the last", i, gap)
			}
			last = l.began
		}
		r.finish()
	})
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
		r := start(f, echo())
		<-r.ready
		time.Sleep(10 * time.Minute)
		if len(r.requests("PUT")) == 0 || r.registered() == "[]" {
			t.Error("the commands were never registered")
		}
		r.finish()
	})
}

func TestServersThatLackEndpointsWillDo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
			switch {
			case r.URL.Path == "/api/users/@me":
				fmt.Fprintf(w, `{"id":%s}`, fakeApp) // a number
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
		if c := <-r.ready; c.Application != fakeApp || c.Shards != 1 {
			t.Errorf("Ready got %+v", c)
		}
		if len(r.requests("PUT /api/applications/"+fakeApp+"/commands")) != 1 {
			t.Error("commands that cannot be listed are not registered")
		}
		r.finish()
	})
}

func TestRunEndsAtOnceWhateverHangs(t *testing.T) {
	for _, path := range []string{"/api/applications/@me", "/api/applications/" + fakeApp + "/commands", "/api/gateway/bot", "/api/gateway", "/gw/"} {
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
		r := start(newFake(t), stub{onClick: func(ctx context.Context, c Click) view.Reply {
			time.Sleep(1500 * time.Millisecond)
			return view.Reply{Text: c.CustomID, Then: &view.Reply{Text: "and more", Private: true}}
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
		r := start(newFake(t), stub{onClick: func(context.Context, Click) view.Reply { <-forever; return view.Reply{} }})
		<-r.ready
		r.link().event("INTERACTION_CREATE", pressJSON(snowflake(1), 5, "hit"))
		synctest.Wait()
		began := time.Now()
		r.stop()
		<-r.ended
		const goodbye = time.Second + time.Millisecond // to the gateway, in discordgo's way
		if took := time.Since(began); took > goodbye+drainTime+cutTime {
			t.Errorf("Run ended after %v", took)
		}
		close(forever)
		time.Sleep(time.Hour)
	})
}

func TestAPanicIsAnsweredAndOthersPlayOn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r := start(newFake(t), stub{onClick: func(_ context.Context, c Click) view.Reply {
			if c.CustomID == "boom" {
				panic("a bug with " + fakeToken)
			}
			return view.Reply{Text: "fine"}
		}})
		<-r.ready
		r.link().event("INTERACTION_CREATE", pressJSON(snowflake(1), 5, "boom"))
		r.link().event("INTERACTION_CREATE", pressJSON(snowflake(2), 5, "hit"))
		synctest.Wait()
		got := r.requests("/callback")
		if len(got) != 2 || !strings.Contains(got[0].body, "Something went wrong") || !strings.Contains(got[0].body, `"flags":64`) ||
			!strings.Contains(got[1].body, "fine") {
			t.Fatalf("callbacks %+v", got)
		}
		_, reference, _ := strings.Cut(got[0].body, "the reference ")
		if !strings.Contains(r.log.String(), `"reference":"`+reference[:8]) {
			t.Errorf("the reference %q is not in the log", reference[:8])
		}
		r.finish()
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
		r := start(f, stub{onClick: func(_ context.Context, c Click) view.Reply {
			return view.Reply{Text: "x", Then: &view.Reply{Text: "y", Private: true}}
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
		if strings.Count(logged, "\n") < 100 || !strings.Contains(logged, "did not arrive") {
			t.Errorf("the session was not noisy:\n%s", logged)
		}
		for line := range strings.Lines(standard.String()) {
			if !strings.Contains(line, "http: ") { // the fake's own server
				t.Errorf("on the standard logger: %s", line)
			}
		}
	})
}
