package bot

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Why a link breaks by itself.
var (
	errBadGateway = errors.New("the gateway sent what no gateway sends")
	errInvalid    = errors.New("the gateway does not know the session")
	errReconnect  = errors.New("the gateway asks for a new connection")
	errHungUp     = errors.New("the gateway hung up")
)

const (
	writeTimeout = 5 * time.Second
	helloTimeout = 5 * time.Second  // for the first message, which a gateway sends at once
	ackTimeout   = 15 * time.Second // for the acknowledgement of a heartbeat
)

// heartbeatInterval finds the interval, in milliseconds, in the gateway's first message.
var heartbeatInterval = regexp.MustCompile(`"heartbeat_interval"\s*:\s*(\d+)`)

// link is the network connection under a gateway session. It looks at the
// WebSocket frames that pass and mends what discordgo leaves open:
//
//   - It remembers the close code, which discordgo drops once it is connected.
//   - It breaks when the gateway does not acknowledge a heartbeat. discordgo
//     waits for five, and in Open for ever.
//   - It breaks when the gateway calls the session invalid. discordgo would
//     IDENTIFY at once; a gateway that always says so would get Discord's daily
//     thousand from it within a minute, and then Discord resets the token. The
//     [supervisor] identifies anew, in its own time.
//   - It says RESUME in place of IDENTIFY in a connection that is to resume a
//     session. discordgo resumes only with the object that had the connection
//     before, and that keeps its lock for a second when it is closed.
//   - It refuses messages that make discordgo panic: those that are not objects,
//     and a first one without a heartbeat interval.
//   - Once settled it hides from discordgo that it is broken, until it is
//     closed. Otherwise two goroutines of discordgo's close the session, one of
//     them perhaps the next connection. Nor does a broken link send discordgo's
//     goodbye, after which Discord would not let the session be resumed.
type link struct {
	net.Conn
	in       frames
	patience time.Duration // how long the gateway may be silent
	greeted  bool
	resume   []byte       // said in place of IDENTIFY, nil when that is to be said
	said     atomic.Bool  // IDENTIFY or RESUME is on its way
	last     atomic.Int64 // when the gateway was last heard, in nanoseconds since made
	made     time.Time

	settled atomic.Bool
	broken  chan struct{} // closed when there is no use in the link any more
	closed  chan struct{} // closed by Close

	mu sync.Mutex
	ending
}

// ending is how a link ended.
type ending struct {
	cause   error // nil while it is whole
	code    int   // the close code, 0 for none
	reason  string
	invalid bool // the session cannot be resumed
}

// newLink returns the link of a connection, which begins a session or, with
// something to say for that, resumes one.
func newLink(conn net.Conn, resume []byte) *link {
	l := &link{Conn: conn, patience: helloTimeout, resume: resume, made: time.Now(), broken: make(chan struct{}), closed: make(chan struct{})}
	l.in.seen = l.heard
	return l
}

// settle tells the link that the session is open, and that the caller sees to
// it from now on: that it closes the session when the link is broken.
func (l *link) settle() { l.settled.Store(true) }

// Read implements [net.Conn].
func (l *link) Read(b []byte) (int, error) {
	n, err := l.read(b)
	if err != nil {
		l.fail(err)
		if l.settled.Load() {
			<-l.closed
		}
	}
	return n, err
}

func (l *link) read(b []byte) (int, error) {
	if l.in.upgraded {
		if err := l.Conn.SetReadDeadline(time.Now().Add(l.patience)); err != nil {
			return 0, err
		}
	}
	n, err := l.Conn.Read(b)
	if bad := l.in.pass(b[:n]); bad != nil {
		return 0, bad
	}
	if n > 0 {
		err = nil // it comes again
		l.last.Store(int64(time.Since(l.made)))
	}
	return n, err
}

// Write implements [net.Conn].
func (l *link) Write(b []byte) (int, error) {
	n, err := l.write(l.instead(b))
	if err != nil {
		l.fail(err)
		if !l.settled.Load() {
			return n, err
		}
	}
	return len(b), nil
}

// instead returns what to write for b: it, or the frame that resumes a session
// for the first that discordgo says, which is IDENTIFY.
func (l *link) instead(b []byte) []byte {
	if len(b) == 0 || b[0] != lastFrame|textFrame || l.said.Swap(true) || l.resume == nil {
		return b
	}
	return clientFrame(l.resume)
}

// spoke reports whether IDENTIFY or RESUME was sent. The link may be nil, for a
// connection never made.
func (l *link) spoke() bool { return l != nil && l.said.Load() }

// lastHeard returns when the gateway was last heard.
func (l *link) lastHeard() time.Time { return l.made.Add(time.Duration(l.last.Load())) }

func (l *link) write(b []byte) (int, error) {
	select {
	case <-l.broken:
		return 0, net.ErrClosed
	default:
	}
	if err := l.Conn.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	return l.Conn.Write(b)
}

// Close implements [net.Conn].
func (l *link) Close() error {
	l.fail(net.ErrClosed)
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.closed:
	default:
		close(l.closed)
	}
	return l.Conn.Close()
}

// fail breaks the link, for the first cause it is given.
func (l *link) fail(cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cause == nil {
		l.cause = cause
		close(l.broken)
	}
}

// end returns how the link ended. It may be nil, for a connection never made.
func (l *link) end() ending {
	if l == nil {
		return ending{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ending
}

// heard looks at a frame of the gateway's.
func (l *link) heard(opcode byte, head []byte, whole bool) error {
	switch opcode {
	case closeFrame:
		l.mu.Lock()
		defer l.mu.Unlock()
		if len(head) >= 2 {
			l.code, l.reason = int(binary.BigEndian.Uint16(head)), string(head[2:])
		}
		if l.settled.Load() {
			return errHungUp
		}
	case textFrame:
		if !bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) {
			return fmt.Errorf("message that is no object: %w", errBadGateway)
		}
		if !l.greeted {
			l.greeted = true
			return l.greet(head)
		}
		const longest = 256 // bytes: the messages looked for are short, and others are not worth decoding
		if whole && len(head) <= longest {
			return l.obey(head)
		}
	}
	return nil
}

// greet takes the heartbeat interval from the first message.
func (l *link) greet(head []byte) error {
	found := heartbeatInterval.FindSubmatch(head)
	if found == nil {
		return fmt.Errorf("first message without a heartbeat interval: %w", errBadGateway)
	}
	const least, most = 10, 3_600_000 // milliseconds: discordgo panics at 0, and at what overflows
	interval, err := strconv.Atoi(string(found[1]))
	if err != nil || interval < least || interval > most {
		return fmt.Errorf("heartbeat interval %s ms: %w", found[1], errBadGateway)
	}
	l.patience = time.Duration(interval)*time.Millisecond + ackTimeout // from one acknowledgement to the next
	return nil
}

// The opcodes of gateway messages that matter here. Source: Discord's "Gateway Opcodes".
const (
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
)

// obey breaks the link when a short message asks for it.
func (l *link) obey(message []byte) error {
	var m struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(message, &m); err != nil {
		return nil // discordgo drops it
	}
	switch m.Op {
	case opReconnect:
		return errReconnect
	case opInvalidSession:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.invalid = string(m.Data) != "true"
		return errInvalid
	}
	return nil
}
