package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Took takes the raw JSON of an interaction, and how long ago it may have been
// made: 0 unless it was made while there was no connection. It must not block.
type Took func(raw json.RawMessage, late time.Duration)

// session is a session of one shard, over as many connections as it takes: each
// after the first resumes it. A connection is a discordgo session of its own,
// because one that is closed keeps its lock for a second, which is longer than
// a player should wait for the next connection. What Discord knows the session
// by goes from the one to the other here.
type session struct {
	api           *API
	where         *address
	shard, shards int
	took          Took

	mu       sync.Mutex
	id       string    // by which the session is resumed, empty before READY
	seq      int64     // of the last event
	last     *link     // the last connection, nil before the first
	missed   time.Time // what this connection tells again happened after that
	replayed bool      // everything that was missed has been told
}

// openTimeout bounds the opening of a connection, from the question where the
// gateway is to READY.
const openTimeout = 30 * time.Second

// open connects and returns the link once the session is ready. With an error
// the link is nil if there was no connection; without one it is to be left.
func (s *session) open(ctx context.Context) (l *link, err error) {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("discordgo: %v", value) // a READY that it cannot stand
		}
		if err != nil && l != nil {
			l.hangUp()
		}
		if err != nil && !l.spoke() && !Unauthorised(err) {
			s.where.doubt()
		}
		err = s.api.redact(err)
	}()
	discord, err := s.dial(ctx)
	if err != nil {
		return nil, err
	}
	library, resume := s.connection()
	l = newLink(discord, resume)
	library.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { s.event(l, e) })
	opening := context.AfterFunc(ctx, l.hangUp)
	library.Dialer = &websocket.Dialer{NetDialContext: l.dial}
	if err = library.Open(); err == nil && !opening() {
		err = ctx.Err()
	}
	if err != nil {
		return l, err
	}
	l.library = library
	s.mu.Lock()
	s.last = l
	s.mu.Unlock()
	return l, nil
}

// leave ends a connection, politely if it is not broken. It takes a second,
// discordgo's patience for the other side to hang up.
func (l *link) leave() {
	// discordgo sleeps that second under a lock which its heartbeat takes. One
	// under way is let through first: inside testing/synctest, where no time
	// passes while somebody waits for a lock, the two would never end.
	time.Sleep(time.Millisecond)
	l.library.Close()
	l.hangUp()
}

// connection returns a discordgo session for one connection, and what is said
// instead of IDENTIFY to resume the session, nil for the first connection.
func (s *session) connection() (library *discordgo.Session, resume []byte) {
	library = newSession(s.api.token, &http.Client{Transport: piped{}})
	library.ShardID, library.ShardCount = s.shard, s.shards
	// Without this discordgo starts a goroutine for each event, and their order is lost.
	library.SyncEvents = true
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.id == "" {
		return library, nil
	}
	if s.replayed { // else what was missed before is still to be told
		s.missed = s.last.lastHeard()
	}
	s.replayed = false
	resume, err := json.Marshal(map[string]any{
		"op": opResume,
		"d":  map[string]any{"token": library.Token, "session_id": s.id, "seq": s.seq},
	})
	if err != nil {
		panic("gateway: " + err.Error()) // strings and a number
	}
	return library, resume
}

// piped answers discordgo's question where the gateway is: at the other end of
// the link's pipe.
type piped struct{}

// RoundTrip implements [http.RoundTripper].
func (piped) RoundTrip(r *http.Request) (*http.Response, error) {
	body := io.NopCloser(strings.NewReader(`{"url":"ws://link"}`))
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: body, Request: r},
		nil
}

// dial connects to Discord's gateway.
func (s *session) dial(ctx context.Context) (*websocket.Conn, error) {
	where, err := s.where.get(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, resp, err := s.api.network.gatewayDialer().DialContext(ctx,
		where+"?v="+discordgo.APIVersion+"&encoding=json", nil)
	if errors.Is(err, websocket.ErrBadHandshake) && resp != nil {
		err = newRefusal(resp)
	}
	return conn, err
}

// event takes an event that discordgo reports, of a connection.
func (s *session) event(l *link, e *discordgo.Event) {
	s.mu.Lock()
	s.seq = max(s.seq, e.Sequence)
	var late time.Duration
	switch e.Type {
	case "READY":
		var ready struct {
			SessionID any `json:"session_id"`
		}
		if err := json.Unmarshal(e.RawData, &ready); err == nil && ready.SessionID != nil {
			s.id = fmt.Sprint(ready.SessionID)
		}
		s.replayed = true
	case "RESUMED":
		s.replayed = true
	}
	if !s.replayed {
		late = time.Since(s.missed)
	}
	s.mu.Unlock()
	if e.Type == interactionCreate {
		raw := e.RawData
		select {
		case raw = <-l.kept:
		default: // its type was written with escapes
		}
		s.took(raw, late)
	}
}

// begun reports whether there is a session that can be resumed.
func (s *session) begun() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id != ""
}
