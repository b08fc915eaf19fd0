package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// DefaultAPIURL is where Discord itself answers REST requests.
const DefaultAPIURL = "https://discord.com/api/v9"

// errForeignHost is the refusal to send anything, a token least of all, to a
// host that the operator has not named.
var errForeignHost = errors.New("only the Discord API is ever called")

// How long the parts of a request may take. A server that hangs never holds
// the bot up for longer.
const (
	connectTimeout = 5 * time.Second
	headerTimeout  = 8 * time.Second
	requestTimeout = 10 * time.Second
)

// answerLimit bounds the bytes that are read of any answer.
const answerLimit = 4 << 20

// dialFunc opens a network connection, as [net.Dialer.DialContext] does.
type dialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// newNetwork returns what carries requests over dialled connections. The caller
// closes its idle connections in the end.
func newNetwork(dial dialFunc) *http.Transport {
	return &http.Transport{
		DialContext:           dial,
		ForceAttemptHTTP2:     true,
		TLSHandshakeTimeout:   connectTimeout,
		ResponseHeaderTimeout: headerTimeout,
		IdleConnTimeout:       90 * time.Second,
		MaxIdleConns:          pressLimits.workers,
		MaxIdleConnsPerHost:   pressLimits.workers, // a burst of answers must not open and close connections all the time
		// A connection that died in silence is found by a ping, not by everyone's timeout.
		HTTP2: &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second},
	}
}

// dialNetwork dials the real network.
func dialNetwork(ctx context.Context, network, addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: connectTimeout}
	return d.DialContext(ctx, network, addr)
}

// transport carries what discordgo addresses to discord.com to the base URL
// instead, and refuses every other address. What is under way is cut off when
// life ends, because discordgo asks for its gateway without a context.
type transport struct {
	base *url.URL
	next http.RoundTripper
	life context.Context
}

// exchange is what became of a request, where its error does not say.
type exchange struct {
	written    atomic.Bool // all of it was handed to the network
	status     int         // of the answer, 0 for none
	retryAfter time.Duration
}

// exchangeKey is the key of a request's [exchange] in its context.
type exchangeKey struct{}

// traced returns a context in which e is told when the request has been written.
func (e *exchange) traced(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(w httptrace.WroteRequestInfo) {
		if w.Err == nil {
			e.written.Store(true)
		}
	}})
}

// parseAPIURL checks an operator's base URL.
func parseAPIURL(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(text, "/"))
	if err != nil { // which cites the text, and there may be a password in it; so it is not cited below either
		return nil, fmt.Errorf("DISCORD_API_URL is not a URL: it takes one such as %s", DefaultAPIURL)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("DISCORD_API_URL takes http or https with a host, without user, query and fragment, such as %s", DefaultAPIURL)
	}
	return u, nil
}

// client returns an HTTP client that follows no redirect: none is a part of
// Discord's API, and one followed would carry the token to another place.
func (t *transport) client() *http.Client {
	return &http.Client{
		Transport:     t,
		Timeout:       requestTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// RoundTrip implements [http.RoundTripper].
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	const root = "/api/v9"
	path, inside := strings.CutPrefix(req.URL.EscapedPath(), root+"/")
	if req.URL.Scheme != "https" || req.URL.Host != "discord.com" || !inside {
		return nil, fmt.Errorf("request to %s: %w", req.URL.Host, errForeignHost)
	}
	target := *t.base
	target.RawQuery = req.URL.RawQuery
	var err error
	if target.Path, err = url.PathUnescape(t.base.EscapedPath() + "/" + path); err != nil {
		return nil, fmt.Errorf("request path: %w", err)
	}
	target.RawPath = t.base.EscapedPath() + "/" + path

	e, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		e = &exchange{} // that nobody looks at
	}
	ctx, cancel := context.WithCancel(e.traced(req.Context()))
	stop := context.AfterFunc(t.life, cancel)
	release := func() { stop(); cancel() }
	sent := req.Clone(ctx)
	sent.URL, sent.Host = &target, ""
	resp, err := t.next.RoundTrip(sent)
	if err != nil {
		release()
		return nil, err
	}
	e.status, e.retryAfter = resp.StatusCode, retryAfter(resp.Header)
	// discordgo sleeps by these headers without regard to any context, and fails
	// a request that succeeded when it cannot read them.
	for name := range resp.Header {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			resp.Header.Del(name)
		}
	}
	resp.Body = &answerBody{Reader: io.LimitReader(resp.Body, answerLimit), body: resp.Body, release: release}
	if page := webPage(resp); page != nil {
		resp.Body.Close()
		return nil, page
	}
	return resp, nil
}

// answerBody is the bounded body of an answer, which lets go of its context when closed.
type answerBody struct {
	io.Reader
	body    io.Closer
	release func()
}

// Close implements [io.Closer].
func (b *answerBody) Close() error {
	defer b.release()
	return b.body.Close()
}

// knownGateway remembers where the gateway is, as long as it is found there:
// discordgo asks before every connection, and a connection that is to be resumed
// should not wait for that. While there is no answer, the last one still counts.
type knownGateway struct {
	ask *http.Client

	mu       sync.Mutex
	answer   []byte // nil before the first
	doubted  bool   // the gateway was not found there
	askAgain time.Time
}

// askPause is how long a server that did not answer is not asked again, unless it
// says how long itself.
const askPause = 30 * time.Second

// client returns the client that asks, and knows.
func (k *knownGateway) client() *http.Client {
	c := *k.ask
	c.Transport = k
	return &c
}

// RoundTrip implements [http.RoundTripper].
func (k *knownGateway) RoundTrip(req *http.Request) (*http.Response, error) {
	known, good := k.known()
	if good {
		return found(req, known), nil
	}
	resp, err := k.ask.Transport.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusOK {
		defer resp.Body.Close()
		var body []byte
		if body, err = io.ReadAll(resp.Body); err == nil {
			k.learn(body)
			return found(req, body), nil
		}
	}
	if known == nil || err == nil && resp.StatusCode == http.StatusUnauthorized {
		return resp, err
	}
	pause := asked(askPause, err)
	if err == nil {
		resp.Body.Close()
		pause = max(pause, retryAfter(resp.Header))
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.askAgain = time.Now().Add(pause)
	return found(req, known), nil
}

// known returns the last answer, and whether it is not to be asked for again now.
func (k *knownGateway) known() (answer []byte, good bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.answer, k.answer != nil && (!k.doubted || time.Now().Before(k.askAgain))
}

func (k *knownGateway) learn(answer []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.answer, k.doubted = answer, false
}

// doubt lets it be asked again.
func (k *knownGateway) doubt() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.doubted = true
}

// found returns the answer to the request as a response.
func found(req *http.Request, answer []byte) *http.Response {
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{},
		Body: io.NopCloser(bytes.NewReader(answer)), ContentLength: int64(len(answer)), Request: req,
	}
}

// retryAfter returns how long the header Retry-After says to wait, 0 for no time.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.ParseFloat(h.Get("Retry-After"), 64)
	if err != nil || !(seconds > 0) {
		return 0
	}
	return time.Duration(min(seconds, time.Hour.Seconds()) * float64(time.Second))
}
