package engine

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"holecard/storage"
)

// Fleet is what a store keeps in memory that only this process has open: who beats, and who
// has which lease.
type Fleet struct {
	gate *Gate

	mu        sync.Mutex
	processes map[string]heard
	leases    map[string]lease
}

type heard struct {
	storage.Process
	at time.Time
}

type lease struct {
	holder string
	until  time.Time
}

// NewFleet returns the fleet of a store that has a gate. There is nobody yet.
func NewFleet(gate *Gate) *Fleet {
	return &Fleet{gate: gate, processes: make(map[string]heard), leases: make(map[string]lease)}
}

// alone runs do while nobody else uses the fleet.
func (f *Fleet) alone(ctx context.Context, do func(now time.Time)) error {
	if err := f.gate.Enter(ctx); err != nil {
		return err
	}
	defer f.gate.Leave()
	f.mu.Lock()
	defer f.mu.Unlock()
	do(time.Now())
	return nil
}

// Beat implements [storage.Fleet].
func (f *Fleet) Beat(ctx context.Context, me storage.Process) (list []storage.Process, err error) {
	err = f.alone(ctx, func(now time.Time) {
		if delete(f.processes, me.ID); me.ID != "" && me.Of > 0 {
			f.processes[me.ID] = heard{me, now}
		}
		for id, p := range f.processes {
			if p.Ago = now.Sub(p.at); id != me.ID && p.Ago < storage.HeardFor {
				list = append(list, p.Process)
			}
		}
	})
	slices.SortFunc(list, func(a, b storage.Process) int { return cmp.Compare(a.ID, b.ID) })
	return list, err
}

// Lease implements [storage.Fleet].
func (f *Fleet) Lease(
	ctx context.Context, name, holder string, lasts time.Duration,
) (held bool, err error) {
	err = f.alone(ctx, func(now time.Time) {
		is := f.leases[name]
		if held = is.holder == holder || !now.Before(is.until); held {
			f.leases[name] = lease{holder, now.Add(lasts)}
		}
	})
	return held, err
}

// Yield implements [storage.Fleet].
func (f *Fleet) Yield(ctx context.Context, name, holder string) error {
	return f.alone(ctx, func(time.Time) {
		if f.leases[name].holder == holder {
			delete(f.leases, name)
		}
	})
}
