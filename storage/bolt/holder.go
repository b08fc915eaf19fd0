package bolt

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"holecard/storage"
)

// holderOf returns who holds the lock of the file at path, by what Linux says
// in the folder /proc. Elsewhere, and of processes that this user may not look
// at, it knows nothing.
//
//	/proc/locks       1: FLOCK  ADVISORY  WRITE 4711 08:01:131090 0 EOF
//	/proc/4711/fd/7   a link to the file
//	/proc/4711/comm   bot
func holderOf(proc, path string) (e storage.InUseError) {
	file, err := os.Stat(path)
	if err != nil {
		return e
	}
	locks, err := os.ReadFile(filepath.Join(proc, "locks"))
	if err != nil {
		return e
	}
	for lines := bufio.NewScanner(bytes.NewReader(locks)); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) < 5 || words[1] != "FLOCK" {
			continue
		}
		pid, _ := strconv.Atoi(words[4]) // 0 for no number
		if pid <= 0 || !hasOpen(filepath.Join(proc, words[4], "fd"), file) {
			continue
		}
		// empty where it cannot be read
		name, _ := os.ReadFile(filepath.Join(proc, words[4], "comm"))
		return storage.InUseError{PID: pid, Program: strings.TrimSpace(string(name))}
	}
	return e
}

// hasOpen reports whether a folder of open files has this one.
func hasOpen(folder string, file os.FileInfo) bool {
	open, err := os.ReadDir(folder)
	if err != nil {
		return false
	}
	for _, link := range open {
		if info, err := os.Stat(filepath.Join(folder, link.Name())); err == nil &&
			os.SameFile(info, file) {
			return true
		}
	}
	return false
}
