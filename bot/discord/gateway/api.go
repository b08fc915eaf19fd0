package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord/backoff"
)

var (
	// ErrBadToken is a bot token that Discord does not take.
	ErrBadToken = errors.New("the bot token is refused by Discord: copy the one on the " +
		"application's Bot page, or reset it there, and set DISCORD_TOKEN to it")
	// ErrMalformedToken is a text that cannot be a bot token.
	ErrMalformedToken = errors.New("DISCORD_TOKEN holds no bot token: one has no spaces and " +
		"only letters, digits, dots, - and _. Copy it from the application's Bot page")
	// ErrUnsent is a request that surely did not arrive: no connection was made,
	// or it broke before all of the request was written.
	ErrUnsent = errors.New("not sent")

	errAnswer = errors.New("answer not understood")
)

// Content is the body of a request.
type Content struct {
	Type string // such as "application/json"
	Body []byte // nil for none
}

// tokenForm is that of a bot token. Quotes, or a < or = of a template, are nothing to ask Discord
// about: it blocks an address that sends many wrong tokens.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// API sends REST requests.
type API struct {
	session *discordgo.Session
	network *transport
	base    *url.URL
	token   string
}

// NewAPI returns the API at a base URL, [DefaultURL] when it is empty. A nil dial
// dials the network. The error is [ErrMalformedToken], or that of a bad URL.
func NewAPI(token, base string, dial DialFunc) (*API, error) {
	token = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(token)+" ", "Bot "))
	if !tokenForm.MatchString(token) {
		return nil, ErrMalformedToken
	}
	if base == "" {
		base = DefaultURL
	}
	u, err := parseURL(base)
	if err != nil {
		return nil, err
	}
	network := newTransport(dial)
	client := &http.Client{Transport: network, Timeout: requestTimeout}
	session := newDiscord(token)
	session.Client = client
	return &API{session: session, network: network, base: u, token: token}, nil
}

// Close closes the connections that wait for the next request.
func (a *API) Close() { a.network.CloseIdleConnections() }

// URL returns the base URL.
func (a *API) URL() string { return a.base.Redacted() }

// Request sends a request once and returns the body of the answer. The path is
// below the base URL, without a slash at the front. The error is a [*Refusal],
// wraps [ErrUnsent], or is that of a request that may have arrived. It holds no token.
func (a *API) Request(ctx context.Context, method, path string, c Content) ([]byte, error) {
	var written atomic.Bool // all of it was handed to the network
	ctx = httptrace.WithClientTrace(ctx,
		&httptrace.ClientTrace{WroteRequest: func(w httptrace.WroteRequestInfo) {
			if w.Err == nil {
				written.Store(true)
			}
		}})
	// discordgo keeps a bucket for each path that it is asked for, for ever, and
	// an interaction's path is never asked for again. A bucket from a limiter
	// that nobody keeps leaves nothing behind.
	bucket := discordgo.NewRatelimiter().LockBucket("i")
	answer, err := a.session.RequestWithLockedBucket(method, a.base.String()+"/"+path, c.Type,
		c.Body, bucket, 0,
		discordgo.WithContext(ctx))
	if err == nil {
		return answer, nil
	}
	var no *Refusal
	var named *url.Error // by the whole URL
	switch {
	case errors.As(err, &no):
		err = no
	case errors.As(err, &named):
		err = named.Err
	}
	if no == nil && !written.Load() {
		err = fmt.Errorf("%w: %w", ErrUnsent, err)
	}
	return nil, a.redact(fmt.Errorf("%s %s: %w", method, path, err), tokenIn(path))
}

// Ask is Request, and decodes the JSON of the answer, unless into is nil.
func (a *API) Ask(ctx context.Context, method, path string, c Content, into any) error {
	body, err := a.Request(ctx, method, path, c)
	if err == nil && into != nil {
		if err = json.Unmarshal(body, into); err != nil {
			err = fmt.Errorf("%s %s: %w: %w", method, path, errAnswer, err)
		}
	}
	return err
}

// warnEvery is how often a Discord that stays away is warned of.
const warnEvery = time.Minute

// Until asks Discord something until it is told. The error is [ErrBadToken], or that ctx has
// ended.
func (a *API) Until(ctx context.Context, log *slog.Logger, luck func() float64,
	ask func(context.Context) error) error {
	began, said := time.Now(), time.Time{}
	for {
		err := ask(ctx)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, ErrBadToken):
			return ErrBadToken
		case ctx.Err() != nil:
			return ctx.Err()
		}
		wait := backoff.Asked(backoff.Dial(time.Since(began), backoff.LongestAsk, luck()), err)
		say := log.Debug
		if time.Since(said) >= warnEvery { // the tries come fast at first
			say, said = log.Error, time.Now()
		}
		say("Discord does not answer; trying again. If this lasts, check DISCORD_API_URL and the "+
			"network", "url", a.URL(), "retry_in", wait, "error", err)
		if err := backoff.Sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// ClockError returns how far this machine's clock is ahead of the server's, less than
// zero when it is behind: as far as follows for certain from the header Date, which has
// whole seconds, of an answer that took its time.
func (a *API) ClockError(ctx context.Context, now func() time.Time) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base.String()+"/gateway", nil)
	if err != nil {
		return 0, err
	}
	sent := now()
	resp, err := a.network.Transport.RoundTrip(req) // a refusal has a date, too
	if err != nil {
		return 0, a.redact(err)
	}
	received := now()
	resp.Body.Close()
	date, err := http.ParseTime(resp.Header.Get("Date"))
	if err != nil {
		return 0, fmt.Errorf("%w: it has no date", errAnswer)
	}
	if ahead := sent.Sub(date.Add(time.Second)); ahead > 0 {
		return ahead, nil
	}
	return min(received.Sub(date), 0), nil
}

// newDiscord returns a discordgo session that does nothing on its own: it keeps
// no state, never reconnects, never repeats a request, and logs nothing
// (discordgo logs to the process's standard logger, tokens included; what
// matters of it comes back as an error).
func newDiscord(token string) *discordgo.Session {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		panic("gateway: " + err.Error()) // discordgo.New returns no error
	}
	s.LogLevel = -1 // below discordgo.LogError, the lowest there is
	s.StateEnabled = false
	s.ShouldReconnectOnError = false
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	s.Compress = false
	s.Identify.Intents = discordgo.IntentsNone
	return s
}
