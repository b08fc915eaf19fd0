package fleet

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"holecard/storage"
)

// Work is work that concerns all guilds, of which one process at a time does each part.
// The process that has a part keeps it by a lease. When it ends it yields the part; when it
// dies the lease runs out; when others come it yields as many as make all equal.
//
// It is used by one goroutine.
type Work struct {
	fleet  *Fleet
	name   string
	looked time.Time
	turns  map[Part]*turn
	ready  time.Time // until when others know that this process does some of it
}

// turn is what a process knows of a part that it offers to do.
type turn struct {
	since time.Time // it offers that from then on
	other time.Time // when another was last seen to do it; zero where it was looked for in vain
	until time.Time // by its own clock the lease is its own
	Turn
}

// Turn is a part that this process has to do.
type Turn struct {
	Part  Part
	Fence uint64
	// Nobody may have done it before, and nobody served its people.
	Vacant bool
}

// Work returns work with a name.
func (f *Fleet) Work(name string) *Work {
	return &Work{fleet: f, name: name, turns: make(map[Part]*turn)}
}

// Offer says which parts this process can do from now on, and returns those that it has to
// do now. It is to be called often.
func (w *Work) Offer(ctx context.Context, parts []Part) (todo []Turn) {
	now := time.Now()
	if w.offered(ctx, parts, now) || now.Sub(w.looked) >= lookTime {
		w.looked = now
		ctx, cancel := context.WithTimeout(ctx, LeaseTime)
		defer cancel()
		err := w.share(ctx, parts)
		w.fleet.note(ctx, err)
		for _, t := range w.turns {
			if err != nil { // nobody else may reach the store either
				t.other = time.Time{}
			}
		}
	}
	now = time.Now()
	for _, p := range parts {
		if t := w.turns[p]; now.Before(t.until) {
			todo = append(todo, t.Turn)
		}
	}
	return todo
}

// offered reports whether there is a part that was not offered before. It yields those that
// are not offered any more.
func (w *Work) offered(ctx context.Context, parts []Part, now time.Time) (more bool) {
	for p, t := range w.turns {
		if !slices.Contains(parts, p) {
			w.yield(ctx, t)
			delete(w.turns, p)
		}
	}
	for _, p := range parts {
		if w.turns[p] == nil {
			w.turns[p] = &turn{since: now, Turn: Turn{Part: p}}
			more = true
		}
	}
	return more
}

// Close yields all parts.
func (w *Work) Close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	w.fleet.note(ctx, w.announce(ctx, false))
	w.offered(ctx, nil, time.Now())
}

func (w *Work) lease(p Part) string { return fmt.Sprintf("%s/%d/%d", w.name, p.Number, p.Of) }

func (w *Work) yield(ctx context.Context, t *turn) {
	if !t.until.IsZero() {
		t.until = time.Time{}
		err := w.fleet.leases.Yield(ctx, w.lease(t.Part), w.fleet.id)
		w.fleet.note(ctx, err)
	}
}

// share looks who does which part, and takes, renews or yields.
func (w *Work) share(ctx context.Context, parts []Part) error {
	if err := w.announce(ctx, len(parts) > 0); err != nil {
		return err
	}
	list, err := w.fleet.look(ctx)
	if err != nil {
		return err
	}
	now := time.Now()
	holders := make(map[string]string)
	for _, l := range list {
		holders[l.Name] = l.Holder
	}
	fair := w.fair(list, len(parts))
	var mine, free []*turn
	for _, p := range parts {
		switch t := w.turns[p]; holders[w.lease(p)] {
		case w.fleet.id:
			mine = append(mine, t)
		case "":
			free = append(free, t)
		default:
			t.other, t.until = now, time.Time{}
		}
	}
	for len(mine) > fair {
		w.yield(ctx, mine[len(mine)-1])
		mine = mine[:len(mine)-1]
	}
	for _, t := range slices.Concat(mine, free[:min(len(free), fair-len(mine))]) {
		if err := w.hold(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// fair returns how many parts this process should have: as many as any other that offers
// the same.
func (w *Work) fair(list []storage.Lease, parts int) int {
	w.fleet.mu.Lock()
	defer w.fleet.mu.Unlock()
	processes := 1
	for _, l := range list {
		id, theirs, ok := memberOf(l)
		if ok && id != w.fleet.id && strings.HasPrefix(l.Name, "ready/") &&
			theirs.String() == w.fleet.parts.String() {
			processes++
		}
	}
	return (parts + processes - 1) / processes
}

// announce tells the others whether this process does some of the work.
func (w *Work) announce(ctx context.Context, ready bool) error {
	f := w.fleet
	f.mu.Lock()
	number, holder := f.number, f.holder()
	f.mu.Unlock()
	now := time.Now()
	name := fmt.Sprintf("ready/%d", number)
	switch {
	case number < 0:
	case !ready && !w.ready.IsZero():
		w.ready = time.Time{}
		return f.leases.Yield(ctx, name, holder)
	case ready && w.ready.Sub(now) <= renewTime:
		_, held, err := f.leases.Lease(ctx, name, holder, LeaseTime)
		if held {
			w.ready = now.Add(LeaseTime)
		}
		return err
	}
	return nil
}

// hold takes or renews the lease of a part.
func (w *Work) hold(ctx context.Context, t *turn) error {
	now := time.Now()
	if t.until.Sub(now) > renewTime {
		return nil
	}
	lapsed := !now.Before(t.until)
	fence, held, err := w.fleet.leases.Lease(ctx, w.lease(t.Part), w.fleet.id, LeaseTime)
	if err != nil || !held {
		return err
	}
	t.until = now.Add(LeaseTime)
	if lapsed || fence != t.Fence {
		// Another process was there until this one served people, too: it has renewed its
		// lease since then.
		t.Fence, t.Vacant = fence, t.other.Sub(t.since) < LeaseTime
	}
	t.other = time.Time{}
	return nil
}
