package gateway

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const fakeToken = "fake.bot.token"

func testAPI(t *testing.T, base string, dial DialFunc) *API {
	t.Helper()
	api, err := NewAPI(fakeToken, base, dial)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(api.Close)
	return api
}

func TestRequestsGoBelowTheBaseURL(t *testing.T) {
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.URL.RequestURI()
	}))
	defer server.Close()
	api := testAPI(t, server.URL+"/proxy/v8/", nil)
	for path, want := range map[string]string{
		"gateway":                              "/proxy/v8/gateway",
		"interactions/1/a%2Fb%3F/callback?x=1": "/proxy/v8/interactions/1/a%2Fb%3F/callback?x=1",
	} {
		if _, err := api.Request(t.Context(), http.MethodGet, path, Content{}); err != nil ||
			got != want {
			t.Errorf("%s arrived as %q (%v), want %q", path, got, err, want)
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
	_, err := testAPI(t, server.URL, nil).Request(t.Context(), http.MethodPost, "x",
		Content{"application/json", []byte("{}")})
	var no *Refusal
	if arrived != 1 || !errors.As(err, &no) || no.Status != http.StatusTemporaryRedirect {
		t.Errorf("%d requests and %v, want one and the redirect itself", arrived, err)
	}
}

func TestNothingThatHangsHoldsARequestForEver(t *testing.T) {
	for name, serve := range map[string]func(net.Conn){
		"no answer": func(c net.Conn) { io.Copy(io.Discard, c) },
		"half a header": func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nX-")
			io.Copy(io.Discard, c)
		},
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
			synctest.Test(t, func(t *testing.T) {
				api := testAPI(t, "http://discord.invalid",
					func(context.Context, string, string) (net.Conn, error) {
						ours, theirs := net.Pipe()
						go serve(theirs)
						return ours, nil
					})
				began := time.Now()
				_, err := api.Request(t.Context(), http.MethodGet, "webhooks/1/secret", Content{})
				if took := time.Since(began); err == nil || took > requestTimeout ||
					strings.Contains(err.Error(), "secret") {
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
	body, err := testAPI(t, server.URL, nil).Request(t.Context(), http.MethodGet, "x", Content{})
	if err != nil || len(body) != answerLimit {
		t.Errorf("read %d bytes (%v), want %d", len(body), err, answerLimit)
	}
}

func TestOnlyUsableBaseURLsAreTaken(t *testing.T) {
	for text, good := range map[string]bool{
		DefaultURL: true, "http://127.0.0.1:8080/api": true, "http://[::1]:80": true,
		"": false, "discord.com/api": false, "ftp://x/": false, "https://": false,
		"http://user:password@host/": false, "http://x?y": false, "http://x#y": false,
		"http://\x00": false,
	} {
		if _, err := parseURL(text); (err == nil) != good {
			t.Errorf("parseURL(%q) = %v", text, err)
		}
	}
}

func TestTokensAreTakenOutOfTexts(t *testing.T) {
	for text, want := range map[string]string{
		`Post "https://discord.com/api/v9/interactions/12/aW50.x-_/callback": EOF`: `Post "https://discord.com/api/v9/interactions/12/[token]/callback": EOF`,
		`POST webhooks/12/aW50?wait=true: HTTP 404`:                                `POST webhooks/12/[token]?wait=true: HTTP 404`,
		`Post "http://x/webhooks/12/abc": dial`:                                    `Post "http://x/webhooks/12/[token]": dial`,
		"Bot " + fakeToken + " and " +
			fakeToken: "Bot [token] and [token]",
		"nothing to hide": "nothing to hide",
	} {
		if got := testAPI(t, "", nil).Redact(text); got != want {
			t.Errorf("Redact(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestATextThatCannotBeATokenIsRefused(t *testing.T) {
	for _, token := range []string{"", " ", "Bot ", "a b", "a\nb", "tokén", "Bot a\x00",
		`"abc.def.ghi"`, "'abc.def.ghi'", "<token>", "DISCORD_TOKEN=abc.def.ghi", "abc.def.ghi,",
		"${DISCORD_TOKEN}"} {
		if _, err := NewAPI(token, "", nil); !errors.Is(err, ErrMalformedToken) {
			t.Errorf("token %q: %v, want ErrMalformedToken", token, err)
		}
	}
	for _, token := range []string{"abc.def-_g", " Bot abc\n"} {
		if _, err := NewAPI(token, "", nil); err != nil {
			t.Errorf("token %q: %v", token, err)
		}
	}
}
