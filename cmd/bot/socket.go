package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"holecard/storage"
)

// The bot that has a database open answers HTTP on a socket beside it:
//
//	GET /status   what the bot says of itself, as JSON: see [status]
//	GET /backup   a copy of the database
//	GET /audit    what an audit of the database finds, as JSON behind line feeds, one
//	              for each second that it takes: see [audited]
//
// Failures are status 500, with a sentence. A copy that fails on the way has that
// sentence in its trailer, so it is never taken for a whole one.
const (
	statusPath = "/status"
	backupPath = "/backup"
	auditPath  = "/audit"

	failedTrailer = "Holecard-Failed"
)

// stuckTime is how long either side waits for the other to go on. While a copy
// is sent the database cannot shrink, and at times not grow.
const stuckTime = 5 * time.Second

// socketMax is the longest path of a socket that every system takes, in bytes.
const socketMax = 103

func socketOf(database string) string { return database + ".sock" }

type socketServer struct {
	store  backedUp
	status func(context.Context) status
	audit  func(context.Context) (audited, error)
	log    *slog.Logger
}

// serve answers on the socket beside a database until close is called. Where that
// cannot be it says so, and the bot does without.
func (s socketServer) serve(database string) (close func()) {
	listener, err := listenBeside(socketOf(database))
	if err != nil {
		s.log.Error("bot backup and bot status will not work while this bot runs", "socket",
			socketOf(database), "error", err)
		return func() {}
	}
	return s.serveOn(listener)
}

// serveOn answers on a listener until close is called, which ends what is under way.
func (s socketServer) serveOn(listener net.Listener) (close func()) {
	routes := http.NewServeMux()
	routes.HandleFunc("GET "+statusPath, s.sendStatus)
	routes.HandleFunc("GET "+backupPath, s.sendBackup)
	routes.HandleFunc("GET "+auditPath, s.sendAudit)
	return answerOn(listener, routes, s.log)
}

// listenBeside listens at a path that only this user can connect to, and that is
// removed when the listener is closed. One that a crash has left is replaced: the
// listener has the database locked, so there is no other bot on it.
func listenBeside(path string) (net.Listener, error) {
	if len(path) > socketMax {
		return nil, fmt.Errorf("the path of the socket has %d bytes, and sockets take %d: set "+
			"DATABASE to a shorter path", len(path), socketMax)
	}
	if info, err := os.Lstat(path); err == nil {
		if info.Mode().Type() != fs.ModeSocket {
			return nil, errors.New("there is something else of that name: move it away")
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

func (s socketServer) sendStatus(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), stuckTime)
	defer cancel()
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(s.status(ctx)); err != nil {
		s.log.Debug("a status did not arrive", "error", err)
	}
}

func (s socketServer) sendBackup(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Trailer", failedTrailer)
	begun := time.Now()
	n, err := s.store.Backup(r.Context(), patientWriter{w, http.NewResponseController(w)})
	switch {
	case err == nil:
		s.log.Info("sent a backup", "bytes", n, "took", time.Since(begun))
		return
	case n == 0:
		w.Header().Del("Trailer")
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		w.Header().Set(failedTrailer, err.Error())
	}
	s.log.Error("a backup failed", "error", err)
}

// sentAudit is an audit on its way, with what is not for programs.
type sentAudit struct {
	audited
	Wallets storage.Chips `json:"wallets"`
}

// sendAudit audits the database while the bot plays on.
func (s socketServer) sendAudit(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	out, control := patientWriter{w, http.NewResponseController(w)}, http.NewResponseController(w)
	type outcome struct {
		audited
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		report, err := s.audit(r.Context())
		done <- outcome{report, err}
	}()
	for tick := time.NewTicker(time.Second); ; {
		select {
		case <-tick.C: // the other side sees that it goes on
			io.WriteString(out, "\n")
			control.Flush()
		case o := <-done:
			tick.Stop()
			if o.err != nil {
				o.Problems = append(o.Problems, o.err.Error())
			}
			if err := json.NewEncoder(out).Encode(sentAudit{o.audited, o.Wallets}); err != nil {
				s.log.Debug("an audit did not arrive", "error", err)
			}
			return
		}
	}
}

// patientWriter waits for the other side, but not for ever.
type patientWriter struct {
	io.Writer
	control *http.ResponseController
}

func (p patientWriter) Write(b []byte) (int, error) {
	if err := p.control.SetWriteDeadline(time.Now().Add(stuckTime)); err != nil {
		return 0, err
	}
	return p.Writer.Write(b)
}
