package localdiscord

import (
	"net/http/httptest"
	"strings"
	"testing"
)

func TestTextsByLocaleAreListedForThoseWhoAskForThem(t *testing.T) {
	s := New(Config{})
	t.Cleanup(func() { s.Close() })
	path := "/applications/" + s.Application().ID.String() + "/commands"
	code, body := s.do(t, "PUT", path, `[{"name":"a","description":"A",
		"description_localizations":{"de":"Ä"},"options":[{"type":3,"name":"o","description":"O",
		"description_localizations":{"de":"Ö"},"choices":[{"name":"U","value":"u",
		"name_localizations":{"de":"Ü"}}]}]}]`)
	if code != 200 {
		t.Fatal(code, body)
	}
	list := func(query string) string {
		r := httptest.NewRequest("GET", "http://127.0.0.1/api/v9"+path+query, nil)
		r.Header.Set("Authorization", "Bot "+s.Token())
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Body.String()
	}
	for _, query := range []string{"", "?with_localizations=false"} {
		if got := list(query); strings.Contains(got, "_localizations") ||
			!strings.Contains(got, `"U"`) {
			t.Errorf("%s lists %s", query, got)
		}
	}
	got := list("?with_localizations=true")
	for _, want := range []string{`{"de":"Ä"}`, `{"de":"Ö"}`, `{"de":"Ü"}`,
		`"name_localizations":null`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
}
