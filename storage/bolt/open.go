package bolt

import (
	"context"
	"fmt"
	"log/slog"

	"go.etcd.io/bbolt"
)

// Options are what a store may be given. The zero value is usable.
type Options struct {
	Logger *slog.Logger // told of files made and of failures; nil for silence
}

// Open opens the store in the file at path, and makes it, with its folder, when
// there is none. It returns [storage.ErrInUse], [storage.ErrNewer],
// [storage.ErrCorrupt] or a [*durable.NotFileError], wrapped with what to do about it.
// The check of a large file ends when ctx does.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	log := opts.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	made, err := create(path)
	if err != nil {
		return nil, fmt.Errorf("make the database %s: %w", path, err)
	}
	if made {
		log.Info("made a new database", "path", path)
	}
	return open(ctx, path, bbolt.Options{}, log)
}

// OpenReadOnly opens an existing store for reading, such as an audit, and
// never changes the file. It returns [fs.ErrNotExist] when there is none.
// Several processes may read a file at the same time, but not beside one that
// has it open for writing. It checks the file as [Open] does.
func OpenReadOnly(ctx context.Context, path string) (*Store, error) {
	return open(ctx, path, bbolt.Options{ReadOnly: true}, slog.New(slog.DiscardHandler))
}

func open(ctx context.Context, path string, options bbolt.Options, log *slog.Logger) (
	*Store, error) {
	s, err := openFile(ctx, path, options)
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", path, err)
	}
	s.log = log
	return s, nil
}

// Unused returns [storage.ErrInUse] when another process has the file at path open for writing,
// and any other error of opening it.
func Unused(ctx context.Context, path string) error {
	db, _, err := openLocked(ctx, path, bbolt.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	return db.Close()
}
