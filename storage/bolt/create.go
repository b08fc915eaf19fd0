package bolt

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"holecard/internal/durable"
)

// create makes the file at path unless there is one, and reports whether it
// did. The file is made under another name and has its whole schema when it
// gets its own, so that no crash leaves a half-made one.
func create(path string) (made bool, err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err := durable.MakeFolder(filepath.Dir(path)); err != nil {
		return false, err
	}
	file, err := durable.Beside(path)
	if err != nil {
		return false, err
	}
	aside := file.Name()
	defer os.Remove(aside)
	err = fill(file, func(*bbolt.DB) error { return nil })
	if err := errors.Join(err, file.Close()); err != nil {
		return false, err
	}
	err = durable.Place(aside, path)
	if errors.Is(err, fs.ErrExist) {
		return false, nil // another process was faster
	}
	return err == nil, err
}

// fill writes the newest schema and what with adds into an empty file.
func fill(file *os.File, with func(*bbolt.DB) error) error {
	db, err := bbolt.Open(file.Name(), 0o600, nil)
	if err != nil {
		return err
	}
	if err = migrate(context.Background(), db); err == nil {
		err = with(db)
	}
	if err == nil {
		err = db.Sync()
	}
	return errors.Join(err, db.Close())
}
