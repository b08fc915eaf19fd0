package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"holecard/internal/durable"
	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/postgres"
)

// backedUp is a store that can be copied while it is used.
type backedUp interface {
	// Backup writes a copy of the whole store, of one moment.
	Backup(context.Context, io.Writer) error
	// Check reports whether the file at the database's path is still the store's.
	Check() error
}

type copier func(context.Context, io.Writer) error

// naming gives a file that is whole its name.
type naming func(aside, path string) error

// saveBackup makes a backup and audits it. Place gives the file its name.
func saveBackup(ctx context.Context, path string, write copier, place naming) (
	a storage.Audit, err error) {
	audit := func(copied *bolt.Store) (err error) {
		if a, err = copied.Audit(ctx); err != nil {
			return err
		}
		return sound(a, "The database is damaged too: stop the bot and run holecard audit.")
	}
	err = saveFile(path, verified(ctx, audit, place), func(w io.Writer) error {
		return write(ctx, w)
	})
	return a, err
}

// sound refuses what its audit finds damaged, and says what to do.
func sound(a storage.Audit, advice string) error {
	if a.OK {
		return nil
	}
	return fmt.Errorf("its audit is NOT ok. %s %s", advice, strings.Join(a.Problems, " "))
}

// verified gives a copy its name once it was opened as the bot would, which compares its records
// with their checksums and its fingerprint, and was checked.
func verified(ctx context.Context, check func(*bolt.Store) error, place naming) naming {
	return func(aside, path string) error {
		store, err := bolt.OpenReadOnly(ctx, aside)
		if err == nil {
			err = errors.Join(check(store), store.Close())
		}
		if err != nil {
			return fmt.Errorf("the backup is not kept: %w", err)
		}
		return place(aside, path)
	}
}

// sizeOf returns the size of a file, 0 where there is none any more.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// saveFile writes a file, which place gives its name when it is whole and safe on disk. Before
// that, and after an error, there is nothing at the path that was not there.
func saveFile(path string, place naming, write func(io.Writer) error) error {
	file, err := durable.Beside(path)
	if errno, ok := errors.AsType[syscall.Errno](err); ok { // without the name that nobody gave
		err = fmt.Errorf("no file can be made in the folder %s: %w", filepath.Dir(path), errno)
	}
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if err = write(file); err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return place(file.Name(), path)
}

// backupPlace is the folder of a database's automatic backups, and the beginning of their names.
// Databases may share a folder: the beginning is different for each of them.
type backupPlace struct{ folder, prefix string }

// backups returns the place of a database's backups: of a file beside it, of a database at a
// server where the bot runs.
func (d database) backups() backupPlace {
	if d.onServer() {
		name := postgres.Name(d.path)
		return placeOf("data", cmp.Or(path.Base(name), "holecard"), name)
	}
	folder, base := filepath.Split(followed(d.path))
	whole, err := filepath.EvalSymlinks(cmp.Or(folder, "."))
	if err == nil {
		whole, err = filepath.Abs(whole)
	}
	if err != nil { // there is no such folder, so there are no backups in it
		whole = folder
	}
	return placeOf(folder, strings.TrimSuffix(base, filepath.Ext(base)), filepath.Join(whole, base))
}

// placeOf returns the folder backups in another one. A backup's name begins with the database's
// name and a digest of its whole address, such as holecard-1f3c9a2b-: "holecard.db",
// "holecard.dev" and a holecard.db elsewhere are three databases.
func placeOf(folder, name, address string) backupPlace {
	sum := sha256.Sum256([]byte(address))
	return backupPlace{filepath.Join(folder, "backups"), fmt.Sprintf("%s-%x-", name, sum[:4])}
}

// backUpBefore makes the backup that a migration can be undone with. It is
// among the automatic backups and, by its name, never removed as one of them.
// The copy is compared with its fingerprint and not audited: a faulty database must be
// copied as it is.
//
// Its name ends with its digest: it replaces no other, and a start that fails again and
// again keeps one copy.
func (d database) backUpBefore(ctx context.Context, m bolt.Migration, log *slog.Logger) error {
	place := d.backups()
	path := filepath.Join(place.folder, "before")
	name := func(aside, _ string) error {
		sum, err := hashOf(aside)
		path = filepath.Join(place.folder,
			fmt.Sprintf("%sbefore-schema-%d-%x.db", place.prefix, m.To, sum[:4]))
		return errors.Join(err, durable.Replace(aside, path))
	}
	err := durable.MakeFolder(place.folder)
	if err == nil {
		opens := verified(ctx, func(*bolt.Store) error { return nil }, name)
		err = saveFile(path, opens, func(w io.Writer) error { return m.Copy(ctx, w) })
	}
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("the backup that is made before does not fit on the disk: make room in "+
			"%s and start again (%w)", place.folder, err)
	case err != nil:
		return fmt.Errorf("the backup that is made before failed: %w", err)
	}
	log.Info("made a backup before the database is migrated; it is never removed automatically",
		"file", path, "bytes", sizeOf(path), "from_schema", m.From,
		"to_schema", m.To)
	return nil
}

func hashOf(path string) (sum [sha256.Size]byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer file.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	hash.Sum(sum[:0])
	return sum, err
}
