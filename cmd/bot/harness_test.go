package main

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"holecard/internal/localdiscord"
	"holecard/storage/bolt"
)

// lookup finds what is set in env, and nothing else.
func lookup(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { value, set := env[name]; return value, set }
}

// fed runs a command line as main does, with a text on standard input, which is no terminal.
func fed(
	ctx context.Context, env map[string]string, input string, args ...string,
) (status int, stdout, stderr string) {
	var out, err shared
	status = run(ctx, args, lookup(env), stdio{strings.NewReader(input), &out, &err})
	return status, out.String(), err.String()
}

// holecard runs a command line without input.
func holecard(
	t *testing.T, env map[string]string, args ...string,
) (status int, stdout, stderr string) {
	t.Helper()
	return fed(t.Context(), env, "", args...)
}

// fails runs a command line that has to end with a status, and with one line that has a text.
func fails(t *testing.T, env map[string]string, status int, says string, args ...string) {
	t.Helper()
	got, out, said := holecard(t, env, args...)
	if got != status || out != "" || !strings.HasPrefix(said, "holecard: ") ||
		strings.Count(said, "\n") != 1 || !strings.Contains(said, says) {
		t.Errorf("with %v holecard %q ends with %d, prints %q and says\n%swant %d and\n%s", env, args,
			got, out, said, status, says)
	}
}

// shared is an output that one reads while others write.
type shared struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *shared) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// says waits until a text was written.
func (s *shared) says(t *testing.T, text string) {
	t.Helper()
	for began := time.Now(); !strings.Contains(s.String(), text); time.Sleep(time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("it does not say %q:\n%s", text, s)
		}
	}
}

// names returns what there is in a folder.
func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// write writes a file into a folder, and returns its path.
func write(t *testing.T, folder, name, content string) (path string) {
	t.Helper()
	path = filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// shortTemp returns a folder whose path is short enough for a socket.
func shortTemp(t *testing.T) (folder string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "holecard-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// openTemp opens a new store, and returns where it is.
func openTemp(t *testing.T) (*bolt.Store, string) {
	t.Helper()
	path := filepath.Join(shortTemp(t), "holecard.db")
	store, err := bolt.Open(t.Context(), path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store, path
}

// atDiscord starts a local Discord, and returns it and where it is, as a setting.
func atDiscord(t *testing.T, c localdiscord.Config) (*localdiscord.Server, map[string]string) {
	t.Helper()
	listener, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := localdiscord.New(c)
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return server, map[string]string{
		"DISCORD_API_URL": "http://" + listener.Addr().String() + "/api/v9"}
}

// running is a command that runs as an operator runs it. stop ends it.
type running struct {
	out, log *shared
	ended    chan int // its exit status, once
	stop     func() (status int)
}

// start begins a command.
func start(t *testing.T, env map[string]string, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{out: &shared{}, log: &shared{}, ended: make(chan int, 1)}
	go func() {
		r.ended <- run(ctx, args, lookup(env), stdio{strings.NewReader(""), r.out, r.log})
	}()
	r.stop = sync.OnceValue(func() int {
		cancel()
		return <-r.ended
	})
	t.Cleanup(func() { r.stop() })
	return r
}

// hosted is a bot on a local Discord.
type hosted struct {
	*running
	t       *testing.T
	env     map[string]string
	path    string // of its database
	discord *localdiscord.Server
}

// host runs a bot and returns once it plays.
func host(t *testing.T, set map[string]string) *hosted {
	t.Helper()
	h := &hosted{t: t, path: filepath.Join(shortTemp(t), "holecard.db")}
	h.discord, h.env = atDiscord(t, localdiscord.Config{})
	h.env["DISCORD_TOKEN"], h.env["DATABASE"] = h.discord.Token(), h.path
	maps.Copy(h.env, set)
	h.running = start(t, h.env, "run")
	for !strings.Contains(h.log.String(), "ready") {
		select {
		case status := <-h.ended:
			h.ended <- status
			t.Fatalf("the bot ends with %d: %s", status, h.log)
		case <-time.After(10 * time.Millisecond):
		}
	}
	return h
}
