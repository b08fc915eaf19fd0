package main

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"holecard/internal/localdiscord"
)

// freePort returns an address of this machine at which nobody listens.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// get returns the status of a page, 0 where nobody answers, and its text.
func get(url string) (int, string) {
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Get(url)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(text)
}

func TestABotServesOverHTTPUntilItHasLeft_long(t *testing.T) {
	at := freePort(t)
	server, env := atDiscord(t, localdiscord.Config{})
	env["DISCORD_TOKEN"], env["DATABASE"] = server.Token(), "memory:"
	env["DISCORD_PUBLIC_KEY"] = server.PublicKey()
	bot := start(t, env, "serve", "--http", at, "--leave", "3s")
	if err := server.AwaitCommands(t.Context(), "blackjack"); err != nil {
		t.Fatal(err)
	}
	for status := 0; status != http.StatusOK; status, _ = get("http://" + at + "/readyz") {
		time.Sleep(10 * time.Millisecond)
	}
	if status, text := get("http://" + at + "/healthz"); status != http.StatusOK {
		t.Errorf("/healthz: %d %s", status, text)
	}
	if status, _ := get("http://" + at + "/interactions"); status != http.StatusNotFound &&
		status != http.StatusMethodNotAllowed {
		t.Errorf("GET /interactions: %d", status)
	}
	url := "http://" + at + "/interactions"
	if err := server.Probe(t.Context(), url, nil); err != nil {
		t.Error(err)
	}
	server.SetDelivery(localdiscord.Delivery{Endpoints: []string{url}})
	ada := server.As(server.People()[0])
	plays := func() {
		t.Helper()
		a, err := ada.Do(t.Context(), server.Channel("blackjack").ID, "balance")
		if err != nil || a.Message == nil || !strings.Contains(string(a.Body), "chips") {
			t.Errorf("/balance: %v %s", err, a.Body)
		}
	}
	plays()
	go bot.stop()
	status, text := get("http://" + at + "/readyz")
	for ; status == http.StatusOK; status, text = get("http://" + at + "/readyz") {
		time.Sleep(10 * time.Millisecond)
	}
	if status != http.StatusServiceUnavailable || !strings.Contains(text, "not ready") {
		t.Errorf("first /readyz says %d %s, want 503 while requests are still answered", status,
			text)
	}
	plays()
	if status := bot.stop(); status != exitOK {
		t.Errorf("it ends with %d and says %s", status, bot.log)
	}
	if status, _ := get("http://" + at + "/readyz"); status != 0 {
		t.Errorf("after the end /readyz says %d", status)
	}
}

func TestAnEndpointTakesTheKeyOfItsApplicationAlone(t *testing.T) {
	server, env := atDiscord(t, localdiscord.Config{})
	env["DISCORD_TOKEN"], env["DATABASE"] = server.Token(), "memory:"
	for key, want := range map[string]struct {
		status int
		says   string
	}{
		"":                       {exitUsage, "there is no DISCORD_PUBLIC_KEY"},
		"0f":                     {exitUsage, "DISCORD_PUBLIC_KEY takes the 64 hex digits"},
		strings.Repeat("zz", 32): {exitUsage, "DISCORD_PUBLIC_KEY takes the 64 hex digits"},
		strings.Repeat("00", 32): {exitFailed, "DISCORD_PUBLIC_KEY is not the key of the " +
			"application that DISCORD_TOKEN belongs to"},
	} {
		env["DISCORD_PUBLIC_KEY"] = key
		status, _, said := holecard(t, env, "serve", "--http", "127.0.0.1:0", "--leave", "0s")
		if status != want.status || !strings.Contains(said, want.says) {
			t.Errorf("with the key %q it ends with %d and says %s", key, status, said)
		}
	}
}
