package gateway

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"time"

	"holecard/bot/discord/backoff"
)

// address remembers where the gateway is, as long as it is found there: a
// connection that is to be resumed should not wait for the question. While there
// is no answer, the last one still counts.
type address struct {
	api *API

	mu       sync.Mutex
	url      string // empty before the first answer
	doubted  bool   // the gateway was not found there
	askAgain time.Time
}

// askPause is how long a server that did not answer is not asked again, unless it
// says how long itself.
const askPause = 30 * time.Second

// get returns the URL of the gateway.
func (a *address) get(ctx context.Context) (string, error) {
	a.mu.Lock()
	known, good := a.url, a.url != "" && (!a.doubted || time.Now().Before(a.askAgain))
	a.mu.Unlock()
	if good {
		return known, nil
	}
	var answer struct {
		URL string `json:"url"`
	}
	err := a.api.Get(ctx, "gateway", &answer)
	if err == nil {
		if u, bad := url.Parse(answer.URL); bad != nil || u.Host == "" {
			err = errors.New("the server does not say where its gateway is")
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case err == nil:
		a.url, a.doubted = strings.TrimSuffix(answer.URL, "/")+"/", false
		return a.url, nil
	case known == "" || Unauthorised(err):
		return "", err
	}
	a.askAgain = time.Now().Add(backoff.Asked(askPause, err))
	return known, nil
}

// doubt lets it be asked again.
func (a *address) doubt() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.doubted = true
}
