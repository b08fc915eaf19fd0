// Package stage sets up what the tests of this module share: the programs that they need, the bot
// as a process, and a Discord on loopback that holds its requests against Discord's description.
//
//	test ─▶ Discord (localdiscord, the playground's page) ◀─ holecard run, built with the tag e2e
//	 └──────── Dealer: a file with the cards on top of each shoe ────────▲
package stage

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"holecard/docs"
	"holecard/e2e/openapi"
	"holecard/internal/localdiscord"
	"holecard/internal/playground"
)

// Repository is the folder of the repository, from the folder of a test.
const Repository = "../.."

// Needs returns the path of a program, or fails with the Debian package that has it.
func Needs(t testing.TB, program, debian string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatalf("there is no %s: apt-get install %s", program, debian)
	}
	return path
}

// NeedsRoot fails for other users.
func NeedsRoot(t testing.TB) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Fatal("only root changes the root of a process and mounts: run this as root")
	}
}

// Build builds the bot into a file, with other flags of go build.
func Build(to string, flags ...string) error {
	to, err := filepath.Abs(to)
	if err != nil {
		return err
	}
	cmd := exec.Command("go", append(append([]string{"build", "-o", to}, flags...), "./cmd/bot")...)
	cmd.Dir, cmd.Env = Repository, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// program is the bot that this process has built, with the tag e2e.
var program struct {
	once   sync.Once
	folder string
	err    error
}

// Program returns the path of a bot that is built with the tag e2e.
func Program(t testing.TB) string {
	t.Helper()
	program.once.Do(func() {
		program.folder, program.err = os.MkdirTemp("", "holecard-e2e-")
		if program.err == nil {
			program.err = Build(filepath.Join(program.folder, "holecard"), "-tags", "e2e")
		}
	})
	if program.err != nil {
		t.Fatal(program.err)
	}
	return filepath.Join(program.folder, "holecard")
}

// Main runs the tests of a package, and removes the bot that they built.
func Main(m *testing.M) {
	m.Run()
	os.RemoveAll(program.folder) // of "" it removes nothing
}

// Dealer decides the cards of a bot: those of its file lie on top of each shoe.
type Dealer struct{ file string }

// NewDealer returns a dealer who leaves the shoes as they are.
func NewDealer(t testing.TB) *Dealer {
	t.Helper()
	d := &Dealer{filepath.Join(t.TempDir(), "cards")}
	d.Stack(t, "")
	return d
}

// Stack says what cards are dealt from the next shoe on; "" is none.
func (d *Dealer) Stack(t testing.TB, cards string) {
	t.Helper()
	next := d.file + ".next"
	if err := os.WriteFile(next, []byte(cards), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, d.file); err != nil {
		t.Fatal(err)
	}
}

// Setting is the environment variable of a bot whose cards this dealer decides.
func (d *Dealer) Setting() string { return "E2E_CARDS=" + d.file }

// Discord is a Discord on loopback, with the playground's page.
type Discord struct {
	*localdiscord.Server
	URL string
}

// OpenDiscord opens a Discord. A request that violates Discord's description fails the test.
func OpenDiscord(t testing.TB) Discord {
	t.Helper()
	description, err := openapi.Discords()
	if err != nil {
		t.Fatal(err)
	}
	var config localdiscord.Config
	if description != nil {
		config.Check = func(method, path string, body []byte) error {
			err := description.Check(method, path, body)
			if err != nil {
				t.Error(err)
			}
			return err
		}
	}
	server := localdiscord.New(config)
	server.Handle("/", playground.New(server, docs.VerifyPage))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return Discord{server, "http://" + listener.Addr().String()}
}

// Settings are the environment of a bot that belongs to this Discord.
func (d Discord) Settings() []string {
	return []string{"DISCORD_TOKEN=" + d.Token(), "DISCORD_API_URL=" + d.URL + "/api/v9",
		"VERIFY_URL=" + d.URL + "/verify"}
}

// Process is a bot that runs.
type Process struct {
	Log *Log // what it prints
	cmd *exec.Cmd
	t   testing.TB
	end sync.Once
}

// Start starts the bot and returns once it prints a text. It is stopped when the test ends.
func Start(t testing.TB, until string, settings []string, args ...string) *Process {
	t.Helper()
	p := &Process{&Log{}, exec.Command(Program(t), args...), t, sync.Once{}}
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = t.TempDir(), p.Log, p.Log
	p.cmd.Env = append(os.Environ(), settings...)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	for began := time.Now(); !strings.Contains(p.Log.String(), until); {
		if time.Since(began) > time.Minute {
			t.Fatalf("bot %v does not print %q:\n%s", args, until, p.Log)
		}
		time.Sleep(20 * time.Millisecond)
	}
	return p
}

// Stop stops the bot as systemd does.
func (p *Process) Stop() {
	p.end.Do(func() {
		if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			p.t.Error(err)
		}
		if err := p.cmd.Wait(); err != nil {
			p.t.Errorf("the bot ends with %v:\n%s", err, p.Log)
		}
	})
}

// Log keeps what a process prints.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *Log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
