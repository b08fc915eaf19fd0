package bot

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"holecard/bot/discord"
	"holecard/bot/fleet"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/storage"
)

// Wire is what the bot does on Discord by itself.
type Wire interface {
	// Edit has a message show a version, soon. It never blocks.
	Edit(discord.Live)
	// Guard does something, and logs a panic.
	Guard(do func())
	// Served returns the parts of all guilds whose people are answered now.
	Served() fleet.Parts
	// Left reports whether a user is surely not on a server any more.
	Left(context.Context, storage.GuildID, storage.UserID) bool
}

const (
	tickTime = 100 * time.Millisecond // between two looks at what this process knows
	// Deadlines are claimed at this interval, and so far ahead that none is claimed late:
	// whichever process sets one, it is at least [round.ShortestWait] ahead.
	readTime  = round.ShortestWait / 8
	aheadTime = round.ShortestWait / 5
	// A process has for so long what it has claimed, and others wait if it dies.
	claimTime  = 3500 * time.Millisecond
	strikeTime = 5 * time.Second // for one deadline
	strikers   = 1024            // deadlines that are carried out at the same time
	// the waits before a deadline that failed is tried again double from the first to the last
	firstRetry, lastRetry = time.Second, time.Minute
)

// clock carries out the deadlines of tables while people can press their buttons. In each
// part of all guilds the processes that serve it share them, each by its claims:
//
//	nobody could press ──▶ all open turns get time ──▶ what is claimed, on time
//	            ▲                                            │
//	            └────────────── not connected ◀──────────────┘
//
// A deadline is carried out once even where two processes take it for theirs: the transaction
// finds that the table has moved on. The clock remembers only the tables whose deadline it has
// claimed.
type clock struct {
	*Bot
	group    sync.WaitGroup
	reviewer *story.Reviewer
	shares   atomic.Pointer[fleet.Parts] // in which this process reviews what was left

	mu       sync.Mutex
	struck   map[storage.SeatingID]*strike
	resuming strike    // the giving of time
	claiming strike    // the reading of deadlines
	next     time.Time // when more are claimed
}

// strike is a deadline that was claimed: it is carried out, waits for its time, or has failed.
type strike struct {
	storage.Deadline
	running bool
	failed  int       // in a row
	again   time.Time // when it is tried again
}

// Run carries out the deadlines of tables and reviews settled rounds, once the bot is connected and
// until ctx ends. It returns when what is under way is done.
func (b *Bot) Run(ctx context.Context) {
	c := &clock{Bot: b, struck: make(map[storage.SeatingID]*strike)}
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

// look does what is to do in the parts that this process serves.
func (c *clock) look(ctx context.Context) {
	c.tellUndealt(ctx)
	served, share, vacant := c.fleet.Serve(c.wire.Served())
	c.share(share)
	c.strike(ctx, served)
	now := c.desk.Now()
	if len(vacant.Numbers) > 0 && !now.Before(c.resuming.again) && c.resume(ctx, vacant) {
		c.fleet.Served(vacant)
	}
	if len(served.Numbers) > 0 && !now.Before(c.claiming.again) && !now.Before(c.next) {
		c.claim(ctx, served)
		c.strike(ctx, served)
	}
}

// resumeMost is how often a table that cannot be read holds up the clock of all others.
const resumeMost = 3

// resume gives everybody who is asked something the time to answer it, and redraws the tables. It
// reports whether deadlines may be carried out.
func (c *clock) resume(ctx context.Context, parts fleet.Parts) bool {
	list, err := c.rounds.Resume(ctx, storage.Claim{Of: parts.Of, Parts: parts.Numbers})
	c.drawn(list...)
	if ctx.Err() != nil {
		return err == nil
	}
	c.note(&c.resuming, err, "tables are not resumed")
	return c.resuming.failed%resumeMost == 0
}

// claim claims what will soon be due, as far as there are strikers.
func (c *clock) claim(ctx context.Context, parts fleet.Parts) {
	now := c.desk.Now()
	c.mu.Lock()
	limit := strikers
	for _, s := range c.struck {
		if s.failed == 0 {
			limit--
		} else { // it may be among those that are claimed
			limit++
		}
	}
	c.mu.Unlock()
	if limit <= 0 {
		return
	}
	list, err := c.desk.Store.Due(ctx, storage.Claim{Of: parts.Of, Parts: parts.Numbers,
		Until: now.Add(aheadTime), Limit: limit, For: claimTime})
	if ctx.Err() != nil {
		return
	}
	if c.note(&c.claiming, err, "the deadlines of tables are not read"); err != nil {
		return
	}
	if c.next = now.Add(readTime); len(list) == limit {
		c.next = now
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, d := range list {
		if s := c.struck[d.Seating]; s == nil || !s.running && s.Due != d.Due {
			c.struck[d.Seating] = &strike{Deadline: d}
		}
	}
}

// strike begins to carry out what is due of what was claimed. What nobody can press for any
// more is left to others.
func (c *clock) strike(ctx context.Context, parts fleet.Parts) {
	now := c.desk.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, s := range c.struck {
		switch {
		case s.running:
		case !parts.Has(s.Guild):
			delete(c.struck, id)
		case !now.Before(s.At) && !now.Before(s.again):
			s.running = true
			c.group.Go(func() { c.wire.Guard(func() { c.carryOut(ctx, s) }) })
		}
	}
}

// carryOut carries out a deadline, and redraws its table.
func (c *clock) carryOut(ctx context.Context, s *strike) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), strikeTime)
	defer cancel()
	err := errors.New("it panicked") // and Guard has logged it
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		s.running = false
		c.note(s, err, "a deadline of a table is not carried out", "table", s.Seating)
		if err == nil {
			delete(c.struck, s.Seating)
		}
	}()
	v, done, failed := c.rounds.Expire(ctx, s.Deadline)
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
	s.again = c.desk.Now().Add(min(firstRetry<<min(s.failed, 10), lastRetry))
	if s.failed++; s.failed == 1 {
		c.log.Error(text, append(facts, "error", err)...)
	}
	c.alarm.ring(err)
}
