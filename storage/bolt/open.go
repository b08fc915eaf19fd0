package bolt

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// Options are what a store may be given. The zero value is usable.
type Options struct {
	Logger *slog.Logger // told of files made and migrated; nil for silence
	// BeforeMigration is called before a file of an older schema is changed,
	// for that cannot be undone: it makes a backup. Its error leaves the file as
	// it is, and is returned by [Open]. Nil makes none.
	BeforeMigration func(context.Context, Migration) error
}

// Migration is what [Open] is about to do to a file of an older schema.
type Migration struct {
	From, To int // schemas
	// Copy writes the whole file as it is.
	Copy func(context.Context, io.Writer) error
}

// Open opens the store in the file at path, and makes it, with its folder, when
// there is none. It returns [storage.ErrInUse], [storage.ErrNewer],
// [storage.ErrCorrupt] or a [*durable.NotFileError], wrapped with what to do about it.
// A check of a large file, and a migration, end when ctx does.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	log := opts.logger()
	made, err := create(path)
	if err != nil {
		return nil, fmt.Errorf("make the database %s: %w", path, err)
	}
	if made {
		log.Info("made a new database", "path", path)
	}
	s, err := openFile(ctx, path, false, func(s *Store) error {
		s.log = log
		return s.prepare(ctx, opts.BeforeMigration)
	})
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", path, err)
	}
	return s, nil
}

// prepare brings the file up to date.
func (s *Store) prepare(ctx context.Context, before func(context.Context, Migration) error) error {
	err := s.noteMeta()
	if err == nil {
		err = s.migrate(ctx, before)
	}
	if err == nil {
		err = s.noteMeta()
	}
	return firstOf(err, s.db.View(checkBuckets))
}

// migrate brings the file to the newest schema.
func (s *Store) migrate(ctx context.Context, before func(context.Context, Migration) error) error {
	from, to := s.schema, newestSchema()
	if from == to {
		return nil
	}
	if before != nil {
		if err := before(ctx, Migration{From: from, To: to, Copy: s.Backup}); err != nil {
			return fmt.Errorf("its schema %d is to become %d, and nothing was changed: %w", from,
				to, err)
		}
	}
	s.log.Warn("migrating the database; a large one takes a while", "path", s.path,
		"from_schema", from, "to_schema", to)
	if err := migrate(ctx, s.db); err != nil {
		return err
	}
	s.schema = to
	s.log.Info("migrated the database", "path", s.path, "from_schema", from, "to_schema", to)
	return nil
}

// OpenReadOnly opens an existing store for reading, such as an audit, and
// never changes the file. It returns [fs.ErrNotExist] when there is none.
// Several processes may read a file at the same time, but not beside one that
// has it open for writing. It checks the file as [Open] does. One of an older schema can only be
// backed up.
func OpenReadOnly(ctx context.Context, path string) (*Store, error) {
	s, err := openFile(ctx, path, true, func(s *Store) error {
		if s.schema < newestSchema() {
			return nil
		}
		return s.db.View(checkBuckets)
	})
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", path, err)
	}
	return s, nil
}

// Unused returns [storage.ErrInUse] when another process has the file at path open for writing,
// and any other error of opening it.
func Unused(ctx context.Context, path string) (err error) {
	defer guard(&err)
	db, err := openLocked(ctx, path, bbolt.Options{ReadOnly: true, OpenFile: openExisting})
	if err != nil {
		return explain(err, path)
	}
	return db.Close()
}

func (o Options) logger() *slog.Logger {
	if o.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Logger
}

// checkBuckets refuses a file in which a bucket is missing.
func checkBuckets(tx *bbolt.Tx) error {
	for _, name := range bucketNames() {
		if tx.Bucket([]byte(name)) == nil {
			return fmt.Errorf("%w: the bucket %q is missing; restore a backup", storage.ErrCorrupt,
				name)
		}
	}
	return nil
}
