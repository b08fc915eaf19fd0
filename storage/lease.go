package storage

import (
	"context"
	"time"
)

// Leases are rights that one process of those on a store has at a time, each by its
// name and until it runs out. All times are those of the store's clock.
//
//	nobody's ──Lease, fence + 1──▶ a holder's ──Lease again, same fence──▶ longer
//	    ▲                              │
//	    └───────── Yield, or time ─────┘
//
// A holder may be stopped for a moment, or cut off, and take its lease for valid when
// another has it: work that must not be done twice carries the fence, or is checked by
// the transaction that does it.
type Leases interface {
	// Lease takes a lease, or goes on holding it, for a time from now. The fence is the
	// number of its taking, which grows: by each holder after the other, and by one who
	// takes it back. While another holds it, held is false.
	Lease(ctx context.Context, name, holder string, lasts time.Duration) (fence uint64,
		held bool, err error)
	// Yield gives a lease back. One that is another's stays as it is.
	Yield(ctx context.Context, name, holder string) error
	// Leased returns the leases that are held, by their names.
	Leased(ctx context.Context) ([]Lease, error)
}

// Lease is one that is held.
type Lease struct {
	Name, Holder string
	Fence        uint64
}
