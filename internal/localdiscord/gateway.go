package localdiscord

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway operations.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoice          = 4
	opResume         = 6
	opReconnect      = 7
	opMembers        = 8
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11
)

// Close codes of the gateway.
const (
	closeUnknownError         = 4000
	closeUnknownOpcode        = 4001
	closeDecodeError          = 4002
	closeNotAuthenticated     = 4003
	closeAuthenticationFailed = 4004
	closeAlreadyAuthenticated = 4005
	closeInvalidSeq           = 4007
	closeRateLimited          = 4008
	closeSessionTimedOut      = 4009
	closeInvalidShard         = 4010
	closeInvalidAPIVersion    = 4012
	closeInvalidIntents       = 4013
)

const (
	heartbeatEvery = 41250 * time.Millisecond
	// lingering is how long a closed connection is still read, so that the
	// client can say goodbye: discordgo takes a second for it.
	lingering     = 2 * time.Second
	maxPayload    = 4096
	maxPerMinute  = 120
	outgoingQueue = 8192
	writeWithin   = 10 * time.Second
)

// connection is one websocket to a bot. Its handler's goroutine reads, another
// writes the frames that are queued in out.
type connection struct {
	ws   *websocket.Conn
	host string
	out  chan frame
	life context.Context // of the writer
	end  context.CancelFunc

	session *session // guarded by Server.mu

	// These belong to the reader.
	seen      int // payloads in this minute
	minute    time.Time
	heartbeat *time.Timer // ends the connection of a client that has none
}

// frame is a job of the writer: send data, or close with a code, or, with code 0
// and no data, cut the connection.
type frame struct {
	data []byte
	told func() // called once data is written; may be nil
	code int
	text string
}

// gateway serves one bot's websocket until it ends.
func (s *Server) gateway(w http.ResponseWriter, r *http.Request) {
	upgrader := websocket.Upgrader{
		CheckOrigin: func(r *http.Request) bool { return r.Header.Get("Origin") == "" },
	}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &connection{ws: ws, host: r.Host, out: make(chan frame, outgoingQueue)}
	c.life, c.end = context.WithCancel(context.Background())
	ws.SetCloseHandler(func(int, string) error { return nil })
	defer ws.Close()
	s.busy.Go(c.write)
	defer context.AfterFunc(s.life, func() { ws.Close() })()
	defer c.end()
	c.heartbeat = time.AfterFunc(2*heartbeatEvery,
		func() { c.close(closeSessionTimedOut, "Session timed out.") })
	defer c.heartbeat.Stop()
	hello := map[string]any{
		"heartbeat_interval": heartbeatEvery.Milliseconds(), "_trace": []string{},
	}
	c.send(map[string]any{"op": opHello, "d": hello})
	if code, text := badGatewayQuery(r.URL.Query()); code != 0 {
		c.close(code, text)
	}
	code := s.read(c)
	s.detach(c, code)
	c.end()
	linger(ws)
}

func badGatewayQuery(q url.Values) (code int, text string) {
	switch {
	case !slices.Contains([]string{"", "9", "10"}, q.Get("v")):
		return closeInvalidAPIVersion, "Invalid API version."
	case !slices.Contains([]string{"", "json"}, q.Get("encoding")):
		return closeDecodeError, "Local Discord speaks JSON only."
	case q.Get("compress") != "":
		return closeDecodeError, "Local Discord does not compress."
	}
	return 0, ""
}

// linger reads what the client still says until it hangs up, but not for long.
func linger(ws *websocket.Conn) {
	raw := ws.NetConn()
	raw.SetReadDeadline(time.Now().Add(lingering))
	io.Copy(io.Discard, raw)
}

// read takes payloads until the connection ends and returns the code that the
// client closed with, 1006 when it did not say.
func (s *Server) read(c *connection) int {
	for {
		kind, data, err := c.ws.ReadMessage()
		if err != nil {
			if e, ok := errors.AsType[*websocket.CloseError](err); ok {
				return e.Code
			}
			return websocket.CloseAbnormalClosure
		}
		if now := time.Now(); now.Sub(c.minute) > time.Minute {
			c.minute, c.seen = now, 0
		}
		c.seen++
		var p struct {
			Op *int            `json:"op"`
			D  json.RawMessage `json:"d"`
		}
		switch {
		case c.seen > maxPerMinute:
			c.close(closeRateLimited, "You are being rate limited.")
		case kind != websocket.TextMessage || len(data) > maxPayload ||
			json.Unmarshal(data, &p) != nil || p.Op == nil:
			c.close(closeDecodeError, "Error while decoding payload.")
		default:
			s.receive(c, *p.Op, p.D)
		}
	}
}

// receive handles one payload.
func (s *Server) receive(c *connection, op int, d json.RawMessage) {
	switch op {
	case opHeartbeat:
		c.heartbeat.Reset(2 * heartbeatEvery)
		var seen int64
		_ = json.Unmarshal(d, &seen) // null before the first event
		s.acknowledge(c, seen)
		c.send(map[string]int{"op": opAck})
	case opIdentify:
		s.identify(c, d)
	case opResume:
		s.resume(c, d)
	case opPresence, opVoice, opMembers:
		s.mu.Lock()
		known := c.session != nil
		s.mu.Unlock()
		if !known {
			c.close(closeNotAuthenticated, "Not authenticated.")
		}
	default:
		c.close(closeUnknownOpcode, "Unknown opcode.")
	}
}

// send queues a payload. A client that does not read is cut off.
func (c *connection) send(payload any) {
	c.queue(frame{data: marshal(payload)})
}

// close has the connection closed with code, after the queued frames.
func (c *connection) close(code int, text string) { c.queue(frame{code: code, text: text}) }

func (c *connection) queue(f frame) {
	select {
	case c.out <- f:
	default:
		c.end()
	}
}

// write sends queued frames until the connection ends.
func (c *connection) write() {
	for {
		select {
		case <-c.life.Done():
			return
		case f := <-c.out:
			c.ws.SetWriteDeadline(time.Now().Add(writeWithin))
			if f.data != nil {
				if c.ws.WriteMessage(websocket.TextMessage, f.data) == nil {
					if f.told != nil {
						f.told()
					}
					continue
				}
			} else if f.code != 0 {
				c.ws.WriteControl(websocket.CloseMessage,
					websocket.FormatCloseMessage(f.code, f.text), time.Now().Add(writeWithin))
				// The reader goes on, for the client may still be writing.
				c.ws.NetConn().SetReadDeadline(time.Now().Add(lingering))
				return
			}
			c.ws.Close()
			return
		}
	}
}
