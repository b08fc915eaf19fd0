package main

import (
	"net"
	"strings"
	"testing"
)

func TestThePlaygroundIsForThisMachine(t *testing.T) {
	for address, says := range map[string]string{
		"192.168.0.7:8421":  "for this machine only",
		"[2001:db8::1]:80":  "for this machine only",
		"evil.example:8421": "for this machine only",
		"8421":              "is not an address",
	} {
		fails(t, nil, exitUsage, says, "playground", "--listen", address)
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
	p := start(t, nil, "playground", "--listen", "0.0.0.0:0")
	p.out.says(t, "http://127.0.0.1:")
	if status := p.stop(); status != exitOK ||
		!strings.Contains(p.log.String(), "can play as anybody") {
		t.Errorf("the playground ends with %d and says %q", status, p.log)
	}
}
