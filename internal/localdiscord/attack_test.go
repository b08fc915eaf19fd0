package localdiscord

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Another site may be able to make its own name mean this machine, or send what
// needs no permission: nothing of local Discord answers it, nor keeps what it sent.
func TestNothingAnswersAnotherSite(t *testing.T) {
	s := New(Config{KeepRequests: 100})
	defer s.Close()
	s.Handle("/", http.NotFoundHandler())
	for _, path := range []string{
		"/", "/app.js", "/playground/world", "/api/v9/gateway", "/api/v9/users/@me", "/gateway",
		"/attachments/1/2/x.png",
	} {
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
			{"[::1]:8421", "Origin", "http://[::1]:8422"},
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
					t.Errorf("%s %s of %s with %s %s: %d", method, path, c.host, c.header, c.value,
						w.Code)
				}
			}
		}
	}
	if kept := s.Requests(); len(kept) != 0 {
		t.Errorf("%d requests are kept", len(kept))
	}
	for _, own := range []string{"127.0.0.1:8421", "localhost:8421", "[::1]:8421"} {
		r := httptest.NewRequest("GET", "/api/v9/gateway", nil)
		r.Host = own
		r.Header.Set("Origin", "http://"+own)
		w := httptest.NewRecorder()
		if s.Handler().ServeHTTP(w, r); w.Code != 200 {
			t.Errorf("the page of %s is answered with %d", own, w.Code)
		}
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
