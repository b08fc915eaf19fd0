package main

import (
	"bytes"
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
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"holecard/storage"
)

// The bot that has a database open answers HTTP on a socket beside it:
//
//	GET /status   what the bot says of itself, as JSON: see [status]
//	GET /backup   a copy of the database
//	GET /audit    what an audit of the database finds, as JSON behind line feeds, one
//	              for each second that it takes: see [sentAudit]
//
// Failures are status 500, with a sentence. An answer that fails on the way has that
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

// socketOf returns the path of the socket: beside the file itself, by whatever link DATABASE
// names it.
func socketOf(database string) string { return followed(database) + ".sock" }

// followed returns what a path leads to if it is a link, whether there is such a file or not.
func followed(path string) string {
	for range 40 { // links may form a ring
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				break
			}
			to = filepath.Join(folder, to)
		}
		path = to
	}
	return path
}

// byShortPath calls use with a path of a socket that is short enough: one that is not leads
// through a link to its folder, which is there for the time of the call.
func byShortPath[T any](path string, use func(path string) (T, error)) (result T, err error) {
	if len(path) <= socketMax {
		return use(path)
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return result, err
	}
	aside, err := os.MkdirTemp("", "holecard-")
	if err != nil {
		return result, fmt.Errorf("its path is longer than %d bytes: %w", socketMax, err)
	}
	defer os.Remove(aside)
	link := filepath.Join(aside, "d")
	short := filepath.Join(link, filepath.Base(path))
	if len(short) > socketMax {
		return result, fmt.Errorf("its name is too long: set DATABASE to a file with a shorter name")
	}
	if err := os.Symlink(folder, link); err != nil {
		return result, fmt.Errorf("its path is longer than %d bytes: %w", socketMax, err)
	}
	defer os.Remove(link)
	return use(short)
}

// besideListener removes its socket by the path that it has itself.
type besideListener struct {
	*net.UnixListener
	path string
}

func (l besideListener) Close() error {
	return errors.Join(os.Remove(l.path), l.UnixListener.Close())
}

type socketServer struct {
	backup func(context.Context, io.Writer) error
	status func(context.Context) status
	audit  func(context.Context) (storage.Audit, error)
	log    *slog.Logger
}

// serve answers on the socket beside a database until close is called. Where that
// cannot be it says so, and the bot does without.
func (s socketServer) serve(database string) (close func()) {
	listener, err := listenBeside(socketOf(database))
	if err != nil {
		s.log.Error("holecard backup and holecard status will not work while this bot runs", "socket",
			socketOf(database), "error", err)
		return func() {}
	}
	return s.serveOn(listener)
}

// serveOn answers on a listener until close is called, which ends what is under way.
func (s socketServer) serveOn(listener net.Listener) (close func()) {
	routes := http.NewServeMux()
	routes.HandleFunc("GET "+statusPath, s.sends(s.writeStatus))
	routes.HandleFunc("GET "+backupPath, s.sends(s.backup))
	routes.HandleFunc("GET "+auditPath, s.sends(s.writeAudit))
	return answerOn(listener, routes, s.log)
}

// listenBeside listens at a path that only this user can connect to, and that is
// removed when the listener is closed. One that a crash has left is replaced: the
// listener has the database locked, so there is no other bot on it.
func listenBeside(path string) (net.Listener, error) {
	if info, err := os.Lstat(path); err == nil {
		if info.Mode().Type() != fs.ModeSocket {
			return nil, errors.New("there is something else of that name: move it away")
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	// One whose own name is too long could be made below, but nobody could connect to it.
	able := func(string) (bool, error) { return true, nil }
	if _, err := byShortPath(path, able); err != nil {
		return nil, err
	}
	// A socket is made with the mode that the umask of the whole process leaves. So it is made
	// in a folder that is this user's alone, and moved when nobody else may connect to it.
	folder, err := os.MkdirTemp(filepath.Dir(path), ".holecard-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	private := filepath.Join(folder, "s")
	listener, err := byShortPath(private, func(path string) (*net.UnixListener, error) {
		return net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	})
	if err != nil {
		return nil, err
	}
	listener.SetUnlinkOnClose(false)
	if err := errors.Join(os.Chmod(private, 0o600), os.Rename(private, path)); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return besideListener{listener, path}, nil
}

// sends answers with what write writes, or with its error.
func (s socketServer) sends(write func(context.Context, io.Writer) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Trailer", failedTrailer)
		begun := time.Now()
		out := &patientWriter{Writer: w, control: http.NewResponseController(w)}
		err := write(r.Context(), out)
		switch {
		case err == nil:
			s.log.Debug("answered a command", "path", r.URL.Path, "bytes", out.sent, "took",
				time.Since(begun))
			return
		case out.sent == 0:
			w.Header().Del("Trailer")
			http.Error(w, err.Error(), http.StatusInternalServerError)
		default:
			w.Header().Set(failedTrailer, err.Error())
		}
		s.log.Error("a command is not answered", "path", r.URL.Path, "error", err)
	}
}

func (s socketServer) writeStatus(ctx context.Context, w io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, stuckTime)
	defer cancel()
	return json.NewEncoder(w).Encode(s.status(ctx))
}

// sentAudit is an audit on its way, with what is not for programs.
type sentAudit struct {
	storage.Audit
	Wallets storage.Chips `json:"wallets"`
}

// writeAudit audits the database while the bot plays on.
func (s socketServer) writeAudit(ctx context.Context, w io.Writer) error {
	done := make(chan sentAudit, 1)
	go func() {
		report, err := s.audit(ctx)
		if err != nil {
			report.Problems = append(report.Problems, err.Error())
		}
		done <- sentAudit{report, report.Wallets}
	}()
	for tick := time.Tick(time.Second); ; {
		select {
		case <-tick: // the other side sees that it goes on
			io.WriteString(w, "\n")
		case audit := <-done:
			return json.NewEncoder(w).Encode(audit)
		}
	}
}

// patientWriter sends at once, and waits for the other side, but not for ever.
type patientWriter struct {
	io.Writer
	control *http.ResponseController
	sent    int // bytes
}

func (p *patientWriter) Write(b []byte) (int, error) {
	if err := p.control.SetWriteDeadline(time.Now().Add(stuckTime)); err != nil {
		return 0, err
	}
	n, err := p.Writer.Write(b)
	p.sent += n
	return n, errors.Join(err, p.control.Flush())
}

// errNoBot reports that no bot answers at a socket.
var errNoBot = errors.New("no bot answers there")

// request sends a request to the bot that answers at a socket. The error is
// errNoBot when none does.
func request(ctx context.Context, socket, path string) (*http.Response, error) {
	if _, err := os.Lstat(socket); err != nil { // opening the database reports why
		return nil, errNoBot
	}
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return byShortPath(socket, func(path string) (net.Conn, error) {
				var dialer net.Dialer
				conn, err := dialer.DialContext(ctx, "unix", path)
				return patientConn{conn}, err
			})
		},
	}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://bot"+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	dial, _ := errors.AsType[*net.OpError](err)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED): // left by a crash
		return nil, errNoBot
	case dial != nil && dial.Op == "dial":
		return nil, fmt.Errorf("ask the running bot: %w", err)
	case err != nil: // it hangs up, or does not speak HTTP, or says nothing
		return nil, errNoAnswer
	case resp.StatusCode == http.StatusOK:
		return resp, nil
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusInternalServerError {
		return nil, errNoAnswer
	}
	why, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
	return nil, fmt.Errorf("the running bot cannot do it: %s",
		strings.ToValidUTF8(strings.TrimSpace(string(why)), "?"))
}

// unheard explains that a process has a database open and cannot be asked.
func (d database) unheard(holder *storage.InUseError) error {
	return fmt.Errorf("%w, and nobody answers at %s: that process is no running bot, was started "+
		"with another path to the file, or could not make the socket, which its log says then",
		holder, socketOf(d.path))
}

// errNoAnswer reports an answer that no bot of this version gives.
var errNoAnswer = errors.New("the running bot does not answer, or is of another version: start " +
	"it again, or use the command of its version")

// patientConn waits for the other side, but not for ever.
type patientConn struct{ net.Conn }

func (p patientConn) Read(b []byte) (int, error) {
	if err := p.SetReadDeadline(time.Now().Add(stuckTime)); err != nil {
		return 0, err
	}
	return p.Conn.Read(b)
}

// askBot writes what the bot that answers at a socket says to a path.
func askBot(ctx context.Context, socket, path string, w io.Writer) error {
	resp, err := request(ctx, socket, path)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, ours := resp.Trailer[failedTrailer]; !ours {
		return errNoAnswer
	}
	n, err := io.Copy(w, resp.Body)
	why := strings.ToValidUTF8(resp.Trailer.Get(failedTrailer), "?")
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case why != "":
		return fmt.Errorf("the running bot cannot make the copy: %s", why)
	case err != nil:
		return fmt.Errorf("the copy was cut off after %d bytes: %w", n, err)
	}
	return nil
}

// askFor returns what the bot that answers at a socket says to a path, as JSON.
func askFor[T any](ctx context.Context, socket, path string) (answer T, err error) {
	var said bytes.Buffer
	err = askBot(ctx, socket, path, &said)
	if err == nil && json.Unmarshal(said.Bytes(), &answer) != nil {
		err = errNoAnswer
	}
	return answer, err
}

// askForAudit returns what the bot that answers at a socket finds in its database.
func askForAudit(ctx context.Context, socket string) (storage.Audit, error) {
	sent, err := askFor[sentAudit](ctx, socket, auditPath)
	sent.Audit.Wallets = sent.Wallets
	return sent.Audit, err
}
