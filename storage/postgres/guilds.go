package postgres

import (
	"cmp"
	"context"
	"math"
	"slices"

	"holecard/storage"
	"holecard/storage/engine"
)

// eachGuild calls fn with each guild that has records, a page after the other.
func (s *Store) eachGuild(ctx context.Context, fn func(storage.GuildID) error) error {
	for after := int64(math.MinInt64); ; {
		var page []storage.GuildID
		err := s.aside(ctx, s.pool, func() { page = nil }, ask{statement: nextGuilds(),
			args: [][]byte{number(after)}, row: func(v [][]byte) {
				page = append(page, storage.GuildID(numberOf(v[0])))
			}})
		if err != nil || len(page) == 0 {
			return err
		}
		for _, g := range page {
			if err := fn(g); err != nil {
				return err
			}
		}
		after = int64(page[len(page)-1])
	}
}

// Guilds implements [storage.Store].
func (s *Store) Guilds(ctx context.Context) (list []storage.GuildID, err error) {
	err = s.eachGuild(ctx, func(g storage.GuildID) error {
		if g != 0 {
			list = append(list, g)
		}
		return nil
	})
	slices.Sort(list)
	return list, err
}

// Count counts what there is.
func (s *Store) Count(ctx context.Context) (sum storage.Counts, err error) {
	err = s.eachFigures(ctx, countAll, func(n []int64) {
		sum.Players += int(n[0])
		sum.OpenHands += int(n[1])
		sum.Seatings += int(n[2])
	})
	return sum, err
}

// Sums adds up the chips of each kind of account.
func (s *Store) Sums(ctx context.Context) (storage.Sums, error) {
	all := storage.Sums{}
	err := s.eachFigures(ctx, sums, func(n []int64) {
		for i, kind := range []storage.AccountKind{storage.HouseAccount, storage.MintAccount,
			storage.HeldAccount} {
			all[kind] += storage.Chips(n[i])
			all[storage.PlayerAccount] -= storage.Chips(n[i])
		}
	})
	return all, err
}

// eachFigures calls fn with the numbers that a statement returns for each guild.
func (s *Store) eachFigures(ctx context.Context, statement string, fn func([]int64)) error {
	return s.eachGuild(ctx, func(g storage.GuildID) error {
		var figures []int64
		err := s.aside(ctx, s.pool, func() { figures = nil }, ask{statement: statement,
			args: [][]byte{number(int64(g))}, row: func(v [][]byte) {
				for _, n := range v {
					figures = append(figures, numberOf(n))
				}
			}})
		if err == nil {
			fn(figures)
		}
		return err
	})
}

// Audit implements [storage.Store].
func (s *Store) Audit(ctx context.Context) (storage.Audit, error) {
	return s.compare(ctx, func(*engine.Auditor) error { return nil })
}

// compare compares one state of each guild, one guild after the other, and calls fn with it.
func (s *Store) compare(
	ctx context.Context, fn func(*engine.Auditor) error,
) (found storage.Audit, err error) {
	a := engine.NewAuditor(ctx)
	guilds, err := s.Guilds(ctx)
	for _, g := range append([]storage.GuildID{0}, guilds...) {
		if err == nil {
			err = s.view(ctx, g, func(t *transaction) error {
				if err := a.Compare(t); err != nil {
					return err
				}
				return fn(a)
			})
		}
	}
	if err != nil {
		return found, err
	}
	return a.Result(), nil
}

// view runs fn on one state of a guild, on a connection of its own and for as long as it takes.
func (s *Store) view(
	ctx context.Context, guild storage.GuildID, fn func(*transaction) error,
) error {
	conn, err := s.pool.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.release()
	b := &batch{conn: conn}
	t := &transaction{ctx: ctx, store: s, guild: guild}
	t.trip = func(ctx context.Context, keys []engine.Key, asks []ask) (map[rowKey][]byte, error) {
		values := make(map[rowKey][]byte, len(keys))
		return values, b.trip(ctx, append(gets(keys, values), asks...)...)
	}
	return cmp.Or(fn(t), t.failure)
}
