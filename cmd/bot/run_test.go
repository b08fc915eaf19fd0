package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holecard/storage/bolt"
)

// inFolder runs a command line with variables set, and all else unset.
func inFolder(
	t *testing.T, env map[string]string, args ...string,
) (status int, stdout, stderr string) {
	t.Helper()
	var out, err strings.Builder
	lookup := func(name string) (string, bool) {
		value, set := env[name]
		return value, set
	}
	status = run(t.Context(), args, lookup, stdio{strings.NewReader(""), &out, &err})
	return status, out.String(), err.String()
}

func TestABotThatCannotConnectMakesNoDatabase(t *testing.T) {
	for _, env := range []map[string]string{
		{},
		{"DISCORD_TOKEN": "with a space"},
		{"DISCORD_TOKEN": "token", "DISCORD_API_URL": "ftp://example.org"},
	} {
		folder := t.TempDir()
		env["DATABASE"] = filepath.Join(folder, "data", "holecard.db")
		status, _, said := inFolder(t, env, "run")
		if status != exitUsage {
			t.Errorf("with %v it ends with %d and says %s", env, status, said)
		}
		if _, err := os.Stat(filepath.Join(folder, "data")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("with %v there is a folder for the database: %v", env, err)
		}
	}
}

func TestADatabaseInUseIsSaidOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "holecard.db")
	store, err := bolt.Open(t.Context(), path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for command, want := range map[string]string{
		"run":   ": stop the one that has " + path + " open, or set DATABASE to another file\n",
		"audit": ", and nobody answers at " + socketOf(path) + ": ",
	} {
		status, _, said := inFolder(t, map[string]string{"DISCORD_TOKEN": "token",
			"DATABASE": path}, command)
		// between the two stands who has it, where the system says that
		if status != exitFailed || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said,
			"holecard: the database is in use by another process") || !strings.Contains(said, want) {
			t.Errorf("holecard %s ends with %d and says\n%swant\n%s", command, status, said, want)
		}
	}
}

// endsAt ends a bot when it prints a text.
type endsAt struct {
	strings.Builder
	text string
	end  func()
}

func (w *endsAt) Write(b []byte) (int, error) {
	if strings.Contains(string(b), w.text) {
		w.end()
	}
	return w.Builder.Write(b)
}

func TestABotInMemorySaysThatNothingIsKept(t *testing.T) {
	t.Chdir(t.TempDir())
	env := map[string]string{"DISCORD_TOKEN": "token", "DATABASE": "memory:",
		"DISCORD_API_URL": "http://127.0.0.1:1/api"}
	ctx, end := context.WithCancel(t.Context())
	said := &endsAt{text: "msg=starting", end: end}
	lookup := func(name string) (string, bool) { value, set := env[name]; return value, set }
	run(ctx, []string{"run"}, lookup, stdio{strings.NewReader(""), io.Discard, said})
	if text := said.String(); !strings.Contains(text, "level=WARN") || ctx.Err() == nil {
		t.Errorf("it says %s", text)
	}
	if left, err := os.ReadDir("."); len(left) > 0 || err != nil {
		t.Errorf("there are files: %v, %v", left, err)
	}
	const unseen = "DATABASE is memory:, which only the running bot itself can see: set it to a " +
		"file"
	for command, want := range map[string]string{
		"backup copy.db": "nothing of it is kept, so there is nothing to back up",
		"audit":          unseen,
		"status":         unseen,
	} {
		status, _, said := inFolder(t, env, strings.Fields(command)...)
		if status != exitUsage || !strings.Contains(said, want) {
			t.Errorf("holecard %s ends with %d and says %s, want %q", command, status, said, want)
		}
	}
}

func TestAConfigurationOfBackupsThatCannotBeIsSaid(t *testing.T) {
	for _, f := range []struct{ name, value, want string }{
		{"BACKUP_EVERY", "daily",
			"BACKUP_EVERY takes a time such as 24h or 90m, or 0 for none, not “daily”."},
		{"BACKUP_EVERY", "1s", "BACKUP_EVERY takes 1m or more, or 0 for no backups, not 1s."},
		{"BACKUP_EVERY", "-1h", "BACKUP_EVERY takes 1m or more, or 0 for no backups, not -1h0m0s."},
		{"BACKUP_KEEP", "0",
			"BACKUP_KEEP takes 1 or more, not 0. For no backups, set BACKUP_EVERY=0."},
		{"BACKUP_KEEP", "some", "BACKUP_KEEP takes a whole number, not “some”."},
	} {
		status, _, said := inFolder(t, map[string]string{f.name: f.value}, "run")
		if status != exitUsage || said != "holecard: "+f.want+"\n" {
			t.Errorf("with %s=%s it ends with %d and says %s, want %s", f.name, f.value, status,
				said, f.want)
		}
	}
}

// The unit of systemd starts a bot again that ends with 1, and none that ends with 2.
func TestAnAddressThatMayBeRightLaterIsNoWrongSetting(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	for address, want := range map[string]int{
		busy.Addr().String():   exitFailed,
		"192.0.2.1:8080":       exitFailed, // of no machine
		"not..known:8080":      exitFailed, // of no machine either, as long as none has that name
		"127.0.0.1:nonsense":   exitUsage,
		"127.0.0.1:8080:8080":  exitUsage,
		"127.0.0.1:1000000000": exitUsage,
	} {
		env := map[string]string{"DISCORD_TOKEN": "x.y.z", "DATABASE": "memory:",
			"DISCORD_PUBLIC_KEY": strings.Repeat("0", 64)}
		if status, _, said := inFolder(t, env, "serve", "--http", address); status != want ||
			!strings.Contains(said, "--http") {
			t.Errorf("--http %s ends with %d and says %s", address, status, said)
		}
		if want == exitFailed && address == busy.Addr().String() {
			continue // the playground takes another port
		}
		if status, _, said := inFolder(t, nil, "playground", "--listen", address); want ==
			exitUsage && status != want || !strings.Contains(said, "--listen") {
			t.Errorf("--listen %s ends with %d and says %s", address, status, said)
		}
	}
	for address, want := range map[string]int{busy.Addr().String(): exitFailed,
		"192.0.2.1:9464": exitFailed, "not..known:9464": exitFailed,
		"127.0.0.1:nonsense": exitUsage} {
		env := map[string]string{"DISCORD_TOKEN": "x.y.z", "DATABASE": "memory:",
			"METRICS_ADDR": address}
		if status, _, said := inFolder(t, env, "run"); status != want ||
			!strings.Contains(said, "METRICS_ADDR") {
			t.Errorf("METRICS_ADDR=%s ends with %d and says %s", address, status, said)
		}
	}
}
