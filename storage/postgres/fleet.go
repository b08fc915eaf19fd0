package postgres

import (
	"cmp"
	"context"
	"slices"
	"time"

	"holecard/storage"
)

var _ storage.Fleet = (*Store)(nil)

// Beat implements [storage.Fleet], by the database's clock.
func (s *Store) Beat(
	ctx context.Context, me storage.Process,
) (list []storage.Process, err error) {
	var asks []ask
	switch id := []byte(me.ID); {
	case me.ID == "":
	case me.Of == 0:
		asks = append(asks, ask{statement: leave, args: [][]byte{id}})
	default:
		asks = append(asks, ask{statement: beat, args: [][]byte{id, number(int64(me.Of)),
			bigints(me.Parts), bigints(me.Served)}})
	}
	asks = append(asks, ask{statement: processes, args: [][]byte{[]byte(me.ID)},
		row: func(v [][]byte) {
			list = append(list, storage.Process{ID: string(v[0]), Of: int(numberOf(v[1])),
				Parts: intsOf(v[2]), Served: intsOf(v[3]),
				Ago: time.Duration(numberOf(v[4])) * time.Microsecond})
		}})
	err = s.aside(ctx, s.side, func() { list = nil }, asks...)
	return list, err
}

// Lease implements [storage.Fleet], by the database's clock.
func (s *Store) Lease(
	ctx context.Context, name, holder string, lasts time.Duration,
) (held bool, err error) {
	a := ask{statement: takeLease,
		args: [][]byte{[]byte(name), []byte(holder), number(lasts.Microseconds())},
		row:  func([][]byte) { held = true }}
	err = s.aside(ctx, s.side, func() { held = false }, a)
	return held, err
}

// Yield implements [storage.Fleet].
func (s *Store) Yield(ctx context.Context, name, holder string) error {
	return s.aside(ctx, s.side, func() {},
		ask{statement: yieldLease, args: [][]byte{[]byte(name), []byte(holder)}})
}

// Due implements [storage.Store]. A claim is a transaction of one round trip, at READ
// COMMITTED: a deadline that moves meanwhile is passed over.
func (s *Store) Due(ctx context.Context, c storage.Claim) (list []storage.Deadline, err error) {
	if c.Of == 0 {
		c.Of, c.Parts = 1, []int{0}
	}
	read := ask{statement: lookDue, args: [][]byte{number(c.Until.UnixMicro()),
		number(int64(max(c.Limit, 0))), number(int64(c.Of)), bigints(c.Parts)},
		row: func(v [][]byte) {
			list = append(list, storage.Deadline{Guild: storage.GuildID(numberOf(v[1])),
				Seating: storage.SeatingID(numberOf(v[2])),
				Due: storage.Due{At: time.UnixMicro(numberOf(v[0])).UTC(),
					Number: storage.InteractionID(numberOf(v[3]))}})
		}}
	asks := []ask{read}
	if c.For > 0 {
		read.statement, read.args = claimDue, append(read.args, number(c.For.Microseconds()))
		asks = []ask{{statement: beginClaim}, read, {statement: commit}}
	}
	err = s.aside(ctx, s.pool, func() { list = nil }, asks...)
	slices.SortFunc(list, func(a, b storage.Deadline) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Guild, b.Guild),
			cmp.Compare(a.Seating, b.Seating))
	})
	return list, err
}

// aside makes a round trip that is no transaction of a guild.
func (s *Store) aside(ctx context.Context, by *pool, begin func(), asks ...ask) error {
	if err := s.gate.Enter(ctx); err != nil {
		return err
	}
	defer s.gate.Leave()
	return s.on(ctx, by, begin, asks...)
}

// on makes it as often as [Store.again] says, and calls begin before each try.
func (s *Store) on(ctx context.Context, by *pool, begin func(), asks ...ask) error {
	return s.again(ctx, func(ctx context.Context) (again bool, err error) {
		conn, err := by.acquire(ctx)
		if err != nil {
			return true, err
		}
		defer conn.release()
		begin()
		return true, run(ctx, conn, asks...)
	})
}

// bigints is a list of numbers as an argument.
func bigints(numbers []int) []byte {
	return list(elements["bigint"], len(numbers), func(n int) []byte {
		return number(int64(numbers[n]))
	})
}

// intsOf is the reverse of bigints.
func intsOf(b []byte) (all []int) {
	for b = b[min(20, len(b)):]; len(b) >= 12; b = b[12:] {
		all = append(all, int(numberOf(b[4:])))
	}
	return all
}
