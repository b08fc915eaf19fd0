package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"holecard/internal/durable"
	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/postgres"
)

// backupCmd copies the database while the bot runs, or without one.
type backupCmd struct {
	File  string `arg:"" help:"File to copy the database to." type:"path"`
	Force bool   `help:"Replace the file if it exists."`
}

// Run asks the bot that has the database open for a copy. Without one it opens
// the database itself.
func (cmd backupCmd) Run(ctx context.Context, p process, c config) error {
	if c.Database == inMemory {
		return usageError{errInMemory}
	}
	if c.database().onServer() {
		return errServerBackup
	}
	if err := cmd.check(c.Database); err != nil {
		return err
	}
	write := func(ctx context.Context, w io.Writer) error {
		return c.database().reach(ctx, "Stop it, or take one of its automatic backups",
			func(socket string) error { return askBot(ctx, socket, backupPath, w) },
			func(store opened) error { return store.Backup(ctx, w) })
	}
	audit, err := saveBackup(ctx, cmd.File, write, cmd.place)
	if err == nil {
		_, err = fmt.Fprintf(p.out, "%s has %d bytes and %d postings; audited: ok\n", cmd.File,
			sizeOf(cmd.File), audit.Postings)
	}
	return err
}

// check refuses a folder that is missing, and to overwrite a file or the database.
func (cmd backupCmd) check(database string) error {
	folder := filepath.Dir(cmd.File)
	if info, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return usagef("there is no folder %s: make it, or name a file in another folder", folder)
	}
	open, _ := os.Stat(database)
	switch there, err := os.Stat(cmd.File); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return usageError{err}
	case open != nil && os.SameFile(open, there):
		return usagef("%s is the database itself: name another file for the backup", cmd.File)
	case !there.Mode().IsRegular():
		return usagef("%s is not a file: name a file for the backup", cmd.File)
	case !cmd.Force:
		return cmd.exists()
	}
	return nil
}

// place gives what is written its name.
func (cmd backupCmd) place(aside, path string) error {
	if cmd.Force {
		return durable.Replace(aside, path)
	}
	err := durable.Place(aside, path)
	if errors.Is(err, fs.ErrExist) {
		return cmd.exists()
	}
	return err
}

func (cmd backupCmd) exists() error {
	return usagef("%s is there already: name another file, or replace it with --force", cmd.File)
}

// naming gives a file that is whole its name.
type naming func(aside, path string) error

// saveBackup makes a backup. Place gives it its name once it was opened as the bot would, which
// compares its records with their checksums and its fingerprint, and was audited.
func saveBackup(ctx context.Context, path string, write func(context.Context, io.Writer) error,
	place naming) (a storage.Audit, err error) {
	audited := func(aside string) error {
		store, err := bolt.OpenReadOnly(ctx, aside)
		if err != nil {
			return err
		}
		a, err = store.Audit(ctx)
		return cmp.Or(errors.Join(err, store.Close()),
			sound(a, "The database is damaged too: stop the bot and run holecard audit."))
	}
	err = saveFile(path, checked(audited, place), func(w io.Writer) error { return write(ctx, w) })
	return a, err
}

// checked names only a backup that passes a check.
func checked(check func(aside string) error, place naming) naming {
	return func(aside, path string) error {
		if err := check(aside); err != nil {
			return fmt.Errorf("the backup is not kept: %w", err)
		}
		return place(aside, path)
	}
}

// sound refuses what its audit finds damaged, and says what to do.
func sound(a storage.Audit, advice string) error {
	if a.OK {
		return nil
	}
	return fmt.Errorf("its audit is NOT ok. %s %s", advice, strings.Join(a.Problems, " "))
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

// backupPlace is the folder of a database's automatic backups, and how their names begin and end.
// Databases may share a folder: the beginning is different for each of them.
type backupPlace struct{ folder, prefix, suffix string }

// backups returns the place of a database's backups: of a file beside it, of a database at a
// server where the bot runs.
func (d database) backups() backupPlace {
	if d.onServer() {
		name := postgres.Name(d.path)
		return placeOf("data", cmp.Or(path.Base(name), "holecard"), name, ".export")
	}
	folder, base := filepath.Split(followed(d.path))
	whole, err := filepath.EvalSymlinks(cmp.Or(folder, "."))
	if err == nil {
		whole, err = filepath.Abs(whole)
	}
	if err != nil { // there is no such folder, so there are no backups in it
		whole = folder
	}
	name := strings.TrimSuffix(base, filepath.Ext(base))
	return placeOf(folder, name, filepath.Join(whole, base), ".db")
}

// placeOf returns the folder backups in another one. A backup's name begins with the database's
// name and a digest of its whole address, such as holecard-1f3c9a2b-: "holecard.db",
// "holecard.dev" and a holecard.db elsewhere are three databases.
func placeOf(folder, name, address, suffix string) backupPlace {
	sum := sha256.Sum256([]byte(address))
	return backupPlace{filepath.Join(folder, "backups"), fmt.Sprintf("%s-%x-", name, sum[:4]), suffix}
}

// backupTime is the time in the name of an automatic backup, in UTC: names in
// order are times in order.
const backupTime = "20060102T150405Z"

// name returns the name of the backup of a moment.
func (p backupPlace) name(at time.Time) string {
	return p.prefix + at.UTC().Format(backupTime) + p.suffix
}

type madeBackup struct {
	name string
	at   time.Time
}

// backups returns the automatic backups, oldest first. Files of other names are left alone.
func (p backupPlace) backups() (list []madeBackup, err error) {
	entries, err := os.ReadDir(p.folder) // in the order of names
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for the backups there are: %w", err)
	}
	for _, e := range entries {
		moment := strings.TrimSuffix(strings.TrimPrefix(e.Name(), p.prefix), p.suffix)
		if at, err := time.Parse(backupTime, moment); err == nil && e.Name() == p.name(at) &&
			e.Type().IsRegular() {
			list = append(list, madeBackup{e.Name(), at})
		}
	}
	return list, nil
}
