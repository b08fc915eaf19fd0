package gateway

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// DefaultURL is where Discord itself answers REST requests.
const DefaultURL = "https://discord.com/api/v9"

// How long the parts of a request may take. A server that hangs never holds
// the bot up for longer.
const (
	connectTimeout = 5 * time.Second
	headerTimeout  = 8 * time.Second
	requestTimeout = 10 * time.Second
)

// answerLimit bounds the bytes that are read of any answer.
const answerLimit = 4 << 20

// mostIdle is how many connections are kept for the next requests: a burst of
// answers and refusals must not open and close connections all the time.
const mostIdle = 512

// DialFunc opens a network connection, as [net.Dialer.DialContext] does.
type DialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// parseURL checks an operator's base URL.
func parseURL(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(text, "/"))
	// which cites the text, and there may be a password in it; so it is not cited below either
	if err != nil {
		return nil, fmt.Errorf("DISCORD_API_URL is not a URL: it takes one such as %s", DefaultURL)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil ||
		u.RawQuery != "" || u.Fragment != "" {
		return nil,
			fmt.Errorf("DISCORD_API_URL takes http or https with a host, without user, query "+
				"and fragment, such as %s", DefaultURL)
	}
	return u, nil
}

// transport carries requests over dialled connections. It returns a [*Refusal]
// as an error, which discordgo passes on: of its own it fails requests that
// succeeded with a status or a header that it does not know, loses the status of
// others, and sleeps by what headers say without regard to any context. No
// redirect is followed: none is a part of Discord's API, and one followed would
// carry the token to another place.
type transport struct {
	*http.Transport
	next http.RoundTripper // the same, but in tests
}

func newTransport(dial DialFunc) *transport {
	var proxy func(*http.Request) (*url.URL, error) // none where connections are given
	if dial == nil {
		dial = (&net.Dialer{Timeout: connectTimeout}).DialContext
		proxy = http.ProxyFromEnvironment
	}
	network := &http.Transport{
		Proxy:                 proxy,
		DialContext:           dial,
		ForceAttemptHTTP2:     true,
		TLSHandshakeTimeout:   connectTimeout,
		ResponseHeaderTimeout: headerTimeout,
		IdleConnTimeout:       90 * time.Second,
		MaxIdleConns:          mostIdle,
		MaxIdleConnsPerHost:   mostIdle,
		// A connection that died in silence is found by a ping, not by everyone's timeout.
		HTTP2: &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second},
	}
	return &transport{network, network}
}

// RoundTrip implements [http.RoundTripper].
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(resp.Body, answerLimit), resp.Body}
	if resp.StatusCode/100 != 2 || isPage(resp) {
		defer resp.Body.Close()
		return nil, newRefusal(resp)
	}
	resp.StatusCode = http.StatusOK
	for name := range resp.Header {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			resp.Header.Del(name)
		}
	}
	return resp, nil
}
