//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestWhatIsNoFileIsNoDatabase(t *testing.T) {
	folder := t.TempDir()
	pipe, link := filepath.Join(folder, "pipe"), filepath.Join(folder, "link")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.Symlink("nowhere", link)); err != nil {
		t.Fatal(err)
	}
	for path, is := range map[string]string{pipe: " is a named pipe", os.DevNull: " is a device"} {
		cannotBe(t, path, exitUsage, path+is+
			", and everything is kept in a file: set DATABASE to a file, such as data/holecard.db")
	}
	fails(t, map[string]string{"DISCORD_TOKEN": "x.y.z", "DATABASE": link}, exitUsage,
		link+" is a link to a file that does not exist: set DATABASE to the file itself", "run")
}

func TestADotEnvThatIsNotAFileIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	for is, makes := range map[string]func() error{
		"a named pipe": func() error { return syscall.Mkfifo(dotEnv, 0o600) },
		"a folder":     func() error { return os.Mkdir(dotEnv, 0o700) },
		"a device":     func() error { return os.Symlink(os.DevNull, dotEnv) },
		"a link to a file that does not exist": func() error {
			return os.Symlink(filepath.Join(t.TempDir(), "nowhere"), dotEnv)
		},
	} {
		if err := makes(); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{}, {"run"}, {"audit"}, {"status"}} {
			fails(t, nil, exitUsage, ".env is "+is+": make it a file, or remove it", args...)
		}
		if err := os.Remove(dotEnv); err != nil {
			t.Fatal(err)
		}
	}
}
