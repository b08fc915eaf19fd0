package playground

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"holecard/internal/localdiscord"
)

// opened is a Discord with its playground, at url.
type opened struct {
	*localdiscord.Server
	url string
}

func open(t *testing.T) opened {
	s := localdiscord.New(localdiscord.Config{})
	s.Handle("/", New(s, nil))
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	t.Cleanup(func() { s.Close() })
	return opened{s, server.URL}
}

// browser is a browser at the page.
type browser struct {
	t   *testing.T
	url string
	as  localdiscord.ID
	in  *bufio.Scanner
}

func (s opened) browse(t *testing.T, as localdiscord.ID) browser {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", s.url+"/playground/events?as="+as.String(),
		nil)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stream.Body.Close() })
	in := bufio.NewScanner(stream.Body)
	in.Buffer(nil, 1<<20)
	return browser{t, s.url, as, in}
}

// rest makes a request of the bot's.
func (s opened) rest(t *testing.T, method, path, body string) {
	t.Helper()
	r, err := http.NewRequest(method, s.url+"/api/v9"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+s.Token())
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode >= 300 {
		t.Fatalf("%s %s: %s", method, path, answer.Status)
	}
}

// register registers /blackjack.
func (s opened) register(t *testing.T) {
	t.Helper()
	s.rest(t, "PUT", "/applications/"+s.World().Application.ID.String()+"/commands",
		`[{"name":"blackjack","description":"Play","options":[
		{"type":4,"name":"bet","description":"Chips","min_value":1,"max_value":1000}]}]`)
}

// answer answers i with body.
func (s opened) answer(t *testing.T, i *localdiscord.Interaction, body string) {
	t.Helper()
	s.rest(t, "POST", "/interactions/"+i.ID.String()+"/"+i.Token+"/callback", body)
}

// edit edits the answer to i.
func (s opened) edit(t *testing.T, i *localdiscord.Interaction, body string) {
	t.Helper()
	s.rest(t, "PATCH",
		"/webhooks/"+s.World().Application.ID.String()+"/"+i.Token+"/messages/@original", body)
}

// bot connects to the gateway and returns the interactions that it is told of.
func (s opened) bot(t *testing.T) <-chan *localdiscord.Interaction {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(s.url, "http")+"/gateway",
		nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	err = ws.WriteJSON(object{"op": 2, "d": object{"token": s.Token(), "properties": object{},
		"intents": 0}})
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan *localdiscord.Interaction, 9)
	go func() {
		var event struct {
			T string
			D json.RawMessage
		}
		for ws.ReadJSON(&event) == nil {
			i := new(localdiscord.Interaction)
			if event.T == "INTERACTION_CREATE" && json.Unmarshal(event.D, i) == nil {
				told <- i
			}
		}
	}()
	if err := s.AwaitOnline(t.Context()); err != nil {
		t.Fatal(err)
	}
	return told
}
