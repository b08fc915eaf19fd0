package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"holecard/storage"
)

func TestTheProcessThatHasTheFileIsNamed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a link needs a right there")
	}
	proc, path, other := t.TempDir(), newPath(t), newPath(t)
	has := func(pid, file, comm string) {
		t.Helper()
		fd := filepath.Join(proc, pid, "fd")
		err := errors.Join(os.MkdirAll(fd, 0o700), os.Symlink(file, filepath.Join(fd, "7")))
		if comm != "" {
			err = errors.Join(err,
				os.WriteFile(filepath.Join(proc, pid, "comm"), []byte(comm+"\n"), 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	locks := func(pid string) {
		t.Helper()
		text := "1: POSIX  ADVISORY  WRITE 11 08:01:1 0 EOF\nodd\n1: FLOCK  ADVISORY  WRITE\n2: " +
			"FLOCK  ADVISORY  WRITE 0 08:01:2 0 EOF\n" +
			"3: FLOCK  ADVISORY  READ 12 08:01:3 0 EOF\n4: FLOCK  ADVISORY  WRITE " + pid + "\n"
		if err := os.WriteFile(filepath.Join(proc, "locks"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{path, other} {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if gone := holderOf(proc, path+".gone"); gone != (storage.InUseError{}) {
		t.Errorf("a file that is not there is held: %v", &gone)
	}
	says := func(want string) {
		t.Helper()
		held := holderOf(proc, path)
		if got := held.Error(); got != want || !errors.Is(&held, storage.ErrInUse) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	unknown := storage.ErrInUse.Error()
	says(unknown)
	has("11", path, "a lock of another kind")
	has("12", other, "another file")
	has("0", path, "not a process")
	locks("13")
	says(unknown)
	has("13", path, "bot")
	says(unknown + " (bot, process 13)")
	has("14", path, "")
	locks("14")
	says(unknown + " (process 14)")
}

func TestOpeningEndsWithItsContext(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	twoPlayers(t, s)
	killed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, open := range openings {
		if _, err := open(ctx, path); !errors.Is(err, context.Canceled) ||
			errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("%s, while another has it: %v", name, err)
		}
	}
	copied := newPath(t)
	if err := os.WriteFile(copied, killed, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, copied, Options{}); !errors.Is(err, context.Canceled) ||
		errors.Is(err, storage.ErrCorrupt) {
		t.Errorf("a file that is checked whole: %v", err)
	}
	if got := fmt.Sprint(os.ReadFile(copied)); got != fmt.Sprint(killed, nil) {
		t.Error("it was changed")
	}
	openAt(t, copied)
}

func TestWhoHasTheFileIsSaid(t *testing.T) {
	if _, err := os.Stat("/proc/locks"); err != nil {
		t.Skip("this system does not say")
	}
	path := newPath(t)
	openAt(t, path)
	_, err := Open(t.Context(), path, Options{})
	if want := fmt.Sprintf("process %d)", os.Getpid()); err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("it says %v, without %q", err, want)
	}
}
