package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"holecard/bot/discord"
	"holecard/bot/fleet"
	"holecard/bot/session"
	"holecard/storage"
)

// Wire is what the bot does on Discord by itself.
type Wire interface {
	// Edit has a message show a version, soon. It never blocks.
	Edit(discord.Live)
	// Guard does something, and logs a panic.
	Guard(do func())
	// Served returns the parts of all guilds whose people are answered now.
	Served() []fleet.Part
}

const (
	tickTime = 100 * time.Millisecond // between two looks at what this process knows
	// The deadlines are read at this interval, or when the next is due. A read looks further
	// ahead than the interval, so no deadline passes unread: whichever process sets one, it
	// is at least [session.ShortestWait] ahead.
	readTime   = session.ShortestWait / 5
	aheadTime  = session.ShortestWait / 2
	strikeTime = 5 * time.Second // for one deadline
	strikers   = 1024            // deadlines that are carried out at the same time
	// the waits before a deadline that failed is tried again double from the first to the last
	firstRetry, lastRetry = time.Second, time.Minute
)

// clock carries out the deadlines of tables while people can press their buttons. Of each
// part of all guilds, the one process that has the part does so:
//
//	nobody could press ──▶ all open turns get time ──▶ what is due, on time
//	            ▲                                            │     ▲
//	            └── not connected ◀──────────────────────────┤     │ the part comes from a
//	                                                         │     │ process that is gone
//	      another process has the part ◀── this one yields, ─┘     │
//	                              └─────── or has died ────────────┘
//
// A deadline is carried out once even where two processes take a part for theirs: the
// transaction finds that the table has moved on. The clock remembers only the tables whose
// deadline is under way or has failed.
type clock struct {
	*Bot
	parts    *fleet.Work
	group    sync.WaitGroup
	reviewer *session.Reviewer
	served   atomic.Pointer[[]fleet.Part] // the parts that this process has

	mu      sync.Mutex
	struck  map[storage.SeatingID]*strike
	resumed map[fleet.Part]uint64 // by which fence people got time
	unread  strike                // the reading of deadlines
	next    time.Time             // when they are read again,
	read    []fleet.Part          // unless other parts are this process's then
	// how often in a row people could not be given time
	unresumed int
}

// errUnfinished is how a deadline ends whose handler panicked.
var errUnfinished = errors.New("it panicked")

// strike is a deadline that is being carried out, or has failed.
type strike struct {
	due     storage.Due
	running bool
	failed  int       // in a row
	again   time.Time // when it is tried again
}

// Run, of a bot that is connected, carries out the deadlines of tables and reviews settled rounds until ctx ends, and
// returns when what is under way is done.
func (b *Bot) Run(ctx context.Context) {
	if asked, ok := b.wire.(Members); ok {
		b.members.ask(asked)
	}
	c := &clock{Bot: b, parts: b.fleet.Work("clock"),
		struck: make(map[storage.SeatingID]*strike), resumed: make(map[fleet.Part]uint64)}
	defer c.parts.Close(context.WithoutCancel(ctx))
	defer c.group.Wait()
	c.review(ctx)
	tick := time.NewTicker(tickTime)
	defer tick.Stop()
	for {
		c.look(ctx)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// look does what is to do in the parts that this process has.
func (c *clock) look(ctx context.Context) {
	c.whisper(ctx)
	turns := c.parts.Offer(ctx, c.wire.Served())
	served := make([]fleet.Part, len(turns))
	for i, t := range turns {
		served[i] = t.Part
	}
	c.serve(served)
	if c.sessions.Now().Before(c.unread.again) {
		return
	}
	var vacant, followed []fleet.Part
	fences := make(map[fleet.Part]uint64)
	for _, t := range turns {
		if t.Vacant && c.resumed[t.Part] != t.Fence {
			vacant, fences[t.Part] = append(vacant, t.Part), t.Fence
		} else {
			followed = append(followed, t.Part)
		}
	}
	if len(vacant) > 0 && c.resume(ctx, vacant) {
		maps.Copy(c.resumed, fences)
	}
	if !slices.Equal(followed, c.read) {
		c.next, c.read = time.Time{}, followed
	}
	if len(followed) > 0 && !c.sessions.Now().Before(c.next) {
		c.strike(ctx, followed)
	}
}

// whisper tells who bet by a press in this process, and was not dealt by another.
func (c *clock) whisper(ctx context.Context) {
	guild, table := c.whispers.undealt(c.sessions.Now())
	if table == 0 {
		return
	}
	v, err := c.sessions.Seating(ctx, guild, table)
	if errors.Is(err, session.ErrNoSeating) {
		v, err = session.Seating{ID: table, Stage: session.Closed}, nil
	}
	if err == nil {
		c.whispers.dealt(v)
	}
}

// resumeMost is how often a table that cannot be read holds up the clock of all others.
const resumeMost = 3

// resume gives everybody who is asked something the time to answer it, and redraws the tables.
func (c *clock) resume(ctx context.Context, parts []fleet.Part) (done bool) {
	list, err := c.sessions.Resume(ctx, within(parts))
	c.drawn(list...)
	if ctx.Err() == nil {
		c.note(&c.unread, err, "tables are not resumed")
	}
	if c.unresumed++; err == nil || c.unresumed >= resumeMost && ctx.Err() == nil {
		c.unresumed, done = 0, true
	}
	return done
}

// within reports whether a guild is in one of the parts.
func within(parts []fleet.Part) func(storage.GuildID) bool {
	return func(guild storage.GuildID) bool {
		return slices.ContainsFunc(parts, func(p fleet.Part) bool { return p.Has(guild) })
	}
}

// strike begins to carry out what is due, as far as there are strikers, and sets when it is
// next called.
func (c *clock) strike(ctx context.Context, parts []fleet.Part) {
	now := c.sessions.Now()
	c.mu.Lock()
	known := len(c.struck) // of which each may be among those that are due
	c.mu.Unlock()
	limit := known + strikers
	list, err := c.sessions.Deadlines(ctx, within(parts), aheadTime, limit)
	if ctx.Err() != nil {
		return
	}
	if c.note(&c.unread, err, "the deadlines of tables are not read"); err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	running := 0
	moved := make(map[storage.SeatingID]*strike)
	for id, s := range c.struck {
		if moved[id] = s; s.running {
			running++
		}
	}
	wait := readTime
	if len(list) == limit {
		wait = 0
	}
	for _, d := range list {
		if d.At.After(now) {
			wait = min(wait, d.At.Sub(now))
			break
		}
		delete(moved, d.Seating)
		s := c.struck[d.Seating]
		switch {
		case s != nil && s.running:
			continue
		case s != nil && now.Before(s.again):
			wait = min(wait, s.again.Sub(now))
			continue
		case running >= strikers:
			wait = 0
			continue
		case s == nil || s.due != d.Due:
			s = &strike{due: d.Due}
			c.struck[d.Seating] = s
		}
		s.running = true
		running++
		c.group.Go(func() { c.wire.Guard(func() { c.carryOut(ctx, d, s) }) })
	}
	// A duration, not the deadline's own time: the wall clock may be set back.
	c.next = now.Add(wait)
	for id, s := range moved { // they failed, and are not due any more
		if !s.running {
			delete(c.struck, id)
		}
	}
}

// carryOut carries out a deadline, and redraws its table.
func (c *clock) carryOut(ctx context.Context, d storage.Deadline, s *strike) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), strikeTime)
	defer cancel()
	err := errUnfinished // after a panic
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		s.running = false
		c.note(s, err, "a deadline of a table is not carried out", "table", d.Seating)
		if err == nil {
			delete(c.struck, d.Seating)
		}
	}()
	v, done, failed := c.sessions.Expire(ctx, d)
	if err = failed; done && err == nil {
		c.drawn(v)
	}
}

// note notes how something ended. It says once that it fails, and doubles the wait.
func (c *clock) note(s *strike, err error, text string, facts ...any) {
	if err == nil {
		s.failed, s.again = 0, time.Time{}
		return
	}
	s.again = c.sessions.Now().Add(min(firstRetry<<min(s.failed, 10), lastRetry))
	if s.failed++; s.failed == 1 {
		c.log.Error(text, append(facts, "error", err)...)
	}
	c.alarm.ring(err)
}
