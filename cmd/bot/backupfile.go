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
)

// backedUp is a store that can be copied while it is used.
type backedUp interface {
	// Backup writes a copy of the whole store, of one moment, and returns its size.
	Backup(context.Context, io.Writer) (int64, error)
	// Check reports whether the file at the database's path is still the store's.
	Check() error
}

// kept is a backup that is safe on disk and was audited.
type kept struct {
	size  int64
	audit storage.Audit
}

// saveBackup writes a backup. The file gets its name when it is whole, safe on
// disk and audited; before that, and after an error, there is nothing at the
// path that was not there. It returns [fs.ErrExist] for a file that it may not replace.
func saveBackup(ctx context.Context, path string, replace bool,
	write func(context.Context, io.Writer) (int64, error)) (k kept, err error) {
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
		return k, durable.Replace(aside, path)
	}
	return k, durable.Place(aside, path)
}

// writeAside writes a backup that is to be at a path, and makes it safe on disk
// under another name in the same folder.
func writeAside(ctx context.Context, path string,
	write func(context.Context, io.Writer) (int64, error)) (aside string, size int64, err error) {
	file, err := durable.Beside(path)
	if errno, ok := errors.AsType[syscall.Errno](err); ok { // without the name that nobody gave
		return "", 0, fmt.Errorf("no backup can be made in the folder %s: %w", filepath.Dir(path),
			errno)
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
		err = fmt.Errorf("its audit is NOT ok. The database is damaged too: stop the bot and run "+
			"bot audit. %s", strings.Join(a.Problems, " "))
	}
	return a, errors.Join(err, store.Close())
}

// openCopy opens a copy, which compares it with the digest in its seal.
func openCopy(ctx context.Context, path string, size int64) (opened, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() != size {
		return nil, fmt.Errorf("it has %d bytes, and should have %d", info.Size(), size)
	}
	return openFile(ctx, path)
}
