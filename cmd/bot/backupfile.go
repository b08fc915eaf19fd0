package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"holecard/internal/durable"
	"holecard/storage"
	"holecard/storage/bolt"
)

// backedUp is a store that can be copied while it is used.
type backedUp interface {
	// Backup writes a copy of the whole store, of one moment, and returns its size.
	Backup(context.Context, io.Writer) (int64, error)
	// Check reports whether the file at the database's path is still the store's.
	Check() error
}

type copier func(context.Context, io.Writer) (int64, error)

// saveBackup makes a backup and audits it. Place gives the file its name.
func saveBackup(ctx context.Context, path string, write copier,
	place func(aside, path string) error) (size int64, a storage.Audit, err error) {
	audit := func(copied *bolt.Store) (err error) {
		if a, err = copied.Audit(ctx); err == nil && !a.OK {
			err = fmt.Errorf("its audit is NOT ok. The database is damaged too: stop the bot and "+
				"run bot audit. %s", strings.Join(a.Problems, " "))
		}
		return err
	}
	size, err = saveCopy(ctx, path, write, audit, place)
	return size, a, err
}

// saveCopy writes a copy and returns its size. The file gets its name when it is
// whole, safe on disk and checked; before that, and after an error, there is
// nothing at the path that was not there.
func saveCopy(ctx context.Context, path string, write copier, check func(*bolt.Store) error,
	place func(aside, path string) error) (size int64, err error) {
	file, err := durable.Beside(path)
	if errno, ok := errors.AsType[syscall.Errno](err); ok { // without the name that nobody gave
		err = fmt.Errorf("no backup can be made in the folder %s: %w", filepath.Dir(path), errno)
	}
	if err != nil {
		return 0, err
	}
	defer os.Remove(file.Name())
	if size, err = write(ctx, file); err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return 0, err
	}
	if err := verify(ctx, file.Name(), size, check); err != nil {
		return 0, fmt.Errorf("the backup is not kept: %w", err)
	}
	return size, place(file.Name(), path)
}

// verify opens a copy as the bot would, which compares it with the digest in its
// seal, and checks it.
func verify(ctx context.Context, path string, size int64, check func(*bolt.Store) error) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() != size {
		return fmt.Errorf("it has %d bytes, and should have %d", info.Size(), size)
	}
	store, err := bolt.OpenReadOnly(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(check(store), store.Close())
}
