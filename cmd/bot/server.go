package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"holecard/bot/fleet"
	"holecard/storage"
	"holecard/storage/postgres"
)

// postgresURL finds the addresses that DATABASE takes.
var postgresURL = regexp.MustCompile(`^postgres(ql)?://`)

// onServer reports whether a database is at a server of PostgreSQL.
func (d database) onServer() bool { return postgresURL.MatchString(d.path) }

// name returns what may be printed of a database's address.
func (d database) name() string {
	if d.onServer() {
		return postgres.Name(d.path)
	}
	return d.path
}

// How long a database server may be away: while a bot starts, and for a command.
const (
	startPatience   = time.Minute
	commandPatience = 10 * time.Second
)

// server is a store at a database server, of which no copy is made but an export.
type server struct{ *postgres.Store }

var errServerBackup = usagef("DATABASE is a database server, of which no file is a copy: write " +
	"all into a file with holecard export FILE, or use the server's own tools, such as pg_dump")

func (server) Backup(context.Context, io.Writer) error { return errServerBackup }

// openServer opens a database at a server, which may be away for a while.
func (d database) openServer(ctx context.Context, o postgres.Options) (opened, error) {
	store, err := postgres.Open(ctx, d.path, o)
	if err != nil {
		return nil, d.explainServer(err)
	}
	return server{store}, nil
}

// explainServer says what to do about an error of opening a database at a server, in a
// line without its password. It returns any other as it is.
func (d database) explainServer(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, postgres.ErrAddress):
		return usagef("%s cannot be read as the address of a database server: write "+
			"postgres://USER:PASSWORD@HOST:5432/NAME, with %%40 for an @ in a password, and so on",
			d.setting)
	}
	for _, known := range []struct {
		err    error
		advice string // with %[1]s for the database, %[2]w for the error and %[3]s for the setting
	}{
		{postgres.ErrTLS, "%[1]s: %[2]w: correct sslmode and sslrootcert in %[3]s, or the server's " +
			"certificate"},
		{postgres.ErrRefused, "%[2]w: check both in %[3]s"},
		{postgres.ErrNoDatabase, "%[2]w: make it, such as with createdb, or change the name in %[3]s"},
		{postgres.ErrParameter, "%[2]w: correct what stands behind the ? in %[3]s"},
		{postgres.ErrForbidden, "%[2]w: make the user of %[3]s the owner of the database"},
		{postgres.ErrReadOnly, "%[2]w: name all servers in %[3]s, such as " +
			"postgres://USER:PASSWORD@HOST1,HOST2/NAME?target_session_attrs=read-write"},
		{postgres.ErrPooled, "%[2]w: set its pool_mode to session, or name the server itself in %[3]s"},
		{postgres.ErrNoTables, "%[1]s: %[2]w: start the bot once, which makes them"},
		{storage.ErrNewer, "%[1]s: %[2]w: update holecard"},
		{postgres.ErrOld, "%[2]w: update the server"},
		{postgres.ErrAway, "%[1]s: %[2]w: start it, or check the address in %[3]s"},
		{storage.ErrUnfinished, "%[1]s: %[2]w: wait for it or, if it failed, make an empty database " +
			"and import again"},
	} {
		if errors.Is(err, known.err) {
			line := errors.New(strings.Join(strings.Fields(err.Error()), " "))
			return fmt.Errorf(known.advice, d.name(), line, d.setting)
		}
	}
	return err
}

// serverStatus is what a database at a server says of the bots on it.
func (d database) serverStatus(ctx context.Context) (s status, err error) {
	s = status{Database: d.name(), Alarms: []string{}}
	store, err := d.openServer(ctx, postgres.Options{Patience: commandPatience})
	if err != nil {
		return s, err
	}
	defer store.Close()
	ctx, cancel := context.WithTimeout(ctx, commandPatience)
	defer cancel()
	heard, err := store.Beat(ctx, storage.Process{}) // it only asks
	if err != nil {
		return s, err
	}
	heard = slices.DeleteFunc(heard, func(p storage.Process) bool { return p.Ago >= fleet.Alive })
	s.Processes = len(heard)
	if s.Running = s.Processes > 0; !s.Running {
		s.Alarms = append(s.Alarms, noBot)
	}
	s.Healthy = s.Running
	last, err := lastBackup(ctx, store)
	if err != nil {
		return s, err
	}
	if !last.IsZero() {
		s.LastBackup = &last
	}
	counts, err := store.Count(ctx)
	if errors.Is(err, context.DeadlineExceeded) { // in hundreds of thousands of servers
		return s, nil
	}
	s.Players, s.OpenHands, s.OpenTables = counts.Players, counts.OpenHands, counts.Seatings
	return s, err
}
