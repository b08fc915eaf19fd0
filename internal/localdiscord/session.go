package localdiscord

import (
	"crypto/rand"
	"encoding/json"
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
	intentGuilds = 1
)

// session is what the gateway remembers of a bot that identified itself. It is
// guarded by Server.mu.
type session struct {
	id     string
	shard  [2]int
	seq    int64
	events []event     // the last ones, in order
	conn   *connection // nil when the bot is away
	left   time.Time   // when it went away
}

type event struct {
	seq  int64
	data []byte
	told func() // told that it is written to a connection; nil where nobody asks
}

// online tells whether a bot is connected. The caller holds the lock.
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

// login reads d, and closes the connection of who may not log in. The caller
// holds the lock.
func (s *Server) login(c *connection, op int, d json.RawMessage) (p login, ok bool) {
	err := json.Unmarshal(d, &p)
	switch {
	case c.session != nil:
		c.close(CloseAlreadyAuthenticated, "Already authenticated.")
	case err != nil || op == opIdentify && (p.Properties == nil || p.Intents == nil):
		c.close(CloseDecodeError, "Error while decoding payload.")
	case strings.TrimPrefix(p.Token, "Bot ") != s.cfg.Token:
		c.close(CloseAuthenticationFailed, "Authentication failed.")
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
		c.close(CloseInvalidIntents, "Invalid intent(s).")
		return
	}
	shard := [2]int{0, 1}
	if p.Shard != nil {
		shard = *p.Shard
	}
	if shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1] {
		c.close(CloseInvalidShard, "Invalid shard.")
		return
	}
	ss := &session{id: strings.ToLower(rand.Text()), shard: shard, conn: c}
	s.sessions[ss.id] = ss
	c.session = ss
	ss.tell("READY", marshal(s.ready(c, ss)), nil)
	if *p.Intents&intentGuilds != 0 && ss.wants(s.world.guild) {
		ss.tell("GUILD_CREATE", marshal(s.guildObject()), nil)
	}
	s.worldChanged()
}

func (s *Server) ready(c *connection, ss *session) any {
	guilds := []any{}
	if ss.wants(s.world.guild) {
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

func (s *Server) guildObject() any {
	channels := []any{}
	for _, c := range s.world.channels {
		channels = append(channels, s.world.channelObject(c, Person{}))
	}
	return map[string]any{
		"id": s.world.guild, "name": s.world.name, "owner_id": s.world.owner(),
		"joined_at": stamp(s.world.made), "large": false, "member_count": len(s.world.everyone) + 1,
		"unavailable": false, "channels": channels, "preferred_locale": "en-US",
		"members": []any{}, "roles": []any{}, "emojis": []any{}, "threads": []any{},
		"presences": []any{}, "voice_states": []any{}, "stage_instances": []any{},
		"stickers": []any{}, "features": []any{},
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
	if ss == nil || !s.resumable || p.Seq < ss.oldest() {
		delete(s.sessions, p.SessionID)
		c.send(map[string]any{"op": opInvalidSession, "d": false})
		return
	}
	if p.Seq > ss.seq {
		c.close(CloseInvalidSeq, "Invalid seq.")
		return
	}
	if old := ss.conn; old != nil {
		old.session = nil
		old.close(CloseUnknownError, "The session goes on elsewhere.")
	}
	ss.conn, c.session = c, ss
	for _, e := range ss.events {
		if e.seq > p.Seq-int64(s.replay) {
			c.queue(frame{data: e.data, told: e.told})
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
		n := 0
		for n < len(ss.events) && ss.events[n].seq <= seen {
			n++
		}
		ss.events = append([]event(nil), ss.events[n:]...)
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

// wants tells whether events of guild, zero for direct messages, go to the
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
		ss.events = append([]event(nil), ss.events[len(ss.events)-keepEvents:]...)
	}
	ss.events = append(ss.events, event{ss.seq, data, told})
	if ss.conn != nil {
		ss.conn.queue(frame{data: data, told: told})
	}
}

// dispatch tells all sessions that get the events of guild of an interaction.
func (s *Server) dispatch(in *interaction, d json.RawMessage) {
	told := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if in.told.IsZero() {
			in.told = time.Now()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ss := range s.sessions {
		if ss.wants(in.shardKey(s)) {
			ss.tell("INTERACTION_CREATE", d, told)
		}
	}
}

// DropGateway closes every bot's connection with code, or cuts it without a
// word when code is 0. Sessions can be resumed, but not after 4004, 4007,
// 4009 and above: then they are forgotten, as on Discord. With discordgo in a
// synctest bubble, sleep a second after it connects, so that no heartbeat is
// on its way: one that fails waits for a lock, and the bubble stands still.
func (s *Server) DropGateway(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, ss := range s.sessions {
		if ss.conn == nil {
			continue
		}
		ss.conn.close(code, "")
		if code == CloseAuthenticationFailed || code == CloseInvalidSeq ||
			code >= CloseSessionTimedOut {
			delete(s.sessions, id)
		}
	}
}

// SendOp sends every bot op 7 (reconnect) or op 9 (invalid session, not to be
// resumed). It panics on another op.
func (s *Server) SendOp(op int) { s.sendOp(op, false) }

// sendOp is SendOp, but an invalid session may be kept so that it can be resumed.
func (s *Server) sendOp(op int, keep bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, ss := range s.sessions {
		if ss.conn == nil {
			continue
		}
		switch op {
		case opReconnect:
			ss.conn.send(map[string]any{"op": op, "d": nil})
		case opInvalidSession:
			if !keep {
				delete(s.sessions, id)
				ss.conn.session = nil
			}
			ss.conn.send(map[string]any{"op": op, "d": keep})
		default:
			panic("localdiscord: only ops 7 and 9 can be sent")
		}
	}
}

// RefuseResume makes every RESUME get op 9 from now on, or no longer.
func (s *Server) RefuseResume(refuse bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resumable = !refuse
}

// marshal writes what is JSON by construction.
func marshal(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("localdiscord: no JSON: " + err.Error())
	}
	return raw
}
