package postgrestest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Fast is a setting for servers that are not there to be durable: a failure of power would lose
// what was committed. A crash of PostgreSQL loses nothing even so.
const Fast = "fsync=off"

// patience is how long a server may take to start or to end, on a busy machine.
const patience = time.Minute

// Instance is a server, started or not. Its methods are for one goroutine, but for URL and
// Database.
type Instance struct {
	programs
	folder    string // all its files are in it
	port      int
	settings  []string
	server    *process
	databases atomic.Int64
}

// Server starts a server that ends with the test. Settings are as in postgresql.conf:
// "name=value".
func Server(t testing.TB, settings ...string) *Instance {
	t.Helper()
	i, err := create(find(t), settings)
	t.Cleanup(i.remove)
	if err == nil {
		err = i.start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// create makes a server's files.
func create(p programs, settings []string) (*Instance, error) {
	i := &Instance{programs: p, settings: settings, port: freePort()}
	var err error
	if i.folder, err = p.newFolder(); err != nil {
		return i, err
	}
	_, err = p.output(i.folder, "initdb", "-D", i.data(), "-U", superuser, "--auth=trust",
		"--no-sync", "--no-instructions", "--locale=C.UTF-8", "--wal-segsize=1")
	return i, err
}

func (i *Instance) data() string { return filepath.Join(i.folder, "data") }

const superuser = "postgres"

// Start starts a server that does not run, and returns when it accepts connections.
func (i *Instance) Start(t testing.TB) {
	t.Helper()
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
}

func (i *Instance) start() error {
	args := []string{"-D", i.data(), "-p", strconv.Itoa(i.port), "-k", ""}
	settings := append([]string{"listen_addresses=127.0.0.1", "max_connections=200",
		"shared_preload_libraries=pg_stat_statements"}, i.settings...)
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	var err error
	i.server, err = begin(i.command(i.folder, "postgres", args...), filepath.Join(i.folder, "log"))
	if err != nil {
		return err
	}
	for end := time.Now().Add(patience); !i.ready(); time.Sleep(2 * time.Millisecond) {
		switch {
		case i.server.hasEnded():
			return fmt.Errorf("PostgreSQL has ended at its start:\n%s", i.log())
		case time.Now().After(end):
			return fmt.Errorf("PostgreSQL is not ready after %v:\n%s", patience, i.log())
		}
	}
	return nil
}

// ready reports whether the server accepts connections, which its file of state says.
func (i *Instance) ready() bool {
	text, _ := os.ReadFile(filepath.Join(i.data(), "postmaster.pid"))
	lines := strings.Split(string(text), "\n")
	return len(lines) > 7 && lines[0] == strconv.Itoa(i.server.pid()) &&
		strings.TrimSpace(lines[7]) == "ready"
}

func (i *Instance) log() []byte {
	text, _ := os.ReadFile(filepath.Join(i.folder, "log"))
	return text[max(0, len(text)-4096):]
}

// Kill ends the server as a crash does: SIGKILL for the postmaster and all its processes.
func (i *Instance) Kill() { i.server.kill() }

// Stop ends the server as an operator does who restarts it: connections are ended, nothing is
// left to recover.
func (i *Instance) Stop() { i.server.end(os.Interrupt) }

// remove ends the server and deletes its files.
func (i *Instance) remove() {
	if i.server != nil {
		i.server.kill()
	}
	if i.folder != "" {
		os.RemoveAll(i.folder)
	}
}

// URL returns where a database of the server is.
func (i *Instance) URL(database string) string {
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable", superuser, i.port, database)
}

// Database makes an empty database, which lasts as long as the test, and returns its URL.
func (i *Instance) Database(t testing.TB) string {
	t.Helper()
	name := "test" + strconv.FormatInt(i.databases.Add(1), 10)
	if _, err := i.query("postgres", "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// The server may have been killed, and takes its databases along.
		_, _ = i.query("postgres", "DROP DATABASE "+name+" WITH (FORCE)")
	})
	return i.URL(name)
}

// query returns what one statement returns, as text.
func (i *Instance) query(database, sql string) (string, error) {
	return i.output(i.folder, "psql", "-X", "-q", "-A", "-t", "-d", i.URL(database), "-c", sql)
}

// freePort returns a port that nobody listens on. It is below those that outgoing connections
// get: no client takes it while the server is down.
func freePort() int {
	for {
		port := 10_000 + rand.IntN(20_000)
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
		if err == nil {
			l.Close()
			return port
		}
	}
}
