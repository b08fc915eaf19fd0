package discord

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"holecard/bot/discord/gateway"
	"holecard/bot/message"
)

// Endpoint says where interactions come in over HTTP: as POST /interactions, by plain HTTP
// from a proxy before it. The first answer is the response.
type Endpoint struct {
	Listener net.Listener
	Key      ed25519.PublicKey // the application's, which Discord signs with
	// Leaving is closed when other processes are to take over: then each response closes its
	// connection, so that none is lost when the listener is closed. It may be nil.
	Leaving <-chan struct{}
	// Other answers all other requests; nil answers none.
	Other http.Handler
}

const (
	// mostBody is more than Discord sends: a modal's five inputs of 4,000 characters and the
	// message below it, of 8,000 in text and embeds and 9,000 in components. Escaped for
	// JSON, a character takes up to 12 bytes.
	mostBody = 512 << 10
	// mostResponse is what Discord takes as a response. It refuses some 150 KB and more;
	// requests with the same answer may be larger.
	mostResponse = 100 << 10
	// settleTime is how long Discord may take until it knows of an answer in a response.
	settleTime = 3 * time.Second
	// headerTime is how long a request's header may take.
	headerTime = 2 * time.Second
)

// endpoint is an [Endpoint] that is being served.
//
//	POST ──▶ header: form, age ──▶ body, limited ──▶ signature ──▶ repeated? ──▶ parsed
//	  401 ◀──────┘          413 ◀───────┘      401 ◀────┴────────────┘           │
//	                                                                             ▼
//	response ◀── its body ── exchange ◀── handler ◀── queue ◀── gate ◀─────────take
type endpoint struct {
	Endpoint
	discord  *Connection
	checked  *verifier
	refusals refusals
	open     atomic.Bool // requests are taken

	connections atomic.Int64 // that are open
}

func newEndpoint(e Endpoint, c *Connection) *endpoint {
	if e.Other == nil {
		e.Other = http.NotFoundHandler()
	}
	return &endpoint{Endpoint: e, discord: c, checked: newVerifier(e.Key, c.now),
		refusals: refusals{log: c.log, level: slog.LevelWarn, text: "requests to /interactions " +
			"refused; Discord itself sends one with a wrong signature now and then, to see " +
			"that it is"}}
}

// run answers requests until ctx ends; then it takes no more connections, answers what comes
// on those it has, and returns nil.
func (e *endpoint) run(ctx context.Context) error {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /interactions", e.interaction)
	mux.Handle("/", e.Other)
	server := &http.Server{
		Handler:           e.leave(ctx, mux),
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       3 * time.Minute, // longer than that of most proxies
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(e.discord.log.Handler(), slog.LevelDebug),
		ConnState: func(_ net.Conn, is http.ConnState) {
			if is == http.StateNew {
				e.connections.Add(1)
			} else if is == http.StateClosed {
				e.connections.Add(-1)
			}
		},
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(e.Listener) }()
	e.open.Store(true)
	defer e.open.Store(false)
	defer e.refusals.flush()
	e.discord.log.Info("taking interactions over HTTP", "address", e.Listener.Addr())
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	e.Listener.Close()
	<-failed // no connection is new from here on
	e.drain(server)
	return nil
}

// drain answers what comes on open connections, and closes each with its next response. Those
// that are open when a header has had its time are idle, or their requests under way:
// [http.Server.Shutdown] closes the former, and waits for the latter. Called at once, it would
// close connections on which a request has come whose header is not read to the end yet, and
// no proxy sends a POST again that may have arrived.
func (e *endpoint) drain(server *http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	read, cancel := context.WithTimeout(ctx, headerTime)
	defer cancel()
	_ = drained(read, func() int { return int(e.connections.Load()) })
	if err := server.Shutdown(ctx); err != nil {
		e.discord.log.Warn("cutting off requests under way", "error", err)
		server.Close()
	}
}

// leave closes connections with their responses while the process leaves, and after ctx.
func (e *endpoint) leave(ctx context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-e.Leaving:
			w.Header().Set("Connection", "close")
		case <-ctx.Done():
			w.Header().Set("Connection", "close")
		default:
		}
		next.ServeHTTP(w, r)
	})
}

// interaction answers a request that brings an interaction.
func (e *endpoint) interaction(w http.ResponseWriter, r *http.Request) {
	d := e.discord
	deadline := time.Now().Add(answerTime)
	body, err := e.checked.read(w, r)
	if err != nil {
		e.refuse(w, err)
		return
	}
	in := d.read(body)
	if in == nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	own := *d.sender
	answer := &response{sender: &own, content: make(chan gateway.Content),
		written: make(chan error, 1), over: make(chan struct{})}
	defer close(answer.over)
	v := &exchange{sender: &own, first: answer, in: in, deadline: deadline}
	if err := d.take(v, 0); err != nil {
		http.Error(w, "not answered", http.StatusServiceUnavailable)
		return
	}
	select {
	case c := <-answer.content:
		answer.written <- respond(w, c)
	case <-r.Context().Done(): // the caller has hung up
	case <-time.After(time.Until(deadline)):
		http.Error(w, "no answer in time", http.StatusServiceUnavailable)
	}
}

// respond writes a response. Without content, the answer is given by a request.
func respond(w http.ResponseWriter, c gateway.Content) error {
	if c.Body == nil {
		w.WriteHeader(http.StatusAccepted)
	} else {
		w.Header().Set("Content-Type", c.Type)
		w.Header().Set("Content-Length", strconv.Itoa(len(c.Body)))
		if _, err := w.Write(c.Body); err != nil {
			return err
		}
	}
	return http.NewResponseController(w).Flush()
}

// response answers an interaction in the response to the request that brought it, and by a
// request of its own where that cannot be.
type response struct {
	*sender
	content chan gateway.Content // taken by the request's goroutine, while it waits
	written chan error           // whether the response was
	over    chan struct{}        // closed when it does not wait any more
}

// answer implements [responder].
func (r *response) answer(ctx context.Context, in *interaction, a wireAnswer,
	files []message.File, told bool) ([]byte, error) {
	content := withFiles(a, files...)
	fits := len(content.Body) <= mostResponse
	if !fits {
		content = gateway.Content{}
	}
	var broken error
	select {
	case r.content <- content:
		broken = <-r.written
		if fits && broken == nil {
			r.settled = time.Now().Add(settleTime)
			return nil, nil
		}
	case <-r.over:
	}
	said, err := r.sender.answer(ctx, in, a, files, told)
	if broken != nil && errors.Is(err, errAnsweredBefore) { // by the response
		return said, nil
	}
	return said, err
}

// refuse answers a request that is not Discord's. What is left of it is not read.
func (e *endpoint) refuse(w http.ResponseWriter, why error) {
	status := cmp.Or(statuses[why], http.StatusUnauthorized)
	w.Header().Set("Connection", "close")
	http.Error(w, why.Error(), status)
	e.refusals.note(why)
}
