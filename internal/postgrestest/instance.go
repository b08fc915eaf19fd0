package postgrestest

import (
	"fmt"
	"os"
	"os/user"
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
const patience = 2 * time.Minute

// Instance is a server, started or not. Its methods are for one goroutine, but for URL and
// Database.
type Instance struct {
	*home
	port      int
	server    *process
	databases atomic.Int64
}

// Server starts a server that ends with the test. Settings are as in postgresql.conf:
// "name=value".
func Server(t testing.TB, settings ...string) *Instance {
	t.Helper()
	i, err := newInstance(needServer(t), settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(i.remove)
	return i
}

func newInstance(as *user.User, settings []string) (*Instance, error) {
	h, err := newHome(as)
	i := &Instance{home: h, port: freePort()}
	if err == nil {
		err = h.initialize(i.data(),
			append(settings, "shared_preload_libraries=pg_stat_statements")...)
	}
	if err == nil {
		err = i.start()
	}
	if err != nil {
		i.remove()
	}
	return i, err
}

func (i *Instance) data() string { return i.path("server") }

// Start starts a server that does not run, and returns when it accepts connections.
func (i *Instance) Start(t testing.TB) {
	t.Helper()
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
}

func (i *Instance) start() (err error) {
	i.server, err = begin(i.command("postgres", "-D", i.data(), "-p", strconv.Itoa(i.port)),
		i.data()+".log")
	if err != nil {
		return err
	}
	for end := time.Now().Add(patience); !i.ready(); time.Sleep(2 * time.Millisecond) {
		switch {
		case i.server.hasEnded():
			return fmt.Errorf("PostgreSQL has ended at its start:\n%s", i.logged("server"))
		case time.Now().After(end):
			return fmt.Errorf("PostgreSQL is not ready after %v:\n%s", patience,
				i.logged("server"))
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

// Kill ends the server as a crash does: SIGKILL for the postmaster and all its processes.
func (i *Instance) Kill() { i.server.kill() }

// Stop ends the server as an operator does who restarts it: connections are ended, nothing is
// left to recover.
func (i *Instance) Stop() { i.server.end(os.Interrupt) }

// Freeze lets the server stand still, with its connections open, until [Instance.Thaw].
func (i *Instance) Freeze() { i.server.freeze() }

// Thaw lets a server go on that stands still.
func (i *Instance) Thaw() { i.server.thaw() }

// remove ends the server and deletes its files.
func (i *Instance) remove() {
	if i.server != nil {
		i.server.kill()
	}
	i.home.remove()
}

// URL returns where a database of the server is.
func (i *Instance) URL(database string) string {
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable", superuser, i.port, database)
}

// Dump returns what pg_dump writes of a database.
func (i *Instance) Dump(t testing.TB, url string) []byte {
	t.Helper()
	dump, err := i.run("pg_dump", url)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(dump)
}

// Database makes an empty database, which lasts as long as the test, and returns its URL.
func (i *Instance) Database(t testing.TB) string {
	t.Helper()
	name := "test" + strconv.FormatInt(i.databases.Add(1), 10)
	if _, err := i.query(i.URL(superuser), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// The server may have been killed, and takes its databases along.
		_, _ = i.query(i.URL(superuser), "DROP DATABASE "+name+" WITH (FORCE)")
	})
	return i.URL(name)
}
