package main

import (
	"context"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"
)

func TestThePlaygroundIsForThisMachine(t *testing.T) {
	for address, says := range map[string]string{
		"192.168.0.7:8421":  "for this machine only",
		"[2001:db8::1]:80":  "for this machine only",
		"evil.example:8421": "for this machine only",
		"8421":              "is not an address",
	} {
		status, out, text := command(t.Context(), "", "playground", "--listen", address)
		if status != exitUsage || out != "" || !strings.Contains(text, says) {
			t.Errorf("--listen %s ends with %d, prints %q and says %s", address, status, out, text)
		}
	}
	for address, want := range map[string]string{"127.0.0.1": "127.0.0.1", "::1": "[::1]",
		"0.0.0.0": "127.0.0.1", "::": "127.0.0.1"} {
		url, open := reachable(&net.TCPAddr{IP: net.ParseIP(address), Port: 80})
		if url != "http://"+want+":80" || open != (address == "0.0.0.0" || address == "::") {
			t.Errorf("at %s the playground is %s, open: %t", address, url, open)
		}
	}
}

func TestAPlaygroundOnEveryInterfaceWorksAndWarns(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	out, said := &lines{found: make(chan string, 1)}, &lines{}
	none := func(string) (string, bool) { return "", false }
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"playground", "--listen", "0.0.0.0:0"}, none,
			stdio{strings.NewReader(""), out, said})
	}()
	url := <-out.found
	stop()
	if status := <-ended; status != exitOK || !strings.HasPrefix(url, "http://127.0.0.1:") ||
		!strings.Contains(said.String(), "can play as anybody") {
		t.Errorf("the playground at %s ends with %d and says %q", url, status, said)
	}
}

// lines keeps what the playground prints, which its log and its page may at once,
// and finds the URL in it.
type lines struct {
	mu    sync.Mutex
	text  string
	found chan string
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text
}

var address = regexp.MustCompile(`http://\S+`)

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text += string(b)
	if url := address.FindString(l.text); url != "" {
		select {
		case l.found <- url:
		default:
		}
	}
	return len(b), nil
}
