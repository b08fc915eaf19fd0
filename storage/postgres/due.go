package postgres

import (
	"context"
	"maps"
	"sync"
	"time"

	"holecard/storage"
)

// The clock of all tables asks for deadlines every few seconds. Each store keeps a list
// of the guilds that may have some, so that it asks in one round trip.

const (
	// keptFor is how long a process trusts that the registry keeps a guild for which it has
	// called keepTables. The registry keeps it for a day: the clocks of two machines differ.
	keptFor = 12 * time.Hour
	// readEvery is how often the list is read again: a guild in which another process opens
	// a table is on it that much later.
	readEvery = time.Second
	// forgetEvery is how often guilds without deadlines are looked for.
	forgetEvery = time.Minute
)

// dueGuilds is the list of guilds that may have deadlines.
type dueGuilds struct {
	mu     sync.Mutex
	seen   map[storage.GuildID]time.Time // when each was last known to be on the list
	read   time.Time
	forgot time.Time
}

func (d *dueGuilds) add(g storage.GuildID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seen[g] = time.Now()
}

// list returns those guilds for which of is true, and whether the list is to be read again.
func (d *dueGuilds) list(
	of func(storage.GuildID) bool, now time.Time,
) (guilds [][]byte, stale bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for g := range d.seen {
		if of == nil || of(g) {
			guilds = append(guilds, number(int64(g)))
		}
	}
	return guilds, now.Sub(d.read) >= readEvery
}

// replace takes over a list whose reading began at a time, and reports whether a guild on it
// is new. Guilds that were added since then stay.
func (d *dueGuilds) replace(guilds []storage.GuildID, began time.Time) (grown bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.read = began
	for _, g := range guilds {
		_, known := d.seen[g]
		grown = grown || !known
		d.seen[g] = began
	}
	maps.DeleteFunc(d.seen, func(_ storage.GuildID, seen time.Time) bool {
		return seen.Before(began)
	})
	return grown
}

// mayForget reports whether guilds without deadlines are to be looked for now.
func (d *dueGuilds) mayForget(now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if now.Sub(d.forgot) < forgetEvery {
		return false
	}
	d.forgot = now
	return true
}

// keepTables registers that a guild has tables. That is committed before the first table is.
func (s *Store) keepTables(ctx context.Context, g storage.GuildID) error {
	now := time.Now()
	if now.Before(s.membership(g).tables) {
		return nil
	}
	conn, err := s.side.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.release()
	err = run(ctx, conn, ask{statement: keepTables, args: registered(g)})
	if err == nil {
		s.guilds.Store(g, membership{now.Add(knownFor), now.Add(keptFor)})
		s.due.add(g)
	}
	return err
}

// Due implements [storage.Store].
func (s *Store) Due(
	ctx context.Context, of func(storage.GuildID) bool, until time.Time, limit int,
) (list []storage.Deadline, err error) {
	if err := s.gate.Enter(ctx); err != nil {
		return nil, err
	}
	defer s.gate.Leave()
	if limit <= 0 {
		return nil, nil
	}
	err = s.again(ctx, func(ctx context.Context) (again bool, err error) {
		conn, err := s.pool.acquire(ctx)
		if err != nil {
			return true, err
		}
		defer conn.release()
		list, err = s.deadlines(ctx, conn, of, until, limit)
		return true, err
	})
	return list, err
}

// deadlines reads deadlines in the guilds of the list, and in the same round trip the list
// where it is stale.
func (s *Store) deadlines(ctx context.Context, conn *conn,
	of func(storage.GuildID) bool, until time.Time, limit int,
) (list []storage.Deadline, err error) {
	began := time.Now()
	with, stale := s.due.list(of, began)
	asks := []ask{{statement: allDue,
		args: [][]byte{list64(with), number(until.UnixMicro()), number(int64(limit))},
		row:  func(v [][]byte) { list = append(list, deadlineOf(v)) }}}
	var guilds []storage.GuildID
	var expired [][]byte
	if stale {
		var all [][]byte
		for b := range int64(buckets) {
			all = append(all, number(b))
		}
		asks = append(asks, ask{statement: withTables, args: [][]byte{list64(all)},
			row: func(v [][]byte) {
				guilds = append(guilds, storage.GuildID(numberOf(v[0])))
				if v[1][0] == 1 {
					expired = append(expired, v[0])
				}
			}})
	}
	if err := run(ctx, conn, asks...); err != nil || !stale {
		return list, err
	}
	grown := s.due.replace(guilds, began)
	if len(expired) > 0 && s.due.mayForget(began) {
		if err := forgetTables(ctx, conn, expired); err != nil {
			return nil, err
		}
	}
	if grown {
		return s.deadlines(ctx, conn, of, until, limit)
	}
	return list, nil
}

func deadlineOf(v [][]byte) storage.Deadline {
	return storage.Deadline{Guild: storage.GuildID(numberOf(v[1])),
		Seating: storage.SeatingID(numberOf(v[2])),
		Due: storage.Due{At: time.UnixMicro(numberOf(v[0])).UTC(),
			Number: storage.InteractionID(numberOf(v[3]))}}
}

// forgetTables takes those guilds off the registry's list that have no deadline: nobody has
// called keepTables for them for a day. A process that does so meanwhile prevents it.
func forgetTables(ctx context.Context, conn *conn, expired [][]byte) error {
	open := make([]bool, len(expired))
	var look, forget []ask
	for i, g := range expired {
		look = append(look, ask{statement: scanDue, args: [][]byte{g},
			row: func([][]byte) { open[i] = true }})
	}
	if err := run(ctx, conn, look...); err != nil {
		return err
	}
	for i, g := range expired {
		if !open[i] {
			forget = append(forget, ask{statement: dropTables,
				args: registered(storage.GuildID(numberOf(g)))})
		}
	}
	return run(ctx, conn, forget...)
}
