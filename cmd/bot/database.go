package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"syscall"

	"holecard/storage"
	"holecard/storage/bolt"
)

// database is a file that a store is kept in.
type database struct {
	path    string
	setting string // what named it: DATABASE or --data
}

// database returns the one that the configuration names.
func (c config) database() database { return database{c.Database, "DATABASE"} }

// open opens the database, and makes it where there is none.
func (d database) open(log *slog.Logger) (*bolt.Store, error) {
	store, err := bolt.Open(d.path, bolt.Options{Logger: log})
	if errors.Is(err, storage.ErrInUse) {
		return nil, fmt.Errorf("%w: stop the one that has %s open, or set %s to another file", storage.ErrInUse, d.path, d.setting)
	}
	return store, d.explain(err)
}

// openReadOnly opens a database that is there, and never changes it.
func (d database) openReadOnly() (*bolt.Store, error) {
	store, err := bolt.OpenReadOnly(d.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usageError{fmt.Errorf("there is no database at %s: set %s to the file that the bot plays on", d.path, d.setting)}
	}
	return store, d.explain(err)
}

// explain says of an error that comes of where the path leads what to do about
// it, to whoever named the path. It returns any other as it is.
func (d database) explain(err error) error {
	errno, _ := errors.AsType[syscall.Errno](err)
	switch {
	case errno == syscall.EISDIR:
		return usageError{fmt.Errorf("%s is a folder, and everything is kept in one file: set %s to a file, such as %s",
			d.path, d.setting, filepath.Join(d.path, "holecard.db"))}
	case errno == syscall.ENOTDIR:
		return usageError{fmt.Errorf("there can be no database at %s, because what stands before its last / is no folder: set %s to another path", d.path, d.setting)}
	case errors.Is(err, fs.ErrPermission), errno == syscall.EROFS:
		return fmt.Errorf("the database %s cannot be opened or made (%w): let the user that this runs as write that file and its folder, "+
			"or set %s to a file elsewhere", d.path, errno, d.setting)
	}
	return err
}
