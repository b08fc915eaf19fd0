package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
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
func (cmd statusCmd) Run(ctx context.Context, p process) error {
	c, err := p.config()
	if err != nil {
		return err
	}
	if err := c.database().onDisk(); err != nil {
		return err
	}
	var s status
	words := status.print
	if d := c.database(); d.onServer() {
		s, err = d.serverStatus(ctx)
		words = status.printServer
	} else if s, err = askForStatus(ctx, socketOf(c.Database)); errors.Is(err, errNoBot) {
		s, err = status{Database: c.Database, Alarms: []string{noBot}}, ctx.Err()
		if unheard := d.unheard(ctx); unheard != nil {
			s.Alarms[0] = unheard.Error()
		}
	}
	if err != nil {
		return err
	}
	err = p.print(cmd.JSON, s, func(w io.Writer) { words(s, w) })
	if err == nil && !s.Healthy {
		err = errReported
	}
	return err
}

const noBot = "no bot runs on this database"

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
	discord, backup := "not connected", "none yet"
	if s.Connected {
		discord = "connected, about " + quantity(s.Servers, "server")
	}
	if s.LastBackup != nil {
		backup = day(*s.LastBackup)
	}
	if s.ShardCount > 0 {
		numbers, _, _ := strings.Cut(fleet.Parts{Of: s.ShardCount, Numbers: s.Shards}.String(), "/")
		discord += fmt.Sprintf("\nshards       %s of %d, %d connected", numbers, s.ShardCount,
			s.ShardsOpen)
	}
	if s.Processes > 1 {
		discord += fmt.Sprintf("\nprocesses    %d on this database", s.Processes)
	}
	fmt.Fprintf(w, "version      %s, commit %s\nup since     %s (process %d)\nDiscord      %s\n",
		s.Version, s.Commit, day(s.Since), s.PID, discord)
	fmt.Fprintf(w, "database     %s\nplayers      %d\nopen hands   %d\nopen tables  %d\n"+
		"last backup  %s\n", s.Database, s.Players, s.OpenHands, s.OpenTables, backup)
	if s.Healthy {
		fmt.Fprintln(w, "healthy")
	}
	for _, alarm := range s.Alarms {
		fmt.Fprintf(w, "ALARM        %s\n", alarm)
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
	Sessions() (shards fleet.Parts, open int)
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
		var shards fleet.Parts
		shards, s.ShardsOpen = (*on).Sessions()
		s.Shards, s.ShardCount = shards.Numbers, shards.Of
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
