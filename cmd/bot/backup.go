package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"holecard/internal/durable"
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
