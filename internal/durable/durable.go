// Package durable makes files that no crash leaves half-made: a file is written
// under another name, and gets its own when all of it is safe on disk.
//
//	Beside ──▶ .NAME.*.tmp ──write, Sync, Close──▶ Place or Replace ──▶ NAME, its folder synced
//
// What a crash leaves ends in [Unfinished].
package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Unfinished ends the name of a file that does not have its own yet.
const Unfinished = ".tmp"

// Beside makes a file for its owner only, in the folder of path. No other has its name.
func Beside(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*"+Unfinished)
}

// Place gives a file that is synced its name. It returns [fs.ErrExist] when there is
// a file of that name, which another process may have open: a link refuses to replace
// it. Where the file system knows no links, a look has to do. Remove the name at
// aside afterwards.
func Place(aside, path string) error {
	err := os.Link(aside, path)
	switch {
	case err == nil:
		return syncFolder(filepath.Dir(path))
	case errors.Is(err, fs.ErrExist):
		return err
	}
	switch _, look := os.Lstat(path); {
	case look == nil:
		return errors.Join(err, fs.ErrExist)
	case !errors.Is(look, fs.ErrNotExist):
		return errors.Join(err, look)
	}
	return Replace(aside, path)
}

// Replace gives a file that is synced its name, in the place of any other.
func Replace(aside, path string) error {
	if err := os.Rename(aside, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// MakeFolder makes a folder and missing ones above it, for its owner only.
func MakeFolder(dir string) error {
	info, err := os.Stat(dir)
	above := filepath.Dir(dir)
	switch {
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s is not a folder", dir)
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist) || above == dir: // the root of a disk that is not there
		return err
	}
	if err := MakeFolder(above); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(above)
}

// syncFolder makes the names in a folder safe on disk.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // cannot do that, and does not need it
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
