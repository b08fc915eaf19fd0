package playground

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// What a page sends is bounded, and costs no more than its size.
func TestThePageIsNotDrownedInWhatItIsSent(t *testing.T) {
	s := open(t)
	s.register(t)
	as, room := s.People()[0].ID, s.Channel("blackjack").ID
	option := `{"name":"bet","value":1},`
	nested := strings.Repeat(`{"name":"a","options":[`, 20_000) + strings.Repeat(`]}`, 20_000)
	for name, body := range map[string]string{
		"too long": `{"as":"` + as.String() + `","content":"` + strings.Repeat("x", 1<<20) +
			`"}`,
		"a long name": fmt.Sprintf(`{"as":%q,"channel":%q,"name":%q}`, as, room,
			strings.Repeat("x", 900_000)),
		"many options": fmt.Sprintf(`{"as":%q,"channel":%q,"name":"blackjack","options":[%s{}]}`,
			as, room, strings.Repeat(option, 40_000)),
		"nested options": fmt.Sprintf(`{"as":%q,"channel":%q,"name":"blackjack","options":[%s]}`,
			as, room, nested),
		"no object":    `[1]`,
		"a wrong type": `{"as":[]}`,
		"nothing":      ``,
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
	s := open(t)
	for _, path := range []string{
		"/../api.go", "/..%2fapi.go", "/%2e%2e/api.go", "/_test/fake_dom.js", "/page/app.js",
		"/.env", "/app.js/",
		"//etc/passwd", "/app.css%00.js", "/package.json", `/..\events.go`,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = "127.0.0.1"
		r.URL.Opaque, r.URL.Path, r.URL.RawPath = "", path, ""
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code == 200 || strings.Contains(w.Body.String(), "package playground") {
			t.Errorf("GET %s: %d\n%.100s", path, w.Code, w.Body)
		}
	}
}
