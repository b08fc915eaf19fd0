package bot

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

func testTransport(t *testing.T, base string) *http.Client {
	t.Helper()
	u, err := parseAPIURL(base)
	if err != nil {
		t.Fatal(err)
	}
	network := newNetwork(dialNetwork)
	t.Cleanup(network.CloseIdleConnections)
	return (&transport{base: u, next: network, life: t.Context()}).client()
}

func TestRequestsGoToTheConfiguredBaseOnly(t *testing.T) {
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { got = r.URL.RequestURI() }))
	defer server.Close()
	for _, test := range []struct{ url, want string }{
		{"https://discord.com/api/v9/gateway", "/proxy/v8/gateway"},
		{"https://discord.com/api/v9/interactions/1/a%2Fb%3F/callback?x=1", "/proxy/v8/interactions/1/a%2Fb%3F/callback?x=1"},
		{"https://discord.com/api/v10/gateway", ""},
		{"https://discord.com/", ""},
		{"http://discord.com/api/v9/gateway", ""},
		{"https://discord.com.evil.example/api/v9/gateway", ""},
		{"https://cdn.discordapp.com/api/v9/gateway", ""},
		{server.URL + "/proxy/v8/gateway", ""},
	} {
		got = ""
		resp, err := testTransport(t, server.URL+"/proxy/v8/").Get(test.url)
		if err == nil {
			resp.Body.Close()
		}
		if got != test.want || (test.want == "") != errors.Is(err, errForeignHost) {
			t.Errorf("%s arrived as %q (%v), want %q", test.url, got, err, test.want)
		}
	}
}

func TestNoRedirectIsFollowed(t *testing.T) {
	arrived := 0
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arrived++
		http.Redirect(w, r, server.URL+"/elsewhere", http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	resp, err := testTransport(t, server.URL).Post("https://discord.com/api/v9/x", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if arrived != 1 || resp.StatusCode != http.StatusTemporaryRedirect {
		t.Errorf("%d requests and status %d, want one and the redirect itself", arrived, resp.StatusCode)
	}
}

func TestNothingThatHangsHoldsARequestForEver(t *testing.T) {
	for name, serve := range map[string]func(net.Conn){
		"no answer":     func(c net.Conn) { io.Copy(io.Discard, c) },
		"half a header": func(c net.Conn) { io.WriteString(c, "HTTP/1.1 200 OK\r\nX-"); io.Copy(io.Discard, c) },
		"half a body": func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")
			io.Copy(io.Discard, c)
		},
		"a body that drips": func(c net.Conn) {
			go io.Copy(io.Discard, c)
			io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
			for {
				if _, err := io.WriteString(c, " "); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				network := newNetwork(func(context.Context, string, string) (net.Conn, error) {
					ours, theirs := net.Pipe()
					go serve(theirs)
					return ours, nil
				})
				defer network.CloseIdleConnections()
				r := &rest{token: fakeToken, session: newSession(fakeToken, (&transport{
					base: &url.URL{Scheme: "http", Host: "discord.invalid"}, next: network, life: t.Context(),
				}).client())}
				began := time.Now()
				_, err := r.request(t.Context(), http.MethodGet, "webhooks/1/secret", content{})
				if took := time.Since(began); err == nil || took > requestTimeout || strings.Contains(err.Error(), "secret") {
					t.Errorf("request = %v after %v", err, took)
				}
				time.Sleep(time.Minute) // the server's side ends
			})
		})
	}
}

func TestAnAnswerIsReadToALimit(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write(make([]byte, answerLimit+1000))
	}))
	defer server.Close()
	resp, err := testTransport(t, server.URL).Get("https://discord.com/api/v9/x")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || len(body) != answerLimit {
		t.Errorf("read %d bytes (%v), want %d", len(body), err, answerLimit)
	}
}

func TestOnlyUsableBaseURLsAreTaken(t *testing.T) {
	for text, good := range map[string]bool{
		DefaultAPIURL: true, "http://127.0.0.1:8080/api": true, "http://[::1]:80": true,
		"": false, "discord.com/api": false, "ftp://x/": false, "https://": false, "http://user:password@host/": false, "http://x?y": false, "http://x#y": false, "http://\x00": false,
	} {
		if _, err := parseAPIURL(text); (err == nil) != good {
			t.Errorf("parseAPIURL(%q) = %v", text, err)
		}
	}
}

func TestTokensAreTakenOutOfTexts(t *testing.T) {
	for text, want := range map[string]string{
		`Post "https://discord.com/api/v9/interactions/12/aW50.x-_/callback": EOF`: `Post "https://discord.com/api/v9/interactions/12/[token]/callback": EOF`,
		`POST webhooks/12/aW50?wait=true: HTTP 404`:                                `POST webhooks/12/[token]?wait=true: HTTP 404`,
		`Post "http://x/webhooks/12/abc": dial`:                                    `Post "http://x/webhooks/12/[token]": dial`,
		"Bot " + fakeToken + " and " + fakeToken:                                   "Bot [token] and [token]",
		"nothing to hide":                                                          "nothing to hide",
	} {
		if got := redactText(text, fakeToken); got != want {
			t.Errorf("redactText(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestATokenThatNoHeaderCanCarryIsRefused(t *testing.T) {
	for _, token := range []string{"", " ", "Bot ", "a b", "a\nb", "tokén", "Bot a\x00"} {
		if _, err := newDiscord(echo(), nil, nil, Options{Token: token}); !errors.Is(err, ErrBadToken) {
			t.Errorf("token %q: %v, want ErrBadToken", token, err)
		}
	}
	for _, token := range []string{"abc.def-_g", " Bot abc\n"} {
		if _, err := newDiscord(echo(), nil, nil, Options{Token: token}); err != nil {
			t.Errorf("token %q: %v", token, err)
		}
	}
}
