package localdiscord

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Another site may be able to make its own name mean this machine, or send what
// needs no permission: nothing of local Discord answers it, nor keeps what it sent.
func TestNothingAnswersAnotherSite(t *testing.T) {
	s := New(Config{KeepRequests: 100})
	defer s.Close()
	for _, path := range []string{"/", "/app.js", "/playground/world", "/playground/events?as=1", "/api/v9/gateway", "/api/v9/users/@me", "/gateway", "/attachments/1/2/x.png", "/nothing"} {
		for _, c := range []struct{ host, header, value string }{
			{"evil.example:8421", "", ""},
			{"127.0.0.1.evil.example", "", ""},
			{"localhost.", "", ""},
			{"192.168.0.1:8421", "", ""},
			{"0.0.0.0:8421", "", ""},
			{"", "", ""},
			{"127.0.0.1:8421", "Origin", "http://evil.example"},
			{"127.0.0.1:8421", "Origin", "http://localhost:8421"},
			{"127.0.0.1:8421", "Origin", "https://127.0.0.1:8421"},
			{"127.0.0.1:8421", "Origin", "null"},
			{"127.0.0.1:8421", "Sec-Fetch-Site", "cross-site"},
		} {
			for _, method := range []string{"GET", "POST", "OPTIONS"} {
				r := httptest.NewRequest(method, path, strings.NewReader("x"))
				r.Host = c.host
				r.Header.Set("Authorization", "Bot "+s.Token())
				if c.header != "" {
					r.Header.Set(c.header, c.value)
				}
				w := httptest.NewRecorder()
				s.Handler().ServeHTTP(w, r)
				if w.Code != 403 || w.Header().Get("Access-Control-Allow-Origin") != "" {
					t.Errorf("%s %s of %s with %s %s: %d", method, path, c.host, c.header, c.value, w.Code)
				}
			}
		}
	}
	if kept := s.Requests(); len(kept) != 0 {
		t.Errorf("%d requests are kept", len(kept))
	}
}

func TestNobodyGuessesTheToken(t *testing.T) {
	one, other := New(Config{}), New(Config{})
	defer one.Close()
	defer other.Close()
	if one.Token() == other.Token() || len(one.Token()) < 32 {
		t.Errorf("the tokens are %s and %s", one.Token(), other.Token())
	}
}

// What a page sends is bounded, and costs no more than its size.
func TestThePageIsNotDrownedInWhatItIsSent(t *testing.T) {
	s := New(Config{})
	defer s.Close()
	s.register(t, blackjack)
	as, room := s.People()[0].ID, s.Channel("blackjack").ID
	option := `{"name":"bet","value":1},`
	nested := strings.Repeat(`{"name":"a","options":[`, 20_000) + strings.Repeat(`]}`, 20_000)
	for name, body := range map[string]string{
		"too long":       `{"as":"` + as.String() + `","content":"` + strings.Repeat("x", 1<<20) + `"}`,
		"a long name":    fmt.Sprintf(`{"as":%q,"channel":%q,"name":%q}`, as, room, strings.Repeat("x", 900_000)),
		"many options":   fmt.Sprintf(`{"as":%q,"channel":%q,"name":"blackjack","options":[%s{}]}`, as, room, strings.Repeat(option, 40_000)),
		"nested options": fmt.Sprintf(`{"as":%q,"channel":%q,"name":"blackjack","options":[%s]}`, as, room, nested),
		"no object":      `[1]`,
		"a wrong type":   `{"as":[]}`,
		"nothing":        ``,
	} {
		r := httptest.NewRequest("POST", "/playground/command", strings.NewReader(body))
		r.Host = "127.0.0.1"
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		begun := time.Now()
		s.Handler().ServeHTTP(w, r)
		if w.Code != 400 || w.Body.Len() > 2000 {
			t.Errorf("%s: %d and %d bytes, in %v", name, w.Code, w.Body.Len(), time.Since(begun))
		}
	}
}

func TestNoFileBesideThePageIsServed(t *testing.T) {
	s := New(Config{})
	defer s.Close()
	for _, path := range []string{"/../pageapi.go", "/..%2fpageapi.go", "/%2e%2e/pageapi.go", "/_test/fake_dom.js", "/page/app.js", "/.env", "/app.js/", "//etc/passwd", "/app.css%00.js", "/package.json", `/..\config.go`} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = "127.0.0.1"
		r.URL.Opaque, r.URL.Path, r.URL.RawPath = "", path, ""
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code == 200 || strings.Contains(w.Body.String(), "package localdiscord") {
			t.Errorf("GET %s: %d\n%.100s", path, w.Code, w.Body)
		}
	}
}
