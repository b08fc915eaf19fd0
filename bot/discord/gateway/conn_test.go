package gateway

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Discord's gateway speaks TLS, for which discordgo would take a dialer of its own, and may be
// reached by a proxy.
func TestAGatewayBehindTLSAndAProxyIsPlayedAt(t *testing.T) {
	const press = `{"id":"10","type":3,"token":"t","member":{"user":{"id":"5"}},"message":{"id":"9",` +
		`"content":"a message that is longer than those that are looked at, and of which the typed ` +
		`interaction has the id alone, because nobody reads the others","components":[{"type":99}]},` +
		`"data":{"custom_id":"x","component_type":2}}`
	var server *httptest.Server
	server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.URL.Path, "gw") {
			fmt.Fprintf(w, `{"url":"wss%s/gw"}`, strings.TrimPrefix(server.URL, "https"))
			return
		}
		up := websocket.Upgrader{}
		c, err := up.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		for _, message := range []string{`{"op":10,"d":{"heartbeat_interval":41250}}`, "",
			`{"op":0,"s":1,"t":"READY","d":{"session_id":"s"}}`,
			`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":` + press + `}`, ""} {
			if message == "" {
				c.ReadMessage()
			} else if err := c.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
				t.Error(err)
			}
		}
	}))
	server.EnableHTTP2 = true // which has no WebSockets
	server.StartTLS()
	defer server.Close()
	api, err := NewAPI("token", server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	api.network.TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig
	connected := make(chan string, 10)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		connected <- r.Method + " " + r.Header.Get("Proxy-Authorization")
		there, err := net.Dial("tcp", r.Host)
		if err != nil {
			t.Error(err)
			return
		}
		here, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { io.Copy(there, here); there.Close() }()
		io.Copy(here, there)
		here.Close()
	}))
	defer proxy.Close()
	by, err := url.Parse(strings.Replace(proxy.URL, "//", "//ada:hunter2@", 1))
	if err != nil {
		t.Fatal(err)
	}
	api.network.Proxy = http.ProxyURL(by)
	took := make(chan string, 1)
	s := &session{api: api, where: &address{api: api}, shards: 1,
		took: func(i *discordgo.Interaction, raw json.RawMessage, _ time.Duration) {
			data, _ := i.Data.(discordgo.MessageComponentInteractionData)
			took <- fmt.Sprint(i.ID, data.CustomID, i.Message.ID, string(raw) == press)
		}}
	c, err := s.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := <-took; got != "10x9true" {
		t.Errorf("the press is %s", got)
	}
	c.leave()
	for range 2 { // the question where it is, and the gateway itself
		if got := <-connected; got != "CONNECT Basic YWRhOmh1bnRlcjI=" {
			t.Errorf("it is reached by %q", got)
		}
	}
}
