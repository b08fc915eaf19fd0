package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"holecard/internal/durable"
	"holecard/storage"
	"holecard/storage/bolt/pages"
	"holecard/storage/engine"
)

// lockTimeout is how long [Open] waits for another process to let go of the
// file: long enough for one that is just ending.
const lockTimeout = 500 * time.Millisecond

// examine checks the pages of a file before bbolt reads its trees, and its records.
func examine(ctx context.Context, path string) (found records, err error) {
	// for reading only, so that bbolt reads no more than the meta pages
	db, file, err := openLocked(ctx, path, bbolt.Options{ReadOnly: true})
	if err != nil {
		return found, err
	}
	defer db.Close()
	meta, err := pages.ReadMetas(file, int64(db.Info().PageSize))
	if err = firstOf(err, checkSize(file, meta)); err == nil {
		_, err = pages.Check(ctx, file, meta, found.of)
	}
	return found, err
}

// openFile opens an existing file of bbolt and checks that it is whole.
func openFile(ctx context.Context, path string, options bbolt.Options) (s *Store, err error) {
	found, err := examine(ctx, path)
	if err != nil {
		return nil, err
	}
	options.PreLoadFreelist = true // so that a damaged one is found now
	// Allocating takes the same time however many pages are free.
	options.FreelistType = bbolt.FreelistMapType
	db, file, err := openLocked(ctx, path, options)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s, err = nil, errors.Join(err, db.Close())
		}
	}()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer guard(&err)
	s = &Store{path: path, db: db, file: file, pageSize: int64(db.Info().PageSize)}
	s.Fleet = engine.NewFleet(&s.gate)
	if err = s.noteMeta(); err == nil {
		err = checkSize(file, *s.meta.Load())
	}
	if err == nil {
		err = firstOf(db.View(checkSchema), found.wrong())
	}
	return s, err
}

// openLocked opens a file of bbolt, waiting for its lock until ctx is done or
// the time for that is over. What bbolt says by a panic, and the memory fault of a page that
// is not there, come back as [storage.ErrCorrupt].
func openLocked(ctx context.Context, path string, options bbolt.Options) (
	db *bbolt.DB, file *os.File, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = damaged(r)
			file.Close() // bbolt's mapping of it, and so its lock, stays until the process ends
		}
	}()
	options.OpenFile = func(name string, flag int, mode os.FileMode) (_ *os.File, err error) {
		file, err = openExisting(name, flag, mode)
		return file, err
	}
	const once = 1 // nanosecond: bbolt itself would wait without looking at ctx
	options.Timeout = once
	for begun := time.Now(); ; {
		db, err = bbolt.Open(path, 0o600, &options)
		if !errors.Is(err, bolterrors.ErrTimeout) || time.Since(begun) > lockTimeout {
			return db, file, explain(err, path)
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(lockTimeout / 20):
		}
	}
}

// openExisting keeps bbolt from making a file, from taking an empty one for new,
// and from opening a named pipe, which waits for ever for somebody to write.
func openExisting(name string, flag int, mode os.FileMode) (*os.File, error) {
	switch info, err := os.Stat(name); {
	case err != nil:
		return nil, err
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil, &durable.NotFileError{Mode: info.Mode().Type()}
	}
	file, err := os.OpenFile(name, flag&^os.O_CREATE, mode)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	switch {
	case err != nil:
	case info.IsDir(): // which can be opened for reading
		err = &fs.PathError{Op: "open", Path: name, Err: syscall.EISDIR}
	case info.Size() == 0:
		err = fmt.Errorf("%w: the file is empty; restore a backup, or remove it to begin anew",
			storage.ErrCorrupt)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// explain turns bbolt's error of opening a file into the store's.
func explain(err error, path string) error {
	var named *fs.PathError
	var errno syscall.Errno
	var special *durable.NotFileError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, bolterrors.ErrTimeout):
		holder := holderOf("/proc", path)
		return fmt.Errorf("%w; stop that one, or choose another file", &holder)
	case errors.As(err, &named), errors.As(err, &errno), errors.As(err, &special),
		errors.Is(err, storage.ErrCorrupt):
		return err
	case errors.Is(err, bolterrors.ErrInvalid):
		return &strangeError{err}
	}
	return fmt.Errorf("%w: %w; restore a backup", storage.ErrCorrupt, err)
}

// strangeError tells that a file does not begin as a database does: it is another
// program's, or its beginning is destroyed.
type strangeError struct{ cause error }

func (*strangeError) Error() string {
	return "this is not a holecard database, or its beginning is destroyed; choose another file, " +
		"or restore a backup"
}

func (e *strangeError) Unwrap() []error { return []error{storage.ErrCorrupt, e.cause} }

// checkSize refuses a file that was cut off: reading behind its end is a fault.
func checkSize(file *os.File, meta pages.Meta) error {
	info, err := file.Stat()
	if used := meta.Size(); err == nil && info.Size() < used {
		err = fmt.Errorf("%w: the file has %d bytes and should have at least %d; restore a backup",
			storage.ErrCorrupt, info.Size(), used)
	}
	return err
}
