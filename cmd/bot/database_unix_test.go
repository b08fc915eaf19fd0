//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestANamedPipeIsNoDatabase(t *testing.T) {
	pipe, link := filepath.Join(t.TempDir(), "pipe"), filepath.Join(t.TempDir(), "link")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	for path, is := range map[string]string{pipe: " is a named pipe", os.DevNull: " is a device"} {
		is = path + is +
			", and everything is kept in a file: set %s to a file, such as data/holecard.db"
		saysOfPath(t, path, exitUsage, settings(is))
	}
	env := map[string]string{"DISCORD_TOKEN": "token", "DATABASE": link}
	status, _, said := inFolder(t, env, "run")
	want := "holecard: " + link + " is a link to a file that does not exist: set DATABASE to the " +
		"file itself\n"
	if status != exitUsage || said != want {
		t.Errorf("with a link to nowhere it ends with %d and says\n%swant\n%s", status, said, want)
	}
}

func TestADotEnvThatIsNotAFileIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	refused := func(is string) {
		t.Helper()
		for _, args := range [][]string{{}, {"run"}, {"audit"}, {"status"}} {
			status, _, said := inFolder(t, nil, args...)
			if want := "holecard: .env is " + is +
				": make it a file, or remove it\n"; status != exitUsage || said != want {
				t.Errorf("holecard %s ends with %d and says\n%swant\n%s", args, status, said, want)
			}
		}
		if err := os.Remove(dotEnv); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(dotEnv, 0o600); err != nil {
		t.Fatal(err)
	}
	refused("a named pipe")
	if err := os.Mkdir(dotEnv, 0o700); err != nil {
		t.Fatal(err)
	}
	refused("a folder")
	if err := os.Symlink(os.DevNull, dotEnv); err != nil {
		t.Fatal(err)
	}
	refused("a device")
	if err := os.Symlink(filepath.Join(t.TempDir(), "nowhere"), dotEnv); err != nil {
		t.Fatal(err)
	}
	refused("a link to a file that does not exist")
}
