package gateway

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Why a link breaks by itself, besides a [*websocket.CloseError].
var (
	errBadGateway = errors.New("the gateway sent what no gateway sends")
	errInvalid    = errors.New("the gateway does not know the session")
	errReconnect  = errors.New("the gateway asks for a new connection")
)

const (
	writeTimeout = 5 * time.Second
	helloTimeout = 5 * time.Second  // for the first message, which a gateway sends at once
	ackTimeout   = 15 * time.Second // for the acknowledgement of a heartbeat
)

// link carries the messages of one connection between Discord and discordgo, and
// mends what discordgo leaves open:
//
//   - It remembers the close code, which discordgo drops once it is connected.
//   - It breaks when the gateway does not acknowledge a heartbeat. discordgo
//     waits for five, and in Open for ever.
//   - It breaks when the gateway calls the session invalid. discordgo would
//     IDENTIFY at once; a gateway that always says so would get Discord's daily
//     thousand from it within a minute, and then Discord resets the token. The
//     [supervisor] identifies again, in its own time.
//   - It says RESUME in place of IDENTIFY in a connection that is to resume a
//     session. discordgo resumes only with the object that had the connection
//     before, and that keeps its lock for a second when it is closed.
//   - It refuses messages that make discordgo panic: those that are not objects,
//     and a first one without a heartbeat interval.
//   - It keeps the data of interactions, which are handed on when discordgo reports the event:
//     discordgo decodes an interaction four times on the one goroutine that reads, which is
//     most of what a burst costs there.
//   - It hides from discordgo, once that is open, that the link is broken:
//     otherwise several goroutines of discordgo's close the session at once. Nor
//     does a broken link pass on discordgo's goodbye, after which Discord would
//     not let the session be resumed.
type link struct {
	broken context.Context         // ends when there is no use in the link any more
	fail   context.CancelCauseFunc // breaks it; the first cause counts

	discord  *websocket.Conn
	library  *discordgo.Session // once the session is open
	ours     net.Conn           // the link's end of the pipe to discordgo
	theirs   net.Conn
	resume   []byte        // said in place of IDENTIFY, nil when that is to be said
	patience time.Duration // how long the gateway may be silent
	greeted  bool
	said     atomic.Bool // IDENTIFY or RESUME is on its way
	made     time.Time
	last     atomic.Int64         // when the gateway was last heard, in nanoseconds since made
	kept     chan json.RawMessage // the data of interactions that discordgo has not reported yet
}

// newLink returns the link of a connection, which begins a session or, with
// something to say for that, resumes one.
func newLink(discord *websocket.Conn, resume []byte) *link {
	l := &link{discord: discord, resume: resume, patience: helloTimeout, made: time.Now(),
		kept: make(chan json.RawMessage, 64)}
	l.broken, l.fail = context.WithCancelCause(context.Background())
	context.AfterFunc(l.broken, func() { discord.Close() })
	l.ours, l.theirs = net.Pipe()
	go l.carry()
	return l
}

// dial is how discordgo finds its end of the pipe.
func (l *link) dial(context.Context, string, string) (net.Conn, error) { return l.theirs, nil }

// carry shakes hands with discordgo and carries messages both ways. The pipe is
// closed by hangUp: discordgo, when it hangs up, waits a second under a lock that
// its reader would take at the end of the pipe.
func (l *link) carry() {
	in := bufio.NewReader(l.ours)
	request, err := http.ReadRequest(in)
	if err != nil {
		return
	}
	library, err := (&websocket.Upgrader{}).Upgrade(pipeEnd{l.ours, in, http.Header{}}, request,
		nil)
	if err != nil {
		l.fail(err)
		return
	}
	// No close frame is echoed: what it means is decided elsewhere.
	for _, side := range []*websocket.Conn{l.discord, library} {
		side.SetCloseHandler(func(int, string) error { return nil })
	}
	go l.hear(library)
	l.speak(library)
}

// pipeEnd is an end of a pipe as the [http.ResponseWriter] that an upgrade takes over.
type pipeEnd struct {
	net.Conn
	in     *bufio.Reader
	header http.Header
}

func (e pipeEnd) Header() http.Header { return e.header }
func (e pipeEnd) WriteHeader(int)     {}
func (e pipeEnd) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return e.Conn, bufio.NewReadWriter(e.in, bufio.NewWriter(e.Conn)), nil
}

// openReads is how many messages discordgo reads while it opens a session: the
// greeting, and READY or RESUMED. Only then does it start goroutines.
const openReads = 2

// hear hands the gateway's messages to discordgo until the link breaks.
func (l *link) hear(library *websocket.Conn) {
	for heard := 0; ; heard++ {
		l.discord.SetReadDeadline(time.Now().Add(l.patience))
		kind, message, err := l.discord.ReadMessage()
		if err == nil {
			l.last.Store(int64(time.Since(l.made)))
			err = l.inspect(kind, message)
		}
		if err == nil && heard > 0 {
			message, err = l.keep(message)
		}
		if err == nil {
			err = library.WriteMessage(kind, message)
		}
		if err != nil {
			l.fail(err)
			if heard < openReads {
				l.ours.Close() // discordgo waits for the next
			}
			return
		}
	}
}

// speak hands discordgo's messages to the gateway until discordgo hangs up.
func (l *link) speak(library *websocket.Conn) {
	for {
		kind, message, err := library.ReadMessage()
		if err != nil {
			break
		}
		if !l.said.Swap(true) && l.resume != nil {
			message = l.resume // in place of IDENTIFY, which discordgo says first
		}
		if l.broken.Err() != nil {
			continue
		}
		l.discord.SetWriteDeadline(time.Now().Add(writeTimeout))
		if err := l.discord.WriteMessage(kind, message); err != nil {
			l.fail(err)
		}
	}
	if l.broken.Err() == nil {
		goodbye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
		l.discord.WriteControl(websocket.CloseMessage, goodbye, time.Now().Add(writeTimeout))
		l.fail(net.ErrClosed)
	}
}

// hangUp breaks the link for discordgo, too.
func (l *link) hangUp() {
	l.fail(net.ErrClosed)
	l.ours.Close()
}

// spoke reports whether IDENTIFY or RESUME was sent. The link may be nil, for a
// connection never made.
func (l *link) spoke() bool { return l != nil && l.said.Load() }

// lastHeard returns when the gateway was last heard.
func (l *link) lastHeard() time.Time { return l.made.Add(time.Duration(l.last.Load())) }

// cause returns why the link broke, nil while it is whole. It may be nil, for a
// connection never made.
func (l *link) cause() error {
	if l == nil {
		return nil
	}
	return context.Cause(l.broken)
}

// The opcodes of gateway messages that matter here. Source: Discord's "Gateway Opcodes".
const (
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
)

// interactionCreate is the type of the event that tells of an interaction.
const interactionCreate = "INTERACTION_CREATE"

// keep keeps the data of an interaction, and returns the event without it. Other messages are
// returned as they are.
func (l *link) keep(message []byte) ([]byte, error) {
	if !bytes.Contains(message, []byte(interactionCreate)) {
		return message, nil
	}
	var m discordgo.Event
	if err := json.Unmarshal(message, &m); err != nil || m.Operation != 0 ||
		m.Type != interactionCreate {
		return message, nil // discordgo drops what cannot be decoded
	}
	select {
	case l.kept <- m.RawData:
	case <-l.broken.Done():
		return nil, context.Cause(l.broken)
	}
	return fmt.Appendf(nil, `{"op":0,"s":%d,"t":%q,"d":{}}`, m.Sequence, m.Type), nil
}

// inspect returns why a message breaks the link, nil for one that discordgo may have.
func (l *link) inspect(kind int, message []byte) error {
	// bytes: the messages looked for are short, and others are not worth decoding
	const longest = 256
	switch {
	case kind != websocket.TextMessage:
		return nil
	case !bytes.HasPrefix(bytes.TrimSpace(message), []byte("{")):
		return fmt.Errorf("message that is no object: %w", errBadGateway)
	case l.greeted && len(message) > longest:
		return nil
	}
	var m struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	err := json.Unmarshal(message, &m)
	switch {
	case !l.greeted:
		l.greeted = true
		return l.greet(m.Data)
	case err != nil: // discordgo drops it
	case m.Op == opReconnect, m.Op == opInvalidSession && string(m.Data) == "true":
		return errReconnect
	case m.Op == opInvalidSession:
		return errInvalid
	}
	return nil
}

// greet takes the heartbeat interval from the first message.
func (l *link) greet(data []byte) error {
	const least, most = 10, 3_600_000 // milliseconds: discordgo panics at 0, and at what overflows
	var hello struct {
		Interval int `json:"heartbeat_interval"`
	}
	if err := json.Unmarshal(data, &hello); err != nil || hello.Interval < least ||
		hello.Interval > most {
		return fmt.Errorf("first message without a heartbeat interval: %w", errBadGateway)
	}
	// from one acknowledgement to the next
	l.patience = time.Duration(hello.Interval)*time.Millisecond + ackTimeout
	return nil
}
