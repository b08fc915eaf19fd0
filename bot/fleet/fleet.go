// Package fleet lets the processes that play on one store know each other. Each beats twice
// a second: it says which parts of all guilds it has, and whose people it answers now, and
// hears the same of all others.
//
//	id     of  parts   served  ago
//	3f2a…  16  0-7     0-7     0.2 s
//	91bc…  16  8-15    8-11    0.4 s   its shards 12 to 15 are not connected yet
//
// A part whose people this process begins to answer goes one way of two:
//
//	begins ─▶ the next beat ─┬─▶ another served it just now ────────────▶ served
//	   ▲                     └─▶ vacant ─▶ its people are given time ─────▶  │
//	   └── people are not answered, or beats fail for [Alive] ◀──────────────┘
//
// Deadlines need no more than that: which process has one is a claim in the store. Of a
// store that one process has open, it hears of nobody else.
package fleet

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"holecard/storage"
)

const (
	// Alive is how long a process is taken to live that is not heard of.
	Alive    = 4 * time.Second
	beatTime = 500 * time.Millisecond // between two beats

	identifyTime = 5500 * time.Millisecond // Discord's between IDENTIFYs of a bucket, and a little
	openingTime  = 30 * time.Second        // more than a connection takes until it says IDENTIFY
	askTime      = 250 * time.Millisecond  // between two tries to have the bucket
	patience     = 30 * time.Second        // of a shard, with a store that fails
)

// Parts are parts of all guilds, numbered from 0 as [storage.PartOf] says: a part is a shard,
// or as many guilds for a process without shards. The zero Parts are none.
type Parts struct {
	Of      int
	Numbers []int // in ascending order
}

// All returns all parts of so many.
func All(of int) Parts {
	p := Parts{Of: of}
	for n := range of {
		p.Numbers = append(p.Numbers, n)
	}
	return p
}

// Has reports whether a guild is in one of the parts.
func (p Parts) Has(guild storage.GuildID) bool {
	return p.Of > 0 && slices.Contains(p.Numbers, storage.PartOf(guild, p.Of))
}

// Fleet is a process among those on a store. Its methods may be called at the same time.
type Fleet struct {
	store storage.Fleet // nil: nobody else is there
	log   *slog.Logger

	beating sync.Mutex // one at a time
	mu      sync.Mutex
	me      storage.Process  // as the others are told of it
	of      int              // the parts in turns are of so many
	turns   map[int]*turn    // the parts whose people it answers
	beaten  time.Time        // when the newest beat began that arrived
	others  map[string]other // for [storage.HeardFor]: their last answers may be under way
	failing bool             // the beats fail, and that was logged
}

// turn is a part whose people this process answers.
type turn struct {
	since  time.Time
	served bool // its deadlines are carried out
}

// other is another process, and when it beat last.
type other struct {
	storage.Process
	heard time.Time
}

// New returns a process that nobody knows of yet. Without a store it is alone.
func New(store storage.Fleet, log *slog.Logger) *Fleet {
	return &Fleet{store: store, log: log, me: storage.Process{ID: rand.Text()[:10]},
		others: make(map[string]other)}
}

// Join makes the process known to others as one that has parts of all guilds, before it
// answers anybody there. Where the store fails it goes on, and [Fleet.Run] tries again.
func (f *Fleet) Join(ctx context.Context, parts Parts) {
	f.mu.Lock()
	f.me.Of, f.me.Parts = parts.Of, parts.Numbers
	f.mu.Unlock()
	f.beat(ctx)
}

// Run keeps the process known to the others, and the others to it, until ctx ends.
func (f *Fleet) Run(ctx context.Context) {
	tick := time.NewTicker(beatTime)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			f.beat(ctx)
		case <-ctx.Done():
			leave, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			f.Join(leave, Parts{})
			return
		}
	}
}

// beat tells the others of this process, and hears of them.
func (f *Fleet) beat(ctx context.Context) {
	if f.store == nil {
		return
	}
	f.beating.Lock()
	defer f.beating.Unlock()
	ctx, cancel := context.WithTimeout(ctx, Alive)
	defer cancel()
	f.mu.Lock()
	began, me := time.Now(), f.me
	if me.Of != f.of {
		me.Served = nil
	}
	f.mu.Unlock()
	list, err := f.store.Beat(ctx, me)
	if f.note(ctx, err); err != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if began.Sub(f.beaten) > Alive { // others have taken it for dead
		clear(f.turns)
	}
	f.beaten = began
	for _, p := range list {
		f.others[p.ID] = other{p, began.Add(-p.Ago)}
	}
	maps.DeleteFunc(f.others, func(_ string, o other) bool {
		return began.Sub(o.heard) > storage.HeardFor
	})
}

// note logs once that the store fails, and that it does not any more.
func (f *Fleet) note(ctx context.Context, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if failing := err != nil; failing != f.failing && ctx.Err() == nil {
		if f.failing = failing; failing {
			f.log.Error("the database is not reached: others take over, and deadlines wait", "error", err)
		} else {
			f.log.Info("the database is reached again")
		}
	}
}

// Serve says whose people this process answers now. It returns the parts whose deadlines it
// carries out; of them, its share: those in which it does what one of the processes that serve
// them is to do; and those that are vacant: no other process served them between [Alive] before
// this one began to and now, so their people are to be given time, and [Fleet.Served] told.
func (f *Fleet) Serve(parts Parts) (served, share, vacant Parts) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now, was := time.Now(), f.turns
	if f.of != parts.Of || f.store != nil && now.Sub(f.beaten) > Alive {
		was = nil
	}
	f.of, f.turns = parts.Of, make(map[int]*turn)
	served.Of, share.Of, vacant.Of = f.of, f.of, f.of
	for _, n := range parts.Numbers {
		t := cmp.Or(was[n], &turn{since: now})
		f.turns[n] = t
		t.served = t.served || len(f.serving(n, t.since.Add(-Alive))) > 0
		switch {
		case t.served:
			served.Numbers = append(served.Numbers, n)
			all := append(f.serving(n, now.Add(-Alive)), f.me.ID) // each has as many, one more or less
			if slices.Sort(all); all[n%len(all)] == f.me.ID {
				share.Numbers = append(share.Numbers, n)
			}
		case f.store == nil || f.beaten.After(t.since):
			vacant.Numbers = append(vacant.Numbers, n)
		}
	}
	f.me.Served = served.Numbers
	return served, share, vacant
}

// Served notes that people in parts that were vacant have been given time.
func (f *Fleet) Served(parts Parts) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, n := range parts.Numbers {
		if t := f.turns[n]; t != nil && f.of == parts.Of {
			t.served = true
		}
	}
}

// serving returns the other processes that served a part and were heard of since a time.
func (f *Fleet) serving(n int, since time.Time) (ids []string) {
	for id, o := range f.others {
		if o.Of == f.of && slices.Contains(o.Served, n) && !o.heard.Before(since) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Knows reports whether another process is known to have a guild, too, or to have just
// had it.
func (f *Fleet) Knows(guild storage.GuildID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range f.others {
		if (Parts{o.Of, o.Parts}).Has(guild) {
			return true
		}
	}
	return false
}

// Size returns how many processes there are, this one included: one, of a nil Fleet.
func (f *Fleet) Size() int {
	if f == nil {
		return 1
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return 1 + len(f.others)
}

// Identify waits until a shard may say IDENTIFY: one of those in its bucket may, in all
// processes. What it returns is to be called then, with whether IDENTIFY was said. The
// error is that of ctx; where the store fails for long the shard goes on, because nothing
// is played meanwhile and Discord refuses what is too much.
func (f *Fleet) Identify(ctx context.Context, bucket, shard int) (done func(said bool), _ error) {
	name, holder := fmt.Sprintf("identify/%d", bucket), fmt.Sprintf("%s/%d", f.me.ID, shard)
	lease := func(ctx context.Context, lasts time.Duration) (held, failed bool) {
		held, err := f.store.Lease(ctx, name, holder, lasts)
		f.note(ctx, err)
		return held, err != nil
	}
	for worked := time.Now(); ctx.Err() == nil; {
		held, failed := lease(ctx, openingTime)
		if !failed {
			worked = time.Now()
		}
		if held || time.Since(worked) >= patience {
			break
		}
		select {
		case <-time.After(askTime):
		case <-ctx.Done():
		}
	}
	return func(said bool) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), Alive)
		defer cancel()
		if said { // the next may follow soon
			lease(ctx, identifyTime)
		} else {
			f.note(ctx, f.store.Yield(ctx, name, holder))
		}
	}, ctx.Err()
}
