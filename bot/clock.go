package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"holecard/bot/message"
	"holecard/storage"
)

// Wire is what the bot does on Discord by itself.
type Wire interface {
	// Edit draws a message again and edits it, soon. It never blocks.
	Edit(message.Place, message.Live)
	// Guard does something, and logs a panic.
	Guard(do func())
	// Serving reports whether people are answered, by this bot alone.
	Serving() bool
}

const (
	tickTime   = 100 * time.Millisecond // between two looks at the deadlines
	strikeTime = 5 * time.Second        // for one deadline
	strikers   = 1024                   // deadlines that are carried out at the same time
	// the waits before a deadline that failed is tried again double from the first to the last
	firstRetry, lastRetry = time.Second, time.Minute
)

// clock carries out the deadlines of tables while people can press their buttons:
//
//	start, or nobody could ──▶ all open turns get time ──▶ every 100 ms: what is due
//	            ▲                                                    │
//	            └──── not connected, or another copy answers ◀───────┘
//
// It remembers only the tables whose deadline is under way or has failed.
type clock struct {
	*Bot
	wire  Wire
	group sync.WaitGroup

	mu     sync.Mutex
	struck map[storage.SeatingID]*strike
	unread strike // the reading of deadlines
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

// Run carries out the deadlines of tables until ctx ends, and returns when those under
// way are done.
func (b *Bot) Run(ctx context.Context, wire Wire) {
	c := &clock{Bot: b, wire: wire, struck: make(map[storage.SeatingID]*strike)}
	defer c.group.Wait()
	tick := time.NewTicker(tickTime)
	defer tick.Stop()
	resumed := false
	for {
		if serving := wire.Serving(); !serving || !resumed {
			resumed = serving && c.resume(ctx)
		} else {
			c.strike(ctx)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// resume gives everybody who is asked something the time to answer it, and redraws the tables.
func (c *clock) resume(ctx context.Context) (done bool) {
	if c.sessions.Now().Before(c.unread.again) {
		return false
	}
	list, err := c.sessions.Resume(ctx, nil)
	for _, v := range list {
		c.wire.Edit(message.Place(v.Place), c.live(v))
	}
	if ctx.Err() == nil {
		c.note(&c.unread, err, "tables are not resumed")
	}
	return err == nil
}

// strike begins to carry out what is due, as far as there are strikers.
func (c *clock) strike(ctx context.Context) {
	now := c.sessions.Now()
	if now.Before(c.unread.again) {
		return
	}
	c.mu.Lock()
	known := len(c.struck) // of which each may be among those that are due
	c.mu.Unlock()
	list, err := c.sessions.Deadlines(ctx, nil, known+strikers)
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
	for _, d := range list {
		delete(moved, d.Seating)
		s := c.struck[d.Seating]
		switch {
		case running >= strikers, s != nil && (s.running || now.Before(s.again)):
			continue
		case s == nil || s.due != d.Due:
			s = &strike{due: d.Due}
			c.struck[d.Seating] = s
		}
		s.running = true
		running++
		c.group.Go(func() { c.wire.Guard(func() { c.carryOut(ctx, d, s) }) })
	}
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
		c.whispers.dealt(v)
		c.wire.Edit(message.Place(v.Place), c.live(v))
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
