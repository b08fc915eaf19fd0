package gateway

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Why a connection breaks by itself, besides a [*websocket.CloseError].
var (
	errBadGateway = errors.New("the gateway sent what no gateway sends")
	errInvalid    = errors.New("the gateway does not know the session")
	errReconnect  = errors.New("the gateway asks for a new connection")
	errSilent     = errors.New("the gateway is silent")
)

const (
	helloTimeout = 5 * time.Second  // for the first message, which a gateway sends at once
	ackTimeout   = 15 * time.Second // for the acknowledgement of a heartbeat
	writeTimeout = 5 * time.Second
	leaveTimeout = time.Second // for the goodbye
)

// conn is a connection to the gateway, from which discordgo reads only whole WebSocket frames
// that conn has looked at. discordgo falls short in these points:
//
//   - It drops the close code once it is connected. conn breaks with it.
//   - It waits for the acknowledgement of a heartbeat for five intervals. conn breaks after
//     ackTimeout.
//   - It says IDENTIFY at once when the gateway calls the session invalid. A gateway that always
//     says so would get Discord's daily thousand from it within a minute, and then Discord resets
//     the token. conn breaks, and the [supervisor] identifies again, in its own time.
//   - It waits for its own lock for ever when it is asked to reconnect, or a heartbeat is
//     acknowledged, before READY or RESUMED (discordgo's issue 513). conn breaks, and hides
//     the acknowledgement.
//   - It panics at messages that are not objects, and at a first one without a heartbeat
//     interval. conn breaks.
//   - Several of its goroutines close the session at the same time when both reading and writing
//     fail, and it says goodbye when it closes a session, after which Discord would not let that be
//     resumed. Writing to conn never fails, so only the reader learns that it is broken, and
//     discordgo's goodbye is dropped.
//
// The handshake goes through the [http.Transport] of all requests, and so by the same proxies.
type conn struct {
	network *transport
	scheme  string          // of the gateway's URL, "http" or "https"
	opening context.Context // ends when the handshake is of no use any more
	resume  []byte          // said in place of IDENTIFY, nil when that is to be said

	broken context.Context // ends when there is no use in the connection any more
	fail   context.CancelCauseFunc

	stream io.ReadWriteCloser // nil before the handshake
	in     *bufio.Reader      // of it
	frame  bytes.Buffer       // what discordgo may read

	greeted bool            // the hello was there
	begun   bool            // and a message that discordgo takes for READY or RESUMED
	data    json.RawMessage // of the interaction in the frame, nil for none

	writes, heard atomic.Int64 // messages of discordgo's; the hello and the acknowledgements
	made          time.Time
	last          atomic.Int64 // when the gateway was last heard, in nanoseconds since made
}

// newConn returns a connection that is still to be made, which begins a session or, with
// something to say for that, resumes one.
func newConn(opening context.Context, network *transport, resume []byte) *conn {
	c := &conn{network: network, opening: opening, resume: resume, made: time.Now()}
	c.broken, c.fail = context.WithCancelCause(context.Background())
	return c
}

// dialer returns a dialer whose only connection is c.
func (c *conn) dialer() *websocket.Dialer {
	dial := func(scheme string) func(context.Context, string, string) (net.Conn, error) {
		return func(context.Context, string, string) (net.Conn, error) {
			c.scheme = scheme
			return c, nil
		}
	}
	return &websocket.Dialer{NetDialContext: dial("http"), NetDialTLSContext: dial("https")}
}

// shake passes on the request for a WebSocket and its answer. The error is a [*Refusal] where
// the server answers something else.
func (c *conn) shake(request []byte) error {
	r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(request)))
	if err != nil {
		return err
	}
	r.URL.Scheme, r.URL.Host, r.RequestURI = c.scheme, r.Host, ""
	ctx, cancel := context.WithTimeout(c.opening, connectTimeout)
	defer cancel()
	resp, err := c.network.next.RoundTrip(r.WithContext(ctx))
	if err != nil {
		return err
	}
	stream, ok := resp.Body.(io.ReadWriteCloser)
	if !ok || resp.StatusCode != http.StatusSwitchingProtocols {
		defer resp.Body.Close()
		return newRefusal(resp)
	}
	c.stream, c.in = stream, bufio.NewReader(stream)
	context.AfterFunc(c.broken, func() { stream.Close() })
	c.await(helloTimeout)
	resp.Body = http.NoBody
	return resp.Write(&c.frame)
}

// Read implements [net.Conn].
func (c *conn) Read(p []byte) (int, error) {
	if c.frame.Len() == 0 {
		if err := c.next(); err != nil {
			c.fail(err)
			// discordgo's reader closes the session under a lock, and sleeps. A heartbeat under way
			// is let through first: inside testing/synctest, where no time passes while somebody
			// waits for a lock, the two would never end.
			time.Sleep(time.Millisecond)
			return 0, c.cause()
		}
	}
	return c.frame.Read(p)
}

// next gets the next frame that discordgo may read.
func (c *conn) next() error {
	const most = 16 << 20
	for {
		c.frame.Reset()
		c.data = nil
		head, err := c.in.Peek(2)
		if err != nil {
			return err
		}
		kind, length, size := head[0], uint64(head[1]&0x7f), 2
		switch length {
		case 126:
			size += 2
		case 127:
			size += 8
		}
		if head, err = c.in.Peek(size); err != nil {
			return err
		}
		if size > 2 {
			length = binary.BigEndian.Uint64(append(make([]byte, 10-size), head[2:]...))
		}
		if head[1]&0x80 != 0 || length > most {
			return fmt.Errorf("frame that is masked or too long: %w", errBadGateway)
		}
		if _, err := io.CopyN(&c.frame, c.in, int64(size)+int64(length)); err != nil {
			return err
		}
		c.last.Store(int64(time.Since(c.made)))
		hidden, err := c.inspect(kind, c.frame.Bytes()[size:])
		if err != nil || !hidden {
			return err
		}
	}
}

// The opcodes of gateway messages that matter here. Source: Discord's "Gateway Opcodes".
const (
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opAcknowledged   = 11
)

// inspect returns why a frame breaks the connection, nil for one that does not, and whether it is
// hidden from discordgo.
func (c *conn) inspect(kind byte, payload []byte) (hidden bool, err error) {
	const final, continuation = 0x80, 0
	// bytes: the messages looked for are short, and others are not worth decoding
	const longest = 256
	switch kind &^ final {
	case websocket.TextMessage:
	case websocket.CloseMessage:
		closed := &websocket.CloseError{Code: websocket.CloseNoStatusReceived}
		if len(payload) >= 2 {
			closed.Code = int(binary.BigEndian.Uint16(payload))
		}
		return false, closed
	case websocket.PingMessage, websocket.PongMessage, continuation:
		return false, nil
	default:
		return false, fmt.Errorf("frame that is no text: %w", errBadGateway)
	}
	if !bytes.HasPrefix(bytes.TrimSpace(payload), []byte("{")) {
		return false, fmt.Errorf("message that is no object: %w", errBadGateway)
	}
	whole := kind&final != 0
	switch {
	case c.greeted && len(payload) > longest:
		c.begun = true
		if whole {
			c.cut(payload)
		}
		return false, nil
	case !whole:
		return false, fmt.Errorf("short message in parts: %w", errBadGateway)
	}
	var m struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	bad := json.Unmarshal(payload, &m)
	switch {
	case !c.greeted:
		c.greeted = true
		c.heard.Add(1)
		return false, greet(m.Data)
	case bad != nil: // discordgo drops it
	case m.Op == opReconnect, m.Op == opInvalidSession && string(m.Data) == "true":
		return false, errReconnect
	case m.Op == opInvalidSession:
		return false, errInvalid
	case m.Op == opAcknowledged:
		c.heard.Add(1)
		return !c.begun, nil
	}
	c.begun = true
	return false, nil
}

// cut keeps the data of the event of an interaction, and has discordgo read the event without
// them: it decodes data in several passes on the one goroutine that reads, the pressed message
// with its embeds among them, which is most of what a burst costs there; and it drops a press of
// a message with a component that it does not know.
func (c *conn) cut(event []byte) {
	var e struct {
		Type     string          `json:"t"`
		Sequence int64           `json:"s"`
		Data     json.RawMessage `json:"d"`
	}
	if json.Unmarshal(event, &e) != nil || e.Type != "INTERACTION_CREATE" || e.Data == nil {
		return
	}
	c.data = e.Data
	c.frame.Reset()
	c.frame.Write(frame(websocket.TextMessage, 0, fmt.Appendf(nil,
		`{"op":0,"s":%d,"t":"INTERACTION_CREATE","d":{}}`, e.Sequence)))
}

// interaction returns the data of the event that was read last, nil unless it is an interaction.
func (c *conn) interaction(e *discordgo.Event) json.RawMessage {
	if c.data == nil && e.Type == "INTERACTION_CREATE" { // the event was short, or in parts
		return e.RawData
	}
	return c.data
}

// greet returns an error unless the data of a first message have a heartbeat interval.
func greet(data []byte) error {
	const least, most = 10, 3_600_000 // milliseconds: discordgo panics at 0, and at what overflows
	var hello struct {
		Interval int `json:"heartbeat_interval"`
	}
	if err := json.Unmarshal(data, &hello); err != nil || hello.Interval < least ||
		hello.Interval > most {
		return fmt.Errorf("first message without a heartbeat interval: %w", errBadGateway)
	}
	return nil
}

// Write implements [net.Conn]. discordgo writes each frame at once.
func (c *conn) Write(p []byte) (int, error) {
	if c.stream == nil {
		return len(p), c.shake(p)
	}
	said := p
	switch {
	case p[0]&0x0f != websocket.TextMessage:
	case c.writes.Add(1) > 1: // a heartbeat
		c.await(ackTimeout)
	case c.resume != nil:
		said = frame(websocket.TextMessage, masked, c.resume)
	}
	c.send(said, writeTimeout)
	return len(p), nil
}

// await breaks the connection unless the gateway says hello, or acknowledges a heartbeat, in time.
func (c *conn) await(within time.Duration) {
	before := c.heard.Load()
	time.AfterFunc(within, func() {
		if c.heard.Load() == before {
			c.fail(errSilent)
		}
	})
}

// masked is the flag of a client's frames. The mask is zero.
const masked = 0x80

// frame returns a frame with a payload of less than 64 KiB.
func frame(kind, flag byte, payload []byte) []byte {
	f := []byte{0x80 | kind, flag | byte(len(payload))}
	if n := len(payload); n > 125 {
		f = binary.BigEndian.AppendUint16([]byte{0x80 | kind, flag | 126}, uint16(n))
	}
	if flag == masked {
		f = append(f, 0, 0, 0, 0)
	}
	return append(f, payload...)
}

// send writes a frame, or breaks the connection.
func (c *conn) send(frame []byte, timeout time.Duration) {
	if c.broken.Err() != nil {
		return
	}
	late := time.AfterFunc(timeout, func() { c.fail(errSilent) })
	defer late.Stop()
	if _, err := c.stream.Write(frame); err != nil {
		c.fail(err)
	}
}

// leave says goodbye and breaks the connection.
func (c *conn) leave() {
	goodbye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
	c.send(frame(websocket.CloseMessage, masked, goodbye), leaveTimeout)
	c.fail(net.ErrClosed)
}

// Close implements [net.Conn].
func (c *conn) Close() error {
	c.fail(net.ErrClosed)
	return nil
}

// cause returns why the connection broke, nil while it is whole. Like spoke, it may be called
// on nil, for a connection never made.
func (c *conn) cause() error {
	if c == nil {
		return nil
	}
	return context.Cause(c.broken)
}

// spoke reports whether IDENTIFY or RESUME was sent.
func (c *conn) spoke() bool { return c != nil && c.writes.Load() > 0 }

// lastHeard returns when the gateway was last heard.
func (c *conn) lastHeard() time.Time { return c.made.Add(time.Duration(c.last.Load())) }

// The rest of [net.Conn] has no use here: send and the timers bound what there is to bound.

func (*conn) LocalAddr() net.Addr              { return nil }
func (*conn) RemoteAddr() net.Addr             { return nil }
func (*conn) SetDeadline(time.Time) error      { return nil }
func (*conn) SetReadDeadline(time.Time) error  { return nil }
func (*conn) SetWriteDeadline(time.Time) error { return nil }
