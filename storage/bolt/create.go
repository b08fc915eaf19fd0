package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"go.etcd.io/bbolt"
)

// create makes the file at path unless there is one, and reports whether it
// did. The file is made under another name and has its whole schema when it
// gets its own, so that no crash leaves a half-made one.
func create(path string) (made bool, err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	dir := filepath.Dir(path)
	if err := makeFolder(dir); err != nil {
		return false, err
	}
	file, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*.new") // mode 0600
	if err != nil {
		return false, err
	}
	aside := file.Name()
	defer os.Remove(aside)
	if err := errors.Join(fill(file), file.Close()); err != nil {
		return false, err
	}
	if err := place(aside, path); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return false, nil // another process was faster
		}
		return false, err
	}
	return true, syncFolder(dir)
}

// fill writes the newest schema into an empty file, and seals it.
func fill(file *os.File) error {
	db, err := bbolt.Open(file.Name(), 0o600, nil)
	if err != nil {
		return err
	}
	if _, err = migrate(context.Background(), db, migrations()); err == nil {
		err = db.View(func(btx *bbolt.Tx) error {
			return writeSeal(file, uint64(btx.ID()), btx.Size(), int64(db.Info().PageSize))
		})
	}
	return errors.Join(err, db.Close())
}

// place gives a file its name. A link refuses to replace a file that another
// process has made meanwhile and may have open; a rename would replace it. Only
// where the file system knows no links is it renamed.
func place(aside, path string) error {
	err := os.Link(aside, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Rename(aside, path)
}

// makeFolder makes a folder and what is missing above it, for its owner only.
func makeFolder(dir string) error {
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
	if err := makeFolder(above); err != nil {
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
