package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
)

// The bot that has a database open serves copies of it on a socket beside it.
// Whoever connects is sent
//
//	"holecard backup 1\n"
//	chunks: length (4 bytes, big-endian), then as many bytes
//	length 0: the copy is whole
//	length 0xffffffff: it failed; the rest is why
//
// so a copy that was cut off is never taken for whole.
const (
	backupGreeting = "holecard backup 1\n"
	chunkSize      = 64 << 10
	copyFailed     = 1<<32 - 1
)

// stuckTime is how long either side waits for the other to go on. While a copy
// is sent the database cannot shrink, and at times not grow.
const stuckTime = 5 * time.Second

// socketMax is the longest path of a socket that every system takes, in bytes.
const socketMax = 103

// errNoBot tells that nobody serves backups at a socket.
var errNoBot = errors.New("no bot serves backups there")

// socketOf returns where the bot on a database serves backups.
func socketOf(database string) string { return database + ".sock" }

// backupServer sends copies of a store.
type backupServer struct {
	store    backedUp
	log      *slog.Logger
	path     string
	listener net.Listener
	ctx      context.Context // of the copies under way
	cancel   context.CancelFunc
	underWay sync.WaitGroup
}

// serveBackups serves backups of the store beside its database, until the
// server is closed. Where that cannot be it says so, and the bot does without.
func serveBackups(store backedUp, database string, log *slog.Logger) *backupServer {
	s := &backupServer{store: store, log: log, path: socketOf(database)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	var err error
	if s.listener, err = listenBeside(s.path); err != nil {
		log.Error("bot backup will not work while this bot runs", "socket", s.path, "error", err)
		return s
	}
	s.underWay.Go(s.accept)
	return s
}

// close ends what is under way and removes the socket.
func (s *backupServer) close() {
	s.cancel()
	if s.listener != nil {
		os.Remove(s.path)
		s.listener.Close()
	}
	s.underWay.Wait()
}

// listenBeside listens at a path that only this user can connect to. One that a
// crash has left is replaced: whoever listens has the database locked, so there
// is no other bot on it.
func listenBeside(path string) (net.Listener, error) {
	if len(path) > socketMax {
		return nil, fmt.Errorf("the path of the socket has %d bytes, and sockets take %d: set DATABASE to a shorter path", len(path), socketMax)
	}
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.Mode().Type() != fs.ModeSocket:
		return nil, errors.New("there is something else of that name: move it away")
	default:
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	listener.(*net.UnixListener).SetUnlinkOnClose(false) // the server removes it
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

func (s *backupServer) accept() {
	for {
		conn, err := s.listener.Accept()
		if s.ctx.Err() != nil {
			if err == nil {
				conn.Close()
			}
			return
		}
		if err != nil {
			s.log.Error("a backup cannot be served", "error", err)
			time.Sleep(time.Second) // too many files are open
			continue
		}
		s.underWay.Go(func() {
			defer conn.Close()
			stop := context.AfterFunc(s.ctx, func() { conn.Close() })
			defer stop()
			s.send(conn)
		})
	}
}

// send sends a copy.
func (s *backupServer) send(conn net.Conn) {
	out := patient{conn}
	if _, err := io.WriteString(out, backupGreeting); err != nil {
		return
	}
	begun := time.Now()
	chunks := bufio.NewWriterSize(chunker{out}, chunkSize)
	n, err := s.store.Backup(s.ctx, chunks)
	if err == nil {
		err = chunks.Flush()
	}
	if err != nil {
		s.log.Error("a backup failed", "error", err)
		if _, errSend := out.Write(binary.BigEndian.AppendUint32(nil, copyFailed)); errSend == nil {
			io.WriteString(out, err.Error())
		}
		return
	}
	if _, err := out.Write(make([]byte, 4)); err != nil {
		s.log.Error("a backup failed", "error", err)
		return
	}
	s.log.Info("sent a backup", "bytes", n, "took", time.Since(begun))
}

// patient waits for the other side, but not for ever.
type patient struct{ net.Conn }

func (p patient) Write(b []byte) (int, error) {
	if err := p.SetWriteDeadline(time.Now().Add(stuckTime)); err != nil {
		return 0, err
	}
	return p.Conn.Write(b)
}

func (p patient) Read(b []byte) (int, error) {
	if err := p.SetReadDeadline(time.Now().Add(stuckTime)); err != nil {
		return 0, err
	}
	return p.Conn.Read(b)
}

// chunker writes each write as chunks.
type chunker struct{ w io.Writer }

func (c chunker) Write(b []byte) (written int, err error) {
	for len(b) > 0 {
		part := b[:min(len(b), chunkSize)]
		if _, err := c.w.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(part))), part...)); err != nil {
			return written, err
		}
		written += len(part)
		b = b[len(part):]
	}
	return written, nil
}

// askForBackup copies the database of the bot that serves at a socket. The
// error is errNoBot when none does.
func askForBackup(ctx context.Context, socket string, w io.Writer) (n int64, err error) {
	if _, err := os.Lstat(socket); err != nil { // where the path is wrong, opening the database tells how
		return 0, errNoBot
	}
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "unix", socket)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) { // a crash has left the socket
		return 0, errNoBot
	}
	if err != nil {
		return 0, fmt.Errorf("ask the running bot for a copy: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	n, err = receive(bufio.NewReaderSize(patient{conn}, chunkSize), w)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return n, err
}

// receive reads what a server sends.
func receive(in *bufio.Reader, w io.Writer) (n int64, err error) {
	greeting := make([]byte, len(backupGreeting))
	if _, err := io.ReadFull(in, greeting); err != nil {
		return 0, fmt.Errorf("the running bot does not answer: %w", err)
	}
	if string(greeting) != backupGreeting {
		return 0, errors.New("the running bot is of another version: start it again, or use the command of its version")
	}
	for {
		var head [4]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return n, fmt.Errorf("the copy was cut off after %d bytes: %w", n, err)
		}
		switch length := binary.BigEndian.Uint32(head[:]); {
		case length == 0:
			return n, nil
		case length == copyFailed:
			why, _ := io.ReadAll(io.LimitReader(in, 1000))
			return n, fmt.Errorf("the running bot cannot make the copy: %s", strings.ToValidUTF8(string(why), "?"))
		case length > chunkSize:
			return n, fmt.Errorf("the running bot sends %d bytes at once, which no copy has", length)
		default:
			copied, err := io.CopyN(w, in, int64(length))
			n += copied
			if err != nil {
				return n, fmt.Errorf("after %d bytes: %w", n, err)
			}
		}
	}
}
