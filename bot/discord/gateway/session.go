package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// session is a session of one shard, over as many connections as it takes: each after the first
// resumes it. A connection is a discordgo session of its own, because one that is closed keeps its
// lock for a second, which is longer than a player should wait for the next connection. What
// Discord knows the session by goes from the one to the other here.
type session struct {
	supervisor *supervisor

	mu       sync.Mutex
	id       string    // by which the session is resumed, empty before READY
	seq      int64     // of the last event
	last     *conn     // the last connection that was ready, nil before the first
	missed   time.Time // what this connection tells again happened after that
	replayed bool      // everything that was missed has been told
}

// openTimeout bounds the opening of a connection, from the question where the gateway is to READY.
const openTimeout = 20 * time.Second

// open connects and returns when the session is ready, or with an error.
func (s *session) open(ctx context.Context) (c *conn, err error) {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	api, where := s.supervisor.gateway.API, s.supervisor.where
	c = newConn(ctx, api.network, s.resume())
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("discordgo: %v", value) // a READY that it cannot stand
		}
		if err != nil {
			c.Close()
			if !c.spoke() && !errors.Is(err, ErrBadToken) {
				where.doubt()
			}
		}
		err = api.redact(err)
	}()
	stop := context.AfterFunc(ctx, func() { c.fail(ctx.Err()) })
	ready := make(chan struct{})
	answer, err := where.get(ctx)
	if err != nil {
		return c, err
	}
	discord := newDiscord(api.token)
	discord.ShardID, discord.ShardCount = s.supervisor.shard.Number, s.supervisor.shard.Of
	discord.Client = &http.Client{Transport: asking(answer)}
	discord.Dialer = c.dialer()
	// Without this discordgo starts a goroutine for each event, and their order is lost.
	discord.SyncEvents = true
	discord.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { s.event(c, e, ready) })
	if err := discord.Open(); err != nil {
		return c, err
	}
	select { // discordgo is content with any message
	case <-ready:
	case <-c.broken.Done():
		return c, c.cause()
	}
	stop()
	return c, nil
}

// resume returns what is to be said in place of IDENTIFY to resume the session, nil for its first
// connection.
func (s *session) resume() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.id == "" {
		return nil
	}
	if s.replayed { // else what was missed before is still to be told
		s.missed = s.last.lastHeard()
	}
	s.replayed = false
	resume, _ := json.Marshal(map[string]any{ // strings and a number: no error
		"op": opResume,
		"d":  map[string]any{"token": "Bot " + s.supervisor.gateway.API.token, "session_id": s.id, "seq": s.seq},
	})
	return resume
}

// event takes an event that discordgo reports, and closes ready at READY or RESUMED. It must not
// use the discordgo session, which reports the first event under its lock.
func (s *session) event(c *conn, e *discordgo.Event, ready chan<- struct{}) {
	s.mu.Lock()
	s.seq = max(s.seq, e.Sequence)
	if r, ok := e.Struct.(*discordgo.Ready); ok {
		s.id = r.SessionID
	}
	if !s.replayed && (e.Type == "READY" || e.Type == "RESUMED") {
		s.replayed, s.last = true, c
		close(ready)
	}
	var late time.Duration
	if !s.replayed {
		late = time.Since(s.missed)
	}
	s.mu.Unlock()
	if raw := c.interaction(e); raw != nil {
		s.supervisor.took(raw, late)
	}
}

// begun reports whether there is a session that can be resumed.
func (s *session) begun() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id != ""
}
