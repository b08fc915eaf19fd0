package bot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strconv"
	"sync"
	"time"
)

// Why a link ends the connection by itself.
var (
	errBadGateway = errors.New("the gateway does not speak as one")
	errIdentified = errors.New("the gateway no longer knows the session")
)

const (
	writeTimeout = 10 * time.Second
	helloTimeout = 15 * time.Second
)

// heartbeatInterval finds the interval, in milliseconds, in the gateway's first message.
var heartbeatInterval = regexp.MustCompile(`"heartbeat_interval"\s*:\s*(\d+)`)

// link is the network connection under a gateway session. It looks at the
// WebSocket frames that pass and mends what discordgo leaves open:
//
//   - It remembers the close code, which discordgo drops once it is connected.
//   - It ends the connection when the gateway is silent for two heartbeats.
//     discordgo waits for five, and in Open for ever.
//   - It refuses a second IDENTIFY. discordgo sends one at once whenever it is
//     told that the session is invalid; a gateway that always says so would get
//     Discord's daily thousand from it within a minute, and then Discord
//     resets the token. The [supervisor] identifies anew, in its own time.
//   - It refuses messages that make discordgo panic: those that are not objects,
//     and a first one without a heartbeat interval.
type link struct {
	net.Conn
	in, out  frames
	patience time.Duration // how long the gateway may be silent

	closed chan struct{}
	once   sync.Once

	mu         sync.Mutex
	code       int // the close code, 0 for none
	reason     string
	greeted    bool
	introduced bool // IDENTIFY or RESUME was sent
	invalid    bool
}

func newLink(conn net.Conn) *link {
	l := &link{Conn: conn, patience: helloTimeout, closed: make(chan struct{})}
	l.in.seen, l.out.seen = l.heard, l.said
	return l
}

// Read implements [net.Conn].
func (l *link) Read(b []byte) (int, error) {
	if l.in.upgraded {
		if err := l.Conn.SetReadDeadline(time.Now().Add(l.patience)); err != nil {
			return 0, err
		}
	}
	n, err := l.Conn.Read(b)
	if bad := l.in.pass(b[:n]); bad != nil {
		return 0, bad
	}
	return n, err
}

// Write implements [net.Conn].
func (l *link) Write(b []byte) (int, error) {
	if l.out.upgraded {
		if err := l.Conn.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
			return 0, err
		}
	}
	if err := l.out.pass(b); err != nil {
		l.Conn.Close() // the reader is told, so the session ends
		return 0, err
	}
	return l.Conn.Write(b)
}

// Close implements [net.Conn].
func (l *link) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Conn.Close()
}

// end returns how the connection ended: the close code, 0 for none, and whether
// the session is invalid.
func (l *link) end() (code int, reason string, invalid bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.code, l.reason, l.invalid
}

// heard looks at a frame of the gateway's.
func (l *link) heard(opcode byte, head []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case opcode == closeFrame && len(head) >= 2:
		l.code, l.reason = int(binary.BigEndian.Uint16(head)), string(head[2:])
	case opcode == textFrame && !bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")):
		return fmt.Errorf("message that is no object: %w", errBadGateway)
	case opcode == textFrame && !l.greeted:
		l.greeted = true
		found := heartbeatInterval.FindSubmatch(head)
		if found == nil {
			return fmt.Errorf("first message without a heartbeat interval: %w", errBadGateway)
		}
		const least, most = 10, 3_600_000 // milliseconds: a heartbeat of 0 or of ages is a panic of time.NewTicker
		interval, err := strconv.Atoi(string(found[1]))
		if err != nil || interval < least || interval > most {
			return fmt.Errorf("heartbeat interval %s ms: %w", found[1], errBadGateway)
		}
		l.patience = 2*time.Duration(interval)*time.Millisecond + helloTimeout
	}
	return nil
}

// said looks at a frame of discordgo's, before it is sent.
func (l *link) said(opcode byte, head []byte) error {
	if opcode != textFrame {
		return nil
	}
	identify := bytes.HasPrefix(head, []byte(`{"op":2,`))
	if !identify && !bytes.HasPrefix(head, []byte(`{"op":6,`)) {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.introduced && identify {
		l.invalid = true
		return errIdentified
	}
	l.introduced = true
	return nil
}
