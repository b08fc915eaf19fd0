package main

import (
	"bufio"
	"bytes"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"holecard/internal/localdiscord"
)

// elsewhere is the host by which a proxy reaches local Discord: Go goes to loopback addresses
// without a proxy.
const elsewhere = "discord.test"

// proxy forwards what is for elsewhere to an address, and notes who asked for what.
type proxy struct {
	mu   sync.Mutex
	to   string
	seen map[string]bool
}

// forwards sets the address that it forwards to.
func (p *proxy) forwards(to string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = to
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.seen[r.Method+" "+r.Host+" "+r.Header.Get("Proxy-Authorization")] = true
	to := p.to
	p.mu.Unlock()
	if r.Method != http.MethodConnect {
		r.URL.Scheme, r.URL.Host, r.Host, r.RequestURI = "http", to, to, ""
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer resp.Body.Close()
		for name := range resp.Header {
			w.Header().Set(name, resp.Header.Get(name))
		}
		w.Header().Del("Content-Length")
		w.WriteHeader(resp.StatusCode)
		body, _ := io.ReadAll(resp.Body)
		w.Write(bytes.ReplaceAll(body, []byte(to), []byte(elsewhere+":80")))
		return
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	back, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer back.Close()
	io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
	in := bufio.NewReader(conn)
	upgrade, err := http.ReadRequest(in)
	if err != nil {
		return
	}
	upgrade.Host = to
	upgrade.Write(back)
	go func() {
		io.Copy(back, in)
		back.Close()
	}()
	io.Copy(conn, back)
}

// The bot reaches Discord's REST interface and its gateway through the proxy that the environment
// names. Doctor shows it, without its password.
func TestDiscordIsReachedThroughAProxy(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"http", "https"} {
		t.Run(scheme, func(t *testing.T) {
			t.Parallel() // most of it is starting
			p := &proxy{seen: map[string]bool{}}
			server := httptest.NewUnstartedServer(p)
			if scheme == "https" {
				server.StartTLS()
			} else {
				server.Start()
			}
			defer server.Close()
			trusted := ""
			if c := server.Certificate(); c != nil {
				text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})
				trusted = write(t, t.TempDir(), "certificate", string(text))
			}
			at := server.Listener.Addr().String()
			b := startChild(t, localdiscord.Config{}, func(cmd *exec.Cmd) {
				for _, v := range cmd.Env {
					if url, ok := strings.CutPrefix(v, "DISCORD_API_URL=http://"); ok {
						to, _, _ := strings.Cut(url, "/")
						p.forwards(to)
					}
				}
				cmd.Env = append(cmd.Env, "DISCORD_API_URL=http://"+elsewhere+"/api/v9",
					"HTTP_PROXY="+scheme+"://ada:hunter2@"+at, "HTTPS_PROXY=", "NO_PROXY=other.test",
					"SSL_CERT_FILE="+trusted)
			})
			b.ready(t)
			doctor := exec.Command(b.cmd.Path, "doctor")
			doctor.Args[0], doctor.Dir, doctor.Env = "holecard", b.folder, b.cmd.Env
			out, _ := doctor.CombinedOutput()
			b.finish(t)
			for _, want := range []string{"HTTP_PROXY is " + scheme + "://" + at +
				", NO_PROXY is other.test.", "Discord takes it.", "is connected and well."} {
				if !strings.Contains(string(out), want) {
					t.Errorf("doctor says no %q:\n%s", want, out)
				}
			}
			if strings.Contains(string(out), "hunter2") {
				t.Errorf("doctor shows a password:\n%s", out)
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			login := "Basic YWRhOmh1bnRlcjI="
			for _, want := range []string{"GET discord.test " + login, "CONNECT discord.test:80 " +
				login} {
				if !p.seen[want] {
					t.Errorf("it goes not by %q, but %v", want, p.seen)
				}
			}
		})
	}
}
