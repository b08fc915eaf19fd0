package discord

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/discord/gateway"
)

func TestCloseCodesThatLastStopTheBotAndOthersDoNot(t *testing.T) {
	for code, want := range map[int]error{
		1000: nil, 1001: nil, 1006: nil, 4000: nil, 4001: nil, 4002: nil, 4003: nil, 4005: nil,
		4007: nil, 4008: nil, 4009: nil, 4099: nil,
		4004: gateway.ErrBadToken, 4010: gateway.ErrRefused, 4011: gateway.ErrRefused,
		4012: gateway.ErrRefused, 4013: gateway.ErrRefused, 4014: gateway.ErrRefused,
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
		r := play(newFake(t), echo())
		r.link().Close()
		time.Sleep(10 * time.Second)
		if r.linkCount() != 2 || r.link().heard() != "6 1" {
			t.Fatalf("%d connections, the last said %q; want 2 and a RESUME", r.linkCount(),
				r.link().heard())
		}
		r.press(1, 5, "hit")
		synctest.Wait()
		if len(r.requests("/callback")) != 1 {
			t.Error("a press after the drop is not answered")
		}
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
		r.press(1, 5, "hit")
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
		"ten seconds after READY": func(c *fakeConn) {
			c.event("READY", `{"session_id":"s"}`)
			go c.obey()
			time.Sleep(10 * time.Second)
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
				began, identifies, soon := f.allLinks()[0].began, 0, 0
				for _, l := range f.allLinks() {
					n := strings.Count(l.heard(), "2")
					identifies += n
					if l.began.Sub(began) < time.Hour {
						soon += n
					}
				}
				// A tenth of the day's come one after the other, the others ever more slowly.
				if fails := !strings.HasPrefix(name, "ten"); fails && (soon < 100 || soon > 160) {
					t.Errorf("%d IDENTIFYs in the first hour, want a hundred and some", soon)
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
		`{"op":10,"d":{"heartbeat_interval":-5}}`,
		`{"op":10,"d":{"heartbeat_interval":99999999999999999999}}`,
		`{"op":10,"d":{"heartbeat_interval":41250.5}}`, `{"op":10,"d":null}`,
		`{"op":0,"t":"READY","d":null}`, `{"op":7,"d":null}`, `{"op":11}`,
		`{"op":0,"t":"INTERACTION_CREATE","d":"` + strings.Repeat("x", 300),
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
					case 4: // instead of RESUMED
						c.hello(41250)
						c.hear()
						c.say(message)
						c.hear()
					default:
						c.behave()
					}
				}
				r := play(f, echo())
				time.Sleep(10 * time.Minute)
				r.press(1, 5, "hit")
				synctest.Wait()
				if len(r.requests("/callback")) != 1 {
					t.Error("the bot does not play on")
				}
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
		time.Sleep(time.Minute) // discordgo alone would take 206 s for the third
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
		const spacing = 5500 * time.Millisecond
		if took := time.Since(began); took != 2*spacing {
			t.Errorf("ready after %v, want %v", took, 2*spacing)
		}
		if r.linkCount() != 3 {
			t.Errorf("%d connections, want 3", r.linkCount())
		}
		r.finish()
	})
}

func TestAnOutageDoesNotChangeTheNumberOfShards(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t).meets("/api/gateway/bot", status(503, "{}"), status(429, "{}"),
			status(500, "{}"), nil)
		f.shards = 2
		r := start(f, echo())
		if c := <-r.ready; c.Shards != 2 {
			t.Errorf("%d shards, want the 2 that Discord says in the end", c.Shards)
		}
		r.finish()
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
		r := play(f, echo())
		var last time.Time
		for i, l := range r.allLinks() {
			if gap := l.began.Sub(last); gap < 5*time.Second {
				t.Errorf("connection %d identifies %v after the last", i, gap)
			}
			last = l.began
		}
	})
}
