package localdiscord

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// raw is a websocket to the gateway without a client behind it.
type raw struct {
	t  *testing.T
	ws *websocket.Conn
}

type payload struct {
	Op int             `json:"op"`
	T  string          `json:"t"`
	S  int64           `json:"s"`
	D  json.RawMessage `json:"d"`
}

func connect(t *testing.T, l *PipeListener, query string) raw {
	t.Helper()
	d := websocket.Dialer{NetDialContext: l.Dial}
	ws, _, err := d.Dial("ws://127.0.0.1/gateway/"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	return raw{t, ws}
}

func (r raw) send(text string) {
	r.t.Helper()
	if err := r.ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		r.t.Fatal(err)
	}
}

func (r raw) read() payload {
	r.t.Helper()
	var p payload
	if err := r.ws.ReadJSON(&p); err != nil {
		r.t.Fatal(err)
	}
	return p
}

// closed returns the code that the connection is closed with.
func (r raw) closed() int {
	for {
		if _, _, err := r.ws.ReadMessage(); err != nil {
			r.ws.Close()
			var e *websocket.CloseError
			if errors.As(err, &e) {
				return e.Code
			}
			return 0
		}
	}
}

const identifyAs = `{"op":2,"d":{"token":"Bot %s","intents":%d,"properties":{}}}`

// identify goes on to READY and returns the session's id.
func (r raw) identify(s *Server, intents int) string {
	r.t.Helper()
	if p := r.read(); p.Op != opHello {
		r.t.Fatalf("op %d first", p.Op)
	}
	r.send(fmt.Sprintf(identifyAs, s.Token(), intents))
	p := r.read()
	var ready struct {
		SessionID   string `json:"session_id"`
		Application struct{ ID ID }
		User        struct{ ID ID }
		Guilds      []struct{ Unavailable bool }
		V           int
	}
	if err := json.Unmarshal(p.D, &ready); err != nil || p.T != "READY" || ready.SessionID == "" ||
		ready.V != 9 ||
		ready.Application.ID != s.Application().ID || ready.User.ID == 0 ||
		len(ready.Guilds) != 1 || !ready.Guilds[0].Unavailable {
		r.t.Fatalf("no good READY: %v %s %s", err, p.T, p.D)
	}
	return ready.SessionID
}

func TestGatewayClosesAsDiscordDoes(t *testing.T) {
	const token = "local.token"
	good := fmt.Sprintf(identifyAs, token, 0)
	for _, c := range []struct {
		fact, query string
		say         []string
		code        int
	}{
		{"a wrong token", "?v=9", []string{fmt.Sprintf(identifyAs, "wrong", 0)}, 4004},
		{"a wrong token to resume", "?v=9",
			[]string{`{"op":6,"d":{"token":"x","session_id":"y","seq":1}}`}, 4004},
		{"an unknown op", "?v=9", []string{`{"op":99,"d":null}`}, 4001},
		{"the op of a server", "?v=9", []string{`{"op":11}`}, 4001},
		{"no JSON", "?v=9", []string{`{`}, 4002},
		{"no op", "?v=9", []string{`{"d":1}`}, 4002},
		{"no intents", "?v=9", []string{`{"op":2,"d":{"token":"` + token + `","properties":{}}}`},
			4002},
		{"a presence before identifying", "?v=9", []string{`{"op":3,"d":{}}`}, 4003},
		{"identifying twice", "?v=9", []string{good, good}, 4005},
		{"a shard beyond their number", "?v=9",
			[]string{`{"op":2,"d":{"token":"` + token +
				`","intents":0,"properties":{},"shard":[2,2]}}`}, 4010},
		{"an old version", "?v=5", nil, 4012},
		{"intents that are none", "?v=9", []string{fmt.Sprintf(identifyAs, token, int64(1<<40))},
			4013},
		{"no heartbeat", "?v=9", []string{good}, 4009},
	} {
		t.Run(c.fact, func(t *testing.T) {
			bubble(t, Config{Token: token}, func(t *testing.T, s *Server, l *PipeListener) {
				r := connect(t, l, c.query)
				for _, text := range c.say {
					r.send(text)
				}
				if got := r.closed(); got != c.code {
					t.Errorf("closed with %d, want %d", got, c.code)
				}
			})
		})
	}
}

func TestResumeIsRefused(t *testing.T) {
	for _, c := range []struct {
		fact    string
		seq     int
		session string
		spoil   func(*testing.T, *Server, raw)
		op      int // 0 for a close
		code    int
	}{
		{"of an unknown session", 1, "unknown", func(*testing.T, *Server, raw) {}, 9, 0},
		{"when told to", 1, "", func(t *testing.T, s *Server, _ raw) {
			s.SetWeather(Weather{NoResume: true})
		}, 9, 0},
		{"from the future", 50, "", func(*testing.T, *Server, raw) {}, 0, 4007},
		{"from before a heartbeat", 0, "", func(t *testing.T, s *Server, r raw) {
			r.send(`{"op":1,"d":1}`)
			r.read()
		}, 9, 0},
		{"after a goodbye", 1, "", func(t *testing.T, s *Server, r raw) {
			r.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(1000, ""))
		}, 9, 0},
		{"after more than five minutes", 1, "", func(t *testing.T, s *Server, r raw) {
			r.ws.Close()
			time.Sleep(6 * time.Minute)
		}, 9, 0},
		{"after op 9", 1, "", func(t *testing.T, s *Server, r raw) {
			s.Trouble(Trouble{Op: 9})
			if p := r.read(); p.Op != 9 {
				t.Errorf("op %d", p.Op)
			}
		}, 9, 0},
	} {
		t.Run(c.fact, func(t *testing.T) {
			bubble(t, Config{}, func(t *testing.T, s *Server, l *PipeListener) {
				r := connect(t, l, "")
				session := r.identify(s, 0)
				if c.session != "" {
					session = c.session
				}
				c.spoil(t, s, r)
				time.Sleep(time.Second)
				r.ws.Close()
				time.Sleep(time.Second)
				r = connect(t, l, "")
				r.read()
				r.send(fmt.Sprintf(`{"op":6,"d":{"token":"Bot %s","session_id":"%s","seq":%d}}`,
					s.Token(), session, c.seq))
				if c.op == 0 {
					if got := r.closed(); got != c.code {
						t.Errorf("closed with %d", got)
					}
					return
				}
				if p := r.read(); p.Op != c.op {
					t.Errorf("got %+v", p)
				}
				// A bot may identify again on the same connection.
				r.send(fmt.Sprintf(identifyAs, s.Token(), 0))
				if p := r.read(); p.T != "READY" {
					t.Errorf("got %+v", p)
				}
				r.ws.Close()
			})
		})
	}
}

func TestEventsGoToTheShardOfTheirGuild(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, l *PipeListener) {
		s.register(t, blackjack)
		ada := s.As(s.People()[0])
		var shards [2]raw
		for i := range shards {
			shards[i] = connect(t, l, "")
			shards[i].read()
			shards[i].send(fmt.Sprintf(
				`{"op":2,"d":{"token":"%s","intents":0,"properties":{},"shard":[%d,2]}}`,
				s.Token(), i))
			if p := shards[i].read(); p.T != "READY" {
				t.Fatalf("got %+v", p)
			}
		}
		for _, channel := range []Channel{s.Channel("blackjack"), ada.DM()} {
			want := 0
			if !channel.DM {
				want = int(s.GuildID() >> 22 % 2)
			}
			i, err := ada.Command(channel.ID, "blackjack")
			if err != nil {
				t.Fatal(err)
			}
			var d struct{ ID ID }
			if p := shards[want].read(); json.Unmarshal(p.D, &d) != nil || d.ID != i.ID {
				t.Errorf("shard %d got %+v", want, p)
			}
		}
		s.mu.Lock()
		told := int64(0)
		for _, ss := range s.sessions {
			told += ss.seq - 1 // but READY
		}
		s.mu.Unlock()
		if told != 2 {
			t.Errorf("2 events were told %d times", told)
		}
		shards[0].ws.Close()
		shards[1].ws.Close()
	})
}
