package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"holecard/storage"
	"holecard/storage/bolt"
)

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

// unheardError reports that a process has a database open and cannot be asked.
type unheardError struct {
	holder error // a [*storage.InUseError]
	socket string
}

func (e unheardError) Error() string {
	return fmt.Sprintf("%v, and nobody answers at %s: that process is no running bot, was started "+
		"with another path to the file, or could not make the socket, which its log says then",
		e.holder, e.socket)
}

func (e unheardError) Unwrap() error { return e.holder }

// unheard returns an [unheardError] where another process has the database open, though no bot
// answers at its socket.
func (d database) unheard(ctx context.Context) error {
	if err := bolt.Unused(ctx, d.path); errors.Is(err, storage.ErrInUse) {
		inUse, _ := errors.AsType[*storage.InUseError](err)
		return unheardError{inUse, socketOf(d.path)}
	}
	return nil
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

// askForJSON reads what the bot that answers at a socket says to a path, as JSON.
func askForJSON(ctx context.Context, socket, path string, answer any) error {
	var said bytes.Buffer
	err := askBot(ctx, socket, path, &said)
	if err == nil && json.Unmarshal(said.Bytes(), answer) != nil {
		return errNoAnswer
	}
	return err
}

// askForStatus returns what the bot that answers at a socket says of itself.
func askForStatus(ctx context.Context, socket string) (s status, err error) {
	err = askForJSON(ctx, socket, statusPath, &s)
	return s, err
}

// askForAudit returns what the bot that answers at a socket finds in its database.
func askForAudit(ctx context.Context, socket string) (storage.Audit, error) {
	var sent sentAudit
	err := askForJSON(ctx, socket, auditPath, &sent)
	sent.Audit.Wallets = sent.Wallets
	return sent.Audit, err
}
