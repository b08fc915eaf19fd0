package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"holecard/internal/durable"
	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/postgres"
)

// stream names standard output, or standard input, where a file could be.
const stream = "-"

// exportCmd writes all that a database keeps in a form that every engine takes.
type exportCmd struct {
	File  string `arg:"" optional:"" default:"-" help:"File to write, - for the output." type:"path"`
	Force bool   `help:"Replace the file if it exists."`
}

// importCmd fills a new database with what was exported.
type importCmd struct {
	File string `arg:"" optional:"" default:"-" help:"File to read, - for the input." type:"path"`
}

// Run exports the configured database.
func (cmd exportCmd) Run(ctx context.Context, p process, c config) (err error) {
	file, d := backupCmd(cmd), c.database()
	switch {
	case cmd.File != stream:
		err = file.check(c.Database)
	case terminalIs(p.out):
		err = usagef("what is exported is no text: name a file, or pipe it to holecard import")
	}
	if err != nil {
		return err
	}
	export := func(store opened) error {
		if cmd.File == stream {
			return store.Export(ctx, p.out, p.move(p.err, d))
		}
		return saveFile(cmd.File, file.place, func(w io.Writer) error {
			return store.Export(ctx, w, p.move(p.out, d))
		})
	}
	err = d.reach(ctx, "Stop it, then export", func(socket string) error {
		return cmd.exportCopy(ctx, p, d, socket, export)
	}, export)
	if err == nil && cmd.File != stream {
		_, err = fmt.Fprintf(p.out, "It is exported to %s.\n", cmd.File)
	}
	return err
}

// exportCopy exports a copy of the database of the bot that answers at a socket.
func (cmd exportCmd) exportCopy(ctx context.Context, p process, d database, socket string,
	export func(opened) error) error {
	if !exists(socket) { // then no copy can be wanted
		return errNoBot
	}
	beside := cmd.File
	if beside == stream {
		beside = d.path
	}
	copied, err := durable.Beside(beside)
	if err != nil {
		return fmt.Errorf("a bot has %s open, and no copy can be made of it: %w", d.path, err)
	}
	defer os.Remove(copied.Name())
	err = askBot(ctx, socket, backupPath, copied)
	if err = errors.Join(err, copied.Close()); err != nil {
		return err
	}
	store, err := bolt.OpenReadOnly(ctx, copied.Name())
	if err != nil {
		return err
	}
	fmt.Fprintf(p.err, "holecard: a bot has %s open: what is played from now on is not exported\n",
		d.path)
	return errors.Join(export(store), store.Close())
}

// Run imports into the configured database, which must be new.
func (cmd importCmd) Run(ctx context.Context, p process, c config) error {
	if err := c.database().onDisk(); err != nil {
		return err
	}
	if cmd.File == stream && terminalIs(p.in) {
		return usagef("name the file that holecard export has made, or pipe it from holecard export")
	}
	in, done, err := p.input(ctx, cmd.File)
	if err != nil {
		return err
	}
	defer done()
	d := c.database()
	err = d.fill(ctx, in, p.move(p.out, d), c.logger(p.err))
	switch name := cmd.name(); {
	case errors.Is(err, storage.ErrNotEmpty):
		return usagef("%w at %s, and nothing is imported into one: set DATABASE to another, or "+
			"move that one away", storage.ErrNotEmpty, d.name())
	case errors.Is(err, storage.ErrNoStream):
		return fmt.Errorf("%s: %w; holecard export makes one", name, err)
	case errors.Is(err, storage.ErrNewerStream):
		return fmt.Errorf("%s: %w: import it with that version", name, err)
	case errors.Is(err, storage.ErrStream):
		return fmt.Errorf("%s: %w. Nothing is imported: export it again", name, err)
	case err != nil:
		return err
	}
	_, err = fmt.Fprintf(p.out, "It is imported, with the sums of the database that was exported."+
		"\n")
	return err
}

// fill makes a database of a stream.
func (d database) fill(
	ctx context.Context, from io.Reader, m storage.Move, log *slog.Logger,
) error {
	if d.onServer() {
		options := postgres.Options{Logger: log, Patience: startPatience}
		return d.explainServer(postgres.Import(ctx, d.path, from, options, m))
	}
	return d.explain(bolt.Import(ctx, d.path, from, m))
}

func (cmd importCmd) name() string {
	if cmd.File == stream {
		return "the input"
	}
	return filepath.Base(cmd.File)
}

// progressTime is how often people are told how far a move is.
const progressTime = 5 * time.Second

// move tells people of a move: of audits, whose problems end it, and how far it is.
func (p process) move(to io.Writer, d database) storage.Move {
	told := time.Now()
	return storage.Move{
		Audited: func(a storage.Audit) error {
			printAudit(to, d.name(), a)
			if !a.OK {
				return errReported
			}
			return nil
		},
		Progress: func(done int) {
			if time.Since(told) >= progressTime {
				told = time.Now()
				fmt.Fprintf(p.err, "holecard: %s records\n", whole(done))
			}
		},
	}
}
