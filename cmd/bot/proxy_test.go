package main

import (
	"bytes"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"holecard/internal/localdiscord"
)

// elsewhere is the host by which a proxy reaches local Discord: Go goes to loopback addresses
// without a proxy. The certificate of a test's server is for it.
const elsewhere = "example.com"

// proxy tunnels to elsewhere, and notes who asked for what.
type proxy struct {
	elsewhere *httptest.Server
	discord   atomic.Pointer[httputil.ReverseProxy]
	mu        sync.Mutex
	seen      map[string]bool
}

// forwards sets the address of local Discord, which speaks no TLS.
func (p *proxy) forwards(to string) {
	discord := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: to})
	}}
	discord.ModifyResponse = func(resp *http.Response) error {
		if resp.StatusCode == http.StatusSwitchingProtocols {
			return nil
		}
		body, err := io.ReadAll(resp.Body)
		body = bytes.ReplaceAll(body, []byte("ws://"+to), []byte("wss://"+elsewhere))
		resp.Body = io.NopCloser(bytes.NewReader(body))
		resp.Header.Set("Content-Length", strconv.Itoa(len(body)))
		return err
	}
	p.discord.Store(discord)
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.seen[r.Method+" "+r.Host+" "+r.Header.Get("Proxy-Authorization")] = true
	p.mu.Unlock()
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	back, err := net.Dial("tcp", p.elsewhere.Listener.Addr().String())
	if err != nil {
		return
	}
	defer back.Close()
	io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
	go func() {
		io.Copy(back, conn)
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
			p.elsewhere = httptest.NewTLSServer(http.HandlerFunc(
				func(w http.ResponseWriter, r *http.Request) { p.discord.Load().ServeHTTP(w, r) }))
			defer p.elsewhere.Close()
			server := httptest.NewUnstartedServer(p)
			if scheme == "https" {
				server.StartTLS()
			} else {
				server.Start()
			}
			defer server.Close()
			trusted := write(t, t.TempDir(), "certificate", string(pem.EncodeToMemory(
				&pem.Block{Type: "CERTIFICATE", Bytes: p.elsewhere.Certificate().Raw})))
			at := server.Listener.Addr().String()
			b := startChild(t, localdiscord.Config{}, func(cmd *exec.Cmd) {
				for _, v := range cmd.Env {
					if url, ok := strings.CutPrefix(v, "DISCORD_API_URL=http://"); ok {
						to, _, _ := strings.Cut(url, "/")
						p.forwards(to)
					}
				}
				cmd.Env = append(cmd.Env, "DISCORD_API_URL=https://"+elsewhere+"/api/v9",
					"HTTPS_PROXY="+scheme+"://ada:hunter2@"+at, "HTTP_PROXY=", "NO_PROXY=other.test",
					"SSL_CERT_FILE="+trusted)
			})
			b.ready(t)
			doctor := exec.Command(b.cmd.Path, "doctor")
			doctor.Args[0], doctor.Dir, doctor.Env = "holecard", b.folder, b.cmd.Env
			out, _ := doctor.CombinedOutput()
			b.finish(t)
			for _, want := range []string{"HTTPS_PROXY is " + scheme + "://" + at +
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
			if want := "CONNECT " + elsewhere + ":443 Basic YWRhOmh1bnRlcjI="; !p.seen[want] {
				t.Errorf("it goes not by %q, but %v", want, p.seen)
			}
		})
	}
}
