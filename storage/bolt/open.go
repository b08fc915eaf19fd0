package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"holecard/storage"
)

// lockTimeout is how long [Open] waits for another process to let go of the
// file: long enough for one that is just ending.
const lockTimeout = 500 * time.Millisecond

// Options are what a store may be given. The zero value is usable.
type Options struct {
	Logger *slog.Logger // told of files made and migrated; nil for silence
}

// Open opens the store in the file at path, and makes it, with its folder, when
// there is none. It returns [storage.ErrInUse], [storage.ErrNewer] or
// [storage.ErrCorrupt], wrapped with what to do about it.
func Open(path string, opts Options) (*Store, error) {
	log := opts.logger()
	made, err := create(path)
	if err != nil {
		return nil, fmt.Errorf("make the database %s: %w", path, err)
	}
	if made {
		log.Info("made a new database", "path", path)
	}
	sealed, err := examine(path, true)
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", path, err)
	}
	s, err := openFile(path, false, func(s *Store) error {
		s.log, s.sealed = log, sealed
		return s.prepare(path)
	})
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", path, err)
	}
	return s, nil
}

// prepare brings the file up to date, and checks all of it unless it is sealed.
func (s *Store) prepare(path string) error {
	checked := s.sealed
	newest := len(migrations())
	from, err := s.version(newest)
	if err != nil {
		return err
	}
	if from < newest {
		if err := s.breakSeal(); err != nil {
			return err
		}
		if _, err := migrate(s.db, migrations()); err != nil {
			return err
		}
		s.log.Info("migrated the database", "path", path, "from", from, "to", newest)
	}
	if err := s.db.View(checkBuckets); err != nil || checked {
		return err
	}
	s.log.Warn("the database was not closed properly: checking all of it", "path", path)
	begun := time.Now()
	a, err := s.audit(context.Background(), balancesAndOrders)
	if err != nil {
		return err
	}
	if !a.OK {
		return fmt.Errorf("%w: it has %d problems, first: %s", storage.ErrCorrupt, len(a.Problems), a.Problems[0])
	}
	s.log.Info("the database is whole", "path", path, "took", time.Since(begun))
	return nil
}

// version returns the version of the file's schema.
func (s *Store) version(newest int) (version int, err error) {
	err = s.db.View(func(tx *bbolt.Tx) error {
		version, err = schemaVersion(tx, newest)
		return err
	})
	return version, err
}

// OpenReadOnly opens an existing store for reading, such as an audit, and
// never changes the file. It returns [fs.ErrNotExist] when there is none.
// Several processes may read a file at the same time, but not beside one that
// has it open for writing. A file that was not closed properly is not checked:
// that is what the audit is for.
func OpenReadOnly(path string) (*Store, error) {
	sealed, err := examine(path, false)
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", path, err)
	}
	s, err := openFile(path, true, func(s *Store) error {
		s.sealed = sealed
		return firstOf(s.db.View(checkSchema), s.db.View(checkBuckets))
	})
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", path, err)
	}
	return s, nil
}

// examine checks a file before bbolt reads its trees: by its seal, or else, when
// it will be written to, page by page. It reports whether the file is sealed.
func examine(path string, pages bool) (sealed bool, err error) {
	defer guard(&err)
	var file *os.File
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout:  lockTimeout,
		ReadOnly: true, // so bbolt reads no more than the meta pages
		OpenFile: func(name string, flag int, mode os.FileMode) (_ *os.File, err error) {
			file, err = openExisting(name, flag, mode)
			return file, err
		},
	})
	if err != nil {
		return false, explain(err)
	}
	defer db.Close()
	size := int64(db.Info().PageSize)
	sealed, err = checkSeal(file, size)
	if sealed || err != nil || !pages {
		return sealed, err
	}
	meta, err := readMetas(file, size)
	if err != nil {
		return false, err
	}
	if err := checkSize(db, file); err != nil {
		return false, err
	}
	var first error
	err = checkPages(context.Background(), file, meta, func(format string, args ...any) {
		if first == nil {
			first = fmt.Errorf("%w: %s", storage.ErrCorrupt, fmt.Sprintf(format, args...))
		}
	})
	return false, firstOf(err, first)
}

func (o Options) logger() *slog.Logger {
	if o.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Logger
}

// openFile opens an existing file of bbolt, prepares it and checks that it is
// whole as far as that takes no time. What bbolt says by a panic, and the memory
// fault of a page that is not there, come back as [storage.ErrCorrupt].
func openFile(path string, readOnly bool, prepare func(*Store) error) (s *Store, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	var db *bbolt.DB
	var file *os.File
	defer func() {
		if r := recover(); r != nil {
			err = damaged(r)
			if db != nil {
				err = errors.Join(err, db.Close())
			} else {
				file.Close() // bbolt's mapping of it, and so its lock, stays until the process ends
			}
			s = nil
		}
	}()
	db, err = bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout:         lockTimeout,
		ReadOnly:        readOnly,
		PreLoadFreelist: true, // so that a damaged one is found now
		// Allocating takes the same time however many pages are free.
		FreelistType: bbolt.FreelistMapType,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			var err error
			file, err = openExisting(name, flag, mode)
			return file, err
		},
	})
	if err != nil {
		return nil, explain(err)
	}
	err = checkSize(db, file)
	s = &Store{db: db, file: file, log: Options{}.logger()}
	if err == nil {
		err = prepare(s)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// openExisting keeps bbolt from making a file, and from taking an empty one for new.
func openExisting(name string, flag int, mode os.FileMode) (*os.File, error) {
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
		err = fmt.Errorf("%w: the file is empty; restore a backup, or remove it to begin anew", storage.ErrCorrupt)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// explain turns bbolt's error into the store's.
func explain(err error) error {
	var path *fs.PathError
	var errno syscall.Errno
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return fmt.Errorf("%w; stop that one, or choose another file", storage.ErrInUse)
	case errors.As(err, &path), errors.As(err, &errno), errors.Is(err, storage.ErrCorrupt):
		return err
	}
	return fmt.Errorf("%w: %w; restore a backup", storage.ErrCorrupt, err)
}

// checkSize refuses a file that was cut off: reading behind its end is a fault.
func checkSize(db *bbolt.DB, file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return db.View(func(tx *bbolt.Tx) error {
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: the file has %d bytes and should have at least %d; restore a backup",
				storage.ErrCorrupt, info.Size(), tx.Size())
		}
		return nil
	})
}

// checkSchema refuses a file that is not of the newest schema.
func checkSchema(tx *bbolt.Tx) error {
	newest := len(migrations())
	version, err := schemaVersion(tx, newest)
	if err == nil && version < newest {
		err = fmt.Errorf("its schema %d is older than %d; start the bot once to bring it up to date", version, newest)
	}
	return err
}

// checkBuckets refuses a file in which a bucket is missing.
func checkBuckets(tx *bbolt.Tx) error {
	for _, name := range bucketNames {
		if tx.Bucket([]byte(name)) == nil {
			return fmt.Errorf("%w: the bucket %q is missing; restore a backup", storage.ErrCorrupt, name)
		}
	}
	return nil
}
