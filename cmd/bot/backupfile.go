package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

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

// unfinished ends the name of a backup that is not whole yet.
const unfinished = ".tmp"

// kept is a backup that is safe on disk and was audited.
type kept struct {
	size  int64
	audit storage.Audit
}

// saveBackup writes a backup. The file gets its name when it is whole, safe on
// disk and audited; before that, and after an error, there is nothing at the
// path that was not there. It returns [fs.ErrExist] for a file that it may not replace.
func saveBackup(ctx context.Context, path string, replace bool, write func(context.Context, io.Writer) (int64, error)) (k kept, err error) {
	aside, size, err := writeAside(ctx, path, write)
	if err != nil {
		return k, err
	}
	defer os.Remove(aside)
	k.size = size
	if k.audit, err = verify(ctx, aside, size); err != nil {
		return k, fmt.Errorf("the backup is not kept: %w", err)
	}
	if replace {
		err = os.Rename(aside, path)
	} else {
		err = placeNew(aside, path)
	}
	if err == nil {
		err = syncFolder(filepath.Dir(path))
	}
	return k, err
}

// writeAside writes a backup that is to be at a path, and makes it safe on disk
// under another name in the same folder.
func writeAside(ctx context.Context, path string, write func(context.Context, io.Writer) (int64, error)) (aside string, size int64, err error) {
	folder := filepath.Dir(path)
	file, err := os.CreateTemp(folder, "."+filepath.Base(path)+".*"+unfinished) // mode 0600
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return "", 0, fmt.Errorf("no backup can be made in the folder %s: %w", folder, errno) // not the name that nobody gave
	}
	if err != nil {
		return "", 0, err
	}
	if size, err = write(ctx, file); err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(file.Name())
		return "", 0, err
	}
	return file.Name(), size, nil
}

// verify opens a copy as the bot would, and audits it.
func verify(ctx context.Context, path string, size int64) (a storage.Audit, err error) {
	store, err := openCopy(ctx, path, size)
	if err != nil {
		return a, err
	}
	a, err = store.Audit(ctx)
	if err == nil && !a.OK {
		err = fmt.Errorf("its audit is NOT ok. The database is damaged too: stop the bot and run bot audit. %s", strings.Join(a.Problems, " "))
	}
	return a, errors.Join(err, store.Close())
}

// openCopy opens a copy, which compares it with the digest in its seal.
func openCopy(ctx context.Context, path string, size int64) (*bolt.Store, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() != size {
		return nil, fmt.Errorf("it has %d bytes, and should have %d", info.Size(), size)
	}
	return bolt.OpenReadOnly(ctx, path)
}

// placeNew gives a file its name, unless there is a file of that name. A link
// refuses that by itself; where the file system knows no links, a look has to do.
func placeNew(aside, path string) error {
	err := os.Link(aside, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fs.ErrExist)
	}
	return os.Rename(aside, path)
}

// syncFolder makes the names in a folder safe on disk.
func syncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil // cannot do that, and does not need it
	}
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
