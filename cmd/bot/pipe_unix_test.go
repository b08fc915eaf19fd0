//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"holecard/internal/localdiscord"
)

// What a command waits for says nothing.
func TestWhateverACommandWaitsForItEndsWhenItIsStopped(t *testing.T) {
	fifo, unread := filepath.Join(t.TempDir(), "pipe"), filepath.Join(t.TempDir(), "picture")
	if err := errors.Join(unix.Mkfifo(fifo, 0o600), unix.Mkfifo(unread, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"verify"},
		{"verify", fifo},
		{"import"},
		{"import", fifo},
		{"setup", "--no-wait"},
		{"erase-server", "7"},
		{"chart", "--player", "stopAt(17)", "--png", unread},
		{"simulate", "--player", "stopAt(17)", "--png", unread},
		{"run"},
		{"serve", "--http", "127.0.0.1:0"},
		{"commands", "remove"},
	} {
		t.Chdir(t.TempDir())
		in, silent, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		defer silent.Close()
		env := map[string]string{"DISCORD_TOKEN_FILE": fifo}
		if args[0] == "setup" { // which reads the token from its input
			env = nil
		}
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(20*time.Millisecond, stop) // whether it waits already or not
		var out, said bytes.Buffer
		status := run(ctx, args, lookup(env), stdio{in, &out, &said})
		if status != exitFailed || said.String() != "holecard: stopped\n" {
			t.Errorf("holecard %v ends with %d and says %s", args, status, &said)
		}
	}
}

// It takes a second, which a command that is stopped has to write what it still has to say.
func TestACommandEndsWhenNobodyReadsWhatItPrints(t *testing.T) {
	t.Parallel()
	unread, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer unread.Close()
	defer out.Close()
	full := make([]byte, 4096)
	for err = out.SetWriteDeadline(time.Now().Add(10 * time.Millisecond)); err == nil; {
		_, err = out.Write(full)
	}
	if err := out.SetWriteDeadline(time.Time{}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, stop)
	if status := run(ctx, []string{"tables"}, lookup(nil),
		stdio{strings.NewReader(""), out, io.Discard}); status != exitFailed {
		t.Errorf("it ends with %d", status)
	}
}

func TestPlayGoesOnWithoutAReaderOfTheLogAndEndsCleanlyByEachSignal(t *testing.T) {
	t.Parallel()
	// Under nohup a bot would ignore SIGHUP; what is caught here is not ignored by a child.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(hangups) })
	for _, sent := range []os.Signal{syscall.SIGHUP, syscall.SIGTERM, os.Interrupt} {
		t.Run(sent.String(), func(t *testing.T) {
			t.Parallel() // most of it is starting
			log, printed, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			b := startChild(t, localdiscord.Config{}, func(cmd *exec.Cmd) {
				cmd.Stdout, cmd.Stderr = printed, printed
				cmd.Env = append(cmd.Env, "LOG_LEVEL=debug")
			})
			b.ready(t)
			if err := errors.Join(log.Close(), printed.Close()); err != nil {
				t.Fatal(err)
			}
			b.answers(t)
			b.answers(t)
			b.cmd.Process.Signal(sent)
			<-b.gone
			store, err := database{filepath.Join(b.folder, "holecard.db"), "DATABASE"}.openFile(
				t.Context())
			if err = errors.Join(b.err, err); err != nil {
				t.Fatal(err)
			}
			store.Close()
		})
	}
}

func TestABotUnderNohupOutlivesItsTerminal(t *testing.T) {
	t.Parallel()
	b := startChild(t, localdiscord.Config{}, func(cmd *exec.Cmd) {
		cmd.Args = []string{"sh", "-c", `trap "" HUP; exec holecard run`}
		cmd.Path = "/bin/sh"
	})
	b.ready(t)
	b.cmd.Process.Signal(syscall.SIGHUP)
	b.answers(t)
	b.finish(t)
}

// answers checks that the bot answers somebody.
func (b *childBot) answers(t *testing.T) {
	t.Helper()
	i, err := b.discord.As(b.discord.People()[0]).Command(b.discord.Channel("blackjack").ID, "daily")
	if err == nil {
		_, err = i.Wait(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}
