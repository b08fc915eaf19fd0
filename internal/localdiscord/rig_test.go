package localdiscord

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// bubble runs f in a synctest bubble with a server on a pipe, and waits until
// everything has ended.
func bubble(t *testing.T, c Config, f func(*testing.T, *Server, *PipeListener)) {
	synctest.Test(t, func(t *testing.T) {
		PassEpoch()
		s := New(c)
		l := NewPipeListener()
		go s.Serve(l)
		f(t, s, l)
		if err := s.Close(); err != nil {
			t.Error("Close:", err)
		}
		time.Sleep(time.Hour)
	})
}

// blackjack is a command with one of most things.
const blackjack = `[{"name":"blackjack","description":"Play","options":[
	{"type":4,"name":"bet","description":"Chips","min_value":1,"max_value":1000,
		"autocomplete":true},
	{"type":5,"name":"private","description":"Only you see it"}]},
	{"name":"stats","description":"Numbers","options":[
	{"type":6,"name":"player","description":"Who","required":true},
	{"type":3,"name":"kind","description":"Which","choices":[{"name":"All","value":"all"}]}]},
	{"name":"admin","description":"Admins","default_member_permissions":"8"},
	{"name":"guildonly","description":"No DM","contexts":[0]}]`

// call makes a REST request without a network and returns status and body.
func (s *Server) do(t *testing.T, method, path, body string) (int, map[string]any) {
	t.Helper()
	r := httptest.NewRequest(method, "http://127.0.0.1/api/v9"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bot "+s.Token())
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	var answer map[string]any
	if b := bytes.TrimSpace(w.Body.Bytes()); len(b) > 0 && b[0] == '{' {
		if err := json.Unmarshal(b, &answer); err != nil {
			t.Fatalf("%s %s answered no JSON: %s", method, path, b)
		}
	}
	return w.Code, answer
}

// register registers commands.
func (s *Server) register(t *testing.T, commands string) {
	t.Helper()
	code, body := s.do(t, "PUT", "/applications/"+s.Application().ID.String()+"/commands", commands)
	if code != 200 {
		t.Fatalf("registering: %d %v", code, body)
	}
}

// answer answers i with body.
func (s *Server) answer(t *testing.T, i *Interaction, body string) (int, map[string]any) {
	t.Helper()
	return s.do(t, "POST", "/interactions/"+i.ID.String()+"/"+i.Token+"/callback", body)
}

// within is a context that does not outlive the test's patience.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
