package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"holecard/internal/durable"
	"holecard/storage/bolt"
)

func backupFolder(database string) string {
	return filepath.Join(filepath.Dir(database), "backups")
}

// backupPrefix returns what the names of its backups begin with.
func backupPrefix(database string) string {
	base := filepath.Base(database)
	return strings.TrimSuffix(base, filepath.Ext(base)) + "-"
}

// backUpBefore makes the backup that a migration can be undone with. It is
// among the automatic backups and, by its name, never removed as one of them.
// The copy is compared with its digest and not audited: what is wrong in the
// database must be in its copy too.
func backUpBefore(ctx context.Context, database string, from, to int, write copier,
	log *slog.Logger) error {
	folder := backupFolder(database)
	path := filepath.Join(folder, fmt.Sprintf("%sbefore-schema-%d.db", backupPrefix(database), to))
	err := durable.MakeFolder(folder)
	var size int64
	if err == nil {
		size, err = saveCopy(ctx, path, write, func(*bolt.Store) error { return nil },
			func(aside, _ string) (err error) { path, err = placeOnce(aside, path); return err })
	}
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("the backup that is made before does not fit on the disk: make room in "+
			"%s and start again (%w)", folder, err)
	case err != nil:
		return fmt.Errorf("the backup that is made before failed: %w", err)
	}
	log.Info("made a backup before the database is migrated; it is never removed automatically",
		"file", path, "bytes", size, "from_schema", from, "to_schema", to)
	return nil
}

// placeOnce gives a copy the name path, or one beside it where that is another
// file's, and returns the name. The same copy is not kept twice: a migration that
// fails time and again must not fill the disk.
func placeOnce(aside, path string) (placed string, err error) {
	placed = path
	for n := 2; ; n++ {
		if err := durable.Place(aside, placed); !errors.Is(err, fs.ErrExist) {
			return placed, err
		}
		if same, err := sameContent(aside, placed); same || err != nil {
			return placed, err
		}
		placed = fmt.Sprintf("%s-%d.db", strings.TrimSuffix(path, ".db"), n)
	}
}

func sameContent(a, b string) (bool, error) {
	one, err := hashOf(a)
	other, errOther := hashOf(b)
	return one == other, errors.Join(err, errOther)
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
