package bot

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// This is the one file that knows discordgo. It takes from it the gateway and
// the sending of REST requests, each in the one way that has none of the
// library's traps; what is sent and what comes in are the bot's own types.

// newSession returns a discordgo session that does nothing on its own: it keeps
// no state, never reconnects, never repeats a request, and logs nothing
// (discordgo logs to the process's standard logger, tokens included; what
// matters of it comes back as an error).
func newSession(token string, client *http.Client) *discordgo.Session {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		panic("bot: " + err.Error()) // discordgo.New returns no error
	}
	s.LogLevel = -1 // below discordgo.LogError, the lowest there is
	s.StateEnabled = false
	s.ShouldReconnectOnError = false
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	s.Compress = false
	s.Identify.Intents = discordgo.IntentsNone
	s.Client = client
	return s
}

// rest sends REST requests.
type rest struct {
	session *discordgo.Session
	token   string
}

// request sends a request once and returns the body of the answer. The path is
// below the base URL, without a slash at the front. The error is a [*refusal],
// wraps errUnsent, or is that of a request that may have arrived. It holds no token.
func (r *rest) request(ctx context.Context, method, path string, c content) ([]byte, error) {
	// discordgo keeps a bucket for each path that it is asked for, for ever, and
	// an interaction's path is never asked for again. A bucket from a limiter
	// that nobody keeps leaves nothing behind.
	bucket := discordgo.NewRatelimiter().LockBucket("i")
	e := &exchange{}
	ctx = context.WithValue(ctx, exchangeKey{}, e)
	answer, err := r.session.RequestWithLockedBucket(method, discordgo.EndpointAPI+path, c.kind, c.body, bucket, 0,
		discordgo.WithContext(ctx))
	var named *url.Error // by the URL that discordgo asked for, before it was changed to the server's
	if errors.As(err, &named) {
		err = named.Err
	}
	err = e.explain(refused(err))
	var no *refusal
	if errors.As(err, &no) && no.status/100 == 2 && !no.page {
		return answer, nil // discordgo knows 200, 201 and 204 only
	}
	if err != nil {
		return nil, redact(fmt.Errorf("%s %s: %w", method, path, err), r.token, tokenIn(path))
	}
	return answer, nil
}

// refused returns an error of discordgo's as a [*refusal] if it is one.
func refused(err error) error {
	var status *discordgo.RESTError
	var limit *discordgo.RateLimitError
	switch {
	case errors.As(err, &status):
		return newRefusal(status.Response.StatusCode, status.ResponseBody)
	case errors.As(err, &limit):
		return &refusal{status: http.StatusTooManyRequests, retryAfter: limit.RetryAfter}
	}
	return err
}

// gateway is a session of one shard, over as many connections as it takes: each
// after the first resumes it. A connection is a discordgo session of its own,
// because one that is closed keeps its lock for a second, which is longer than
// a player should wait for the next connection. What Discord knows the session
// by goes from the one to the other here.
type gateway struct {
	where         *knownGateway
	dial          dialFunc
	token         string
	shard, shards int
	took          func(raw []byte, late time.Duration)

	mu       sync.Mutex
	id       string    // by which the session is resumed, empty before READY
	seq      int64     // of the last event
	last     *link     // the last connection, nil before the first
	missed   time.Time // what this connection tells again happened after that
	replayed bool      // everything that was missed has been told
}

// newGateway returns a session of one shard that hands the raw JSON of each
// interaction to took, in the order they come, and how long ago it may have
// been made: 0 unless it was made while there was no connection. took must not
// block.
func newGateway(token string, where *knownGateway, dial dialFunc, shard, shards int, took func(raw []byte, late time.Duration)) *gateway {
	return &gateway{where: where, dial: dial, token: token, shard: shard, shards: shards, took: took}
}

// connection returns a discordgo session for one connection, and what it says
// instead of IDENTIFY to resume the session, nil for the first connection.
func (g *gateway) connection() (*discordgo.Session, []byte) {
	s := newSession(g.token, g.where.client())
	s.ShardID, s.ShardCount = g.shard, g.shards
	// Without this discordgo starts a goroutine for each event, and their order is lost.
	s.SyncEvents = true
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { g.event(e) })
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.id == "" {
		return s, nil
	}
	g.replayed, g.missed = false, g.last.lastHeard()
	return s, mustEncode(map[string]any{"op": opResume, "d": map[string]any{"token": s.Token, "session_id": g.id, "seq": g.seq}})
}

// event takes an event of the gateway's.
func (g *gateway) event(e *discordgo.Event) {
	g.mu.Lock()
	g.seq = max(g.seq, e.Sequence)
	var late time.Duration
	switch e.Type {
	case "READY":
		var ready struct {
			SessionID scalar `json:"session_id"`
		}
		if err := json.Unmarshal(e.RawData, &ready); err == nil {
			g.id = string(ready.SessionID)
		}
		g.replayed = true
	case "RESUMED":
		g.replayed = true
	}
	if !g.replayed {
		late = time.Since(g.missed)
	}
	g.mu.Unlock()
	if e.Type == "INTERACTION_CREATE" {
		g.took(e.RawData, late)
	}
}

// openTimeout bounds the opening of a gateway session, from GET /gateway to READY.
const openTimeout = 30 * time.Second

// open connects and returns the link once the session is ready. With an error
// the link is nil if there was no connection; without one, leave must be called.
func (g *gateway) open(ctx context.Context) (l *link, leave func() error, err error) {
	session, resume := g.connection()
	opening, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	opened := func() bool { return true }
	linked := func(dial dialFunc) dialFunc {
		return func(_ context.Context, network, addr string) (net.Conn, error) {
			ctx, cancel := context.WithTimeout(opening, connectTimeout)
			defer cancel()
			conn, err := dial(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			l = newLink(conn, resume)
			opened = context.AfterFunc(opening, func() { l.Close() })
			return l, nil
		}
	}
	// It comes after READY and before discordgo starts goroutines, any of which
	// would close the session over a break that it sees.
	session.AddHandler(func(*discordgo.Session, *discordgo.Connect) { l.settle() })
	session.Dialer = &websocket.Dialer{
		HandshakeTimeout: headerTimeout,
		NetDialContext:   linked(g.dial),
		NetDialTLSContext: linked(func(ctx context.Context, network, addr string) (net.Conn, error) {
			return dialTLS(ctx, g.dial, network, addr)
		}),
	}
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("discordgo: %v", value) // a READY that it cannot stand
		}
		err = redact(err, g.token)
	}()
	err = refused(session.Open())
	if !opened() && err == nil {
		err = opening.Err()
	}
	if err != nil {
		if !l.spoke() {
			g.where.doubt()
		}
		return l, nil, err
	}
	g.mu.Lock()
	g.last = l
	g.mu.Unlock()
	return l, func() error { return g.leave(session) }, nil
}

// dialTLS dials and shakes hands, so that what is above sees plain WebSocket frames.
func dialTLS(ctx context.Context, dial dialFunc, network, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	conn, err := dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	secure := tls.Client(conn, &tls.Config{ServerName: host})
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return secure, nil
}

// leave ends a connection, politely if it is not broken. It takes a second,
// discordgo's patience for the other side to hang up.
func (g *gateway) leave(session *discordgo.Session) error {
	// discordgo sleeps that second under a lock which its heartbeat takes. One
	// under way is let through first: inside testing/synctest, where no time
	// passes while somebody waits for a lock, the two would never end.
	time.Sleep(time.Millisecond)
	return redact(session.Close(), g.token)
}

// begun reports whether there is a session that can be resumed.
func (g *gateway) begun() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.id != ""
}

// decode reads an answer's JSON.
func decode(body []byte, into any) error {
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}
