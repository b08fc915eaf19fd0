package gateway

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"holecard/bot/discord/backoff"
)

// address remembers what the server answered when it was asked where the gateway is, as long as
// that is found there: a connection that is to be resumed should not wait for the question. While
// there is no answer, the last one still counts.
type address struct {
	api *API

	mu       sync.Mutex
	answer   []byte // nil before the first
	doubted  bool   // the gateway was not found there
	askAgain time.Time
}

// askPause is how long a server that did not answer is not asked again, unless it
// says how long itself.
const askPause = 30 * time.Second

// get returns the answer.
func (a *address) get(ctx context.Context) ([]byte, error) {
	a.mu.Lock()
	known, good := a.answer, a.answer != nil && (!a.doubted || time.Now().Before(a.askAgain))
	a.mu.Unlock()
	if good {
		return known, nil
	}
	answer, err := a.api.Request(ctx, http.MethodGet, "gateway", Content{})
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case err == nil:
		a.answer, a.doubted = answer, false
	case known == nil || errors.Is(err, ErrBadToken):
		return nil, err
	default:
		a.askAgain = time.Now().Add(backoff.Asked(askPause, err))
	}
	return a.answer, nil
}

// doubt lets the server be asked again.
func (a *address) doubt() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.doubted = true
}

// asking is the answer to the one request that discordgo makes when it opens a session: where the
// gateway is. discordgo would ask discord.com, each time, and for as long as that takes.
type asking []byte

// RoundTrip implements [http.RoundTripper].
func (a asking) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: r,
		Body: io.NopCloser(bytes.NewReader(a))}, nil
}
