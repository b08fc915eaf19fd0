package bolt

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"holecard/internal/durable"
	"holecard/storage"
)

// create makes the file at path unless there is one, and reports whether it did.
func create(path string) (made bool, err error) {
	nothing := func(*bbolt.DB) error { return nil }
	err = makeFile(path, nothing, func(string) error { return nil })
	if errors.Is(err, fs.ErrExist) {
		return false, nil // perhaps another process was faster
	}
	return err == nil, err
}

// makeFile makes a file at path, or returns [fs.ErrExist] where there is something. The file is
// made under another name. It has its whole schema, with has filled it, it is safe on disk and
// check has agreed when it gets its own, so that no crash and no error leaves a half-made one.
func makeFile(path string, with func(*bbolt.DB) error, check func(aside string) error) (
	err error) {
	defer func() {
		if err != nil && noSpace(err) {
			err = fmt.Errorf("%w: %w", storage.ErrNoSpace, err)
		}
	}()
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return cmp.Or(err, fs.ErrExist)
	}
	if err := durable.MakeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	file, err := durable.Beside(path)
	if err != nil {
		return err
	}
	aside := file.Name()
	defer os.Remove(aside)
	if err := errors.Join(fill(file, with), file.Close()); err != nil {
		return err
	}
	if err := check(aside); err != nil {
		return err
	}
	return durable.Place(aside, path)
}

// fill makes the buckets in an empty file, and lets with fill them.
func fill(file *os.File, with func(*bbolt.DB) error) error {
	db, err := bbolt.Open(file.Name(), 0o600, nil)
	if err != nil {
		return err
	}
	if err = db.Update(makeBuckets); err == nil {
		err = with(db)
	}
	if err == nil {
		err = db.Sync()
	}
	return errors.Join(err, db.Close())
}
