package gateway

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestAWebPageIsReportedByItsStatus(t *testing.T) {
	for _, page := range []struct {
		status     int
		kind, body string
		want       string
		passing    bool
		after      time.Duration
	}{
		{429, "text/html; charset=UTF-8",
			"<html><head><title>Access denied |\n discord.com used Cloudflare &amp; more</title>",
			"GET users/@me: HTTP 429: a web page instead of an answer of Discord's, “Access " +
				"denied | discord.com used Cloudflare & more”", true, 900 * time.Second},
		{502, "text/html", "<html>502",
			"GET users/@me: HTTP 502: a web page instead of an answer of Discord's", true,
			900 * time.Second},
		{200, "Text/HTML", "<title>Log in to the Wi-Fi</title>",
			"GET users/@me: HTTP 200: a web page instead of an answer of Discord's, “Log in to " +
				"the Wi-Fi”", false, 900 * time.Second},
		{429, "application/json", `{"message": "You are being rate limited.", "retry_after": 2.5}`,
			"GET users/@me: HTTP 429: You are being rate limited.", true, 2500 * time.Millisecond},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", page.kind)
			w.Header().Set("Retry-After", "900")
			w.WriteHeader(page.status)
			io.WriteString(w, page.body)
		}))
		_, err := testAPI(t, server.URL, nil).Request(t.Context(), http.MethodGet, "users/@me",
			Content{})
		var no *Refusal
		if !errors.As(err, &no) || err.Error() != page.want || no.Passing() != page.passing ||
			no.RetryAfter() != page.after {
			t.Errorf("a page with status %d: %v, want %s", page.status, err, page.want)
		}
		server.Close()
	}
}
