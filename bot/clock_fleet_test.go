package bot_test

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot"
	"holecard/bot/fleet"
	"holecard/bot/round"
	"holecard/storage"
	"holecard/storage/memory"
)

// replica is a process of several on a store: a clock, which people it serves, and its
// place among the others.
type replica struct {
	quietWire
	storage.Fleet
	stop func()      // as a process ends
	kill func()      // as a process dies
	dead atomic.Bool // its beats reach no store any more
}

func (r *replica) Beat(ctx context.Context, me storage.Process) ([]storage.Process, error) {
	if r.dead.Load() {
		return nil, context.Canceled
	}
	return r.Fleet.Beat(ctx, me)
}

// joins runs a process that serves parts of all guilds, until the test ends it.
func (c *clocks) joins(store *memory.Store, parts fleet.Parts) *replica {
	r := &replica{}
	r.parts, r.Fleet = parts, store
	ctx, cancel := context.WithCancel(context.Background())
	log := slog.New(slog.NewTextHandler(c.t.Output(), nil))
	f := fleet.New(r, log)
	b := bot.New(bot.Config{Stories: c.stories, Figures: noFigures{}, Log: log, Fleet: f})
	var running sync.WaitGroup
	f.Join(ctx, parts)
	running.Go(func() { f.Run(ctx) })
	b.On(r)
	running.Go(func() { b.Run(ctx) })
	r.stop = func() {
		cancel()
		running.Wait()
	}
	r.kill = func() {
		r.dead.Store(true)
		r.stop()
	}
	return r
}

// dealt checks that the cards are dealt at a table, and that nothing more has happened.
func (c *clocks) dealt(v round.Seating) {
	c.t.Helper()
	now := c.now(v)
	if now.Stage != round.Playing || now.Turn != v.Turn+1 {
		c.t.Errorf("%v after its time the table of guild %d is at stage %d and turn %d",
			time.Since(v.Until), v.Guild, now.Stage, now.Turn)
	}
}

// played counts the deadlines that all of them have carried out, without the tables that
// were drawn because people got time.
func played(replicas ...*replica) (n int64) {
	for _, r := range replicas {
		n += r.edits.Load()
	}
	return n
}

// Guilds are numbered so that they spread over all parts.
func spread(n int) storage.GuildID { return storage.GuildID(n+1) << 22 }

// tables is how many are opened, three in each part.
const tables = 48

// opens opens tables in as many guilds.
func (c *clocks) opens(n int) (open []round.Seating) {
	for i := range n {
		open = append(open, c.open(spread(i)))
	}
	return open
}

// threeJoin starts three processes that serve everybody.
func (c *clocks) threeJoin(store *memory.Store) []*replica {
	return []*replica{c.joins(store, fleet.All(16)), c.joins(store, fleet.All(16)),
		c.joins(store, fleet.All(16))}
}

// The deadlines of a process that dies are carried out by others within five seconds, and
// nobody is given more time: the others served its people meanwhile.
func TestDeadlinesOfADeadProcessMove(t *testing.T) {
	for name, end := range map[string]func(*replica){
		"killed":  func(r *replica) { r.kill() },
		"stopped": func(r *replica) { r.stop() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := memory.New()
				c := newClocks(t, store)
				all := c.threeJoin(store)
				time.Sleep(10 * time.Second)
				open := c.opens(tables)
				time.Sleep(9 * time.Second) // a second before they are due
				end(all[1])
				before := all[1].edits.Load()
				time.Sleep(6 * time.Second)
				for _, v := range open {
					c.dealt(v)
				}
				if n := played(all...); n != tables || all[1].edits.Load() != before {
					t.Errorf("%d deadlines are carried out of %d", n, tables)
				}
				all[0].stop()
				all[2].stop()
				if audit, err := store.Audit(t.Context()); err != nil || !audit.OK {
					t.Errorf("%+v, %v", audit, err)
				}
			})
		})
	}
}

// While no process serves a part of the guilds nothing happens there; and the first that
// does so again gives everybody time.
func TestPeopleGetTimeWhereNobodyServedThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		c := newClocks(t, store)
		one := c.joins(store, fleet.Parts{Of: 2, Numbers: []int{0}})
		two := c.joins(store, fleet.Parts{Of: 2, Numbers: []int{1}})
		time.Sleep(5 * time.Second)
		served, alone := c.open(2<<22), c.open(1<<22)
		two.kill()
		time.Sleep(time.Minute)
		if now := c.now(served); now.Turn == served.Turn {
			t.Errorf("a table whose people are served is at the turn %d", now.Turn)
		}
		if now := c.now(alone); now.Stage != round.Betting || now.Turn != alone.Turn {
			t.Errorf("a table whose people nobody serves is at the turn %d", now.Turn)
		}
		again := c.joins(store, fleet.Parts{Of: 2, Numbers: []int{1}})
		time.Sleep(14 * time.Second)
		if now := c.now(alone); now.Stage != round.Betting {
			t.Errorf("they have had no time until %v", now.Until)
		}
		time.Sleep(2 * time.Second)
		c.dealt(alone)
		one.stop()
		again.stop()
	})
}

// A process that reaches no store for long carries nothing out: people get time afterwards.
func TestPeopleGetTimeAfterBeatsHaveFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClocks(t, memory.New())
		only := c.joins(c.rounds.Desk.Store.(*memory.Store), fleet.All(1))
		time.Sleep(5 * time.Second)
		v := c.open(1 << 22)
		only.dead.Store(true)
		time.Sleep(time.Minute)
		only.dead.Store(false)
		time.Sleep(14 * time.Second)
		if now := c.now(v); now.Stage != round.Betting {
			t.Errorf("they have had no time until %v", now.Until)
		}
		time.Sleep(3 * time.Second)
		c.dealt(v)
		only.stop()
	})
}

// In a release the new process comes before the old one ends: the part goes from the one
// to the other, and no table gets more time.
func TestAReleaseMovesNoDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		c := newClocks(t, store)
		old := c.joins(store, fleet.All(1))
		time.Sleep(time.Minute)
		v := c.open(1 << 22)
		next := c.joins(store, fleet.All(1))
		time.Sleep(6 * time.Second)
		old.stop()
		time.Sleep(4*time.Second + 2*tickTime)
		c.dealt(v)
		if old.edits.Load() != 0 || next.edits.Load() != 1 {
			t.Errorf("the old process draws %d times, the new one %d", old.edits.Load(),
				next.edits.Load())
		}
		next.stop()
	})
}
