package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"holecard/bot/fleet"
	"holecard/bot/view"
	"holecard/internal/metrics"
	"holecard/storage"
	"holecard/storage/bolt"
)

type statusCmd struct {
	JSON bool `help:"Print the answer as JSON." name:"json"`
}

// Run prints what the bot on the configured database says of itself. Without a
// bot, or with one that needs attention, the exit status is 1.
func (cmd statusCmd) Run(ctx context.Context, p process, c config) error {
	d := c.database()
	if err := d.onDisk(); err != nil {
		return err
	}
	s, err := d.status(ctx)
	if err != nil {
		return err
	}
	return judged(p.print(cmd.JSON, s, s.print), s.Healthy)
}

const noBot = "no bot runs on this database"

// status returns what the bot on a database says of itself, or the database of the bots on it.
// Where none runs, or none can be asked, the only alarm says so.
func (d database) status(ctx context.Context) (s status, err error) {
	if d.onServer() {
		return d.serverStatus(ctx)
	}
	s, err = askFor[status](ctx, socketOf(d.path), statusPath)
	if errors.Is(err, errNoBot) {
		s, err = status{Database: d.path, Alarms: []string{noBot}}, ctx.Err()
		if inUse, _ := errors.AsType[*storage.InUseError](bolt.Unused(ctx, d.path)); inUse != nil {
			s.Alarms[0] = d.unheard(inUse).Error()
		}
	}
	return s, err
}

type status struct {
	Healthy    bool       `json:"healthy"` // running, connected, and without alarms
	Running    bool       `json:"running"`
	PID        int        `json:"pid"`
	Version    string     `json:"version"`
	Commit     string     `json:"commit"`
	Since      time.Time  `json:"up_since"`
	Connected  bool       `json:"connected"` // to Discord
	Servers    int        `json:"servers"`   // as Discord said at the start
	Shards     []int      `json:"shards"`    // of this process
	ShardCount int        `json:"shard_count"`
	ShardsOpen int        `json:"shards_connected"`
	Processes  int        `json:"processes"` // on this database
	Database   string     `json:"database"`
	Players    int        `json:"players"`
	OpenHands  int        `json:"open_hands"`
	OpenTables int        `json:"open_tables"`
	LastBackup *time.Time `json:"last_backup"` // null before the first
	Alarms     []string   `json:"alarms"`      // a sentence each
}

func (s status) print(w io.Writer) {
	if !s.Running && slices.Contains(s.Alarms, noBot) {
		fmt.Fprintf(w, "No bot runs on %s.\n", s.Database)
		return
	}
	if !s.Running {
		fmt.Fprintf(w, "Whether a bot runs on %s is not known: %s.\n", s.Database, s.Alarms[0])
		return
	}
	bot := s.PID != 0 // which says this, and no database server
	discord, last, well := "not connected", "none yet", "healthy"
	if s.Connected {
		discord = "connected, about " + quantity(s.Servers, "server")
	}
	if s.LastBackup != nil {
		last = day(*s.LastBackup)
	}
	if !bot {
		well += ", as far as the database knows: /readyz of each process says whether it answers people"
	}
	counted := s.Players > 0 || bot // else they may not have been in time
	for _, line := range []struct {
		shown      bool
		name, says string
	}{
		{bot, "version", s.Version + ", commit " + s.Commit},
		{bot, "up since", fmt.Sprintf("%s (process %d)", day(s.Since), s.PID)},
		{bot, "Discord", discord},
		{s.ShardCount > 0, "shards", fmt.Sprintf("%s of %d, %d connected", ranges(s.Shards),
			s.ShardCount, s.ShardsOpen)},
		{true, "database", s.Database},
		{s.Processes > 1 || !bot, "processes", fmt.Sprint(s.Processes)},
		{counted, "players", fmt.Sprint(s.Players)},
		{counted, "open hands", fmt.Sprint(s.OpenHands)},
		{counted, "open tables", fmt.Sprint(s.OpenTables)},
		{true, "last backup", last},
	} {
		if line.shown {
			fmt.Fprintf(w, "%-12s %s\n", line.name, line.says)
		}
	}
	if s.Healthy {
		fmt.Fprintln(w, well)
	}
	for _, alarm := range s.Alarms {
		fmt.Fprintf(w, "%-12s %s\n", "ALARM", alarm)
	}
}

func day(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// counted is what a status needs of a store.
type counted interface {
	Count(context.Context) (storage.Counts, error)
	// Trouble returns why nothing can be changed now, nil when it can.
	Trouble() error
}

// linked is the bot's way to Discord.
type linked interface {
	Connected() bool
	// Sessions returns the shards of this process, and how many are connected.
	Sessions() (mine, open fleet.Parts)
}

var errNotConnected = errors.New("not connected to Discord")

type instance struct {
	store    counted
	database string
	since    time.Time
	backups  func() (last time.Time, failed error) // nil where none are made automatically

	servers    atomic.Int64
	connection atomic.Pointer[linked] // nil before there is one
	fleet      atomic.Pointer[fleet.Fleet]
	stopping   atomic.Bool
	pulse      atomic.Pointer[pulse]
	metrics    *metrics.Metrics // nil for none
}

func (i *instance) status(ctx context.Context) status {
	s := status{Running: true, PID: os.Getpid(), Since: i.since, Database: i.database,
		Servers: int(i.servers.Load()), Alarms: []string{}}
	s.Version, s.Commit = build()
	alarm := func(err error) {
		if err != nil && !slices.Contains(s.Alarms, err.Error()) {
			s.Alarms = append(s.Alarms, err.Error())
		}
	}
	on := i.connection.Load()
	if s.Connected = on != nil && (*on).Connected(); !s.Connected {
		alarm(errNotConnected)
	}
	if on != nil {
		mine, open := (*on).Sessions()
		s.Shards, s.ShardCount, s.ShardsOpen = mine.Numbers, mine.Of, len(open.Numbers)
	}
	s.Processes = i.fleet.Load().Size()
	counts, err := i.store.Count(ctx)
	s.Players, s.OpenHands, s.OpenTables = counts.Players, counts.OpenHands, counts.Seatings
	alarm(err)
	alarm(i.store.Trouble())
	if i.backups != nil {
		last, failed := i.backups()
		if !last.IsZero() {
			s.LastBackup = &last
		}
		if failed != nil {
			alarm(fmt.Errorf("the last automatic backup failed: %w", failed))
		}
	}
	s.Healthy = len(s.Alarms) == 0
	return s
}

// shown is what people on Discord see of the instance.
func (i *instance) shown() view.Instance {
	version, _ := build()
	on := view.Instance{Version: version, Since: i.since, Backups: i.backups != nil}
	if on.Backups {
		on.Backup, _ = i.backups()
	}
	return on
}
