package durable

import (
	"io/fs"
	"testing"
)

func TestWhatIsNoFileIsNamed(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{
		fs.ModeNamedPipe: "a named pipe", fs.ModeSocket: "a socket",
		fs.ModeDevice: "a device", fs.ModeDevice | fs.ModeCharDevice: "a device",
		fs.ModeIrregular: "something special", fs.ModeCharDevice: "something special",
	} {
		if got := (&NotFileError{mode}).Error(); got != "it is "+want+", not a file" {
			t.Errorf("%v: %s", mode, got)
		}
	}
}
