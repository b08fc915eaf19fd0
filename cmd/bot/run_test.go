package main

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
)

func TestABotThatCannotConnectMakesNoDatabase(t *testing.T) {
	for _, env := range []map[string]string{
		{},
		{"DISCORD_TOKEN": "with a space"},
		{"DISCORD_TOKEN": "token", "DISCORD_API_URL": "ftp://example.org"},
	} {
		folder := t.TempDir()
		env["DATABASE"] = filepath.Join(folder, "data", "holecard.db")
		status, _, said := holecard(t, env, "run")
		if left := names(t, folder); status != exitUsage || len(left) > 0 {
			t.Errorf("with %v it ends with %d, leaves %q and says %s", env, status, left, said)
		}
	}
}

func TestADatabaseInUseIsSaidOnce(t *testing.T) {
	t.Parallel()
	_, path := openTemp(t)
	for command, want := range map[string]string{
		"run":   ": stop the one that has " + path + " open, or set DATABASE to another file\n",
		"audit": ", and nobody answers at " + socketOf(path) + ": ",
	} {
		status, _, said := holecard(t, map[string]string{"DISCORD_TOKEN": "token",
			"DATABASE": path}, command)
		// between the two stands who has it, where the system says that
		if status != exitFailed || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said,
			"holecard: the database is in use by another process") || !strings.Contains(said, want) {
			t.Errorf("holecard %s ends with %d and says\n%swant\n%s", command, status, said, want)
		}
	}
}

func TestABotInMemorySaysThatNothingIsKept(t *testing.T) {
	t.Chdir(t.TempDir())
	env := map[string]string{"DISCORD_TOKEN": "token", "DATABASE": "memory:",
		"DISCORD_API_URL": "http://127.0.0.1:1/api"}
	bot := start(t, env, "run")
	bot.log.says(t, "msg=starting")
	bot.stop()
	if text := bot.log.String(); !strings.Contains(text, "NOTHING IS KEPT") {
		t.Errorf("it says %s", text)
	}
	if left := names(t, "."); len(left) > 0 {
		t.Errorf("there are files: %q", left)
	}
	fails(t, env, exitUsage, "nothing of it is kept, so there is nothing to back up", "backup", "x")
	for _, command := range []string{"audit", "status"} {
		fails(t, env, exitUsage, "DATABASE is memory:, which only the running bot itself can see: "+
			"set it to a file", command)
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
		"8080":                 exitUsage,
		"127.0.0.1:":           exitUsage,
		"127.0.0.1:nonsense":   exitUsage,
		"127.0.0.1:1000000000": exitUsage,
	} {
		env := map[string]string{"DISCORD_TOKEN": "x.y.z", "DATABASE": "memory:",
			"DISCORD_PUBLIC_KEY": strings.Repeat("0", 64)}
		status, _, said := holecard(t, env, "serve", "--http", address)
		env["METRICS_ADDR"] = address
		if again, _, more := holecard(t, env, "run"); status != want || again != want ||
			!strings.Contains(said, "--http") || !strings.Contains(more, "METRICS_ADDR") {
			t.Errorf("at %s they end with %d and %d, and say %s%s", address, status, again, said, more)
		}
		if address == busy.Addr().String() || address == "127.0.0.1:" {
			continue // the playground takes another port
		}
		status, _, said = holecard(t, nil, "playground", "--listen", address)
		if want == exitUsage && status != want || !strings.Contains(said, "--listen") {
			t.Errorf("--listen %s ends with %d and says %s", address, status, said)
		}
	}
}
