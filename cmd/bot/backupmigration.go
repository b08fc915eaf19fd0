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
)

// backupFolder returns where the backups of a database are.
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
func backUpBefore(ctx context.Context, database string, from, to int,
	write func(context.Context, io.Writer) (int64, error), log *slog.Logger) error {
	folder := backupFolder(database)
	name := fmt.Sprintf("%sbefore-schema-%d.db", backupPrefix(database), to)
	path := filepath.Join(folder, name)
	path, size, err := keepBefore(ctx, path, write)
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

// keepBefore writes a copy to the path, or to one beside it when there is
// another file. A copy that is there already is not made again: a migration
// that fails time and again must not fill the disk.
func keepBefore(ctx context.Context, path string,
	write func(context.Context, io.Writer) (int64, error)) (placed string, size int64, err error) {
	if err := durable.MakeFolder(filepath.Dir(path)); err != nil {
		return "", 0, err
	}
	aside, size, err := writeAside(ctx, path, write)
	if err != nil {
		return "", 0, err
	}
	defer os.Remove(aside)
	store, err := openCopy(ctx, aside, size)
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		return "", 0, fmt.Errorf("the backup is not kept: %w", err)
	}
	for n := 1; ; n++ {
		placed = path
		if n > 1 {
			placed = fmt.Sprintf("%s-%d.db", strings.TrimSuffix(path, ".db"), n)
		}
		err := durable.Place(aside, placed)
		if errors.Is(err, fs.ErrExist) {
			same, err := sameContent(aside, placed)
			if err != nil {
				return "", 0, err
			}
			if !same {
				continue
			}
		} else if err != nil {
			return "", 0, err
		}
		return placed, size, nil
	}
}

// sameContent reports whether two files have the same bytes.
func sameContent(a, b string) (bool, error) {
	one, err := hashOf(a)
	if err != nil {
		return false, err
	}
	other, err := hashOf(b)
	return one == other, err
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
