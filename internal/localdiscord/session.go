package localdiscord

import (
	"crypto/rand"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

const (
	// keepEvents is how many events a session can be told again.
	keepEvents = 4096
	// resumeWithin is how long a session without connection can be resumed.
	resumeWithin = 5 * time.Minute
	// knownIntents are the bits that mean something.
	knownIntents = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

// session is the gateway's memory of a bot that identified itself. It is guarded by
// Server.mu.
type session struct {
	id     string
	shard  [2]int
	seq    int64
	events []event     // the last ones, in order
	conn   *connection // nil when the bot is away
	left   time.Time   // when it went away
}

type event struct {
	seq int64
	frame
}

// online reports whether a bot is connected. The caller holds the lock.
func (s *Server) online() bool {
	for _, ss := range s.sessions {
		if ss.conn != nil {
			return true
		}
	}
	return false
}

// login is what a bot says to identify itself or to resume.
type login struct {
	Token string `json:"token"`

	Properties json.RawMessage `json:"properties"`
	Intents    *int            `json:"intents"`
	Shard      *[2]int         `json:"shard"`

	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
}

// login reads d, and closes the connection of a bot that may not log in. The caller
// holds the lock.
func (s *Server) login(c *connection, op int, d json.RawMessage) (p login, ok bool) {
	err := json.Unmarshal(d, &p)
	switch {
	case c.session != nil:
		c.close(closeAlreadyAuthenticated, "Already authenticated.")
	case err != nil || op == opIdentify && (p.Properties == nil || p.Intents == nil):
		c.close(closeDecodeError, "Error while decoding payload.")
	case strings.TrimPrefix(p.Token, "Bot ") != s.cfg.Token:
		c.close(closeAuthenticationFailed, "Authentication failed.")
	default:
		return p, true
	}
	return p, false
}

func (s *Server) identify(c *connection, d json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.login(c, opIdentify, d)
	if !ok {
		return
	}
	if *p.Intents&^knownIntents != 0 {
		c.close(closeInvalidIntents, "Invalid intent(s).")
		return
	}
	shard := [2]int{0, 1}
	if p.Shard != nil {
		shard = *p.Shard
	}
	if shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1] {
		c.close(closeInvalidShard, "Invalid shard.")
		return
	}
	ss := &session{id: strings.ToLower(rand.Text()), shard: shard, conn: c}
	s.sessions[ss.id] = ss
	c.session = ss
	ss.tell("READY", marshal(s.ready(c, ss)), nil)
	s.worldChanged()
}

func (s *Server) ready(c *connection, ss *session) any {
	guilds := []any{}
	if ss.wants(s.world.guild) && s.world.in[s.world.guild] {
		guilds = append(guilds, map[string]any{"id": s.world.guild, "unavailable": true})
	}
	return map[string]any{
		"v": 9, "user": s.world.bot(), "guilds": guilds, "session_id": ss.id, "shard": ss.shard,
		"resume_gateway_url": "ws://" + c.host + "/gateway", "session_type": "normal",
		"application":      map[string]any{"id": s.world.app.ID, "flags": 0},
		"private_channels": []any{}, "relationships": []any{}, "presences": []any{},
		"_trace": []string{},
	}
}

func (s *Server) resume(c *connection, d json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.login(c, opResume, d)
	if !ok {
		return
	}
	s.forgetSessions()
	ss := s.sessions[p.SessionID]
	if ss == nil || s.weather.NoResume || p.Seq < ss.oldest() {
		delete(s.sessions, p.SessionID)
		c.send(map[string]any{"op": opInvalidSession, "d": false})
		return
	}
	if p.Seq > ss.seq {
		c.close(closeInvalidSeq, "Invalid seq.")
		return
	}
	if old := ss.conn; old != nil {
		old.session = nil
		old.close(closeUnknownError, "The session goes on elsewhere.")
	}
	ss.conn, c.session = c, ss
	for _, e := range ss.events {
		if e.seq > p.Seq-int64(s.weather.Replay) {
			c.queue(e.frame)
		}
	}
	ss.tell("RESUMED", json.RawMessage(`{"_trace":[]}`), nil)
	s.worldChanged()
}

// oldest is the least sequence number from which everything can be told again.
func (ss *session) oldest() int64 {
	if len(ss.events) == 0 {
		return ss.seq
	}
	return ss.events[0].seq - 1
}

// forgetSessions drops those that stayed away too long.
func (s *Server) forgetSessions() {
	for id, ss := range s.sessions {
		if ss.conn == nil && time.Since(ss.left) > resumeWithin {
			delete(s.sessions, id)
		}
	}
}

// acknowledge forgets the events up to seen, which the bot has.
func (s *Server) acknowledge(c *connection, seen int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ss := c.session; ss != nil {
		ss.events = slices.DeleteFunc(ss.events, func(e event) bool { return e.seq <= seen })
	}
}

// detach takes the connection from its session, which can be resumed unless
// the bot said goodbye.
func (s *Server) detach(c *connection, code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ss := c.session
	if ss == nil || ss.conn != c {
		return
	}
	ss.conn, ss.left, c.session = nil, time.Now(), nil
	if code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
		delete(s.sessions, ss.id)
	}
	s.worldChanged()
}

// wants reports whether events of guild, zero for direct messages, go to the
// session's shard.
func (ss *session) wants(guild ID) bool {
	return int(uint64(guild>>22)%uint64(ss.shard[1])) == ss.shard[0]
}

// tell sends an event, now or when the session is resumed.
func (ss *session) tell(name string, d json.RawMessage, told func()) {
	ss.seq++
	data := make([]byte, 0, len(d)+64)
	data = append(data, `{"t":"`+name+`","s":`...)
	data = strconv.AppendInt(data, ss.seq, 10)
	data = append(data, `,"op":0,"d":`...)
	data = append(append(data, d...), '}')
	if len(ss.events) >= keepEvents+1024 {
		ss.events = slices.Clone(ss.events[len(ss.events)-keepEvents:])
	}
	e := event{ss.seq, frame{data: data, told: told}}
	ss.events = append(ss.events, e)
	if ss.conn != nil {
		ss.conn.queue(e.frame)
	}
}

// marshal encodes a value that is JSON by construction.
func marshal(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("localdiscord: no JSON: " + err.Error())
	}
	return raw
}
