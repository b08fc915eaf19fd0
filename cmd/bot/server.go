package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
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
func (d database) openServer(
	ctx context.Context, o postgres.Options,
) (server, error) {
	store, err := postgres.Open(ctx, d.path, o)
	return server{store}, d.explainServer(err)
}

// explainServer says what to do about an error of opening a database at a server, in a
// line without its password. It returns any other as it is.
func (d database) explainServer(err error) error {
	if err == nil {
		return nil
	}
	line := errors.New(strings.Join(strings.Fields(err.Error()), " "))
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, postgres.ErrAddress):
		return usagef("%s cannot be read as the address of a database server: write "+
			"postgres://USER:PASSWORD@HOST:5432/NAME, with %%40 for an @ in a password, and so on",
			d.setting)
	case errors.Is(err, postgres.ErrTLS):
		return fmt.Errorf("%s: %w: correct sslmode and sslrootcert in %s, or the server's "+
			"certificate", d.name(), line, d.setting)
	case errors.Is(err, postgres.ErrRefused):
		return fmt.Errorf("%w: check both in %s", line, d.setting)
	case errors.Is(err, postgres.ErrNoDatabase):
		return fmt.Errorf("%w: make it, such as with createdb, or change the name in %s", line,
			d.setting)
	case errors.Is(err, postgres.ErrParameter):
		return fmt.Errorf("%w: correct what stands behind the ? in %s", line, d.setting)
	case errors.Is(err, postgres.ErrForbidden):
		return fmt.Errorf("%w: make the user of %s the owner of the database", line, d.setting)
	case errors.Is(err, postgres.ErrReadOnly):
		return fmt.Errorf("%w: name all servers in %s, such as postgres://USER:PASSWORD@HOST1,"+
			"HOST2/NAME?target_session_attrs=read-write", line, d.setting)
	case errors.Is(err, postgres.ErrPooled):
		return fmt.Errorf("%w: set its pool_mode to session, or name the server itself in %s", line,
			d.setting)
	case errors.Is(err, postgres.ErrNoTables):
		return fmt.Errorf("%s: %w: start the bot once, which makes them", d.name(), line)
	case errors.Is(err, storage.ErrNewer):
		return fmt.Errorf("%s: %w: update holecard", d.name(), storage.ErrNewer)
	case errors.Is(err, postgres.ErrOld):
		return fmt.Errorf("%w: update the server", line)
	case errors.Is(err, postgres.ErrAway):
		return fmt.Errorf("%s: %w: start it, or check the address in %s", d.name(), line, d.setting)
	case errors.Is(err, storage.ErrUnfinished):
		return fmt.Errorf("%s: %w: wait for it or, if it failed, make an empty database and "+
			"import again", d.name(), storage.ErrUnfinished)
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
	for _, p := range heard {
		if p.Ago < fleet.Alive {
			s.Processes++
		}
	}
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
