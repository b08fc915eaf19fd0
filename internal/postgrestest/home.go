package postgrestest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// home is a folder for the files of servers, and the user who runs them.
type home struct {
	folder string
	user   *user.User
}

const (
	programs = "/usr/lib/postgresql/15/bin"
	autoctl  = "/usr/bin/pg_autoctl"
)

// superuser is who the tests are for a server.
const superuser = "postgres"

// need fails a test where a file is missing, and names the Debian package that has it. It returns
// who runs PostgreSQL.
func need(t testing.TB, debian, file string) *user.User {
	t.Helper()
	_, err := os.Stat(file)
	var as *user.User
	if err == nil {
		as, err = user.Current()
	}
	if err == nil && as.Uid == "0" { // as which PostgreSQL does not run
		as, err = user.Lookup("postgres")
	}
	if err == nil {
		return as
	}
	t.Fatalf("this test needs PostgreSQL (on Debian: apt-get install %s): %v", debian, err)
	return nil
}

// needServer fails a test where no server can be run.
func needServer(t testing.TB) *user.User {
	t.Helper()
	return need(t, "postgresql-15", filepath.Join(programs, "initdb"))
}

func newHome(as *user.User) (*home, error) {
	folder, err := os.MkdirTemp("", "holecard-postgres-")
	h := &home{folder, as}
	if err != nil || os.Geteuid() != 0 {
		return h, err
	}
	uid, _ := strconv.Atoi(as.Uid)
	gid, _ := strconv.Atoi(as.Gid)
	return h, os.Chown(folder, uid, gid)
}

// remove deletes all files.
func (h *home) remove() { os.RemoveAll(h.folder) }

func (h *home) path(name string) string { return filepath.Join(h.folder, name) }

// command returns a command of the user's.
func (h *home) command(name string, args ...string) *exec.Cmd {
	if !filepath.IsAbs(name) {
		name = filepath.Join(programs, name)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = h.folder
	cmd.Env = []string{"PATH=" + programs + ":/usr/bin:/bin", "HOME=" + h.folder,
		"XDG_RUNTIME_DIR=" + h.folder, "PGHOST=" + h.folder, "LC_ALL=C.UTF-8"}
	as(cmd, h.user)
	return cmd
}

// run runs a program to its end and returns what it says.
func (h *home) run(name string, args ...string) (string, error) {
	out, err := h.command(name, args...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// initialize makes a server's files. Settings are as in postgresql.conf.
func (h *home) initialize(data string, settings ...string) error {
	_, err := h.run("initdb", "-D", data, "-U", superuser, "--auth=trust", "--no-sync",
		"--no-instructions", "--locale=C.UTF-8", "--wal-segsize=1")
	if err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	settings = append([]string{"listen_addresses='127.0.0.1'", "max_connections=200",
		"unix_socket_directories='" + h.folder + "'"}, settings...)
	_, err = fmt.Fprintln(file, strings.Join(settings, "\n"))
	return err
}

// query returns what one statement returns, as text.
func (h *home) query(url, sql string) (string, error) {
	return h.run("psql", "-X", "-q", "-A", "-t", "-d", url, "-c", sql)
}

// logged returns the end of a server's log.
func (h *home) logged(name string) []byte {
	text, _ := os.ReadFile(h.path(name + ".log"))
	return text[max(0, len(text)-4096):]
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
