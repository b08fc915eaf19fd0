package postgres

import (
	"context"
	"time"

	"holecard/storage"
)

var _ storage.Leases = (*Store)(nil)

// Lease implements [storage.Leases], by the database's clock.
func (s *Store) Lease(
	ctx context.Context, name, holder string, lasts time.Duration,
) (fence uint64, held bool, err error) {
	err = s.aside(ctx, ask{statement: takeLease,
		args: [][]byte{[]byte(name), []byte(holder), number(lasts.Microseconds())},
		row:  func(v [][]byte) { fence, held = uint64(numberOf(v[0])), true }})
	return fence, held, err
}

// Yield implements [storage.Leases].
func (s *Store) Yield(ctx context.Context, name, holder string) error {
	return s.aside(ctx, ask{statement: yieldLease, args: [][]byte{[]byte(name), []byte(holder)}})
}

// Leased implements [storage.Leases].
func (s *Store) Leased(ctx context.Context) (list []storage.Lease, err error) {
	err = s.aside(ctx, ask{statement: heldLeases, row: func(v [][]byte) {
		list = append(list, storage.Lease{Name: string(v[0]), Holder: string(v[1]),
			Fence: uint64(numberOf(v[2]))})
	}})
	return list, err
}

// aside runs a statement that is a transaction of its own, beside those of players. What it
// returns by rows must be what the last of several tries returns.
func (s *Store) aside(ctx context.Context, a ask) error {
	if err := s.gate.Enter(ctx); err != nil {
		return err
	}
	defer s.gate.Leave()
	return s.again(ctx, func(ctx context.Context) (again bool, err error) {
		conn, err := s.side.acquire(ctx)
		if err != nil {
			return true, err
		}
		defer conn.release()
		return true, run(ctx, conn, a)
	})
}
