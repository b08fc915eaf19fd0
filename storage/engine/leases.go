package engine

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"holecard/storage"
)

// Leases are the leases of a store that only this process has open: they are kept in
// memory.
type Leases struct {
	gate *Gate

	mu sync.Mutex
	by map[string]lease
}

var _ storage.Leases = (*Leases)(nil)

type lease struct {
	storage.Lease
	until time.Time
}

// NewLeases returns the leases of a store that has a gate. There are none yet.
func NewLeases(gate *Gate) *Leases { return &Leases{gate: gate, by: make(map[string]lease)} }

// Lease implements [storage.Leases].
func (l *Leases) Lease(
	ctx context.Context, name, holder string, lasts time.Duration,
) (fence uint64, held bool, err error) {
	if err := l.gate.Enter(ctx); err != nil {
		return 0, false, err
	}
	defer l.gate.Leave()
	l.mu.Lock()
	defer l.mu.Unlock()
	now, is := time.Now(), l.by[name]
	switch free := !now.Before(is.until); {
	case free:
		is.Lease = storage.Lease{Name: name, Holder: holder, Fence: is.Fence + 1}
	case is.Holder != holder:
		return 0, false, nil
	}
	is.until = now.Add(lasts)
	l.by[name] = is
	return is.Fence, true, nil
}

// Yield implements [storage.Leases].
func (l *Leases) Yield(ctx context.Context, name, holder string) error {
	if err := l.gate.Enter(ctx); err != nil {
		return err
	}
	defer l.gate.Leave()
	l.mu.Lock()
	defer l.mu.Unlock()
	if is, ok := l.by[name]; ok && is.Holder == holder {
		is.until = time.Time{}
		l.by[name] = is
	}
	return nil
}

// Leased implements [storage.Leases].
func (l *Leases) Leased(ctx context.Context) (list []storage.Lease, err error) {
	if err := l.gate.Enter(ctx); err != nil {
		return nil, err
	}
	defer l.gate.Leave()
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	for is := range maps.Values(l.by) {
		if now.Before(is.until) {
			list = append(list, is.Lease)
		}
	}
	slices.SortFunc(list, func(a, b storage.Lease) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}
