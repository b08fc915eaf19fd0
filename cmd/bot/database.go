package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"holecard/internal/durable"
	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/memory"
	"holecard/storage/postgres"
)

type database struct {
	path    string
	setting string // what named it: DATABASE or --data
}

// inMemory names a database that is gone when the bot ends.
const inMemory = "memory:"

// opened is a database as commands and the bot have it.
type opened interface {
	storage.Store
	counted
	// Backup writes a copy of the whole store, of one moment.
	Backup(context.Context, io.Writer) error
	Export(context.Context, io.Writer, storage.Move) error
	// Check reports whether the file at the database's path is still the store's.
	Check() error
}

var errInMemory = errors.New("the database is memory: and nothing of it is kept, so there is " +
	"nothing to back up")

// volatile is a store in memory: there is no file that could be copied or lost.
type volatile struct{ *memory.Store }

func (volatile) Backup(context.Context, io.Writer) error { return errInMemory }
func (volatile) Check() error                            { return nil }
func (volatile) Trouble() error                          { return nil }

func (c config) database() database { return database{c.Database, "DATABASE"} }

// open opens the database, and makes it where there is none.
func (d database) open(ctx context.Context, log *slog.Logger) (opened, error) {
	if d.path == inMemory {
		return volatile{memory.New()}, nil
	}
	if d.onServer() {
		return d.openServer(ctx, postgres.Options{Logger: log, Patience: startPatience})
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	store, err := bolt.Open(ctx, d.path, bolt.Options{Logger: log})
	if inUse, ok := errors.AsType[*storage.InUseError](err); ok {
		return nil, fmt.Errorf("%w: stop the one that has %s open, or set %s to another file",
			inUse, d.path, d.setting)
	}
	if err != nil {
		return nil, d.explain(err)
	}
	return store, nil
}

// onDisk refuses a database that only the bot that has it open can reach.
func (d database) onDisk() error {
	if d.path == inMemory {
		return usagef("%s is %s, which only the running bot itself can see: set it to a file, "+
			"such as %s", d.setting, inMemory, filepath.Join("data", "holecard.db"))
	}
	return d.check()
}

// almostInMemory finds what other programs call a database in memory.
var almostInMemory = regexp.MustCompile(`(?i)^(memory:?|(file:)?:memory:.*)$`)

// databaseServer finds addresses of database servers, and of files as other programs write them:
// URLs, and lists of settings.
var databaseServer = regexp.MustCompile(
	`(?i)^(sqlite3?|file|bolt|postgres(ql)?):|^[\s"']*[a-z][a-z0-9+.:-]+:/|^[^/]*:[0-9]+/|` +
		`(^|[\s;"'])(host|hostaddr|server|dbname|database|user|service|password|pwd)\s*=|` +
		`^[^/]*:[^/]*@`)

// checkAddress refuses addresses of other servers. It quotes none: there is a password in it.
func (d database) checkAddress() error {
	if databaseServer.MatchString(d.path) && !d.onServer() && !almostInMemory.MatchString(d.path) {
		return usagef("%s takes the path of a file, such as data/holecard.db, or the address of a "+
			"PostgreSQL server: postgres://USER:PASSWORD@HOST:5432/NAME", d.setting)
	}
	return nil
}

// check refuses what is no path, and one that only a shell would understand.
func (d database) check() error {
	if err := d.checkAddress(); err != nil || d.onServer() {
		return err
	}
	if strings.TrimSpace(d.path) != d.path {
		return usagef("%s is %q, with spaces at its end: leave them out", d.setting, d.path)
	}
	if almostInMemory.MatchString(d.path) {
		return usagef("%s is “%s”: write %s for one that is gone when the bot ends, or ./%s for a "+
			"file of that name", d.setting, d.path, inMemory, d.path)
	}
	first, rest, inside := strings.Cut(filepath.ToSlash(d.path), "/")
	if first == "~" || inside && strings.HasPrefix(first, "~") {
		return usagef("%s is %s, and only a shell turns ~ into your home folder: write the whole "+
			"path, such as /home/you/%s (or ./%s for a folder that is called %s)",
			d.setting, d.path, rest, d.path, first)
	}
	return nil
}

// openReadOnly opens a database that is there. A file is never changed.
func (d database) openReadOnly(ctx context.Context) (opened, error) {
	if err := d.onDisk(); err != nil {
		return nil, err
	}
	if d.onServer() {
		return d.openServer(ctx, postgres.Options{Patience: commandPatience, ReadOnly: true})
	}
	return d.openFile(ctx)
}

// reach asks the bot that has a database open, by its socket. Without a bot it opens the database
// itself, for as long as read takes. The advice is for whoever has it open and cannot be asked.
func (d database) reach(ctx context.Context, advice string, ask func(socket string) error,
	read func(opened) error) error {
	if err := ask(socketOf(d.path)); !errors.Is(err, errNoBot) {
		return err
	}
	store, err := d.openReadOnly(ctx)
	if inUse, ok := errors.AsType[*storage.InUseError](err); ok {
		return fmt.Errorf("%w. %s", d.unheard(inUse), advice)
	}
	if err != nil {
		return err
	}
	return errors.Join(read(store), store.Close())
}

// openFile opens a file that is there, and never changes it.
func (d database) openFile(ctx context.Context) (opened, error) {
	store, err := bolt.OpenReadOnly(ctx, d.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("there is no database at %s: set %s to the file that the bot plays on",
			d.path, d.setting)
	}
	if err != nil {
		return nil, d.explain(err)
	}
	return store, nil
}

// explain says what to do about an error that is the path's. It returns any other
// as it is.
func (d database) explain(err error) error {
	errno, _ := errors.AsType[syscall.Errno](err)
	special, _ := errors.AsType[*durable.NotFileError](err)
	switch {
	case special != nil:
		return usagef("%s is %s, and everything is kept in a file: set %s to a file, such as %s",
			d.path, special.Kind(), d.setting, filepath.Join("data", "holecard.db"))
	case errors.Is(err, fs.ErrNotExist) && !exists(d.path):
		return usagef("%s cannot be made: set %s to a file in a folder that you can write to, "+
			"such as %s", d.path, d.setting, filepath.Join("data", "holecard.db"))
	case errors.Is(err, fs.ErrNotExist):
		return usagef("%s is a link to a file that does not exist: set %s to the file itself",
			d.path, d.setting)
	case errno == syscall.EISDIR:
		return usagef("%s is a folder, and everything is kept in one file: set %s to a file, "+
			"such as %s", d.path, d.setting, filepath.Join(d.path, "holecard.db"))
	case errno == syscall.ENOTDIR:
		return usagef("the path %s leads through a file that is not a folder: set %s to another "+
			"path", d.path, d.setting)
	case errors.Is(err, fs.ErrPermission), errno == syscall.EROFS:
		return fmt.Errorf("the database %s cannot be opened or made (%w): let the user that this "+
			"runs as write that file and its folder, or set %s to a file elsewhere",
			d.path, errno, d.setting)
	}
	return err
}

// exists reports whether there is anything at a path, be it a link to nothing.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
