//go:build unix

package bolt

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"holecard/internal/durable"
)

func TestWhatIsNotAFileIsRefusedAtOnce(t *testing.T) {
	folder, err := os.MkdirTemp("", "holecard-test-") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	pipe, socket := filepath.Join(folder, "pipe"), filepath.Join(folder, "socket")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	link := filepath.Join(folder, "link")
	if err := os.Symlink(pipe, link); err != nil {
		t.Fatal(err)
	}
	for path, kind := range map[string]string{pipe: "a named pipe", link: "a named pipe",
		socket: "a socket", os.DevNull: "a device"} {
		for name, open := range openings {
			opened := make(chan error, 1)
			go func() {
				s, err := open(t.Context(), path)
				if err == nil {
					s.Close()
				}
				opened <- err
			}()
			select {
			case err := <-opened:
				var special *durable.NotFileError
				if !errors.As(err, &special) || special.Kind() != kind {
					t.Errorf("%s opened %s: %v", path, name, err)
				}
			case <-time.After(10 * time.Second): // only on code that hangs
				t.Errorf("%s opened %s: it hangs", path, name)
			}
		}
	}
}
