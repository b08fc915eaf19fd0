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
	s, err = askForStatus(ctx, socketOf(d.path))
	if errors.Is(err, errNoBot) {
		s, err = status{Database: d.path, Alarms: []string{noBot}}, ctx.Err()
		if unheard := d.unheard(ctx); unheard != nil {
			s.Alarms[0] = unheard.Error()
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
	line := func(name, format string, values ...any) {
		fmt.Fprintf(w, "%-12s %s\n", name, fmt.Sprintf(format, values...))
	}
	if s.PID != 0 { // a bot says it, and no database server does
		line("version", "%s, commit %s", s.Version, s.Commit)
		line("up since", "%s (process %d)", day(s.Since), s.PID)
		if s.Connected {
			line("Discord", "connected, about %s", quantity(s.Servers, "server"))
		} else {
			line("Discord", "not connected")
		}
	}
	if s.ShardCount > 0 {
		line("shards", "%s of %d, %d connected", ranges(s.Shards), s.ShardCount, s.ShardsOpen)
	}
	line("database", "%s", s.Database)
	if s.Processes > 1 || s.PID == 0 {
		line("processes", "%d", s.Processes)
	}
	if s.Players > 0 || s.PID != 0 { // else they may not have been counted in time
		line("players", "%d", s.Players)
		line("open hands", "%d", s.OpenHands)
		line("open tables", "%d", s.OpenTables)
	}
	if s.LastBackup != nil {
		line("last backup", "%s", day(*s.LastBackup))
	} else {
		line("last backup", "none yet")
	}
	if s.Healthy && s.PID == 0 {
		fmt.Fprintln(w, "healthy, as far as the database knows: /readyz of each process says "+
			"whether it answers people")
	} else if s.Healthy {
		fmt.Fprintln(w, "healthy")
	}
	for _, alarm := range s.Alarms {
		line("ALARM", "%s", alarm)
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

const notConnected = "not connected to Discord"

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
	on := i.connection.Load()
	if s.Connected = on != nil && (*on).Connected(); !s.Connected {
		s.Alarms = append(s.Alarms, notConnected)
	}
	if on != nil {
		mine, open := (*on).Sessions()
		s.Shards, s.ShardCount, s.ShardsOpen = mine.Numbers, mine.Of, len(open.Numbers)
	}
	s.Processes = i.fleet.Load().Size()
	counts, err := i.store.Count(ctx)
	s.Players, s.OpenHands, s.OpenTables = counts.Players, counts.OpenHands, counts.Seatings
	if err != nil {
		s.Alarms = append(s.Alarms, err.Error())
	}
	if trouble := i.store.Trouble(); trouble != nil &&
		(err == nil || trouble.Error() != err.Error()) {
		s.Alarms = append(s.Alarms, trouble.Error())
	}
	if i.backups != nil {
		last, failed := i.backups()
		if !last.IsZero() {
			s.LastBackup = &last
		}
		if failed != nil {
			s.Alarms = append(s.Alarms, "the last automatic backup failed: "+failed.Error())
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
