// Package fleet lets the processes that play on one store know each other, and share
// what one of them does at a time. All of it is leases:
//
//	process/0     3f2a… 0-7/16      a process: its id, and the parts of all guilds that it serves
//	process/1     91bc… 8-15/16
//	ready/0       3f2a… 0-7/16      people in those parts can press their buttons
//	clock/3/16    3f2a…             it carries out the deadlines of tables in part 3 of 16
//	identify/0    91bc…/12          its shard 12 says IDENTIFY
//
// A process is one running bot. Its number is the first that is free, so that names are
// used again. Of a store that one process has open, it finds nobody else and has all work
// to itself.
package fleet

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"holecard/storage"
)

const (
	// LeaseTime is how long a process is taken to live that is not heard of.
	LeaseTime = 4 * time.Second
	// renewTime is what is left of a lease when it is renewed.
	renewTime = LeaseTime/2 + lookTime/2
	// lookTime is the time between two looks at the leases.
	lookTime = 500 * time.Millisecond
	// recent is how long another process is remembered: its last answers may be under way.
	recent = 10 * time.Second
	// mostProcesses is far more than there are.
	mostProcesses = 4096
)

// Fleet is a process among those on a store. Its methods may be called at the same time.
// A nil Fleet is a process that knows of no store, and so of nobody else.
type Fleet struct {
	leases storage.Leases
	log    *slog.Logger
	id     string

	joining sync.Mutex // one at a time
	mu      sync.Mutex
	parts   Parts
	number  int       // of the process; -1 while it has none
	until   time.Time // the number is its own, by its own clock
	others  map[string]other
	failing bool // the leases were not read, and that was logged
}

// other is another process, and when it was seen last.
type other struct {
	parts Parts
	seen  time.Time
}

// New returns a process that nobody knows of yet.
func New(leases storage.Leases, log *slog.Logger) *Fleet {
	return &Fleet{leases: leases, log: log, id: rand.Text()[:10], number: -1,
		others: make(map[string]other)}
}

// holder is by what name the process holds leases that say which parts it serves.
func (f *Fleet) holder() string { return f.id + " " + f.parts.String() }

// Join makes the process known to others as one that serves parts of all guilds, before
// it answers anybody there. Where the store fails it goes on, and [Fleet.Run] tries again.
func (f *Fleet) Join(ctx context.Context, parts Parts) {
	if f == nil {
		return
	}
	f.mu.Lock()
	f.parts = parts
	f.mu.Unlock()
	f.beat(ctx)
}

// Run keeps the process known to the others, and the others to it, until ctx ends.
func (f *Fleet) Run(ctx context.Context) {
	if f == nil {
		return
	}
	tick := time.NewTicker(lookTime)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			f.beat(ctx)
		case <-ctx.Done():
			f.leave(context.WithoutCancel(ctx))
			return
		}
	}
}

// beat renews what makes the process known, and looks who else is there.
func (f *Fleet) beat(ctx context.Context) {
	f.joining.Lock()
	defer f.joining.Unlock()
	ctx, cancel := context.WithTimeout(ctx, LeaseTime)
	defer cancel()
	err := f.enlist(ctx)
	if err == nil {
		_, err = f.look(ctx)
	}
	f.note(ctx, err)
}

// note logs once that leases fail, and that they do not any more.
func (f *Fleet) note(ctx context.Context, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case ctx.Err() != nil:
	case err != nil && !f.failing:
		f.log.Error("the leases of the database fail: other processes take this one for dead, "+
			"and deadlines wait", "error", err)
	case err == nil && f.failing:
		f.log.Info("the leases of the database can be had again")
	}
	f.failing = err != nil && (f.failing || ctx.Err() == nil)
}

// enlist takes a number, or renews it.
func (f *Fleet) enlist(ctx context.Context) error {
	f.mu.Lock()
	number, until, holder := f.number, f.until, f.holder()
	joined := len(f.parts.Numbers) > 0
	f.mu.Unlock()
	now := time.Now()
	if !joined || until.Sub(now) > renewTime {
		return nil
	}
	for n := max(number, 0); n < mostProcesses; n++ {
		_, held, err := f.leases.Lease(ctx, process(n), holder, LeaseTime)
		if err != nil {
			return err
		}
		if held {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.number, f.until = n, now.Add(LeaseTime)
			return nil
		}
	}
	return nil
}

func process(number int) string { return fmt.Sprintf("process/%d", number) }

// look reads all leases, and who else is there.
func (f *Fleet) look(ctx context.Context) ([]storage.Lease, error) {
	list, err := f.leases.Leased(ctx)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, l := range list {
		id, parts, ok := memberOf(l)
		if ok && id != f.id && strings.HasPrefix(l.Name, "process/") {
			f.others[id] = other{parts, now}
		}
	}
	for id, o := range f.others {
		if now.Sub(o.seen) > recent {
			delete(f.others, id)
		}
	}
	return list, nil
}

// memberOf returns which process holds a lease that says what it serves.
func memberOf(l storage.Lease) (id string, parts Parts, ok bool) {
	id, text, _ := strings.Cut(l.Holder, " ")
	parts, ok = parseParts(text)
	return id, parts, ok
}

// leave makes the process unknown.
func (f *Fleet) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	f.mu.Lock()
	number, holder := f.number, f.holder()
	f.mu.Unlock()
	if number >= 0 {
		f.note(ctx, f.leases.Yield(ctx, process(number), holder))
	}
}

// Knows reports whether another process is known to serve a guild, too, or to have just
// done so.
func (f *Fleet) Knows(guild storage.GuildID) bool {
	if f == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range f.others {
		if o.parts.Has(guild) {
			return true
		}
	}
	return false
}

// Size returns how many processes there are, this one included.
func (f *Fleet) Size() int {
	if f == nil {
		return 1
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return 1 + len(f.others)
}
