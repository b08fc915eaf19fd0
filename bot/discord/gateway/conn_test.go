package gateway

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// Discord's gateway speaks TLS, and its server HTTP/2 as well, which has no WebSockets. That it is
// reached by a proxy is tested in cmd/bot.
func TestAGatewayBehindTLSIsPlayedAt(t *testing.T) {
	const press = `{"id":"10","type":3,"token":"t","member":{"user":{"id":"5"}},"message":{"id":"9",` +
		`"components":[{"type":99}]},` +
		`"data":{"custom_id":"x","component_type":2}}`
	serve := func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.URL.Path, "gw") {
			fmt.Fprintf(w, `{"url":"wss://%s/gw"}`, r.Host)
			return
		}
		c, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		for _, message := range []string{`{"op":10,"d":{"heartbeat_interval":41250}}`, "",
			`{"op":0,"s":1,"t":"READY","d":{"session_id":"s"}}`,
			`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":` + press + `,"odd":"` +
				strings.Repeat("x", 70_000) + `"}`} { // more than a short frame holds
			if message == "" {
				c.ReadMessage()
			} else if err := c.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
				t.Error(err)
			}
		}
		for err == nil { // until the bot leaves
			_, _, err = c.ReadMessage()
		}
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(serve))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	api := testAPI(t, server.URL, nil)
	api.network.TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig
	took := make(chan string, 1)
	s := &session{supervisor: &supervisor{where: &address{api: api}, shard: Shard{Of: 1},
		gateway: &Gateway{API: api, Took: func(raw json.RawMessage, _ time.Duration) { took <- string(raw) }}}}
	c, err := s.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := <-took; got != press {
		t.Errorf("the press is %s", got)
	}
	c.leave()
}
