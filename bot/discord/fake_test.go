package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/click"
	"holecard/bot/message"

	"github.com/gorilla/websocket"
)

const (
	fakeToken = "fake.bot.token"
	fakeApp   = "1000000000000000001"
)

// fake is a Discord that does what a test scripts: local Discord is well
// behaved, and these tests are about the others.
type fake struct {
	t *testing.T
	// rest may answer a request instead of the fake; n counts those of the path from 1.
	rest func(w http.ResponseWriter, r *http.Request, n int) bool
	// gateway plays the n-th gateway connection, from 1, instead of the fake.
	gateway func(n int, c *fakeConn)
	// dialled may fail a dial, or take its time, before the fake hears of it.
	dialled func(context.Context) error
	// upgrades is the status that a gateway connection is refused with, 0 for none.
	upgrades atomic.Int64

	conns chan net.Conn
	done  chan struct{}

	mu       sync.Mutex
	asked    map[string]int
	sent     []sent
	commands json.RawMessage
	links    []*fakeConn
	shards   int

	known  func(ids map[string]string) // told the ids of commands, nil for nobody
	starts string                      // the fields of session_start_limit
}

// sent is a request that arrived.
type sent struct {
	at     time.Time
	method string
	path   string
	body   string
}

func newFake(t *testing.T) *fake {
	f := &fake{t: t, conns: make(chan net.Conn), done: make(chan struct{}),
		asked:    make(map[string]int),
		commands: json.RawMessage("[]"), shards: 1,
		starts: `"total":1000,"remaining":1000,"reset_after":0,"max_concurrency":1`}
	server := &http.Server{Handler: f}
	go server.Serve(fakeListener{f})
	t.Cleanup(func() { close(f.done); server.Close() })
	return f
}

func (f *fake) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	if f.dialled != nil {
		if err := f.dialled(ctx); err != nil {
			return nil, err
		}
	}
	ours, theirs := net.Pipe()
	select {
	case f.conns <- theirs:
		return ours, nil
	case <-f.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type fakeListener struct{ f *fake }

func (l fakeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.f.conns:
		return c, nil
	case <-l.f.done:
		return nil, net.ErrClosed
	}
}
func (fakeListener) Close() error   { return nil }
func (fakeListener) Addr() net.Addr { return &net.TCPAddr{} }

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/gw/" {
		if status := f.upgrades.Load(); status != 0 {
			w.WriteHeader(int(status))
			return
		}
		f.serveGateway(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	key := r.Method + " " + r.URL.Path
	f.mu.Lock()
	f.asked[key]++
	n := f.asked[key]
	f.sent = append(f.sent, sent{time.Now(), r.Method, r.URL.Path, string(body)})
	f.mu.Unlock()
	if f.rest != nil && f.rest(w, r, n) {
		return
	}
	switch {
	case key == "GET /api/applications/@me":
		fmt.Fprintf(w, `{"id":%q}`, fakeApp)
	case key == "GET /api/gateway":
		fmt.Fprint(w, `{"url":"ws://gateway.invalid/gw"}`)
	case key == "GET /api/gateway/bot":
		fmt.Fprintf(w, `{"url":"ws://gateway.invalid/gw","shards":%d,"session_start_limit":{%s}}`,
			f.shards, f.starts)
	case strings.HasSuffix(key, "/commands"):
		f.mu.Lock()
		defer f.mu.Unlock()
		if r.Method == http.MethodPut {
			f.commands = body
		}
		w.Write(f.commands)
	case strings.HasSuffix(key, "/callback"), strings.HasPrefix(key, "POST /api/webhooks/"):
		w.WriteHeader(http.StatusNoContent)
	default:
		http.Error(w, `{"message":"404: Not Found","code":0}`, http.StatusNotFound)
	}
}

// fault is what becomes of a request.
type fault func(w http.ResponseWriter, r *http.Request)

func status(code int, body string) fault {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		fmt.Fprint(w, body)
	}
}

func cutOff(http.ResponseWriter, *http.Request)   { panic(http.ErrAbortHandler) }
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// slow takes a request after a time, whatever becomes of the connection.
func slow(d time.Duration) fault {
	return func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(d)
		w.WriteHeader(http.StatusNoContent)
	}
}

// meets has the requests whose method and path contain a text meet faults, one after the other
// for each path. The last fault goes on for ever; nil is none. A space ends a path.
func (f *fake) meets(text string, faults ...fault) *fake {
	next := f.rest
	f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
		if strings.Contains(r.Method+" "+r.URL.Path+" ", text) {
			if met := faults[min(n, len(faults))-1]; met != nil {
				met(w, r)
				return true
			}
		}
		return next != nil && next(w, r, n)
	}
	return f
}

// requests returns those that arrived whose method and path contain a text.
func (f *fake) requests(text string) []sent {
	f.mu.Lock()
	defer f.mu.Unlock()
	var found []sent
	for _, s := range f.sent {
		if strings.Contains(s.method+" "+s.path, text) {
			found = append(found, s)
		}
	}
	return found
}

// registered returns the commands as JSON.
func (f *fake) registered() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return string(f.commands)
}

// fakeConn is the fake's end of a gateway connection.
type fakeConn struct {
	*websocket.Conn
	began time.Time
	// whose holder writes; a bubble's clock goes on while others wait for it, unlike a mutex
	turn chan struct{}
	mu   sync.Mutex
	seq  int
	said []string // the op of each of the bot's messages
}

func (f *fake) serveGateway(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil { // the bot has hung up, for it is to end
		return
	}
	defer ws.Close()
	// A close frame is not echoed: see behave.
	ws.SetCloseHandler(func(int, string) error { return nil })
	c := &fakeConn{Conn: ws, began: time.Now(), turn: make(chan struct{}, 1)}
	f.mu.Lock()
	f.links = append(f.links, c)
	n := len(f.links)
	f.mu.Unlock()
	if f.gateway != nil {
		f.gateway(n, c)
		return
	}
	c.behave()
}

// behave is what a well-behaved gateway does.
func (c *fakeConn) behave() {
	c.hello(41250)
	c.obey()
	// A real gateway hangs up at once. Here the bot is given the second that
	// discordgo sleeps under a lock, for which no bubble's clock goes on.
	time.Sleep(2 * time.Second)
}

// obey answers the bot until it is gone.
func (c *fakeConn) obey() {
	for {
		switch op := c.hear(); op {
		case "2":
			c.event("READY",
				`{"v":9,"session_id":"s1","guilds":[],"user":{"id":"1000000000000000001"}}`)
		case "6":
			c.event("RESUMED", `{}`)
		case "1":
			c.say(`{"op":11}`)
		case "":
			return
		}
	}
}

func (c *fakeConn) hello(interval int) {
	c.say(fmt.Sprintf(`{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":%d}}`, interval))
}

// hear returns the op of the bot's next message, "" when it has gone.
func (c *fakeConn) hear() string {
	_, raw, err := c.ReadMessage()
	if err != nil {
		return ""
	}
	var m struct {
		Op json.Number `json:"op"`
	}
	json.Unmarshal(raw, &m)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said = append(c.said, m.Op.String())
	return m.Op.String()
}

func (c *fakeConn) say(message string) {
	c.turn <- struct{}{}
	defer func() { <-c.turn }()
	c.WriteMessage(websocket.TextMessage, []byte(message))
}

func (c *fakeConn) event(name, data string) {
	c.turn <- struct{}{}
	defer func() { <-c.turn }()
	c.seq++
	message := fmt.Sprintf(`{"op":0,"s":%d,"t":%q,"d":%s}`, c.seq, name, data)
	c.WriteMessage(websocket.TextMessage, []byte(message))
}

func (c *fakeConn) hangUp(code int) {
	c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "scripted"),
		time.Now().Add(time.Second))
}

// heard returns the ops of the bot's messages so far, such as 2 and 6.
func (c *fakeConn) heard() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.said, " ")
}

// link returns the gateway connection that was made last.
func (f *fake) link() *fakeConn {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.links[len(f.links)-1]
}

// allLinks returns the gateway connections so far.
func (f *fake) allLinks() []*fakeConn {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.links)
}

func (f *fake) linkCount() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.links)
}

// snowflake returns an id made now, different for different numbers.
func snowflake(n int) uint64 {
	return uint64(time.Now().UnixMilli()-1_420_070_400_000)<<22 | uint64(n)
}

// press returns the JSON of a button's press by a user.
func pressJSON(id uint64, user int, customID string) string {
	return fmt.Sprintf(`{"id":"%d","application_id":%q,"type":3,"token":"secret-%d","guild_id":"77","locale":"en-US",
		"channel_id":"88","message":{"id":"99"},"member":{"permissions":"8","user":{"id":"%d","username":"ada"}},"data":{"component_type":2,"custom_id":%q}}`, id, fakeApp, id, user, tapID(customID))
}

// stub answers by functions.
type stub struct {
	onCommand  func(context.Context, Responder, *Call)
	onComplete func(context.Context, *Call) Choices
	onClick    func(context.Context, Responder, tapped)
	of         *state // that live messages show, nil where there is none
}

// tapped is a click on a button of a test, which "thing/word" is about a thing that is shared.
type tapped struct {
	*Call
	CustomID string
}

type tap struct {
	Word string `id:"t"`
}

type sharedTap struct {
	Thing string `id:"u" is:"shared"`
	Word  string
}

// tapID returns the custom ID of a button of a test.
func tapID(customID string) string {
	if thing, word, shared := strings.Cut(customID, "/"); shared {
		return click.ID(sharedTap{thing, word})
	}
	return click.ID(tap{customID})
}

// routes answers commands of some specs, and all buttons of tests.
func (s stub) routes(specs []*discordgo.ApplicationCommand) Routes {
	to := Routes{Specs: specs, Words: func(_ context.Context, _ *Call, why error) (message.Reply,
		bool) {
		return message.Note("refused: " + why.Error()), errors.Is(why, errFault)
	}}
	if s.of != nil {
		to.Draw, to.Newest, to.Lost = s.of.draw, s.of.newest, s.of.gone
	}
	for _, spec := range specs {
		to.Commands = append(to.Commands, CommandRoute{ApplicationCommand: spec,
			Handle: func(ctx context.Context, r Responder, c *Call) error {
				s.onCommand(ctx, r, c)
				return nil
			},
			Complete: map[string]Completer{
				"bet": func(ctx context.Context, c *Call) (Choices, error) {
					return s.onComplete(ctx, c), nil
				}}})
	}
	to.Clicks = []ClickRoute{
		On("button", func(ctx context.Context, r Responder, c *Call, t tap) error {
			if t.Word == "fails" {
				return errFault
			}
			s.onClick(ctx, r, tapped{c, t.Word})
			if t.Word == "fails after all" {
				return errFault
			}
			return nil
		}),
		On("button", func(ctx context.Context, r Responder, c *Call, t sharedTap) error {
			s.onClick(ctx, r, tapped{c, t.Thing + "/" + t.Word})
			return nil
		}),
	}
	return to
}

// errFault is a fault of ours: the button "fails" has it.
var errFault = errors.New("a fault")

// echo answers each press with its custom ID.
func echo() stub {
	return stub{onClick: func(_ context.Context, r Responder, c tapped) {
		r.Update(message.Reply{Text: c.CustomID})
	}}
}

var fakeSpecs = []*discordgo.ApplicationCommand{{Name: "blackjack", Description: "Play",
	Options: []*discordgo.ApplicationCommandOption{betOption}}}

var betOption = &discordgo.ApplicationCommandOption{Name: "bet", Description: "Chips",
	Type: discordgo.ApplicationCommandOptionInteger, Autocomplete: true}

// running is a bot under test.
type running struct {
	*fake
	stop  context.CancelFunc
	ended chan error
	ready chan Connected
	log   *logBuffer
	bot   *Connection
}

// start runs the real client against a fake.
func start(f *fake, h stub) *running { return startWith(f, h, func(*Options) {}) }

// play starts the real client, waits until it is ready, and ends it after the test.
func play(f *fake, h stub) *running { return playWith(f, h, func(*Options) {}) }

// playObserved plays and tells an observer.
func playObserved(f *fake, h stub, o Observer) *running {
	return playWith(f, h, func(options *Options) { options.Observer = o })
}

// playWith plays with options that are set otherwise.
func playWith(f *fake, h stub, set func(*Options)) *running {
	f.t.Helper()
	r := startWith(f, h, set)
	<-r.ready
	f.t.Cleanup(r.finish)
	return r
}

// press has the gateway deliver the press of a button, made now.
func (r *running) press(n, user int, customID string) {
	r.link().event("INTERACTION_CREATE", pressJSON(snowflake(n), user, customID))
}

// startWith starts one whose options are set otherwise.
func startWith(f *fake, h stub, set func(*Options)) *running {
	f.t.Helper()
	ctx, stop := context.WithCancel(f.t.Context())
	r := &running{fake: f, stop: stop, ended: make(chan error, 1), ready: make(chan Connected, 1),
		log: &logBuffer{}}
	options := Options{
		Token: fakeToken, APIURL: "http://discord.invalid/api", Dial: f.dial,
		Logger: slog.New(slog.NewJSONHandler(r.log,
			&slog.HandlerOptions{Level: slog.LevelDebug})),
		Ready: func(c Connected) { r.ready <- c }, Registered: f.known,
		Allowance: Allowance{PerSecond: 1_000, Burst: 1_000}, // no time passes between presses
	}
	set(&options)
	d, err := Connect(h.routes(fakeSpecs), options)
	if err != nil {
		f.t.Fatal(err)
	}
	if r.bot = d; h.of != nil {
		h.of.bot = d
	}
	var mu sync.Mutex // of one source for several supervisors, and what registers commands
	luck := rand.New(rand.NewPCG(1, 1))
	d.luck = func() float64 {
		mu.Lock()
		defer mu.Unlock()
		return luck.Float64()
	}
	go func() { r.ended <- d.Run(ctx) }()
	return r
}

// finish ends the bot in good order.
func (r *running) finish() {
	r.t.Helper()
	r.stop()
	if err := <-r.ended; err != nil {
		r.t.Errorf("Run = %v, want nil after the context ended", err)
	}
	time.Sleep(time.Hour) // the goroutines of both sides end
}

// bubble runs a test in fake time that begins in a year that has snowflakes.
func bubble(t *testing.T, test func(*testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
		test(t)
	})
}

// logBuffer keeps what is logged.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
