package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// What runs bots asks these over HTTP:
//
//	GET /healthz   200 while the process lives
//	GET /readyz    200 while the bot answers people, else 503: on METRICS_ADDR with a sentence
//	               for each reason, which is nobody's business on a public port
func (i *instance) healthRoutes(routes *http.ServeMux, public bool) {
	routes.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "ok\n")
	})
	routes.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		reasons := i.unready()
		if len(reasons) == 0 {
			io.WriteString(w, "ready\n")
			return
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		if public {
			reasons = []string{"not ready"}
		}
		for _, reason := range reasons {
			fmt.Fprintln(w, reason)
		}
	})
}

// unready returns why the bot does not answer people, a sentence each: none when it does.
func (i *instance) unready() (reasons []string) {
	if i.stopping.Load() {
		reasons = append(reasons, "the bot is stopping")
	}
	if on := i.connection.Load(); on == nil || !(*on).Connected() {
		reasons = append(reasons, errNotConnected.Error())
	}
	if err := i.trouble(); err != nil {
		reasons = append(reasons, err.Error())
	}
	return reasons
}

// pulse is what the database said when it was asked last.
type pulse struct {
	at      time.Time
	trouble error
}

// The database is asked every pulseEvery, and has pulseTime to answer.
const (
	pulseEvery = time.Second
	pulseTime  = 5 * time.Second
)

var errNoPulse = errors.New("the database does not answer")

// trouble returns why nothing can be changed now, at once: a disk that hangs would hold up
// whoever asked it.
func (i *instance) trouble() error {
	last := i.pulse.Load()
	if last == nil || time.Since(last.at) > pulseTime {
		return errNoPulse
	}
	return last.trouble
}

// feel asks the database how it is until ctx ends.
func (i *instance) feel(ctx context.Context) {
	for on := true; on; on = pause(ctx, pulseEvery) {
		trouble := i.store.Trouble()
		i.pulse.Store(&pulse{time.Now(), trouble})
	}
}

// listenOn listens at the address that a setting names. The error is a [usageError] where the
// address is wrong. One that is in use or not up yet, or whose name is not known now, may be right
// later, so that trying again helps.
func listenOn(setting, address, advice string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err == nil {
		return listener, nil
	}
	_, port, malformed := net.SplitHostPort(address)
	_, unknown := net.LookupPort("tcp", port)
	wrong := malformed != nil || unknown != nil || errors.Is(err, fs.ErrPermission)
	if err = fmt.Errorf("%s: %w: %s", setting, err, advice); wrong {
		return nil, usageError{err}
	}
	return nil, err
}

// answerOn answers HTTP on a listener until close is called, which ends what is under way.
func answerOn(listener net.Listener, routes http.Handler, log *slog.Logger) (close func()) {
	ctx, cancel := context.WithCancel(context.Background())
	server := &http.Server{
		Handler: routes, ReadHeaderTimeout: stuckTime, IdleTimeout: stuckTime,
		BaseContext: func(net.Listener) context.Context { return ctx },
		ErrorLog:    slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	stop := aside(func(context.Context) {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("nothing is answered any more", "address", listener.Addr(), "error", err)
		}
	})
	return func() {
		cancel()
		ctx, cancel := context.WithTimeout(context.Background(), stuckTime)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			server.Close()
		}
		stop()
	}
}
