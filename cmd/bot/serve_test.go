package main

import (
	"context"
	"encoding/hex"
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
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := localdiscord.New(localdiscord.Config{})
	go server.Serve(listener)
	defer server.Close()
	at := freePort(t)
	env := map[string]string{"DISCORD_TOKEN": server.Token(), "DATABASE": "memory:",
		"DISCORD_API_URL":    "http://" + listener.Addr().String() + "/api/v9",
		"DISCORD_PUBLIC_KEY": server.PublicKey()}
	lookup := func(name string) (string, bool) { value, set := env[name]; return value, set }
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan int, 1)
	var out, log strings.Builder
	go func() {
		ended <- run(ctx, []string{"serve", "--http", at, "--leave", "3s"}, lookup,
			stdio{strings.NewReader(""), &out, &log})
	}()
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
	stop()
	status, text := get("http://" + at + "/readyz")
	for ; status == http.StatusOK; status, text = get("http://" + at + "/readyz") {
		time.Sleep(10 * time.Millisecond)
	}
	if status != http.StatusServiceUnavailable || !strings.Contains(text, "not ready") {
		t.Errorf("first /readyz says %d %s, want 503 while requests are still answered", status,
			text)
	}
	plays()
	if status := <-ended; status != exitOK {
		t.Errorf("it ends with %d and says %s", status, &log)
	}
	if status, _ := get("http://" + at + "/readyz"); status != 0 {
		t.Errorf("after the end /readyz says %d", status)
	}
}

// refuses runs holecard serve, which must end by itself, and returns how it ends.
func refuses(t *testing.T, env map[string]string, address string) (status int, said string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	lookup := func(name string) (string, bool) { value, set := env[name]; return value, set }
	var log strings.Builder
	status = run(ctx, []string{"serve", "--http", address, "--leave", "0s"}, lookup,
		stdio{strings.NewReader(""), io.Discard, &log})
	return status, log.String()
}

func TestWhatAnEndpointLacksIsSaidBeforeThereIsADatabase(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	key := strings.Repeat("0f", 32)
	for _, test := range []struct {
		key, http, want string
		status          int
	}{
		{"", "127.0.0.1:0", "there is no DISCORD_PUBLIC_KEY", exitUsage},
		{"0f", "127.0.0.1:0", "DISCORD_PUBLIC_KEY takes the 64 hex digits", exitUsage},
		{strings.Repeat("zz", 32), "127.0.0.1:0", "DISCORD_PUBLIC_KEY takes the 64 hex digits",
			exitUsage},
		{key, "8080", "--http takes an address with a port", exitUsage},
		{key, "127.0.0.1:", "--http takes an address with a port", exitUsage},
		{key, taken.Addr().String(), "address already in use: give a free address", exitFailed},
		{key, "203.0.113.1:80", "give a free address of this machine", exitFailed},
	} {
		status, said := refuses(t, map[string]string{"DISCORD_TOKEN": "token",
			"DATABASE": "memory:", "DISCORD_PUBLIC_KEY": test.key}, test.http)
		if status != test.status || !strings.Contains(said, test.want) {
			t.Errorf("%+v: it ends with %d and says %s", test, status, said)
		}
	}
}

func TestAnotherApplicationsKeyIsRefused(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := localdiscord.New(localdiscord.Config{})
	go server.Serve(listener)
	defer server.Close()
	status, said := refuses(t, map[string]string{"DISCORD_TOKEN": server.Token(),
		"DATABASE": "memory:", "DISCORD_API_URL": "http://" + listener.Addr().String() + "/api/v9",
		"DISCORD_PUBLIC_KEY": hex.EncodeToString(make([]byte, 32))}, "127.0.0.1:0")
	if status != exitFailed || !strings.Contains(said, "DISCORD_PUBLIC_KEY is not the key of the "+
		"application that DISCORD_TOKEN belongs to") {
		t.Errorf("it ends with %d and says %s", status, said)
	}
}
